// A picture on a canvas that is zoomed and moved. Cells that changed are painted anew, the others stay;
// what lies above them is on a second canvas. Where cells are small the board is an image of one pixel a
// cell, stretched.

import { dark, lit } from "./lights.js";
import { beacons, centre, coordinates, labels, links, seen, signs } from "./lines.js";
import { cell as paintCell, isPiece, piece } from "./paint.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./paint.js").Theme} Theme */
/**
 * Where the board lies on its canvas, in pixels of the screen: its corner, the distance between cells
 * and the side of one.
 * @typedef {object} Geometry
 * @property {number} x
 * @property {number} y
 * @property {number} pitch
 * @property {number} side
 * @property {number} cols
 * @property {number} ratio
 * @property {number} margin
 * @property {number} width
 * @property {number} height
 */

/** Cells below this side, in pixels of CSS, have no room for anything but their colour. */
const BARE = 7;
/** Room for coordinates, in pixels of CSS. */
const MARGIN = 22;
/** The largest cell, in pixels of CSS, that zooming leads to. */
const LARGEST = 160;

export class Board {
  /**
   * @param {HTMLCanvasElement} below
   * @param {HTMLCanvasElement} above
   * @param {string[]} tones the words for tones by their number
   */
  constructor(below, above, tones) {
    this.below = below;
    this.above = above;
    this.tones = tones;
    /** @type {Theme | null} */
    this.theme = null;
    this.sheet = new Sheet();
    /** @type {Picture | null} */
    this.picture = null;
    this.lights = dark();
    this.chess = false;
    /** Whether it is seen from afar. */
    this.large = false;
    /** Where the pointer holds a piece, in pixels of the canvas. @type {{ cell: number, x: number, y: number } | null} */
    this.held = null;
    this.pitch = 1;
    this.x = 0;
    this.y = 0;
    this.ratio = 1;
    /** Whether the board takes the room there is. */
    this.fitted = true;
    /** Cells to be painted anew; all of them if it is null. @type {Set<number> | null} */
    this.dirty = null;
    this.asked = false;
    this.width = 0;
    this.height = 0;
  }

  /**
   * Shows another picture.
   * @param {Picture} picture
   */
  show(picture) {
    const before = this.picture;
    if (before === picture) return this.ask();
    const resized = before?.rows !== picture.rows || before?.cols !== picture.cols;
    const signed = (before?.signs.length ?? 0) > 0 !== picture.signs.length > 0;
    this.picture = picture;
    if (resized) this.sheet.image = null;
    if (resized || signed) this.fit();
    else this.all();
  }

  /** Has squares named as in chess, or by row and column. @param {boolean} chess */
  name(chess) {
    if (this.chess === chess) return;
    this.chess = chess;
    if (this.fitted) this.fit();
    else this.all();
  }

  /** Has names of rows and columns be read from afar. @param {boolean} large */
  enlarge(large) {
    if (this.large === large) return;
    this.large = large;
    if (this.fitted) this.fit();
    else this.all();
  }

  /** @param {Theme} theme */
  dress(theme) {
    if (this.theme === theme) return;
    this.theme = theme;
    this.sheet.dress(theme);
    this.all();
  }

