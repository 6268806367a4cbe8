// The page as a whole: which puzzle, which board, which tab, what is wrong, and the address that holds
// all of it. What a tab does is a file of its own.

import { Gone, Refusal } from "./engine.js";
import { Picture } from "./picture.js";
import { packed, unpacked } from "./share.js";
import { Store } from "./state.js";

/** @typedef {import("./data.js").About} About */
/** @typedef {import("./data.js").Puzzle} Puzzle */
/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Known} Known */
/** @typedef {import("./share.js").Shared} Shared */
/** @typedef {"play" | "watch" | "prove" | "edit"} Tab */
/** @typedef {{ message: string, help: string | null, text: string | null, file: string | null, line: number | null, column: number | null }} Trouble */
/**
 * What is kept between visits.
 * @typedef {{ theme: string, lang: string, clock: boolean, judge: boolean, show: boolean }} Settings
 */
/**
 * The board that everything is about.
 * @typedef {Known & { rows: number, cols: number, instances: number, instance: number, several: string | null }} Opened
 */
/**
 * @typedef {object} State
 * @property {About} about
 * @property {Puzzle} puzzle
 * @property {Tab} tab
 * @property {Settings} settings
 * @property {Opened} board
 * @property {Picture} picture of the board, with nothing done on it
 * @property {Trouble | null} trouble
 * @property {string | null} notice
 * @property {boolean} gone whether nobody answers
 * @property {boolean} busy
 * @property {string | null} dialog
 * @property {boolean} projector
 * @property {import("./play.js").Game} game
 * @property {import("./watch.js").Watching} watch
 * @property {import("./prove.js").Proving} prove
 * @property {import("./edit.js").Editing} edit
 * @property {import("./fresh.js").Making} fresh
 */

/** @type {Tab[]} */
export const TABS = ["play", "watch", "prove", "edit"];

/** What of a tab is part of the address. @typedef {{ told: () => Partial<Shared>, board: (shared: Partial<Shared>, same: boolean) => void, turned?: (tab: Tab) => void, learned?: () => void }} Part */

/** Characters of an address at most: browsers refuse longer ones. */
const LONGEST = 1_000_000;

export class Page {
  /**
   * @param {Engine} engine
   * @param {State} state
   */
  constructor(engine, state) {
    this.engine = engine;
    /** @type {Store<State>} */
    this.store = new Store(state);
    /** Tabs that take part in opening a board and in the address. @type {Part[]} */
    this.parts = [];
    /** What to try again once somebody answers. @type {(() => void) | null} */
    this.again = null;
    this.due = 0;
    /** What the address says, to tell a new page from a change of this one. */
    this.written = { key: "", fragment: "" };
  }

  get state() {
    return this.store.state;
  }

  /**
   * Words of the page.
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  say(key, values) {
    const words = this.state.about.words[key] ?? key;
    if (!values) return words;
    return words.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name, one, more) => {
      const value = values[name];
      // A word that agrees with the number: `{n:move|moves}`.
      if (more !== undefined) return String(value) === "1" ? one : more;
      return value === undefined ? whole : typeof value === "number" ? this.number(value) : value;
    });
  }

  /** Words as a sentence begins; the name of a square stays as it is. @param {string} words */
  sentence(words) {
    if (/^[a-z]\d/.test(words)) return words;
    return words.slice(0, 1).toLocaleUpperCase(this.state.about.lang) + words.slice(1);
  }

  /** A number as the language writes it. @param {number} n */
  number(n) {
    return n.toLocaleString(this.state.about.lang);
  }

  /** The word for a tone, as the puzzle calls it if it does. @param {number} tone */
  tone(tone) {
    const word = this.state.about.tones[tone];
    return this.state.puzzle.legend?.[word] ?? this.say(`tone.${word}`);
  }

  /** The colours in use. */
  theme() {
    const { settings, about } = this.state;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const name = settings.theme || (dark ? "dark" : "light");
    return about.themes.find((one) => one.name === name) ?? about.themes[0];
  }

  /** @param {Partial<Settings>} some */
  set(some) {
    const settings = { ...this.state.settings, ...some };
    keep("settings", JSON.stringify(settings));
    this.store.change({ settings });
  }

