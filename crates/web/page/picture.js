// A picture as it stands: a tone and perhaps a number for each cell, links, signs. It changes by
// strokes, packed into words as the server documents them.

/** No number stands on the cell. */
export const BLANK = -0x80000000;

/** Events that strokes may end, by their code. */
export const EVENTS = ["root", "make", "unmake", "dead", "seen", "bound", "goal", "queue", "expand"];

const NUMBER = 16;
const WIPE = 17;
const LINK = 18;
const ACROSS = 19;
const UNLINK = 20;
const SIGN = 21;
const MARKS = 22;
const TONE = 32;
const CELL = 0xffffff;

/** Words after the first, by the upper bits of a word. */
const FURTHER = new Uint8Array(256);
FURTHER[0] = 2;
FURTHER[NUMBER] = 1;
FURTHER[LINK] = 1;
FURTHER[ACROSS] = 3;
FURTHER[SIGN] = 1;
FURTHER[MARKS] = 2;

/**
 * A link: from a cell to a cell; over an edge it has the way it would go on an endless board.
 * @typedef {{ from: number, to: number, across: [number, number] | null }} Link
 */

export class Picture {
  /**
   * @param {number} rows
   * @param {number} cols
   */
  constructor(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.tones = new Uint8Array(rows * cols);
    this.numbers = new Int32Array(rows * cols).fill(BLANK);
    /** @type {Link[]} */
    this.links = [];
    /** Pairs: the cell that holds less, the cell that holds more. @type {[number, number][]} */
    this.signs = [];
    /** Numbers pencilled into cells, each a bit from 1 on: low half, high half. @type {Map<number, [number, number]>} */
    this.marks = new Map();
    /** Events so far, by sort. */
    this.tally = new Float64Array(EVENTS.length);
  }

  copy() {
    const copy = new Picture(0, 0);
    [copy.rows, copy.cols] = [this.rows, this.cols];
    [copy.tones, copy.numbers] = [this.tones.slice(), this.numbers.slice()];
    [copy.links, copy.signs] = [this.links.slice(), this.signs.slice()];
    copy.marks = new Map(this.marks);
    copy.tally = this.tally.slice();
    return copy;
  }

  /**
   * Becomes like another picture of the same size.
   * @param {Picture} other
   */
  set(other) {
    this.tones.set(other.tones);
    this.numbers.set(other.numbers);
    this.links = other.links.slice();
    this.signs = other.signs.slice();
    this.marks = new Map(other.marks);
    this.tally.set(other.tally);
  }

  /**
   * Applies strokes from a place on, until so many events have ended; gives the place after them.
   * Cells that change are told.
   * @param {Uint32Array} words
   * @param {number} at
   * @param {number} events
   * @param {((cell: number) => void) | null} changed
   */
  apply(words, at, events, changed) {
    while (at < words.length && events > 0) {
      const word = words[at];
      const op = word >>> 24;
      const cell = word & CELL;
      if (op >= TONE) {
        this.tones[cell] = op - TONE;
        if (changed) changed(cell);
      } else if (op < NUMBER) {
        this.tally[op] += 1;
        events -= 1;
      } else if (op === NUMBER) {
        this.numbers[cell] = words[at + 1];
        if (changed) changed(cell);
      } else if (op === WIPE) {
        this.numbers[cell] = BLANK;
        if (changed) changed(cell);
      } else if (op === LINK) {
        this.links.push({ from: cell, to: words[at + 1], across: null });
      } else if (op === ACROSS) {
        const across = /** @type {[number, number]} */ ([words[at + 2] | 0, words[at + 3] | 0]);
        this.links.push({ from: cell, to: words[at + 1], across });
      } else if (op === UNLINK) {
        this.links.pop();
      } else if (op === SIGN) {
        this.signs.push([cell, words[at + 1]]);
      } else if (op === MARKS) {
        if (words[at + 1] || words[at + 2]) this.marks.set(cell, [words[at + 1], words[at + 2]]);
        else this.marks.delete(cell);
        if (changed) changed(cell);
      }
      at += 1 + FURTHER[op];
    }
    return at;
  }
}