  /** Takes the size of what it stands in. */
  resize() {
    const room = this.below.parentElement;
    if (!room) return;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(room.clientWidth * ratio), Math.round(room.clientHeight * ratio)];
    if (width === this.width && height === this.height && ratio === this.ratio) return;
    [this.width, this.height, this.ratio] = [width, height, ratio];
    for (const canvas of [this.below, this.above]) [canvas.width, canvas.height] = [width, height];
    if (this.fitted) this.fit();
    else this.all();
  }

  /** Shows the whole board. */
  fit() {
    this.fitted = true;
    const { picture, width, height, ratio } = this;
    if (!picture || width === 0) return;
    const margin = this.margin();
    const pitch = Math.max(0.05, Math.min((width - margin - 4 * ratio) / picture.cols, (height - margin - 4 * ratio) / picture.rows));
    this.pitch = pitch >= BARE * ratio ? Math.floor(pitch) : pitch;
    const [high, wide] = [this.pitch * picture.rows, this.pitch * picture.cols];
    // Where a margin is at the left it belongs to the board.
    this.x = Math.max(margin, Math.round((width - wide + margin) / 2));
    this.y = this.chess ? Math.max(0, Math.round((height - high - margin) / 2)) : Math.max(margin, Math.round((height - high + margin) / 2));
    this.all();
  }

  margin() {
    const room = Math.max(this.width, this.height) / this.ratio;
    return room >= 240 ? MARGIN * this.ratio * (this.large ? 1.6 : 1) : 0;
  }

  /**
   * Zooms about a point of the canvas.
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  zoom(factor, x, y) {
    const { picture } = this;
    if (!picture) return;
    const before = this.pitch;
    const least = Math.min(this.fitting(), before);
    this.pitch = Math.max(least, Math.min(LARGEST * this.ratio, before * factor));
    if (this.pitch <= this.fitting() * 1.001) return this.fit();
    const grown = this.pitch / before;
    this.fitted = false;
    this.x = x - (x - this.x) * grown;
    this.y = y - (y - this.y) * grown;
    this.keep();
    this.all();
  }

  /** The distance between cells at which the board fits. */
  fitting() {
    const { picture, width, height } = this;
    if (!picture) return 1;
    const margin = this.margin() + 4 * this.ratio;
    return Math.max(0.05, Math.min((width - margin) / picture.cols, (height - margin) / picture.rows));
  }

  /**
   * Moves the board.
   * @param {number} right
   * @param {number} down
   */
  pan(right, down) {
    if (this.fitted) return;
    this.x += right;
    this.y += down;
    this.keep();
    this.all();
  }

  /** Keeps a part of the board in sight. */
  keep() {
    const { picture } = this;
    if (!picture) return;
    const inside = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) =>
      size <= room ? (room - size) / 2 : Math.min(room * 0.25, Math.max(room * 0.75 - size, at));
    this.x = inside(this.x, this.pitch * picture.cols, this.width);
    this.y = inside(this.y, this.pitch * picture.rows, this.height);
  }

  /** Brings a cell into sight. @param {number} cell */
  reveal(cell) {
    if (this.fitted || !this.picture) return;
    const [x, y] = centre(this.geometry(), cell);
    const edge = this.pitch + this.margin();
    const shift = (/** @type {number} */ at, /** @type {number} */ room) => (at < edge ? edge - at : at > room - edge ? room - edge - at : 0);
    const [right, down] = [shift(x, this.width), shift(y, this.height)];
    if (right || down) this.pan(right, down);
  }

  /** @returns {Geometry} */
  geometry() {
    const signed = (this.picture?.signs.length ?? 0) > 0;
    const { pitch, x, y, ratio, width, height } = this;
    const share = signed ? 0.7 : pitch >= 14 * ratio ? 0.955 : 1;
    return { x, y, pitch, side: pitch * share, cols: this.picture?.cols ?? 1, ratio, margin: this.margin(), width, height };
  }

  /** Paints everything anew, soon. */
  all() {
    this.dirty = null;
    this.ask();
  }

  /** Paints a cell anew, soon. @param {number} cell */
  touch(cell) {
    this.dirty?.add(cell);
  }

  /** Lights something up. @param {Partial<import("./lights.js").Lights>} lights */
  light(lights) {
    Object.assign(this.lights, lights);
    this.ask();
  }

  /** Paints what is due with the next frame. */
  ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.paint();
    });
  }

  paint() {
    const { picture, theme } = this;
    const context = this.below.getContext("2d");
    if (!picture || !theme || !context || this.width === 0) return;
    const place = this.geometry();
    if (this.bare()) {
      this.sheet.update(picture, this.dirty);
      context.fillStyle = theme.paper;
      context.fillRect(0, 0, this.width, this.height);
      context.imageSmoothingEnabled = place.pitch < 1;
      context.imageSmoothingQuality = "high";
      context.drawImage(this.sheet.canvas, place.x, place.y, picture.cols * place.pitch, picture.rows * place.pitch);
    } else if (this.dirty === null) {
      this.sheet.image = null;
      context.fillStyle = theme.paper;
      context.fillRect(0, 0, this.width, this.height);
      const [top, bottom] = shown(place.y, place.pitch, picture.rows, this.height);
      const [left, right] = shown(place.x, place.pitch, picture.cols, this.width);
      for (let row = top; row < bottom; row++) {
        for (let col = left; col < right; col++) this.cell(context, theme, picture, place, row * picture.cols + col);
      }
    } else {
      for (const cell of this.dirty) this.cell(context, theme, picture, place, cell);
    }
    this.dirty = new Set();
    this.top(picture, theme, place);
  }

  bare() {
    return this.pitch < BARE * this.ratio;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Theme} theme
   * @param {Picture} picture
   * @param {Geometry} place
   * @param {number} cell
   */
  cell(context, theme, picture, { x, y, pitch, side }, cell) {
    const [row, col] = [Math.floor(cell / picture.cols), cell % picture.cols];
    const gap = (pitch - side) / 2;
    const [left, top] = [x + col * pitch, y + row * pitch];
    if (left > this.width || top > this.height || left + pitch < 0 || top + pitch < 0) return;
    // What was painted before must not shine through round corners.
    context.fillStyle = theme.paper;
    context.fillRect(left, top, pitch, pitch);
    const spot = { context, x: left + gap, y: top + gap, side, odd: (row + col) & 1, pieces: this.pieces(picture), linked: picture.links.length > 0 };
    paintCell(spot, theme, this.tones, picture.tones[cell], picture.numbers[cell], picture.marks.get(cell));
  }

  /**
   * Whether pieces stand on the board: looked for once a picture.
   * @param {Picture} picture
   */
  pieces(picture) {
    if (this.known === picture) return this.pieced;
    this.known = picture;
    const those = new Set(this.tones.flatMap((tone, i) => (isPiece(tone) ? [i] : [])));
    this.pieced = picture.tones.length <= 10_000 && picture.tones.some((tone) => those.has(tone));
    return this.pieced;
  }

  /** @type {Picture | null} */
  known = null;
  pieced = false;

  /**
   * What lies above the cells.
   * @param {Picture} picture
   * @param {Theme} theme
   * @param {Geometry} place
   */
  top(picture, theme, place) {
    const context = this.above.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, this.width, this.height);
    const style = getComputedStyle(this.above);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`);
    const colours = { accent: colour("accent"), bad: colour("bad"), good: colour("good"), paper: colour("paper"), soft: colour("soft"), ink: colour("ink") };
    signs(context, picture, place, theme);
    links(context, picture, place, theme);
    if (picture.links.length > 0) labels(context, picture, place, theme);
    lit(context, place, this.lights, colours, picture);
    coordinates(context, picture, place, { paper: theme.paper, soft: colours.soft }, this.chess);
    if (this.bare()) beacons(context, picture, place, theme, seen(picture, this.tones));
    this.tell(place);
    if (this.held) {
      const { cell, x, y } = this.held;
      const side = place.side;
      context.globalAlpha = 0.9;
      const spot = { context, x: x - side / 2, y: y - side / 2, side, odd: 0, pieces: true, linked: false };
      if (isPiece(this.tones[picture.tones[cell]])) piece(spot, theme);
      else {
        context.fillStyle = colours.accent;
        context.beginPath();
        context.arc(x, y, side * 0.3, 0, 2 * Math.PI);
        context.fill();
      }
      context.globalAlpha = 1;
    }
  }

  /**
   * Tells where the board lies, in pixels of CSS: the corner and the distance between cells.
   * @param {Geometry} place
   */
  tell({ x, y, pitch, ratio }) {
    const told = [x, y, pitch].map((n) => Math.round((100 * n) / ratio) / 100).join(" ");
    if (this.above.dataset.place !== told) this.above.dataset.place = told;
  }

  /**
   * A point of the page on the canvas.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number]}
   */
  point(clientX, clientY) {
    const box = this.above.getBoundingClientRect();
    return [(clientX - box.left) * (this.width / (box.width || 1)), (clientY - box.top) * (this.height / (box.height || 1))];
  }

  /**
   * The cell at a place of the page: row and column from 0.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number] | null}
   */
  at(clientX, clientY) {
    const { picture } = this;
    if (!picture) return null;
    const [x, y] = this.point(clientX, clientY);
    const [row, col] = [Math.floor((y - this.y) / this.pitch), Math.floor((x - this.x) / this.pitch)];
    const inside = row >= 0 && col >= 0 && row < picture.rows && col < picture.cols;
    return inside ? [row, col] : null;
  }

  /**
   * The middle of a cell on the page.
   * @param {number} row
   * @param {number} col
   * @returns {[number, number]}
   */
  spot(row, col) {
    const box = this.above.getBoundingClientRect();
    const scale = this.ratio;
    return [box.left + (this.x + (col + 0.5) * this.pitch) / scale, box.top + (this.y + (row + 0.5) * this.pitch) / scale];
  }
}

/**
 * The first and the last but one of rows or columns that are in sight.
 * @param {number} from
 * @param {number} pitch
 * @param {number} count
 * @param {number} room
 */
function shown(from, pitch, count, room) {
  return [Math.max(0, Math.floor(-from / pitch)), Math.min(count, Math.ceil((room - from) / pitch))];
}
