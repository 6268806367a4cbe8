// The part of the page that shows boards: which picture stands where, what lights up on it, the legend
// and the caption below it.

import { h, show } from "./dom.js";
import { isPiece } from "./paint.js";
import { Pane } from "./pane.js";
import { swatch } from "./thumb.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./page.js").State} State */
/** @typedef {import("./picture.js").Picture} Picture */

/** Cells beyond which the legend looks at some only. */
const MANY = 2_000_000;
/** Milliseconds between two looks at what tones are there. */
const LOOK = 200;

export class Stage {
  /**
   * @param {Page} page
   * @param {{ play: import("./play.js").Play, touch: import("./touch.js").Touch, watch: import("./watch.js").Watch, edit: import("./edit.js").Edit, prove: import("./prove.js").Prove }} tabs
   * @param {{ boards: HTMLElement, legend: HTMLElement, caption: HTMLElement }} places
   */
  constructor(page, tabs, places) {
    this.page = page;
    this.tabs = tabs;
    this.places = places;
    /** @type {Pane[]} */
    this.panes = [];
    this.looked = { at: 0, pictures: /** @type {Picture[]} */ ([]), tones: /** @type {Set<number>} */ (new Set()), pieces: false };
    this.due = 0;
  }

  /** What the pointer does on this tab. @returns {import("./hand.js").Tool} */
  tool() {
    const { touch, edit, prove } = this.tabs;
    const { tab } = this.page.state;
    if (tab === "play") return touch.tool();
    if (tab === "edit") return edit.tool();
    if (tab === "prove") return prove.tool();
    return { grabs: () => false, tap: () => {} };
  }

  /**
   * @param {[number, number]} at
   * @param {KeyboardEvent} event
   */
  press(at, event) {
    const { touch, edit, prove } = this.tabs;
    const { tab } = this.page.state;
    if (tab === "prove" && (event.key === "Enter" || event.key === " ")) return prove.weigh(at), true;
    return tab === "play" ? touch.press(at, event) : tab === "edit" ? edit.press(at, event) : false;
  }

  /** As many boards as are wanted. @param {number} count */
  arrange(count) {
    const { page } = this;
    while (this.panes.length > count) this.panes.pop()?.close();
    while (this.panes.length < count) {
      const scenery = {
        say: page.say.bind(page), tone: page.tone.bind(page), tool: () => this.tool(),
        press: (/** @type {[number, number]} */ at, /** @type {KeyboardEvent} */ event) => this.press(at, event),
      };
      const pane = new Pane(scenery, page.state.about.tones);
      this.panes.push(pane);
      this.places.boards.append(pane.root);
    }
    this.places.boards.dataset.count = String(count);
    [this.tabs.play.pane, this.tabs.edit.pane] = [this.panes[0], this.panes[0]];
  }

  /** @param {State} state */
  show(state) {
    const lanes = state.tab === "watch" ? state.watch.lanes : [];
    this.arrange(Math.max(1, lanes.length));
    const theme = this.page.theme();
    this.places.boards.style.setProperty("--shape", String(state.board.rows / state.board.cols));
    this.panes.forEach((pane, i) => {
      // There are so many letters.
      pane.board.name(state.puzzle.coordinates === "chess" && state.board.cols <= 26);
      pane.board.enlarge(state.projector);
      pane.board.dress(theme);
      const lane = lanes[i];
      const source = lane ? this.tabs.watch.source(lane) : { picture: this.picture(state) };
      if ("viewer" in source) {
        const { viewer, moment } = source;
        const there = pane.board.picture === viewer.picture;
        const single = viewer.seek(moment, (cell) => pane.board.touch(cell));
        if (!there) pane.show(viewer.picture);
        else if (single) pane.board.ask();
        else pane.board.all();
        pane.grid.show(viewer.picture);
      } else {
        pane.show(source.picture);
      }
      const title = lanes.length > 1 ? (state.puzzle.strategies.find(({ name }) => name === lane?.strategy)?.title ?? "") : "";
      pane.name(title);
    });
    this.light(state);
    this.legend();
    this.caption(state);
  }

  /** The picture of a tab with one board. @param {State} state */
  picture(state) {
    const { tab, game, prove, edit, picture } = state;
    if (tab === "play") return (game.hint && game.hint.stage > 1 ? game.hint.picture : null) ?? game.picture ?? picture;
    if (tab === "prove") return prove.picture ?? picture;
    if (tab === "edit") return edit.solved ?? picture;
    return picture;
  }

