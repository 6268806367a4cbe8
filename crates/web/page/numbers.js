// Numbers as people write and read them.

/**
 * A number as people write it, or nothing: with the marks of their language, or plain.
 * @param {string} text
 * @param {string} lang
 */
export function number(text, lang) {
  const parts = new Intl.NumberFormat(lang).formatToParts(12345.6);
  const group = parts.find(({ type }) => type === "group")?.value ?? "";
  const decimal = parts.find(({ type }) => type === "decimal")?.value ?? ".";
  const written = text.trim();
  const grouped = new RegExp(`^\\d{1,3}(\\${group || " "}\\d{3})+$`);
  const plain = grouped.test(written) ? written.replaceAll(group, "") : written.replace(decimal, ".");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** A time in the unit that suits it. @param {number} ms @param {string} lang */
export function duration(ms, lang) {
  const write = (/** @type {number} */ n, /** @type {string} */ unit) => `${n.toLocaleString(lang, { maximumSignificantDigits: 3 })} ${unit}`;
  return ms < 1 ? write(ms * 1000, "µs") : ms < 1000 ? write(ms, "ms") : write(ms / 1000, "s");
}
