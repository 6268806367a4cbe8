// Another board: the gallery, one made from a seed, one of the day, an empty one, or what is pasted,
// dropped or opened.

import { h } from "./dom.js";
import { field } from "./controls.js";
import { drawn } from "./page.js";
import { printing, view as printView } from "./printing.js";
import { thumb } from "./thumb.js";

/** @typedef {import("./picture.js").Picture} Picture */
/**
 * @typedef {object} Making
 * @property {Record<string, string>} options
 * @property {string} seed
 * @property {string} pasted
 * @property {Record<string, Picture>} thumbs boards of the gallery, by puzzle and name
 * @property {import("./printing.js").Printing} print
 */

/** @returns {Making} */
export function fresh() {
  return { options: {}, seed: "", pasted: "", thumbs: {}, print: printing() };
}

/** Characters of a board that is drawn small. */
const LONGEST = 40_000;

export class Fresh {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
  }

  get making() {
    return this.page.state.fresh;
  }

  /** @param {Partial<Making>} some */
  set(some) {
    this.page.store.change({ fresh: { ...this.making, ...some } });
  }

  /** Shows the dialog, for the puzzle that is there. */
  begin() {
    this.page.calm();
    this.page.store.stop("print");
    this.set({ options: {}, pasted: "", print: printing() });
    this.page.store.change({ dialog: "new" });
    this.draw();
  }

  gallery() {
    const { puzzle } = this.page.state;
    return [...puzzle.examples, ...(puzzle.gallery ?? [])];
  }

  /** Draws the boards of the gallery, one after another. */
  async draw() {
    const { page } = this;
    const { puzzle } = page.state;
    const signal = page.store.begin("thumbs");
    for (const { name, text } of this.gallery()) {
      const key = `${puzzle.name}/${name}`;
      if (this.making.thumbs[key] || text.length > LONGEST) continue;
      try {
        const { json, strokes } = await page.engine.open({ puzzle: puzzle.name, text, number: null }, {}, signal);
        if (signal.aborted) return;
        this.set({ thumbs: { ...this.making.thumbs, [key]: drawn(json[0].rows, json[0].cols, strokes[0], null) } });
      } catch {
        // A board that is not drawn has its name all the same.
        if (signal.aborted) return;
      }
    }
  }

  close() {
    this.page.store.stop("thumbs");
    this.page.store.stop("print");
    this.page.store.change({ dialog: null });
    scrollTo(0, 0);
  }

  /** @param {string} text */
  async take(text) {
    if (await this.page.open(text)) this.close();
  }

  /** Options that were set, of some roles. @param {string[]} roles */
  chosen(roles) {
    const names = new Set(this.page.state.puzzle.options.filter(({ role }) => roles.includes(role)).map(({ name }) => name));
    return Object.fromEntries(Object.entries(this.making.options).filter(([name]) => names.has(name)));
  }

  /** @param {number} seed */
  async make(seed) {
    const before = this.page.state.board.text;
    this.set({ seed: String(seed) });
    if (!(await this.page.generate(this.chosen(["instance", "generate"]), seed))) return;
    this.close();
    if (this.page.state.board.text === before) this.page.store.change({ notice: this.page.say("same_board") });
  }

  random() {
    return this.make(Math.floor(Math.random() * 2 ** 31));
  }

  /** The board of the day: the same for all who ask for it. */
  daily() {
    const day = new Date();
    return this.make(day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate());
  }

  /** A board that options describe: one like the present one, unless they say more. */
  async empty() {
    const chosen = this.chosen(["instance", "given"]);
    const describing = this.page.state.puzzle.options.filter(({ instead }) => instead);
    const told = describing.some(({ name, takes }) => name in chosen && takes?.type !== "cell");
    const [main] = describing;
    const options = told || !main ? chosen : { [main.name]: alike(main, this.page.state.board), ...chosen };
    if (await this.page.open(null, { options })) this.close();
  }

  /** @param {DataTransfer | null} given */
  async receive(given) {
    const file = given?.files[0];
    const words = file ? await file.text() : given?.getData("text/plain");
    if (words) await this.take(words);
  }
}

/**
 * The value of an option that describes a board like the present one.
 * @param {import("./data.js").Option} option
 * @param {{ rows: number, cols: number }} board
 */
export function alike({ takes }, { rows, cols }) {
  return takes?.type === "size" ? `${rows}x${cols}` : takes?.type === "number" ? String(rows) : (takes?.choices?.[0].value ?? "");
}

/**
 * @param {Fresh} making
 * @returns {import("./dom.js").Loose}
 */
