// Forms: one made of what a puzzle declares of its options, and places in a text that is written.

/** @typedef {{ name: string, title: string, value: string | null, role: string }} Option */

/**
 * Fills a form with fields, in groups by what the options are about.
 * @param {HTMLFormElement} form
 * @param {Option[]} options
 * @param {(key: string) => string} say
 */
export function fill(form, options, say) {
  const roles = [...new Set(options.map(({ role }) => role))];
  form.replaceChildren(
    ...roles.map((role) => {
      const [group, legend] = [document.createElement("fieldset"), document.createElement("legend")];
      legend.textContent = say(`role.${role}`);
      const fields = options.filter((option) => option.role === role).map(field);
      group.append(legend, ...fields);
      return group;
    }),
  );
}

/** @param {Option} option */
function field({ name, title, value, role }) {
  const [label, input, text] = [
    document.createElement("label"),
    document.createElement("input"),
    document.createElement("span"),
  ];
  input.name = name;
  input.dataset.role = role;
  text.textContent = title;
  label.title = title;
  if (value === null) {
    input.type = "checkbox";
    label.append(input, " ", text);
  } else {
    input.placeholder = value;
    label.append(text, input);
  }
  return label;
}

/**
 * The options that were set, of some roles.
 * @param {HTMLFormElement} form
 * @param {string[]} roles
 * @returns {Record<string, string>}
 */
export function chosen(form, roles) {
  const inputs = [...form.querySelectorAll("input")];
  const set = inputs.filter((input) => roles.includes(input.dataset.role ?? ""));
  const given = set.filter((input) => (input.type === "checkbox" ? input.checked : input.value.trim()));
  return Object.fromEntries(
    given.map((input) => [input.name, input.type === "checkbox" ? "" : input.value.trim()]),
  );
}

/**
 * Sets options.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} options
 */
export function set(form, options) {
  for (const input of form.querySelectorAll("input")) {
    const value = options[input.name];
    if (input.type === "checkbox") input.checked = value !== undefined;
    else input.value = value ?? "";
  }
}

/**
 * Selects a place of a text.
 * @param {HTMLTextAreaElement} box
 * @param {number} line
 * @param {number} column
 */
export function point(box, line, column) {
  const lines = box.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, part) => sum + part.length + 1, column - 1);
  box.setSelectionRange(start, start + 1);
  box.scrollTop = (box.scrollHeight / lines.length) * (line - 3);
}
