// Proving and counting: an answer with its argument, painted; how many solutions there are; how hard the
// board is; its solution explained step by step.

import { h } from "./dom.js";
import { field } from "./controls.js";
import { drawn } from "./page.js";
import { short, told } from "./watch-view.js";
import { number } from "./numbers.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./data.js").Step} Step */
/**
 * @typedef {object} Proving
 * @property {"prove" | "count" | "rate" | "explain" | null} doing
 * @property {number} begun
 * @property {any} answer
 * @property {Picture | null} picture with the proof or the solution
 * @property {any} counted
 * @property {any} rated
 * @property {Step[] | null} steps
 * @property {Picture[]} pictures of the positions with each step
 * @property {number | null} step which is lit
 * @property {string | null} ended why nothing was told
 * @property {string} seconds
 * @property {Record<string, string>} options
 */

/** @returns {Proving} */
export function fresh() {
  return { doing: null, begun: 0, answer: null, picture: null, counted: null, rated: null, steps: null, pictures: [], step: null, ended: null, seconds: "60", options: {} };
}

export class Prove {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    page.parts.push(this);
    setInterval(() => {
      // The time that passes is seen to pass.
      if (this.prove.doing) this.set({});
    }, 500);
  }

  get prove() {
    return this.page.state.prove;
  }

  /** @param {Partial<Proving>} some */
  set(some) {
    this.page.store.change({ prove: { ...this.prove, ...some } });
  }

  told() {
    return {};
  }

  /** @param {Partial<import("./share.js").Shared>} _ @param {boolean} same */
  board(_, same) {
    const { seconds, options } = this.prove;
    this.page.store.stop("prove");
    this.set({ ...fresh(), seconds, options: same || this.puzzle === this.page.state.puzzle.name ? options : {} });
    this.puzzle = this.page.state.puzzle.name;
  }

  /** @type {string | null} */
  puzzle = null;

  /**
   * Does something that takes time, unless the limits are none.
   * @param {NonNullable<Proving["doing"]>} what
   * @param {(signal: AbortSignal, seconds: number | undefined) => Promise<Partial<Proving>>} act
   */
  async work(what, act) {
    const { page } = this;
    const seconds = number(this.prove.seconds, page.state.about.lang);
    if (this.prove.seconds.trim() && (seconds === null || seconds <= 0)) return page.store.change({ trouble: page.trouble(new Error(page.say("limit.seconds"))) });
    page.calm();
    const signal = page.store.begin("prove");
    this.set({ doing: what, begun: Date.now(), ended: null });
    try {
      const told = await act(signal, seconds ?? undefined);
      if (!signal.aborted) this.set({ ...told, doing: null });
    } catch (fault) {
      if (!signal.aborted) this.set({ doing: null });
      page.refused(fault, signal, () => this.work(what, act));
    }
  }

  stop() {
    this.page.store.stop("prove");
    this.set({ doing: null, ended: this.page.say("stopped.short") });
  }

  demonstrate() {
    const { engine, state } = this.page;
    return this.work("prove", async (signal, seconds) => {
      const { json, strokes } = await engine.open(state.board, { solved: true, ...(seconds ? { seconds } : {}) }, signal);
      const answer = json[1];
      // A solution, or why there is none where that can be seen.
      const picture = strokes[1] ? drawn(0, 0, strokes[1], drawn(json[0].rows, json[0].cols, strokes[0], null)) : null;
      if (picture && state.puzzle.game) picture.links = picture.links.slice(-1);
      return { answer, picture, steps: null, pictures: [], step: null };
    });
  }

  count() {
    const { engine, state } = this.page;
    return this.work("count", async (signal, seconds) => ({
      counted: await engine.count(state.board, { options: this.prove.options, ...(seconds ? { seconds } : {}) }, signal),
    }));
  }

  rate() {
    const { engine, state } = this.page;
    return this.work("rate", async (signal) => ({ rated: (await engine.whole("rate", state.board, {}, signal)).json[0].rating ?? {} }));
  }

  explain() {
    const { engine, state } = this.page;
    return this.work("explain", async (signal) => {
      const { rows, cols } = state.board;
      /** @type {Step[]} */
      const steps = [];
      /** @type {Picture[]} */
      const pictures = [];
      let ended = null;
      for await (const frame of engine.ask("explain", state.board, { moves: [] }, signal)) {
        if ("strokes" in frame) pictures.push(drawn(rows, cols, frame.strokes, null));
        else if ("json" in frame && frame.json.step) steps.push(frame.json.step);
        else if ("json" in frame) ended = frame.json.words ?? null;
      }
      return { steps, pictures, step: null, picture: null, ended };
    });
  }

  /** Shows a step of the explanation on the position that it is a step from. @param {number} index */
  light(index) {
    this.set({ step: index, picture: this.prove.pictures[index] ?? null });
  }
}

