// How a game is played with a pointer and with keys: what a touch, a drag and a digit come to.

import { Refusal } from "./engine.js";
import { same } from "./hand.js";
import { BLANK } from "./picture.js";

/** @typedef {import("./play.js").At} At */

/** Milliseconds within which a further digit belongs to the number before. */
const TYPING = 900;

export class Touch {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** Digits typed of late, and when. */
    this.typed = { digits: "", at: 0, cell: /** @type {At | null} */ (null) };
    /** The answer about what a drag holds. @type {Promise<boolean> | null} */
    this.grabbed = null;
    /** The answer about what was chosen last. @type {Promise<boolean> | null} */
    this.choosing = null;
    /** Over once all keys until now are answered. @type {Promise<unknown>} */
    this.keys = Promise.resolve();
  }

  /** @param {At} at */
  choose(at) {
    const choosing = this.play.choose(at);
    this.choosing = choosing;
    choosing.finally(() => {
      if (this.choosing === choosing) this.choosing = null;
    });
    return choosing;
  }

  pairs() {
    return this.play.page.state.puzzle.actions?.some(({ of }) => of === "pair") ?? false;
  }

  /** The tool of the pointer. @returns {import("./hand.js").Tool} */
  tool() {
    return {
      grabs: (at) => this.grabs(at),
      tap: (at) => this.tap(at),
      down: (at) => {
        const { pane } = this.play;
        if (!pane) return;
        this.grabbed = this.choose(at);
        const cell = at[0] * this.play.page.state.board.cols + at[1];
        const { board } = pane;
        const [x, y] = board.point(...board.spot(at[0], at[1]));
        board.held = { cell, x, y };
      },
      up: (from, to) => this.drop(from, to),
      cancel: () => this.play.set({ chosen: null, legal: [] }),
    };
  }

  /** Whether a drag from here moves a piece. @param {At} at */
  grabs(at) {
    const { told, unable, picture } = this.play.game;
    const { puzzle, board, about } = this.play.page.state;
    if (unable || !told || told.state === "won") return false;
    // A piece that goes to a square is held where it stands.
    const stands = picture && about.tones[picture.tones[at[0] * board.cols + at[1]]] === "current";
    if (stands && puzzle.actions?.some(({ of }) => of === "cell")) return true;
    if (!this.pairs()) return false;
    // Who plays fast takes up a piece before the last move is answered, and then touches where it
    // goes before it is known where that may be.
    if (told.moves.length !== this.play.game.made) return this.choosing === null;
    return told.sources ? told.sources.some(([row, col]) => row - 1 === at[0] && col - 1 === at[1]) : true;
  }

  /**
   * A touch: a move to here, or what can be done from here.
   * @param {At} at
   */
  async tap(at) {
    const { grabbed } = this;
    this.grabbed = null;
    // A quick second touch refers to the position after the first one.
    if (this.choosing && !grabbed) await this.choosing;
    if (!this.play.game.told) await this.play.ready;
    const { chosen, legal, told, unable } = this.play.game;
    if (unable || !told) return;
    const leads = legal.find(({ to }) => to && same([to[0] - 1, to[1] - 1], at));
    if (chosen && leads && !same(chosen, at)) return this.play.make(leads, null);
    // What is held was chosen when it was taken up: see `down`.
    if (grabbed) {
      await grabbed;
      return;
    }
    if (chosen && same(chosen, at) && legal.some(({ to }) => to)) return this.play.set({ chosen: null, legal: [] });
    if (!(await this.choose(at))) return;
    const { legal: now } = this.play.game;
    // Where values are written a touch chooses the square; else the only thing to do is done.
    if (now.length === 1 && this.play.plain().length === 1 && this.empty(at)) return this.play.make(now[0], null);
    if (now.length === 0) await this.explain(at);
  }

  /** Whether nothing is written on a square, that a touch could take away. @param {At} at */
  empty(at) {
    const { picture, valued } = this.play.game;
    const cell = at[0] * this.play.page.state.board.cols + at[1];
    return !valued || !picture || (picture.numbers[cell] === BLANK && !picture.marks.has(cell));
  }

  /**
   * Why nothing can be done here: whoever tries is told.
   * @param {At} at
   */
  async explain(at) {
    const { page } = this.play;
    const actions = page.state.puzzle.actions ?? [];
    this.play.set({ chosen: null });
    const [action] = actions.filter(({ of }) => of === "cell");
    if (!action || this.play.game.told?.state === "won") return;
    const signal = page.store.begin("play");
    const move = { action: action.name, at: /** @type {[number, number]} */ ([at[0] + 1, at[1] + 1]), to: null, value: null };
    try {
      await page.engine.play(page.state.board, [...this.play.made(), move], undefined, signal);
    } catch (fault) {
      if (signal.aborted) return;
      if (!(fault instanceof Refusal)) return page.refused(fault, signal);
      this.play.set({ refusal: page.trouble(fault).message });
      this.play.pane?.board.light({ fault: at[0] * page.state.board.cols + at[1] });
    }
  }

  /**
   * The end of a drag.
   * @param {At} from
   * @param {At | null} to
   */
  async drop(from, to) {
    const grabbed = this.grabbed;
    this.grabbed = null;
    if (!(await grabbed)) return;
    const move = to && this.play.game.legal.find((one) => one.to && same([one.to[0] - 1, one.to[1] - 1], to));
    if (move) await this.play.make(move, null);
    else if (to && !same(from, to) && !this.pairs()) await this.tap(to);
    else if (!to || !same(from, to)) this.play.set({ refusal: this.play.page.say("no_move") });
  }

  /**
   * A key on a cell.
   * @param {At} at
   * @param {KeyboardEvent} event
   */
  press(at, event) {
    if (event.key === "Enter" || event.key === " ") {
      this.tap(at);
      return true;
    }
    const { puzzle } = this.play.page.state;
    // It may not be known yet whether numbers are written here.
    const valued = this.play.game.valued !== null && puzzle.actions?.some(({ of }) => of === "value");
    if (valued && /^\d$/.test(event.key)) {
      this.later(() => this.type(at, event.key, event.timeStamp));
      return true;
    }
    if (valued && (event.key === "Delete" || event.key === "Backspace")) {
      this.later(() => this.erase(at));
      return true;
    }
    if (event.key === "Escape" && this.play.game.chosen) {
      this.play.set({ chosen: null, legal: [] });
      return true;
    }
    return false;
  }

  /** Keys are answered one after another. @param {() => Promise<unknown>} act */
  later(act) {
    this.keys = this.keys.then(() => this.play.ready).then(act);
  }

  /** Takes away what stands on a cell. @param {At} at */
  async erase(at) {
    if (!(await this.choose(at))) return;
    const [move] = this.play.plain();
    if (move && !this.empty(at)) await this.play.make(move, at);
  }

  /**
   * A digit on a cell: with those typed just before it if that is a number that may stand there.
   * @param {At} at
   * @param {string} digit
   * @param {number} now when it was typed
   */
  async type(at, digit, now) {
    const { typed } = this;
    const goes = typed.cell && same(typed.cell, at) && now - typed.at < TYPING;
    const digits = goes ? typed.digits + digit : digit;
    this.typed = { digits, at: now, cell: at };
    const continued = goes && digits.length > 1;
    const most = this.play.game.valued?.most ?? 9;
    if (continued && Number(digits) <= most) {
      // What the first digit wrote is taken back: both are one number.
      const last = this.play.game.moves[this.play.game.made - 1];
      if (last && same([last.at[0] - 1, last.at[1] - 1], at)) this.play.set({ made: this.play.game.made - 1 });
    } else {
      this.typed.digits = digit;
    }
    if (await this.choose(at)) await this.play.write(Number(this.typed.digits));
  }
}
