// Changing the board by hand: brushes from the puzzle's data, by mouse, finger or keyboard; taking back.

import { FORGOTTEN, Refusal } from "./engine.js";
import { same } from "./hand.js";
import { alike } from "./fresh.js";
import { drawn } from "./page.js";

/** @typedef {[number, number]} At row and column from 0 */
/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {NonNullable<import("./engine.js").Ask["touch"]>} Touch */
/**
 * A board of the history: so many touches after a text. The text of a large board is not asked for at every touch.
 * @typedef {{ text: string, touches: Touch[], count: number, number: number | null }} Past
 */
/**
 * @typedef {object} Editing
 * @property {string | null} brush
 * @property {number} value
 * @property {boolean} pen whether a drag draws; else it moves the page
 * @property {boolean} live whether every touch solves the board anew
 * @property {Picture | null} solved the board with its solution
 * @property {any} answer
 * @property {Past[]} undo boards before
 * @property {Past[]} redo
 * @property {string | null} text as it is typed, where that is no board yet
 * @property {Record<string, string>} options to be applied to the board
 * @property {string | null} size of an empty board, as it is written
 */

/** @returns {Editing} */
export function fresh() {
  const pen = !matchMedia("(pointer: coarse)").matches;
  return { brush: null, value: 1, pen, live: false, solved: null, answer: null, undo: [], redo: [], text: null, options: {}, size: null };
}

/** Whether a question is refused because its board is not known any more. @param {unknown} fault */
function forgotten(fault) {
  return fault instanceof Refusal && fault.fault.code === FORGOTTEN;
}

/** Cells of a board that travels as text at every touch. */
const SMALL = 2500;

