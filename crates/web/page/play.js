// Playing by hand: moves, taking them back, hints, verdicts. The history is here; the other side is told
// all of it at every question, and says what the rules say.

import { Refusal } from "./engine.js";
import { drawn, keep, kept } from "./page.js";
import { under } from "./rules.js";

/** @typedef {import("./engine.js").Move} Move */
/** @typedef {import("./data.js").Position} Position */
/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {[number, number]} At row and column from 0 */
/**
 * @typedef {object} Game
 * @property {Move[]} moves made, and after them those taken back
 * @property {number} made
 * @property {Position | null} told
 * @property {Picture | null} picture
 * @property {At | null} chosen
 * @property {Move[]} legal from what is chosen
 * @property {string | null} action for values: which of several
 * @property {{ most: number } | null | undefined} valued whether numbers are written on this board, and up to which; not known yet
 * @property {{ hint: import("./data.js").Hint, picture: Picture | null, stage: number } | null} hint
 * @property {import("./data.js").Verdict | "asked" | null} verdict
 * @property {boolean} asking whether a hint is on its way
 * @property {boolean} checked whether faults are listed
 * @property {string | null} refusal why the last touch was no move
 * @property {number} elapsed milliseconds on the clock
 * @property {number | null} fewest moves that the program needs from the beginning
 * @property {string | null} unable why this board cannot be played, if it cannot
 */

/** @returns {Game} */
export function fresh() {
  return {
    moves: [], made: 0, told: null, picture: null, chosen: null, legal: [], action: null, valued: undefined, hint: null, verdict: null,
    asking: false, checked: false, refusal: null, elapsed: 0, fewest: null, unable: null,
  };
}

/** Seconds that a verdict may take. */
const PATIENCE = 10;

