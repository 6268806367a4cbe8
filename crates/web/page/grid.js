// The board for those who do not see the canvas: a grid of cells with names, one of which has the
// focus. Of a large board only the part around the focus is there.

import { BLANK } from "./picture.js";

/** Rows and columns shown at most. */
const WINDOW = 24;

export class Grid {
  /**
   * @param {HTMLElement} root
   * @param {{ name: () => string, place: (row: number, col: number) => string, tone: (tone: number) => string, extra: (cell: number) => string }} words for the board, for cells by row and column, for tones by their number, for what lights up
   * @param {(at: [number, number], event: KeyboardEvent) => boolean} press a key on a cell, and whether it did something
   * @param {(cell: number | null) => void} focused where the focus is, once it is shown
   */
  constructor(root, words, press, focused) {
    this.root = root;
    this.words = words;
    this.focused = focused;
    /** @type {import("./picture.js").Picture | null} */
    this.picture = null;
    /** @type {[number, number]} */
    this.focus = [0, 0];
    /** @type {[number, number]} */
    this.from = [0, 0];
    /** What the cells that are there stand for. */
    this.built = "";
    this.due = 0;
    root.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!this.move(event) && !press(this.focus, event)) return;
      event.preventDefault();
      // What the board takes is for nobody else.
      event.stopPropagation();
    });
    root.addEventListener("focusin", () => this.tell());
    root.addEventListener("focusout", () => focused(null));
  }

  /** Tells where the focus is. */
  tell() {
    const [row, col] = this.focus;
    this.focused(row * (this.picture?.cols ?? 1) + col);
  }

  /**
   * Puts the focus of the keyboard on a cell, without taking it.
   * @param {[number, number]} at
   */
  put(at) {
    this.focus = at;
    if (this.picture) this.show(this.picture);
  }

  /** @param {import("./picture.js").Picture} picture */
  show(picture) {
    this.picture = picture;
    const [row, col] = this.focus;
    this.focus = [Math.min(row, picture.rows - 1), Math.min(col, picture.cols - 1)];
    this.root.setAttribute("aria-rowcount", String(picture.rows));
    this.root.setAttribute("aria-colcount", String(picture.cols));
    this.root.setAttribute("aria-label", this.words.name());
    // While it is not read it may be a moment late: boards that are dragged change at every frame.
    clearTimeout(this.due);
    if (this.root.contains(document.activeElement)) this.build();
    else this.due = setTimeout(() => this.build(), 100);
  }

  /** Puts the cells there, unless they are. */
  build() {
    const { picture } = this;
    if (!picture) return;
    const start = (/** @type {number} */ at, /** @type {number} */ side) =>
      Math.max(0, Math.min(at - WINDOW / 2, side - WINDOW));
    this.from = [start(this.focus[0], picture.rows), start(this.focus[1], picture.cols)];
    const [top, left] = this.from;
    const built = [picture.rows, picture.cols, top, left].join();
    if (built === this.built) return this.name();
    this.built = built;
    const rows = Array.from({ length: Math.min(WINDOW, picture.rows) }, (_, r) => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.setAttribute("aria-rowindex", String(top + r + 1));
      row.append(
        ...Array.from({ length: Math.min(WINDOW, picture.cols) }, (_, c) => {
          const cell = document.createElement("span");
          cell.setAttribute("role", "gridcell");
          cell.setAttribute("aria-colindex", String(left + c + 1));
          cell.tabIndex = -1;
          return cell;
        }),
      );
      return row;
    });
    const focused = this.root.contains(document.activeElement);
    this.root.replaceChildren(...rows);
    this.name();
    if (focused) this.element()?.focus();
  }

  /** Names the cells as they are now. */
  name() {
    const { picture } = this;
    if (!picture) return;
    const [top, left] = this.from;
    [...this.root.children].forEach((row, r) => {
      [...row.children].forEach((element, c) => {
        const cell = (top + r) * picture.cols + left + c;
        const number = picture.numbers[cell];
        const tone = this.words.tone(picture.tones[cell]) + this.words.extra(cell);
        const text = number === BLANK ? tone : `${number}, ${tone}`;
        const label = `${this.words.place(top + r, left + c)}: ${text}`;
        if (element.textContent !== label) element.textContent = label;
        const here = top + r === this.focus[0] && left + c === this.focus[1];
        /** @type {HTMLElement} */ (element).tabIndex = here ? 0 : -1;
      });
    });
  }

  /** @param {KeyboardEvent} event */
  move(event) {
    const { picture } = this;
    const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (!way || !picture) return false;
    const [row, col] = [this.focus[0] + way[0], this.focus[1] + way[1]];
    if (row < 0 || col < 0 || row >= picture.rows || col >= picture.cols) return true;
    this.focus = [row, col];
    const [top, left] = this.from;
    if (row < top || col < left || row >= top + WINDOW || col >= left + WINDOW) this.build();
    else this.name();
    this.element()?.focus();
    this.tell();
    return true;
  }

  element() {
    const row = this.root.children[this.focus[0] - this.from[0]];
    return /** @type {HTMLElement | undefined} */ (row?.children[this.focus[1] - this.from[1]]);
  }
}
