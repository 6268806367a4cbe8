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

/** Units of long times in seconds, the longest first. @type {[number, string][]} */
const LONG = [[31_557_600, "year"], [86_400, "day"], [3600, "hour"], [60, "minute"]];

/** A time in the unit that suits it. @param {number} ms @param {string} lang */
export function duration(ms, lang) {
  const long = LONG.find(([seconds]) => ms >= 2000 * seconds);
  if (long) return (ms / 1000 / long[0]).toLocaleString(lang, { style: "unit", unit: long[1], unitDisplay: "long", maximumSignificantDigits: 2 });
  const write = (/** @type {number} */ n, /** @type {string} */ unit) => `${n.toLocaleString(lang, { maximumSignificantDigits: 3 })} ${unit}`;
  return ms < 1 ? write(ms * 1000, "µs") : ms < 1000 ? write(ms, "ms") : write(ms / 1000, "s");
}