export class Play {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    /** @type {import("./pane.js").Pane | null} */
    this.pane = null;
    /** Over once it is known how the game stands. @type {Promise<unknown>} */
    this.ready = Promise.resolve();
    page.parts.push(this);
    setInterval(() => this.tick(), 1000);
  }

  get game() {
    return this.page.state.game;
  }

  /** @param {Partial<Game>} some */
  set(some) {
    this.page.store.change({ game: { ...this.game, ...some } });
  }

  /** The clock runs while the board is played. */
  tick() {
    const { tab, settings, game } = this.page.state;
    if (tab !== "play" || !settings.clock || document.hidden || !game.told || game.told.state === "won") return;
    this.set({ elapsed: game.elapsed + 1000 });
  }

  made() {
    return this.game.moves.slice(0, this.game.made);
  }

  /** @returns {Partial<import("./share.js").Shared>} */
  told() {
    const { moves, made } = this.game;
    return moves.length > 0 ? { moves, made } : {};
  }

  /**
   * Another board, or the same one from another address.
   * @param {Partial<import("./share.js").Shared>} shared
   * @param {boolean} same
   */
  board(shared, same) {
    const stored = shared.moves || same ? null : this.stored();
    const moves = shared.moves ?? stored?.moves ?? [];
    const made = Math.min(moves.length, shared.made ?? stored?.made ?? moves.length);
    const elapsed = same ? this.game.elapsed : (stored?.elapsed ?? 0);
    this.set({ ...fresh(), picture: same ? this.game.picture : null, action: this.game.action, moves, made, elapsed, fewest: same ? this.game.fewest : null, valued: same ? this.game.valued : undefined });
    this.page.store.stopAll(["verdict", "hint"]);
    this.turned(this.page.state.tab);
  }

  /** A game is asked about once it is looked at. @param {import("./page.js").Tab} tab */
  turned(tab) {
    if (tab === "play" && this.game.told === null) this.ready = this.refresh(null).then(() => this.probe());
  }

  /** Where this board's game is kept. */
  key() {
    const { puzzle, text } = this.page.state.board;
    let hash = 0;
    for (let i = 0; i < (text ?? "").length; i++) hash = (Math.imul(hash, 31) + (text ?? "").charCodeAt(i)) | 0;
    return `game.${puzzle}.${(text ?? "").length}.${hash}`;
  }

  /** @returns {{ moves: Move[], made: number, elapsed: number } | null} */
  stored() {
    try {
      const game = JSON.parse(kept(this.key()) ?? "null");
      return Array.isArray(game?.moves) ? game : null;
    } catch {
      return null;
    }
  }

  store() {
    const { moves, made, elapsed } = this.game;
    if (this.page.state.board.text !== null) keep(this.key(), JSON.stringify({ moves, made, elapsed }));
    this.page.address();
  }

  /**
   * Asks how the game stands, and what can be done at a square.
   * @param {At | null} at
   * @returns {Promise<boolean>} whether it was told
   */
  async refresh(at) {
    const { page } = this;
    const { board, puzzle } = page.state;
    if (!puzzle.actions || puzzle.actions.length === 0) {
      this.set({ unable: page.say("play.unable"), told: null, picture: null });
      return false;
    }
    const signal = page.store.begin("play");
    try {
      const from = at ? /** @type {[number, number]} */ ([at[0] + 1, at[1] + 1]) : undefined;
      const { json, strokes } = await page.engine.play(board, this.made(), from, signal);
      if (signal.aborted) return false;
      const picture = drawn(board.rows, board.cols, strokes[0], null);
      this.set({ told: json[0], picture, chosen: at, legal: json[0].legal ?? [], unable: null });
      return true;
    } catch (fault) {
      if (signal.aborted) return false;
      // What was kept of another version may be no game any more.
      if (fault instanceof Refusal && this.game.moves.length > 0 && !this.game.told) {
        this.set({ moves: [], made: 0 });
        return this.refresh(null);
      }
      if (fault instanceof Refusal && fault.fault.busy === undefined && !this.game.told) {
        // A board as it was opened that is no game, for being too large.
        const { message, help } = page.trouble(fault);
        this.set({ unable: [message, help].filter((words) => words).map((words) => `${page.sentence(words ?? "")}.`).join(" ") });
        return false;
      }
      page.refused(fault, signal, () => this.refresh(at));
      return false;
    }
  }

  /** Finds out whether numbers are written on this board: what can be done at the first square tells. */
  async probe() {
    const { page } = this;
    const { board, puzzle } = page.state;
    if (this.game.valued !== undefined || this.game.unable) return;
    const signal = page.store.begin("probe");
    const numbers = puzzle.actions?.some(({ of }) => of === "value");
    if (!numbers) return this.set({ valued: null });
    try {
      const { sources } = (await page.engine.play(board, [], undefined, signal)).json[0];
      if (signal.aborted) return;
      const [first] = sources ?? [];
      const { legal } = first ? (await page.engine.play(board, [], first, signal)).json[0] : { legal: [] };
      if (signal.aborted) return;
      const values = legal.flatMap((/** @type {Move} */ { value }) => (value === null ? [] : [value]));
      this.set({ valued: values.length > 0 ? { most: Math.max(...values) } : null });
    } catch {
      // Then squares are touched, and no number is typed.
    }
  }

  /**
   * Makes a move.
   * @param {Move} move
   * @param {At | null} then what is chosen after it
   */
  async make(move, then) {
    const before = this.game;
    const moves = [...this.made(), move];
    this.set({ moves, made: moves.length, chosen: then, legal: [], hint: null, asking: false, refusal: null, checked: false, verdict: null });
    this.page.store.stopAll(["verdict", "hint"]);
    const { page } = this;
    const signal = page.store.begin("play");
    try {
      const { board } = page.state;
      const from = then ? /** @type {[number, number]} */ ([then[0] + 1, then[1] + 1]) : undefined;
      const { json, strokes } = await page.engine.play(board, moves, from, signal);
      if (signal.aborted) return;
      this.set({ told: json[0], picture: drawn(board.rows, board.cols, strokes[0], null), chosen: then, legal: json[0].legal ?? [] });
      this.store();
      this.judge();
    } catch (fault) {
      if (signal.aborted) return;
      this.set({ moves: before.moves, made: before.made });
      if (fault instanceof Refusal) {
        const { message, help } = page.trouble(fault);
        this.set({ refusal: help ? `${message}. ${help}` : message });
        this.pane?.board.light({ fault: (move.at[0] - 1) * page.state.board.cols + move.at[1] - 1 });
      } else {
        page.refused(fault, signal, () => this.make(move, then));
      }
    }
  }

  /** Asks for a verdict after a move, where that is wanted; and for what a win is held against. */
  judge() {
    const { told } = this.game;
    if (told?.state === "won") this.compare();
    else if (this.page.state.settings.judge) this.verdict();
  }

  /** The moves that the program needs, beside those of a person who won. */
  async compare() {
    const { page } = this;
    const signal = page.store.begin("verdict");
    try {
      const { json } = await page.engine.verdict(page.state.board, [], { seconds: PATIENCE }, signal);
      if (signal.aborted || json[0].outcome !== "won") return;
      this.set({ fewest: json[0].continuation?.length ?? null });
    } catch {
      // A win needs no comparison.
    }
  }

  /** Goes to another place of the history. @param {number} made */
  go(made) {
    const to = Math.max(0, Math.min(made, this.game.moves.length));
    if (to === this.game.made) return;
    this.page.store.stopAll(["verdict", "hint"]);
    this.set({ made: to, hint: null, asking: false, refusal: null, checked: false, verdict: null });
    this.refresh(null).then((there) => {
      if (!there) return;
      this.store();
      this.judge();
    });
  }

  undo() {
    this.go(this.game.made - 1);
  }

  redo() {
    this.go(this.game.made + 1);
  }

  restart() {
    this.set({ elapsed: 0 });
    this.go(0);
  }

  /** Lists what breaks a rule. */
  check() {
    this.set({ checked: true, refusal: null });
  }

  /** The next step of a hint: where, why, and the move itself. */
  async hint() {
    const { game, page } = this;
    if (game.asking) return;
    if (game.hint) {
      const { hint, stage } = game.hint;
      if (hint.advice !== "step") return this.set({ hint: null });
      if (stage < 2) return this.set({ hint: { ...game.hint, stage: stage + 1 } });
      const moves = hint.step?.moves ?? [];
      this.set({ hint: null });
      for (const move of moves) await this.make(move, null);
      return;
    }
    const signal = page.store.begin("hint");
    this.set({ asking: true });
    try {
      const { board } = page.state;
      const { json, strokes } = await page.engine.hint(board, this.made(), signal);
      if (signal.aborted) return;
      let hint = /** @type {import("./data.js").Hint} */ (json[0]);
      let picture = strokes[0] ? drawn(board.rows, board.cols, strokes[0], null) : null;
      if (picture && this.game.picture) under(picture, this.game.picture, page.state.about.tones);
      if (hint.advice === "nothing") {
        const found = await this.searched(signal);
        if (signal.aborted) return;
        if (found) [hint, picture] = [found, null];
      }
      this.set({ hint: { hint, picture, stage: 1 }, asking: false, chosen: null, legal: [], refusal: null });
    } catch (fault) {
      if (!signal.aborted) this.set({ asking: false });
      page.refused(fault, signal, () => this.hint());
    }
  }

  /**
   * A step that a search found, where no technique applies.
   * @param {AbortSignal} signal
   * @returns {Promise<import("./data.js").Hint | null>}
   */
  async searched(signal) {
    const { page } = this;
    const { json } = await page.engine.verdict(page.state.board, this.made(), { seconds: PATIENCE }, signal);
    const told = /** @type {import("./data.js").Verdict} */ (json[0]);
    if (told.outcome === "lost") return { advice: "lost" };
    const move = told.outcome === "won" ? told.continuation?.[0] : undefined;
    if (!move) return null;
    const squares = move.to ? [move.at, move.to] : [move.at];
    const why = page.say("hint.searched", { n: told.continuation?.length ?? 1 });
    const step = { technique: "", cost: 0, where: page.say("hint.here"), why, story: [], moves: [move], squares: { premise: [], conclusion: squares } };
    return { advice: "step", step };
  }

  /** Whether it can still be won. @param {boolean} [asked] by somebody, and not after each move */
  async verdict(asked = false) {
    const { page } = this;
    const signal = page.store.begin("verdict");
    this.set({ verdict: "asked" });
    try {
      const { json } = await page.engine.verdict(page.state.board, this.made(), { seconds: PATIENCE }, signal);
      if (signal.aborted) return;
      this.set({ verdict: json[0] });
      // On a phone the answer may be outside the screen.
      if (asked) requestAnimationFrame(() => document.getElementById("verdict-said")?.scrollIntoView({ block: "nearest" }));
    } catch (fault) {
      if (!signal.aborted) this.set({ verdict: null });
      page.refused(fault, signal, () => this.verdict(asked));
    }
  }

  /** Whether a square is chosen before something is done on it. */
  chooses() {
    return this.action() !== null || (this.page.state.puzzle.actions?.some(({ of }) => of === "pair") ?? false);
  }

  /** @param {At} at */
  choose(at) {
    // What was legal elsewhere is not offered here until the answer comes.
    this.set({ hint: null, refusal: null, legal: [], ...(this.chooses() ? { chosen: at } : {}) });
    this.pane?.board.light({ fault: null });
    return this.refresh(at);
  }

  /**
   * Writes a value on the chosen square.
   * @param {number} value
   */
  async write(value) {
    const { chosen, legal } = this.game;
    const action = this.action();
    const fits = (/** @type {Move} */ one) => one.value === value && one.action === action;
    const move = legal.find(fits);
    if (chosen && move) return this.make(move, chosen);
    const [takes, ...others] = this.plain();
    if (chosen && takes && others.length === 0) {
      // What stands there is taken away first.
      await this.make(takes, chosen);
      const instead = this.game.legal.find(fits);
      if (instead) return this.make(instead, chosen);
    }
    if (chosen) this.set({ refusal: this.page.say("no_value", { value }) });
  }

  /** The action that values go to. */
  action() {
    if (!this.game.valued) return null;
    const valued = (this.page.state.puzzle.actions ?? []).filter(({ of }) => of === "value");
    return (valued.find(({ name }) => name === this.game.action) ?? valued[0])?.name ?? null;
  }

  /** What can be done on the chosen square without a number or a further square. */
  plain() {
    return this.game.legal.filter(({ to, value }) => to === null && value === null);
  }
}