  /** @param {State} state */
  light(state) {
    const [pane] = this.panes;
    const { cols } = state.board;
    const cell = (/** @type {[number, number]} */ [row, col]) => (row - 1) * cols + col - 1;
    const before = pane.board.lights;
    const lights = { from: /** @type {number | null} */ (null), targets: /** @type {number[]} */ ([]), sources: /** @type {number[]} */ ([]), premise: /** @type {number[]} */ ([]), conclusion: /** @type {number[]} */ ([]) };
    if (state.tab === "play") {
      const { game, settings } = state;
      const { told, chosen, legal, hint } = game;
      if (chosen) lights.from = chosen[0] * cols + chosen[1];
      lights.targets = legal.flatMap(({ to }) => (to ? [cell(to)] : []));
      if (settings.show && !game.valued && told?.state === "going" && lights.targets.length === 0 && !hint) lights.sources = (told.sources ?? []).map(cell);
      const step = hint?.hint.step;
      if (hint && step) {
        lights.conclusion = step.squares.conclusion.map(cell);
        if (lights.conclusion.length === 0) lights.conclusion = step.moves.slice(0, 1).map(({ at }) => cell(at));
        if (hint.stage > 1) lights.premise = step.squares.premise.map(cell);
      }
    } else if (state.tab === "prove" && state.prove.steps && state.prove.step !== null) {
      const { squares } = state.prove.steps[state.prove.step];
      lights.premise = squares.premise.map(cell);
      lights.conclusion = squares.conclusion.map(cell);
    } else if (state.tab === "prove" && state.prove.trial) {
      const { from, legal } = state.prove.trial;
      if (from) lights.from = from[0] * cols + from[1];
      lights.targets = legal.flatMap(({ to }) => (to ? [cell(to)] : []));
    } else if (state.tab === "edit") {
      const { from } = this.tabs.edit;
      if (from) lights.from = from[0] * cols + from[1];
    }
    const changed = JSON.stringify(lights) !== JSON.stringify({ from: before.from, targets: before.targets, sources: before.sources, premise: before.premise, conclusion: before.conclusion });
    if (changed) pane.light({ ...lights, fault: null });
  }

  /** Shape, colour and word of every tone that is on the boards. */
  legend() {
    const pictures = this.panes.flatMap(({ board }) => (board.picture ? [board.picture] : []));
    const now = performance.now();
    const { looked } = this;
    const other = pictures.length !== looked.pictures.length || pictures.some((picture, i) => picture !== looked.pictures[i]);
    if (!other && now - looked.at < LOOK) {
      // What was not looked at now is looked at soon.
      clearTimeout(this.due);
      this.due = window.setTimeout(() => this.legend(), LOOK);
      return;
    }
    const { about } = this.page.state;
    const there = new Uint8Array(256);
    for (const { tones: cells } of pictures) {
      const stride = Math.max(1, Math.ceil(cells.length / MANY));
      for (let cell = 0; cell < cells.length; cell += stride) there[cells[cell]] = 1;
    }
    const tones = new Set(about.tones.flatMap((_, tone) => (there[tone] === 1 ? [tone] : [])));
    const pieces = [...tones].some((tone) => isPiece(about.tones[tone]));
    this.looked = { at: now, pictures, tones, pieces };
    const theme = this.page.theme();
    const items = [...tones].sort((one, other) => one - other).filter((tone) => about.tones[tone] !== "outside");
    show(this.places.legend, items.map((tone) => h("li", { key: tone }, swatch(theme, about.tones, tone, pieces), this.page.tone(tone))));
  }

  /** What is happening, in a sentence. @param {State} state */
  caption(state) {
    const text = this.sentence(state);
    const held = this.page.sentence(state.projector && text === "" ? state.puzzle.title : text);
    // Its place stays, so that the board does not jump.
    this.places.caption.hidden = held === "" && state.tab !== "watch";
    if (this.places.caption.textContent !== held) this.places.caption.textContent = held;
  }

  /** @param {State} state */
  sentence({ tab, watch, game, projector }) {
    const step = game.hint?.hint.step;
    // Beside the board a hint stands in the panel.
    if (tab === "play") return projector && game.hint && step ? (game.hint.stage > 1 ? step.why : step.where) : "";
    if (tab !== "watch") return "";
    // Beside the board the words of a lesson stand in the panel.
    if (watch.lesson && projector) return watch.lesson.lesson.steps[watch.lesson.step].caption;
    const solution = watch.film === "solution" ? watch.lanes[0]?.solution : null;
    if (solution) return solution.words[solution.ends.findLastIndex((end) => end <= watch.moment)] ?? "";
    return watch.sentence ?? "";
  }
}
