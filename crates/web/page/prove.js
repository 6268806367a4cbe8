// Proving and counting: an answer with its argument, painted; how many solutions there are; how hard the
// board is; its solution explained step by step.

import { h } from "./dom.js";
import { field } from "./controls.js";
import { drawn } from "./page.js";
import { isPiece } from "./paint.js";
import { BLANK } from "./picture.js";
import { short, told } from "./watch-view.js";
import { duration, number } from "./numbers.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./data.js").Step} Step */
/** @typedef {import("./engine.js").Move} Move */
/** @typedef {import("./engine.js").Progress} Progress */
/**
 * @typedef {object} Proving
 * @property {"prove" | "count" | "rate" | "explain" | null} doing
 * @property {number} begun
 * @property {Progress | null} progress of what is being done
 * @property {any} answer
 * @property {Picture | null} picture with the proof or the solution
 * @property {Trial | null} trial of a proof whose numbers are weights
 * @property {any} counted
 * @property {any} rated
 * @property {Step[] | null} steps
 * @property {Picture[]} pictures of the positions with each step
 * @property {number | null} step which is lit
 * @property {string | null} ended why nothing was told
 * @property {string} seconds
 * @property {Record<string, string>} options
 */

/**
 * A move that is tried on a proof: from where it can go, and what it came to.
 * @typedef {{ from: [number, number] | null, legal: Move[], said: string | null }} Trial
 */

