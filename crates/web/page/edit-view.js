// The tab in which boards are changed: brushes, taking back, rules, and the text for those who want it.

import { field } from "./controls.js";
import { h } from "./dom.js";
import { alike } from "./fresh.js";

/** @typedef {import("./edit.js").Edit} Edit */

/** Characters of a text that a box may hold. */
const LONGEST = 200_000;

/**
 * Selects the place of the text that a diagnostic speaks of, unless somebody is writing there.
 * @param {import("./page.js").Trouble} trouble
 */
export function point({ line, column }) {
  const box = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("text"));
  if (!box || line === null || document.activeElement === box) return;
  const lines = box.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, part) => sum + part.length + 1, (column ?? 1) - 1);
  box.setSelectionRange(start, start + 1);
  box.scrollTop = (box.scrollHeight / lines.length) * (line - 3);
}

/**
 * @param {Edit} editor
 * @returns {import("./dom.js").Loose}
 */
export function view(editor) {
  const { page, edit } = editor;
  const { puzzle, board, trouble } = page.state;
  const say = page.say.bind(page);
  const brush = editor.brush();
  const valued = brush?.of === "value";
  const given = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);
  const text = edit.text ?? board.text ?? "";
  const long = text.length > LONGEST;
  const wrong = trouble !== null && trouble.line !== null && trouble.file === "text";
  // What describes a board in place of a text does not go with one.
  const options = puzzle.options.filter(({ role, instead }) => (role === "instance" || role === "given") && !instead);
  const sized = editor.sized();
  return [
    h(
      "fieldset", { class: "brushes", id: "brushes", key: "brushes" },
      h("legend", null, say("draw")),
      puzzle.brushes.map(({ name, title }) => h("label", { class: name === brush?.name ? "brush chosen" : "brush", key: name }, h("input", { type: "radio", name: "brush", value: name, checked: name === brush?.name, onchange: () => editor.set({ brush: name }) }), title)),
      valued ? h("label", { class: "field", key: "value" }, h("span", null, say("value")), h("input", { type: "number", id: "brush-value", min: 0, value: String(edit.value), oninput: (/** @type {Event} */ event) => editor.set({ value: Number(given(event).value) || 0 }) })) : null,
    ),
    h(
      "div", { class: "row", key: "history" },
      h("button", { type: "button", class: "icon", id: "edit-undo", "aria-label": say("undo"), title: say("undo"), disabled: edit.undo.length === 0, onclick: () => editor.undo() }, "↶"),
      h("button", { type: "button", class: "icon", id: "edit-redo", "aria-label": say("redo"), title: say("redo"), disabled: edit.redo.length === 0, onclick: () => editor.redo() }, "↷"),
    ),
    sized
      ? h("div", { class: "row", key: "clear" }, field(sized, edit.size ?? undefined, (size) => editor.set({ size }), say, alike(sized, board)), h("button", { type: "button", id: "clear", onclick: () => editor.clear() }, say("clear")))
      : null,
    h("label", { class: "check", key: "pen" }, h("input", { type: "checkbox", id: "pen", checked: edit.pen, onchange: (/** @type {Event} */ event) => editor.set({ pen: given(event).checked }) }), say("pen")),
    h("label", { class: "check", key: "live" }, h("input", { type: "checkbox", id: "live", checked: edit.live, onchange: (/** @type {Event} */ event) => {
      editor.set({ live: given(event).checked, solved: null, answer: null });
      if (given(event).checked) editor.solve();
    } }), say("live")),
    edit.live && edit.answer ? h("p", { class: "status", id: "live-said", role: "status", key: "live-said" }, page.sentence(edit.answer.words[0])) : null,
    options.length > 0
      ? h(
          "details", { key: "options" },
          h("summary", null, say("board_options")),
          options.map((option) => field(option, edit.options[option.name], (value) => {
            const { [option.name]: _, ...rest } = edit.options;
            editor.set({ options: value === null ? rest : { ...rest, [option.name]: value } });
          }, say)),
          h("button", { type: "button", id: "adjust", onclick: () => editor.adjust() }, say("adjust")),
        )
      : null,
    h(
      "details", { key: "text", id: "text-details", open: wrong || undefined },
      h("summary", null, say("text")),
      long
        ? h("p", { class: "soft" }, say("text.long", { n: text.length }))
        : h("textarea", { id: "text", rows: 12, wrap: "off", spellcheck: "false", "aria-label": say("text"), "aria-invalid": wrong ? "true" : false, "aria-describedby": "trouble", value: text, oninput: (/** @type {Event} */ event) => editor.type(given(event).value) }),
    ),
  ];
}
