// A board in the page: its canvases, the grid for those who do not see them, and the pointers on it.

import { Board } from "./board.js";
import { Grid } from "./grid.js";
import { follow } from "./hand.js";

/** @typedef {import("./hand.js").Tool} Tool */
/** @typedef {import("./picture.js").Picture} Picture */

/**
 * What a pane needs of the page.
 * @typedef {object} Scenery
 * @property {(key: string) => string} say
 * @property {(tone: number) => string} tone the word for a tone
 * @property {() => Tool} tool
 * @property {(at: [number, number], event: KeyboardEvent) => boolean} press
 */

export class Pane {
  /**
   * @param {Scenery} scenery
   * @param {string[]} tones
   */
  constructor(scenery, tones) {
    this.root = document.createElement("div");
    this.root.className = "pane";
    const canvas = (/** @type {string} */ name) => {
      const element = document.createElement("canvas");
      element.className = name;
      element.setAttribute("aria-hidden", "true");
      return element;
    };
    this.title = document.createElement("h2");
    this.title.className = "pane-title";
    this.title.hidden = true;
    const room = document.createElement("div");
    room.className = "board";
    const grid = document.createElement("div");
    grid.className = "grid";
    grid.setAttribute("role", "grid");
    const [below, above] = [canvas("below"), canvas("above")];
    room.append(below, above, grid);
    this.root.append(this.title, room);
    this.board = new Board(below, above, tones);
    const words = { name: () => scenery.say("grid"), place: (/** @type {number} */ row, /** @type {number} */ col) => this.place(row, col), tone: scenery.tone, extra: (/** @type {number} */ cell) => this.extra(scenery, cell) };
    this.grid = new Grid(grid, words, scenery.press, (cell) => {
      this.board.light({ focus: cell });
      if (cell !== null) this.board.reveal(cell);
    });
    follow(this.board, scenery.tool);
    this.watcher = new ResizeObserver(() => this.board.resize());
    this.watcher.observe(room);
  }

  /**
   * What a cell is called.
   * @param {number} row from 0
   * @param {number} col
   */
  place(row, col) {
    const { chess, picture } = this.board;
    return chess && picture ? `${String.fromCharCode(97 + col)}${picture.rows - row}` : `${row + 1}, ${col + 1}`;
  }

  /**
   * What is said of a cell besides what it is.
   * @param {Scenery} scenery
   * @param {number} cell
   */
  extra(scenery, cell) {
    const { from, targets, sources, conclusion } = this.board.lights;
    const word = from === cell ? "lit.from" : targets.includes(cell) ? "lit.target" : conclusion.includes(cell) ? "lit.hint" : sources.includes(cell) ? "lit.source" : "";
    return word ? `, ${scenery.say(word)}` : "";
  }

  /** @param {Picture} picture */
  show(picture) {
    if (this.board.picture === picture) return;
    this.board.show(picture);
    this.grid.show(picture);
  }

  /** Lights something up, and says so. @param {Partial<import("./lights.js").Lights>} lights */
  light(lights) {
    this.board.light(lights);
    if (this.board.picture) this.grid.show(this.board.picture);
  }

  /** @param {string} title */
  name(title) {
    this.title.hidden = title === "";
    this.title.textContent = title;
  }

  close() {
    this.watcher.disconnect();
    this.root.remove();
  }
}