/**
 * @param {Prove} proving
 * @returns {import("./dom.js").Loose}
 */
export function view(proving) {
  const { page, prove } = proving;
  const { puzzle, about } = page.state;
  const say = page.say.bind(page);
  const act = (/** @type {NonNullable<Proving["doing"]>} */ what, /** @type {string} */ id, /** @type {() => void} */ begin) =>
    prove.doing === what
      ? h("div", { class: "row", key: what }, h("button", { type: "button", id: `${id}-stop`, onclick: () => proving.stop() }, say("cancel")), h("span", { role: "status" }, say("running.for", { n: Math.round((Date.now() - prove.begun) / 1000) })))
      : h("div", { class: "row", key: what }, h("button", { type: "button", id, class: "main", disabled: prove.doing !== null, onclick: begin }, say(id)));
  const counting = puzzle.options.filter(({ role }) => role === "count");
  return [
    h("section", { key: "prove" }, h("h2", null, say("prove.title")), h("p", { class: "soft small" }, say("prove.about")), act("prove", "prove", () => proving.demonstrate()), answer(proving)),
    h(
      "section", { key: "count" },
      h("h2", null, say("count.title")),
      counting.map((option) => field(option, prove.options[option.name], (value) => {
        const { [option.name]: _, ...rest } = prove.options;
        proving.set({ options: value === null ? rest : { ...rest, [option.name]: value }, counted: null });
      }, say)),
      act("count", "count", () => proving.count()),
      prove.counted ? counted(proving) : null,
    ),
    (puzzle.levels ?? []).length > 0 ? h("section", { key: "rate" }, h("h2", null, say("rate.title")), act("rate", "rate", () => proving.rate()), rated(proving)) : null,
    (puzzle.techniques ?? []).length > 0 ? h("section", { key: "explain" }, h("h2", null, say("explain.title")), act("explain", "explain", () => proving.explain()), steps(proving)) : null,
    prove.ended ? h("p", { class: "soft", role: "status", id: "prove-ended", key: "ended" }, prove.ended) : null,
    h(
      "details", { key: "limits" },
      h("summary", null, say("limits")),
      h("label", { class: "field" }, h("span", null, say("seconds")), h("input", { id: "prove-seconds", inputmode: "decimal", value: prove.seconds, oninput: (/** @type {Event} */ event) => proving.set({ seconds: /** @type {HTMLInputElement} */ (event.target).value }) })),
    ),
    h("p", { class: "soft small", key: "engine" }, say(`engine.${page.engine.carrier.name}`), " · ", about.version),
  ];
}

/** @param {Prove} proving */
function answer({ page, prove }) {
  if (!prove.answer) return null;
  const { outcome, text, words } = prove.answer;
  // A proof that the words hold already is not shown twice.
  const known = text && words.some((/** @type {string} */ line) => line.includes(text.split("\n")[0]));
  return h(
    "div", { class: "result", id: "proved", role: "status" },
    h("h3", { class: "outcome", "data-outcome": outcome }, page.say(`outcome.${outcome}`)),
    told(page, prove.answer, true),
    text && !known ? h("details", { open: outcome === "impossible" }, h("summary", null, page.say(outcome === "impossible" ? "proof.text" : "answer")), h("pre", { tabIndex: 0 }, short(text))) : null,
  );
}

/** @param {Prove} proving */
function counted({ page, prove }) {
  const { exact, shown, unit, limit, effort } = prove.counted;
  return h(
    "div", { class: "card", id: "counted", role: "status" },
    h("p", { class: "big number" }, exact ? shown : page.say("at_least", { n: shown })),
    h("p", null, unit),
    limit ? h("p", { class: "bad" }, limit) : null,
    h("p", { class: "soft small" }, effort),
  );
}

/** @param {Prove} proving */
function rated({ page, prove }) {
  if (!prove.rated) return null;
  const { title, level, reason, facts } = prove.rated;
  return h("div", { class: "card", id: "rated", role: "status" }, h("p", { class: "big" }, title ?? level ?? page.say("rate.none")), reason ? h("p", null, page.sentence(reason)) : null, (facts ?? []).map((/** @type {string} */ fact) => h("p", { class: "soft small" }, page.sentence(fact))));
}

/** @param {Prove} proving */
function steps(proving) {
  const { page, prove } = proving;
  if (!prove.steps) return null;
  if (prove.steps.length === 0) return h("p", { role: "status" }, page.say("explain.none"));
  return h("ol", { id: "steps" }, prove.steps.slice(0, 500).map((step, i) => h("li", { key: i }, h("button", { type: "button", class: prove.step === i ? "link here" : "link", onclick: () => proving.light(i) }, page.sentence(step.why)))));
}