/** @returns {Proving} */
export function fresh() {
  return { doing: null, begun: 0, progress: null, answer: null, picture: null, trial: null, counted: null, rated: null, steps: null, pictures: [], step: null, ended: null, seconds: "60", options: {} };
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
    this.set({ doing: what, begun: Date.now(), progress: null, ended: null, trial: null });
    try {
      const told = await act(signal, seconds ?? undefined);
      if (!signal.aborted) this.set({ ...told, doing: null });
    } catch (fault) {
      if (!signal.aborted) this.set({ doing: null });
      page.refused(fault, signal, () => this.work(what, act));
    }
  }

  stop() {
    const { page } = this;
    page.store.stop("prove");
    this.set({ doing: null, ended: page.say("stopped.far", { far: [time(this), ...far(this)].join(", ") }) });
  }

  demonstrate() {
    const { engine, state } = this.page;
    return this.work("prove", async (signal, seconds) => {
      const { json, strokes } = await engine.open(state.board, { solved: true, ...(seconds ? { seconds } : {}) }, signal);
      const answer = json[1];
      // A solution, or why there is none where that can be seen.
      const picture = strokes[1] ? drawn(0, 0, strokes[1], drawn(json[0].rows, json[0].cols, strokes[0], null)) : null;
      if (picture && state.puzzle.game) picture.links = picture.links.slice(-1);
      const weighed = answer.outcome === "impossible" && picture !== null && this.weighs(picture);
      return { answer, picture, trial: weighed ? { from: null, legal: [], said: null } : null, steps: null, pictures: [], step: null };
    });
  }

  /** Whether a proof gives every piece a weight, and pieces move. @param {Picture} picture */
  weighs({ tones, numbers }) {
    const { puzzle } = this.page.state;
    const pieces = this.pieces(tones);
    return (puzzle.actions ?? []).some(({ of }) => of === "pair") && pieces.length > 0 && pieces.every((cell) => numbers[cell] !== BLANK);
  }

  /** The cells on which pieces stand. @param {Uint8Array} tones */
  pieces(tones) {
    const words = this.page.state.about.tones;
    return [...tones.keys()].filter((cell) => isPiece(words[tones[cell]]));
  }

  /**
   * Touches a proof whose numbers are weights: a piece, then where it goes, to see what becomes of the sum.
   * @param {[number, number]} at row and column from 0
   */
  async weigh(at) {
    const { trial, picture } = this.prove;
    const { page } = this;
    if (!trial || !picture) return;
    const goes = trial.legal.find(({ to }) => to && to[0] - 1 === at[0] && to[1] - 1 === at[1]);
    const signal = page.store.begin("prove");
    const { board } = page.state;
    try {
      if (!goes) {
        const { legal } = (await page.engine.play(board, [], [at[0] + 1, at[1] + 1], signal)).json[0];
        if (!signal.aborted) this.set({ trial: { ...trial, from: legal.length > 0 ? at : null, legal } });
        return;
      }
      const { json, strokes } = await page.engine.play(board, [goes], undefined, signal);
      if (signal.aborted) return;
      const sum = (/** @type {Uint8Array} */ tones) => this.pieces(tones).reduce((all, cell) => all + picture.numbers[cell], 0);
      const after = drawn(board.rows, board.cols, strokes[0], null);
      const said = page.say("prove.sum", { move: page.sentence(json[0].moves[0].said), before: sum(picture.tones), after: sum(after.tones) });
      this.set({ trial: { from: null, legal: [], said } });
    } catch (fault) {
      page.refused(fault, signal, () => this.weigh(at));
    }
  }

  /** @returns {import("./hand.js").Tool} */
  tool() {
    return { grabs: () => false, tap: (at) => this.weigh(at) };
  }

  count() {
    const { engine, state } = this.page;
    return this.work("count", async (signal, seconds) => ({
      counted: await engine.count(state.board, { options: this.prove.options, ...(seconds ? { seconds } : {}) }, signal, (progress) => {
        if (!signal.aborted) this.set({ progress });
      }),
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
      ? h("div", { class: "row", key: what }, h("button", { type: "button", id: `${id}-stop`, onclick: () => proving.stop() }, say("cancel")), progress(proving))
      : h("div", { class: "row", key: what }, h("button", { type: "button", id, class: "main", disabled: prove.doing !== null, onclick: begin }, say(id)));
  const setting = (/** @type {import("./data.js").Option} */ option) =>
    field(option, prove.options[option.name], (value) => {
      const { [option.name]: _, ...rest } = prove.options;
      proving.set({ options: value === null ? rest : { ...rest, [option.name]: value }, counted: null });
    }, say);
  // What is counted is chosen; what has to be written is for those who look for it.
  const counting = puzzle.options.filter(({ role }) => role === "count");
  const chosen = (/** @type {import("./data.js").Option} */ { takes }) => takes?.type === "choice" || takes?.type === "flag";
  return [
    h("section", { key: "prove" }, h("h2", null, say("prove.title")), h("p", { class: "soft small" }, say("prove.about")), act("prove", "prove", () => proving.demonstrate()), answer(proving), trial(proving)),
    h(
      "section", { key: "count" },
      h("h2", null, say("count.title")),
      counting.filter(chosen).map(setting),
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
      counting.filter((option) => !chosen(option)).map(setting),
    ),
    h("p", { class: "soft small", key: "engine" }, say(`engine.${page.engine.carrier.name}`), " · ", about.version),
  ];
}

/** For how long something is being done. @param {Prove} proving */
function time({ page, prove }) {
  return duration(1000 * Math.max(1, Math.round((Date.now() - prove.begun) / 1000)), page.state.about.lang);
}

/** How far it is, in words: an estimate where there is one. @param {Prove} proving @returns {string[]} */
function far({ page, prove }) {
  const { progress } = prove;
  if (!progress || progress.nodes === 0) return [];
  const { nodes, explored, width, finished, layers } = progress;
  const told = [page.say("progress.nodes", { n: nodes })];
  if (width > 0 || layers > 0) told.push(layers > 0 ? page.say("progress.layer.of", { n: Math.min(finished + 1, layers), of: layers }) : page.say("progress.layer", { n: finished + 1 }));
  else if (explored > 0.0005) {
    const percent = (100 * explored).toLocaleString(page.state.about.lang, { maximumFractionDigits: 1 });
    const left = ((Date.now() - prove.begun) * (1 - explored)) / explored;
    told.push(page.say("progress.explored", { percent }), page.say("progress.left", { time: duration(1000 * Math.ceil(left / 1000), page.state.about.lang) }));
  }
  return told;
}

/** @param {Prove} proving */
function progress(proving) {
  const { explored, width } = proving.prove.progress ?? { explored: 0, width: 0 };
  return [
    h("span", { role: "status", id: "far" }, [time(proving), ...far(proving)].join(" · ")),
    explored > 0 ? h("div", { class: "track grow", "aria-hidden": "true", title: width > 0 ? proving.page.say("progress.of_layer") : null }, h("div", { class: "fill", style: { width: `${Math.round(1000 * Math.min(1, explored)) / 10}%` } })) : null,
  ];
}

/** What a touch of the proof comes to. @param {Prove} proving */
function trial({ page, prove }) {
  if (!prove.trial) return null;
  return h("p", { class: "card", id: "trial", role: "status", key: "trial" }, prove.trial.said ?? page.say("prove.try"));
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