export function view(making) {
  const { page } = making;
  const { puzzle, fresh: state } = page.state;
  const say = page.say.bind(page);
  const given = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);
  const describes = puzzle.options.some(({ instead }) => instead);
  const controls = (/** @type {string[]} */ roles) =>
    puzzle.options.filter(({ role }) => roles.includes(role)).map((option) => field(option, state.options[option.name], (value) => {
      const { [option.name]: _, ...rest } = state.options;
      making.set({ options: value === null ? rest : { ...rest, [option.name]: value } });
    }, say, option.instead ? alike(option, page.state.board) : undefined));
  // What only holds for boards that are given is of no use where none can be described.
  const rules = controls(describes ? ["instance", "given"] : ["instance"]);
  const seed = /^\d{1,15}$/.test(state.seed) ? Number(state.seed) : null;
  return [
    head(page, say("new.title", { puzzle: puzzle.title })),
    trouble(page),
    h("section", { key: "gallery" }, h("h3", null, say("gallery")), h("div", { class: "gallery", id: "gallery" }, making.gallery().map((one) => card(making, one)))),
    rules.length > 0
      ? h(
          "section", { key: "rules" },
          h("h3", null, say("board_options")),
          h("div", { class: "fields" }, rules),
          describes && h("div", { class: "row" }, h("button", { type: "button", id: "empty", onclick: () => making.empty() }, say("empty")), h("span", { class: "soft small" }, say("empty.about"))),
        )
      : null,
    h(
      "section", { key: "make" },
      h("h3", null, say("make")),
      h("div", { class: "fields" }, controls(["generate"])),
      h(
        "div", { class: "row" },
        h("button", { type: "button", id: "random", class: "main", onclick: () => making.random() }, say("random")),
        h("button", { type: "button", id: "daily", onclick: () => making.daily() }, say("daily")),
        h("label", { class: "inline" }, say("seed"), " ", h("input", { id: "seed", inputmode: "numeric", size: 11, value: state.seed, oninput: (/** @type {Event} */ event) => making.set({ seed: given(event).value.trim() }) })),
        h("button", { type: "button", id: "seeded", disabled: seed === null, onclick: () => seed !== null && making.make(seed) }, say("seeded")),
      ),
    ),
    printView(making),
    h(
      "section", { key: "paste" },
      h("h3", null, say("paste")),
      h("textarea", { id: "paste", rows: 4, wrap: "off", spellcheck: "false", "aria-label": say("paste"), value: state.pasted, oninput: (/** @type {Event} */ event) => making.set({ pasted: given(event).value }), onpaste: (/** @type {ClipboardEvent} */ event) => {
        // What is long is opened, and never stands in the box.
        const text = event.clipboardData?.getData("text/plain") ?? "";
        if (text.length < 20_000) return;
        event.preventDefault();
        making.take(text);
      } }),
      h(
        "div", { class: "row" },
        h("button", { type: "button", id: "open-text", disabled: state.pasted.trim() === "", onclick: () => making.take(state.pasted) }, say("open")),
        h("label", { class: "button" }, say("file"), h("input", { type: "file", id: "file", onchange: async (/** @type {Event} */ event) => {
          const [file] = given(event).files ?? [];
          if (file) await making.take(await file.text());
        } })),
      ),
    ),
  ];
}

/**
 * The head of a dialog, with the way out of it.
 * @param {import("./page.js").Page} page
 * @param {string} title
 */
export function head(page, title) {
  return h(
    "div", { class: "dialog-head", key: "head" },
    h("h2", { id: "dialog-title" }, title),
    h("button", { type: "button", id: "dialog-close", class: "icon", "aria-label": page.say("close"), title: page.say("close"), onclick: () => page.store.change({ dialog: null }) }, "×"),
  );
}

/** @param {import("./page.js").Page} page */
export function trouble(page) {
  const { trouble } = page.state;
  return trouble ? h("pre", { class: "card bad", role: "alert", key: "trouble", tabIndex: 0 }, trouble.text ?? trouble.message) : null;
}

/** @param {Fresh} making @param {import("./data.js").Example} one */
function card(making, one) {
  const { page } = making;
  const picture = making.making.thumbs[`${page.state.puzzle.name}/${one.name}`];
  return h(
    "button", { type: "button", class: "thumb", key: one.name, "data-board": one.name, onclick: () => making.take(one.text) },
    picture ? thumb(picture, page.theme(), page.state.about.tones, 112, `${page.state.puzzle.name}/${one.name}`) : h("span", { class: "blank" }),
    h("b", null, one.title),
    one.line ? h("span", { class: "soft" }, one.line) : null,
  );
}