export class Edit {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    /** A touch waits for the one before it, so that no stroke of a brush is lost. */
    this.before = Promise.resolve();
    this.waiting = 0;
    /** Where a pair begins. @type {At | null} */
    this.from = null;
    this.painted = false;
    /** The last text, and the touches since: a board that the other side has forgotten is made of them again. */
    this.base = { text: /** @type {string | null} */ (null), touches: /** @type {Touch[]} */ ([]) };
    this.due = 0;
    this.own = false;
    /** @type {import("./pane.js").Pane | null} */
    this.pane = null;
    page.parts.push(this);
  }

  get edit() {
    return this.page.state.edit;
  }

  /** @param {Partial<Editing>} some */
  set(some) {
    this.page.store.change({ edit: { ...this.edit, ...some } });
  }

  told() {
    return {};
  }

  /** @param {Partial<import("./share.js").Shared>} _ @param {boolean} same */
  board(_, same) {
    this.from = null;
    this.page.store.stop("solve");
    const { brush, value, pen, live } = this.edit;
    const there = this.page.state.puzzle.brushes.some(({ name }) => name === brush);
    const base = { ...fresh(), value, pen, live, brush: there ? brush : (this.page.state.puzzle.brushes[0]?.name ?? null) };
    this.set(same || this.own ? { ...base, undo: this.edit.undo, redo: this.edit.redo, options: this.edit.options, text: this.edit.text } : base);
  }

  brush() {
    const { brushes } = this.page.state.puzzle;
    return brushes.find(({ name }) => name === this.edit.brush) ?? brushes[0];
  }

  /** The board as it is now, for the history. @returns {Past | null} */
  now() {
    const { text, number } = this.page.state.board;
    if (text !== null) return { text, touches: [], count: 0, number };
    const { base } = this;
    return base.text === null ? null : { text: base.text, touches: base.touches, count: base.touches.length, number };
  }

  /** Before a stroke: what it changes can be taken back. */
  remember() {
    const now = this.now();
    const last = this.edit.undo.at(-1);
    const there = last && now && (last.number === now.number || (last.text === now.text && last.count === now.count));
    if (now && !there) this.set({ undo: [...this.edit.undo.slice(-200), now], redo: [] });
  }

  /** The text of a board of the history. @param {Past} past @returns {Promise<string>} */
  async recall({ text, touches, count, number }) {
    if (count === 0) return text;
    const { engine, state } = this.page;
    const { puzzle } = state.board;
    const asked = engine.open({ puzzle, text: null, number }, {});
    const { json } = await asked.catch(async (fault) => {
      if (!forgotten(fault)) throw fault;
      return engine.open(await this.replay(puzzle, text, touches.slice(0, count)), {});
    });
    return json[0].text;
  }

  /**
   * Touches a text again.
   * @param {string} puzzle
   * @param {string} text
   * @param {Touch[]} touches
   */
  async replay(puzzle, text, touches) {
    /** @type {import("./engine.js").Known} */
    let known = { puzzle, text, number: null };
    for (const touch of touches) {
      const [{ text, number }] = (await this.page.engine.touch(known, touch, {})).json;
      known = { puzzle, text: text ?? null, number };
    }
    return known;
  }

  /** The text of a board that is known by its number alone. @returns {Promise<string | null>} */
  async written() {
    const { page } = this;
    const { board } = page.state;
    const { json } = await page.engine.open(board, {});
    if (page.state.board === board && json[0].text !== null) page.store.change({ board: { ...board, text: json[0].text, number: json[0].number } });
    return json[0].text;
  }

  /**
   * Touches the board, after all touches before.
   * @param {Touch} touch
   * @param {boolean} first whether a stroke begins here
   */
  touch(touch, first) {
    this.waiting += 1;
    const { puzzle } = this.page.state.board;
    this.before = this.before.then(async () => {
      this.waiting -= 1;
      const { page } = this;
      // What was touched is not there any more.
      if (page.state.board.puzzle !== puzzle) return;
      try {
        if (first) this.remember();
        await this.apply(touch);
        this.settle();
      } catch (fault) {
        const at = touch.to ?? touch.at;
        this.pane?.board.light({ fault: at[0] * page.state.board.cols + at[1] });
        page.refused(fault, undefined, () => this.touch(touch, first));
      }
    });
    return this.before;
  }

  /** @param {Touch} touch */
  async apply(touch) {
    const { page } = this;
    const { board, picture } = page.state;
    // Of many touches of a drag all count, but only the last one needs to be solved.
    const solved = this.edit.live && this.waiting === 0;
    const small = board.rows * board.cols <= SMALL && board.text !== null;
    if (board.text !== null) this.base = { text: board.text, touches: [] };
    const known = small ? { ...board, number: null } : board;
    const { json, strokes } = await page.engine.touch(known, touch, { solved }).catch((fault) => this.again(board, touch, fault));
    if (page.state.board !== board) return;
    this.base.touches.push(touch);
    const [head, answer] = json;
    const since = head.since !== null && head.since !== undefined && head.since === board.number;
    const next = drawn(head.rows, head.cols, strokes[0], since ? picture : null);
    page.store.change({
      board: { ...board, text: head.text ?? null, number: head.number, rows: head.rows, cols: head.cols, several: null, instances: 1, instance: 0 },
      picture: next, trouble: null,
    });
    this.pane?.board.light({ fault: null });
    this.set({ text: null, answer: solved ? answer : null, solved: solved && strokes[1] ? drawn(0, 0, strokes[1], next) : null });
  }

  /**
   * A touch of a board that was forgotten before its text was asked for.
   * @param {import("./page.js").Opened} board
   * @param {Touch} touch
   * @param {unknown} fault
   */
  async again(board, touch, fault) {
    const { engine } = this.page;
    const { text, touches } = this.base;
    if (!forgotten(fault) || text === null || board.text !== null) throw fault;
    const known = await this.replay(board.puzzle, text, touches);
    // The whole picture comes with the text alone.
    const { json } = await engine.open(known, {});
    return engine.touch({ puzzle: board.puzzle, text: json[0].text, number: null }, touch, {});
  }

  /** What may follow a moment after the board has changed: its text, the address, the other tabs. */
  settle() {
    clearTimeout(this.due);
    this.due = window.setTimeout(async () => {
      await this.before;
      const { page } = this;
      try {
        if (page.state.board.text === null) await this.written();
      } catch (fault) {
        return page.refused(fault, undefined, () => this.settle());
      }
      if (page.state.board.text === null) return;
      page.store.stopAll(["play", "probe", "verdict", "hint", "run", "prove", "moment", "solution", "measure"]);
      for (const part of page.parts) if (part !== this) part.board({}, false);
      page.address();
    }, 250);
  }

  /** Turns to a board of the history. @param {Past} past */
  async turn(past) {
    this.own = true;
    try {
      await this.page.open(await this.recall(past));
    } catch (fault) {
      this.page.refused(fault, undefined, () => this.turn(past));
    } finally {
      this.own = false;
    }
  }

  async undo() {
    await this.before;
    const { undo, redo } = this.edit;
    const [past, now] = [undo.at(-1), this.now()];
    if (!past || !now) return;
    this.set({ undo: undo.slice(0, -1), redo: [...redo, now] });
    await this.turn(past);
  }

  async redo() {
    await this.before;
    const { undo, redo } = this.edit;
    const [past, now] = [redo.at(-1), this.now()];
    if (!past || !now) return;
    this.set({ redo: redo.slice(0, -1), undo: [...undo, now] });
    await this.turn(past);
  }

  /** The option that makes an empty board of a size. */
  sized() {
    return this.page.state.puzzle.options.find(({ instead, takes }) => instead && (takes?.type === "size" || takes?.type === "number"));
  }

  /** Solves the board as it is. */
  async solve() {
    const { page } = this;
    const signal = page.store.begin("solve");
    try {
      const { board, picture } = page.state;
      const { json, strokes } = await page.engine.open(board, { solved: true }, signal);
      if (signal.aborted || page.state.board !== board) return;
      this.set({ answer: json[1], solved: strokes[1] ? drawn(0, 0, strokes[1], picture) : null });
    } catch (fault) {
      page.refused(fault, signal, () => this.solve());
    }
  }

  /** An empty board: of the size that is written, or of the same one. */
  async clear() {
    const option = this.sized();
    if (!option) return;
    this.remember();
    this.own = true;
    await this.page.open(null, { options: { [option.name]: this.edit.size ?? alike(option, this.page.state.board) } });
    this.own = false;
  }

  /** A text as it is typed: a board once it is one. @param {string} text */
  async type(text) {
    this.set({ text });
    this.own = true;
    const there = await this.page.open(text);
    this.own = false;
    if (there) this.set({ text: null });
  }

  /** Applies options to the board as it is. */
  async adjust() {
    this.remember();
    this.own = true;
    await this.page.open(this.page.state.board.text ?? (await this.written()), { options: this.edit.options });
    this.own = false;
  }

  /** @returns {import("./hand.js").Tool} */
  tool() {
    const pair = this.brush()?.of === "pair";
    return {
      grabs: () => this.edit.pen,
      down: (at) => {
        this.painted = false;
        if (pair) return;
        this.painted = true;
        this.paint(at, null, true);
      },
      over: (from, to) => {
        if (!pair && this.brush()?.of === "cell") this.paint(from, to, false);
      },
      up: (from, to) => {
        if (pair && to) this.paint(from, to, true);
      },
      tap: (at) => {
        if (!this.painted) this.use(at);
        this.painted = false;
      },
      cancel: () => {
        this.painted = false;
      },
    };
  }

  /** A touch without a drag. @param {At} at */
  use(at) {
    if (this.brush()?.of !== "pair") return this.paint(at, null, true);
    if (this.from && !same(this.from, at)) {
      this.paint(this.from, at, true);
      this.from = null;
    } else {
      this.from = at;
    }
    this.pane?.light({ from: this.from ? this.from[0] * this.page.state.board.cols + this.from[1] : null });
  }

  /**
   * @param {At} at
   * @param {At | null} to
   * @param {boolean} first
   */
  paint(at, to, first) {
    const brush = this.brush();
    if (!brush) return;
    this.touch({ brush: brush.name, at, to, value: this.edit.value }, first);
  }

  /**
   * A key on a cell: digits write a value, Enter or space uses the brush.
   * @param {At} at
   * @param {KeyboardEvent} event
   */
  press(at, event) {
    const valued = this.page.state.puzzle.brushes.find(({ of }) => of === "value");
    if (valued && /^\d$/.test(event.key)) {
      const now = performance.now();
      const goes = this.typed.cell !== null && same(this.typed.cell, at) && now - this.typed.at < 900;
      const most = Math.max(9, this.page.state.board.rows * this.page.state.board.cols);
      const value = goes ? Number(`${this.typed.value}${event.key}`) : Number(event.key);
      this.typed = { value: value <= most ? value : Number(event.key), at: now, cell: at };
      this.touch({ brush: valued.name, at, to: null, value: this.typed.value }, true);
      return true;
    }
    if (event.key !== "Enter" && event.key !== " ") return false;
    this.use(at);
    return true;
  }

  typed = { value: 0, at: 0, cell: /** @type {At | null} */ (null) };
}