  /**
   * What stands in the way, said where people see it. What is late is not said at all.
   * @param {unknown} reason
   * @param {AbortSignal} [signal]
   * @param {() => void} [again]
   */
  refused(reason, signal, again) {
    if (signal?.aborted) return;
    if (reason instanceof Gone) {
      this.again = again ?? null;
      this.store.change({ gone: true, busy: false });
      return;
    }
    this.store.change({ trouble: this.trouble(reason), busy: false });
  }

  /** @param {unknown} reason @returns {Trouble} */
  trouble(reason) {
    if (!(reason instanceof Refusal)) {
      const message = reason instanceof Error ? reason.message : String(reason);
      return { message, help: null, text: null, file: null, line: null, column: null };
    }
    const { fault } = reason;
    const message = fault.busy ? this.say("busy") : (fault.message ?? "");
    return { message, help: fault.help ?? null, text: fault.text ?? null, file: fault.file ?? null, line: fault.line ?? null, column: fault.column ?? null };
  }

  calm() {
    this.store.change({ trouble: null, notice: null });
  }

  /** Asks again whether somebody answers, and goes on with what was not answered. */
  async retry() {
    const signal = this.store.begin("retry");
    try {
      await this.engine.about(this.state.about.lang);
      if (signal.aborted) return;
      this.store.change({ gone: false });
      const again = this.again;
      this.again = null;
      again?.();
    } catch {
      // Still nobody: the sentence stays.
    }
  }

  /**
   * Opens a board: a text, or what options describe. What was under way about the one before is dropped.
   * @param {string | null} text
   * @param {{ options?: Record<string, string>, instance?: number, shared?: Partial<Shared>, puzzle?: Puzzle, several?: string | null }} how
   * @returns {Promise<boolean>} whether it is there
   */
  async open(text, how = {}) {
    const signal = this.store.begin("open");
    const puzzle = how.puzzle ?? this.state.puzzle;
    this.store.change({ busy: true });
    try {
      const asked = { options: how.options ?? {}, ...(how.instance ? { instance: how.instance } : {}) };
      const told = await this.engine.open({ puzzle: puzzle.name, text, number: null }, asked, signal);
      if (signal.aborted) return false;
      const several = told.json[0].instances > 1 ? text : (how.several ?? null);
      this.settle(puzzle, told, { several, instance: how.instance ?? 0, shared: how.shared ?? {} });
      return true;
    } catch (fault) {
      this.refused(fault, signal, () => this.open(text, how));
      return false;
    }
  }

  /**
   * Makes a board from a seed.
   * @param {Record<string, string>} options
   * @param {number} seed
   */
  async generate(options, seed) {
    const signal = this.store.begin("open");
    const { puzzle } = this.state;
    this.store.change({ busy: true });
    try {
      const told = await this.engine.generate(puzzle.name, { options, seed, seconds: 60 }, signal);
      if (signal.aborted) return false;
      this.settle(puzzle, told, { several: null, instance: 0, shared: {} });
      return true;
    } catch (fault) {
      this.refused(fault, signal, () => this.generate(options, seed));
      return false;
    }
  }

  /**
   * Turns to a board that was opened.
   * @param {Puzzle} puzzle
   * @param {{ json: any[], strokes: Uint32Array[] }} told
   * @param {{ several: string | null, instance: number, shared: Partial<Shared> }} how
   */
  settle(puzzle, { json: [head], strokes: [strokes] }, { several, instance, shared }) {
    const picture = drawn(head.rows, head.cols, strokes, null);
    const board = {
      puzzle: puzzle.name, text: head.text, number: head.number, rows: head.rows, cols: head.cols,
      instances: several ? (this.state.board.several === several ? Math.max(this.state.board.instances, head.instances) : head.instances) : 1,
      instance, several,
    };
    this.store.stopAll(["play", "probe", "verdict", "hint", "run", "count", "prove", "moment", "solution", "measure"]);
    this.store.change({ puzzle, board, picture, busy: false, trouble: null });
    for (const part of this.parts) part.board(shared, false);
    this.address();
  }

  /** Turns to a puzzle, at its first board. @param {string} name */
  choose(name) {
    const puzzle = this.named(name);
    return this.open(puzzle.examples[0].text, { puzzle });
  }

