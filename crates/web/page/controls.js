// Controls made of what options declare: choices, sliders, switches, and free text only for free text.

import { h } from "./dom.js";

/** @typedef {import("./data.js").Option} Option */

/**
 * A control for an option.
 * @param {Option} option
 * @param {string | undefined} value none if it is not set
 * @param {(value: string | null) => void} set
 * @param {(key: string) => string} say
 * @param {string} [otherwise] what holds if it is not set
 * @returns {import("./dom.js").Node}
 */
export function field(option, value, set, say, otherwise) {
  const takes = option.takes ?? { type: option.value === null ? "flag" : "text" };
  const id = `option-${option.role}-${option.name}`;
  const given = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
  const label = h("span", { title: option.help ?? null }, option.title);
  switch (takes.type) {
    case "flag":
      return h(
        "label", { class: "check", key: id },
        h("input", { type: "checkbox", id, "data-option": option.name, checked: value !== undefined, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).checked ? "" : null) }),
        label,
      );
    case "choice": {
      const choices = takes.choices ?? [];
      return h(
        "label", { class: "field", key: id },
        label,
        h(
          "select", { id, "data-option": option.name, value: value ?? "", onchange: (/** @type {Event} */ event) => set(given(event) || null) },
          h("option", { value: "" }, usual(takes.default === undefined ? undefined : (choices.find((one) => one.value === takes.default)?.title ?? String(takes.default)), say)),
          choices.map((choice) => h("option", { value: choice.value, key: choice.value }, choice.title)),
        ),
      );
    }
    case "number": {
      const { least, most } = takes;
      const slides = least !== undefined && most !== undefined && most - least <= 64;
      const input = h("input", {
        type: "number", id, "data-option": option.name, min: least, max: most, value: value ?? "", placeholder: otherwise ?? (takes.default === undefined ? "" : String(takes.default)),
        oninput: (/** @type {Event} */ event) => set(given(event) || null),
      });
      const slider = slides
        ? h("input", { type: "range", min: least, max: most, value: value ?? otherwise ?? String(takes.default ?? least), "aria-label": option.title, oninput: (/** @type {Event} */ event) => set(given(event)) })
        : null;
      return h("div", { class: "field", key: id }, h("label", { for: id }, label), h("span", { class: "row" }, slider, input));
    }
    case "size":
      return h("div", { class: "field", key: id, role: "group", "aria-label": option.title }, label, pair(option, value, set, say, "x", otherwise));
    case "cell":
      return h("div", { class: "field", key: id, role: "group", "aria-label": option.title }, label, pair(option, value, set, say, ",", otherwise));
    case "file":
      return h(
        "label", { class: "field", key: id },
        label,
        h("textarea", { id, "data-option": option.name, rows: 3, wrap: "off", spellcheck: "false", value: value ?? "", oninput: (/** @type {Event} */ event) => set(given(event).trim() === "" ? null : given(event)) }),
      );
    default:
      return h(
        "label", { class: "field", key: id },
        label,
        h("input", { type: "text", id, "data-option": option.name, value: value ?? "", placeholder: option.value ?? "", spellcheck: "false", autocomplete: "off", oninput: (/** @type {Event} */ event) => set(given(event).trim() || null) }),
      );
  }
}

/** What holds where nothing is chosen. @param {string | undefined} value @param {(key: string) => string} say */
function usual(value, say) {
  return value === undefined ? say("usual") : `${say("usual")}: ${value}`;
}

/**
 * Two numbers: rows and columns of a board, or the row and the column of a cell.
 * @param {Option} option
 * @param {string | undefined} value
 * @param {(value: string | null) => void} set
 * @param {(key: string) => string} say
 * @param {"x" | ","} between
 * @param {string} [otherwise]
 */
function pair(option, value, set, say, between, otherwise) {
  const takes = option.takes ?? { type: "size" };
  const usual = (otherwise ?? String(takes.default ?? "")).split(between);
  const given = (value ?? "").split(between);
  const side = (/** @type {number} */ i, /** @type {string} */ key) =>
    h("input", {
      type: "number", min: takes.least ?? 1, max: takes.most, value: given[i] ?? "", placeholder: usual[i] ?? "", "aria-label": say(key), "data-option": `${option.name}-${key}`,
      oninput: (/** @type {Event} */ event) => {
        const two = [given[0] || usual[0] || "", given[1] || usual[1] || ""];
        two[i] = /** @type {HTMLInputElement} */ (event.target).value;
        // A side alone makes a square; a row alone is no cell yet.
        const [first, second] = between === "x" ? [two[0] || two[1], two[1] || two[0]] : [two[0], two[1]];
        set(first === "" && second === "" ? null : `${first}${between}${second}`);
      },
    });
  return h("span", { class: "row" }, side(0, between === "x" ? "rows" : "row"), between === "x" ? "×" : ",", side(1, between === "x" ? "cols" : "col"));
}
