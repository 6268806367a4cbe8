// A book of puzzles to print: as many boards as are wanted, made from a seed, with solutions, as PDF and as data.

import { h } from "./dom.js";
import { file } from "./save.js";

/** @typedef {import("./fresh.js").Fresh} Fresh */
/**
 * @typedef {object} Printing
 * @property {string} number
 * @property {string} paper
 * @property {string} title
 * @property {boolean} qr
 * @property {boolean} unsolved
 * @property {boolean} busy
 * @property {{ said: string[], data: string } | null} done
 */

/** @returns {Printing} */
export function printing() {
  return { number: "12", paper: "a4", title: "", qr: false, unsolved: false, busy: false, done: null };
}

const PAPERS = ["a4", "letter", "a5", "6x9in"];
/** Seconds that a book may take. */
const SECONDS = 60;

/** @param {Fresh} making @param {Partial<Printing>} some */
function set(making, some) {
  making.set({ print: { ...making.making.print, ...some } });
}

/** @param {Fresh} making @param {number} number */
async function print(making, number) {
  const { page } = making;
  const { puzzle, fresh } = page.state;
  const { paper, title, unsolved, qr } = fresh.print;
  const signal = page.store.begin("print");
  const seed = /^\d{1,15}$/.test(fresh.seed) ? Number(fresh.seed) : Math.floor(Math.random() * 2 ** 31);
  page.calm();
  set(making, { busy: true, done: null });
  making.set({ seed: String(seed) });
  try {
    const book = { number, paper, title, unsolved, ...(qr ? { qr: location.href.split("#")[0] } : {}) };
    const asked = { book, options: making.chosen(["instance", "generate"]), seed, seconds: SECONDS };
    const { pdf, told } = await page.engine.book(puzzle.name, asked, signal);
    if (signal.aborted) return;
    file([/** @type {Uint8Array<ArrayBuffer>} */ (pdf)], "application/pdf", "tabuleiro.pdf");
    const said = page.say("print.done", { puzzles: String(told.puzzles), pages: String(told.pages) });
    set(making, { busy: false, done: { said: [said, ...told.notes], data: told.data } });
  } catch (fault) {
    set(making, { busy: false });
    page.refused(fault, signal, () => print(making, number));
  }
}

/**
 * The part of the dialog about a new board that prints.
 * @param {Fresh} making
 */
export function view(making) {
  const { page } = making;
  const say = page.say.bind(page);
  const { number, paper, title, qr, unsolved, busy, done } = page.state.fresh.print;
  const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
  const ticked = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).checked;
  const count = /^[1-9]\d{0,2}$/.test(number) ? Number(number) : null;
  return h(
    "section", { key: "print" },
    h("h3", null, say("print")),
    h("p", { class: "soft small" }, say("print.about")),
    h(
      "div", { class: "fields" },
      h("label", { class: "field" }, h("span", null, say("print.number")), h("input", { id: "print-number", type: "number", min: 1, max: 999, value: number, oninput: (/** @type {Event} */ event) => set(making, { number: value(event) }) })),
      h("label", { class: "field" }, h("span", null, say("print.paper")), h("select", { id: "print-paper", value: paper, onchange: (/** @type {Event} */ event) => set(making, { paper: value(event) }) }, PAPERS.map((one) => h("option", { value: one, key: one }, one)))),
      h("label", { class: "field" }, h("span", null, say("print.title")), h("input", { id: "print-title", type: "text", maxlength: 120, value: title, placeholder: page.state.puzzle.title, oninput: (/** @type {Event} */ event) => set(making, { title: value(event) }) })),
      h("label", { class: "check" }, h("input", { id: "print-unsolved", type: "checkbox", checked: unsolved, onchange: (/** @type {Event} */ event) => set(making, { unsolved: ticked(event) }) }), h("span", null, say("print.unsolved"))),
      h("label", { class: "check" }, h("input", { id: "print-qr", type: "checkbox", checked: qr, onchange: (/** @type {Event} */ event) => set(making, { qr: ticked(event) }) }), h("span", null, say("print.qr"))),
    ),
    h(
      "div", { class: "row" },
      h("button", { type: "button", id: "print-book", disabled: busy || count === null, onclick: () => count !== null && print(making, count) }, say(busy ? "print.busy" : "print.make")),
      done ? h("button", { type: "button", id: "print-data", onclick: () => file([done.data], "application/json", "tabuleiro.json") }, say("print.data")) : null,
      h("span", { class: "soft small", role: "status" }, done ? done.said.join(" ") : ""),
    ),
  );
}