  /** @param {string} name */
  named(name) {
    const { puzzles } = this.state.about;
    return puzzles.find((one) => one.name === name) ?? puzzles[0];
  }

  /** @param {Tab} tab */
  turn(tab) {
    if (tab === this.state.tab) return;
    this.store.change({ tab, trouble: null });
    for (const part of this.parts) part.turned?.(tab);
    this.address();
  }

  /** What the page shows, as an address tells it. @returns {Shared} */
  shared() {
    const { puzzle, board, tab } = this.state;
    const all = this.parts.map((part) => part.told());
    return Object.assign({ puzzle: puzzle.name, text: board.text ?? "", tab }, ...all);
  }

  /** Writes the address, soon: a new one for another board or tab, else the same one changed. */
  address() {
    clearTimeout(this.due);
    this.due = window.setTimeout(() => this.write(), 200);
  }

  async write() {
    const signal = this.store.begin("address");
    if (this.state.board.text === null) return;
    const shared = this.shared();
    const key = JSON.stringify([shared.puzzle, shared.text, shared.tab]);
    const fragment = await packed(shared);
    if (signal.aborted || fragment === this.written.fragment) return;
    if (fragment.length > LONGEST) return this.store.change({ notice: this.say("long_link") });
    const before = this.written.key;
    this.written = { key, fragment };
    if (before !== "" && before !== key) history.pushState(null, "", `#${fragment}`);
    else history.replaceState(null, "", `#${fragment}`);
    document.body.dataset.settled = fragment;
  }

  /** Turns to what the address says. @param {boolean} first whether the page has just begun */
  async arrive(first) {
    const fragment = location.hash.slice(1);
    if (!first && fragment === this.written.fragment) return;
    const shared = fragment ? await unpacked(fragment) : null;
    const damaged = fragment !== "" && shared === null;
    const tab = TABS.find((one) => one === shared?.tab) ?? (first || damaged ? "play" : this.state.tab);
    const { board } = this.state;
    // What is in the address is not to be written anew.
    if (shared) this.written = { key: JSON.stringify([shared.puzzle, shared.text, shared.tab]), fragment };
    if (!first && shared && shared.puzzle === board.puzzle && shared.text === board.text) {
      this.store.change({ tab });
      for (const part of this.parts) part.board(shared, true);
      return;
    }
    this.store.change({ tab });
    const there = shared && (await this.open(shared.text, { puzzle: this.named(shared.puzzle), shared, options: shared.options ?? {} }));
    if (!there && !this.state.gone && (first || damaged)) {
      const { trouble } = this.state;
      await this.choose(shared?.puzzle ?? "");
      if (shared) this.store.change({ trouble });
    }
    if (damaged) this.store.change({ notice: this.say("damaged_link") });
  }

  /** Learns what there is in another language. @param {string} lang */
  async learn(lang) {
    const signal = this.store.begin("about");
    try {
      const about = await this.engine.about(lang);
      if (signal.aborted) return;
      const puzzle = about.puzzles.find((/** @type {Puzzle} */ one) => one.name === this.state.puzzle.name) ?? about.puzzles[0];
      this.store.change({ about, puzzle, trouble: null, notice: null });
      this.set({ lang });
      // What was told in words is told anew.
      const shared = this.shared();
      for (const part of this.parts) (part.learned ? part.learned() : part.board(shared, true));
    } catch (fault) {
      this.refused(fault, signal, () => this.learn(lang));
    }
  }
}

/**
 * A picture of strokes.
 * @param {number} rows
 * @param {number} cols
 * @param {Uint32Array | undefined} strokes
 * @param {Picture | null} before what they are drawn on
 */
export function drawn(rows, cols, strokes, before) {
  const picture = before ? before.copy() : new Picture(rows, cols);
  if (strokes) picture.apply(strokes, 0, Infinity, null);
  return picture;
}

/**
 * Keeps something in the browser, if it lets us.
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(`tabuleiro.${key}`, value);
  } catch {
    // Nothing is kept then.
  }
}

/** @param {string} key */
export function kept(key) {
  try {
    return localStorage.getItem(`tabuleiro.${key}`);
  } catch {
    return null;
  }
}
