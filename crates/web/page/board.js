// A picture on a canvas. Cells that changed are painted anew, the others stay; links and signs lie
// on a second canvas above the first. A board of very small cells is an image of one pixel a cell.

import { BLANK } from "./picture.js";

/** @typedef {import("./picture.js").Picture} Picture */
/**
 * Colours, each as CSS writes it: of a cell by its tone, on even and odd squares, and of ink on it.
 * @typedef {{ paper: string, line: string, fills: [string, string][], inks: [string, string][] }} Theme
 */

/** Cells below this side, in pixels, have no room for anything but their colour. */
const BARE = 8;

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
    /** Colours of bare cells as pixels: by tone, even and odd. */
    this.pixels = new Uint32Array(0);
    /** One pixel a cell, if cells are bare. @type {ImageData | null} */
    this.image = null;
    /** A cell at which something was refused. @type {number | null} */
    this.fault = null;
    /** @type {Picture | null} */
    this.picture = null;
    this.side = 1;
    this.gap = 0;
    /** Cells to be painted anew; all of them if it is null. @type {Set<number> | null} */
    this.dirty = null;
    this.asked = false;
  }

  /**
   * Shows another picture.
   * @param {Picture} picture
   */
  show(picture) {
    const resized = this.picture?.rows !== picture.rows || this.picture?.cols !== picture.cols;
    const signed = (this.picture?.signs.length ?? 0) > 0 !== picture.signs.length > 0;
    this.picture = picture;
    this.fault = null;
    if (resized || signed) this.fit();
    else this.all();
  }

  /** @param {Theme} theme */
  dress(theme) {
    this.theme = theme;
    this.pixels = Uint32Array.from(theme.fills.flat(), pixel);
    this.all();
  }

  /**
   * Marks the cell at which something was refused, until another picture is shown.
   * @param {[number, number]} at
   */
  blame([row, col]) {
    if (!this.picture) return;
    this.fault = row * this.picture.cols + col;
    this.ask();
  }

  /** Takes the room there is. */
  fit() {
    const { picture } = this;
    if (!picture) return;
    const room = this.below.parentElement?.clientWidth ?? 0;
    const high = Math.max(200, 0.75 * window.innerHeight);
    const ratio = window.devicePixelRatio || 1;
    const share = picture.signs.length > 0 ? 1.4 : 1;
    const side = Math.min(room / picture.cols, high / picture.rows) * ratio;
    this.side = Math.max(1, Math.min(Math.floor(side / share), Math.floor(56 * ratio)));
    this.gap = this.side < BARE ? 0 : Math.floor((share - 1) * this.side) || 1;
    const pitch = this.side + this.gap;
    const [width, height] = [picture.cols * pitch + this.gap, picture.rows * pitch + this.gap];
    for (const canvas of [this.below, this.above]) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${width / ratio}px`;
      canvas.style.height = `${height / ratio}px`;
    }
    this.image = this.side < BARE ? new ImageData(picture.cols, picture.rows) : null;
    if (this.image) [this.below.width, this.below.height] = [picture.cols, picture.rows];
    this.all();
  }

  /** Paints everything anew, soon. */
  all() {
    this.dirty = null;
    this.ask();
  }

  /**
   * Paints a cell anew, soon.
   * @param {number} cell
   */
  touch(cell) {
    this.dirty?.add(cell);
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
    if (!picture || !theme || !context) return;
    if (this.image) {
      this.bare(picture, this.image);
      context.putImageData(this.image, 0, 0);
    } else if (this.dirty === null) {
      context.fillStyle = theme.paper;
      context.fillRect(0, 0, this.below.width, this.below.height);
      for (let cell = 0; cell < picture.tones.length; cell++) this.cell(context, theme, cell);
    } else {
      for (const cell of this.dirty) this.cell(context, theme, cell);
    }
    this.dirty = new Set();
    this.lines(picture, theme);
  }

  /**
   * Colours the pixels of cells that changed.
   * @param {Picture} picture
   * @param {ImageData} image
   */
  bare({ rows, cols, tones }, image) {
    const { pixels } = this;
    const colours = new Uint32Array(image.data.buffer);
    if (this.dirty !== null) {
      for (const cell of this.dirty) {
        colours[cell] = pixels[2 * tones[cell] + ((Math.floor(cell / cols) + (cell % cols)) & 1)];
      }
      return;
    }
    for (let row = 0, cell = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++, cell++) {
        colours[cell] = pixels[2 * tones[cell] + ((row + col) & 1)];
      }
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Theme} theme
   * @param {number} cell
   */
  cell(context, theme, cell) {
    const picture = /** @type {Picture} */ (this.picture);
    const [row, col] = [Math.floor(cell / picture.cols), cell % picture.cols];
    const { side } = this;
    const [x, y] = this.corner(row, col);
    const tone = picture.tones[cell];
    const odd = (row + col) & 1;
    context.fillStyle = theme.fills[tone][odd];
    context.fillRect(x, y, side, side);
    context.fillStyle = theme.inks[tone][odd];
    context.strokeStyle = theme.inks[tone][odd];
    context.lineWidth = Math.max(1, side / 16);
    const number = picture.numbers[cell];
    mark(context, this.tones[tone], x, y, side, number !== BLANK);
    if (number === BLANK) return;
    const text = String(number);
    const linked = picture.links.length > 0;
    const size = linked ? 0.3 * side : Math.min(0.55, 1.4 / text.length) * side;
    context.font = `${Math.round(size)}px system-ui, sans-serif`;
    context.textAlign = linked ? "left" : "center";
    context.textBaseline = linked ? "top" : "middle";
    if (linked) context.fillText(text, x + side / 16, y + side / 16);
    else context.fillText(text, x + side / 2, y + side / 2 + size / 20);
  }

  /**
   * The corner of a cell.
   * @param {number} row
   * @param {number} col
   * @returns {[number, number]}
   */
  corner(row, col) {
    const pitch = this.side + this.gap;
    return [this.gap + col * pitch, this.gap + row * pitch];
  }

  /**
   * Signs and links.
   * @param {Picture} picture
   * @param {Theme} theme
   */
  lines(picture, theme) {
    const context = this.above.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, this.above.width, this.above.height);
    if (this.fault !== null) this.warn(context, picture, this.fault);
    if (this.side < 3) return;
    context.strokeStyle = theme.line;
    context.lineWidth = Math.max(1, this.side / 14);
    context.lineJoin = context.lineCap = "round";
    for (const [less, more] of picture.signs) this.sign(context, picture, less, more);
    context.beginPath();
    for (const { from, to, across } of picture.links) {
      const [x, y] = this.centre(picture, from);
      const [u, v] = this.centre(picture, to);
      if (across) {
        // It leaves the board on one side and comes in on the other.
        const pitch = this.side + this.gap;
        const [down, right] = across;
        context.moveTo(x, y);
        context.lineTo(x + right * pitch, y + down * pitch);
        context.moveTo(u - right * pitch, v - down * pitch);
        context.lineTo(u, v);
      } else {
        context.moveTo(x, y);
        context.lineTo(u, v);
      }
    }
    context.stroke();
    const last = picture.links.at(-1);
    if (last) this.head(context, picture, last, theme);
  }

  /**
   * A ring with a stroke through it: nothing can be done here.
   * @param {CanvasRenderingContext2D} context
   * @param {Picture} picture
   * @param {number} cell
   */
  warn(context, picture, cell) {
    const [x, y] = this.centre(picture, cell);
    const radius = Math.max(6, 0.45 * this.side);
    const slant = radius * Math.SQRT1_2;
    context.strokeStyle = getComputedStyle(this.above).getPropertyValue("--bad");
    context.lineWidth = Math.max(2, this.side / 10);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.moveTo(x - slant, y - slant);
    context.lineTo(x + slant, y + slant);
    context.stroke();
  }

  /**
   * @param {Picture} picture
   * @param {number} cell
   * @returns {[number, number]}
   */
  centre(picture, cell) {
    const [x, y] = this.corner(Math.floor(cell / picture.cols), cell % picture.cols);
    return [x + this.side / 2, y + this.side / 2];
  }

  /**
   * An open angle between two cells, its point toward the one that holds less.
   * @param {CanvasRenderingContext2D} context
   * @param {Picture} picture
   * @param {number} less
   * @param {number} more
   */
  sign(context, picture, less, more) {
    const [x, y] = this.centre(picture, less);
    const [u, v] = this.centre(picture, more);
    const length = Math.hypot(u - x, v - y);
    if (length === 0) return;
    const [dx, dy] = [(u - x) / length, (v - y) / length];
    const [mx, my] = [(x + u) / 2, (y + v) / 2];
    const half = Math.max(2, this.gap * 0.3);
    context.beginPath();
    context.moveTo(mx + half * (dx - dy), my + half * (dy + dx));
    context.lineTo(mx - half * dx, my - half * dy);
    context.lineTo(mx + half * (dx + dy), my + half * (dy - dx));
    context.stroke();
  }

  /**
   * The head of an arrow at the end of a link.
   * @param {CanvasRenderingContext2D} context
   * @param {Picture} picture
   * @param {import("./picture.js").Link} link
   * @param {Theme} theme
   */
  head(context, picture, link, theme) {
    const pitch = this.side + this.gap;
    const [u, v] = this.centre(picture, link.to);
    const [x, y] = this.centre(picture, link.from);
    const [right, down] = link.across
      ? [link.across[1] * pitch, link.across[0] * pitch]
      : [u - x, v - y];
    const angle = Math.atan2(down, right);
    const size = this.side / 3;
    context.fillStyle = theme.line;
    context.beginPath();
    context.moveTo(u, v);
    for (const turn of [2.6, -2.6]) {
      context.lineTo(u + size * Math.cos(angle + turn), v + size * Math.sin(angle + turn));
    }
    context.fill();
  }

  /**
   * The cell at a place of the page, and the nearest neighbour of it if the place is near an edge.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number] | null}
   */
  at(clientX, clientY) {
    const { picture } = this;
    if (!picture) return null;
    const box = this.above.getBoundingClientRect();
    const ratio = this.above.width / box.width;
    const pitch = this.side + this.gap;
    const col = Math.floor(((clientX - box.left) * ratio - this.gap / 2) / pitch);
    const row = Math.floor(((clientY - box.top) * ratio - this.gap / 2) / pitch);
    const inside = row >= 0 && col >= 0 && row < picture.rows && col < picture.cols;
    return inside ? [row, col] : null;
  }
}

/**
 * A colour as a pixel of an image has it, on machines whose words begin with their lowest byte.
 * @param {string} css
 */
function pixel(css) {
  const [red, green, blue] = (css.match(/\d+/g) ?? []).map(Number);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/**
 * Strokes across two corners of a cell.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} side
 */
function corners(context, x, y, side) {
  const [near, far] = [0.05 * side, 0.28 * side];
  context.beginPath();
  context.moveTo(x + near, y + side - far);
  context.lineTo(x + far, y + side - near);
  context.moveTo(x + side - far, y + near);
  context.lineTo(x + side - near, y + far);
  context.stroke();
}

/**
 * What tells a tone apart without its colour.
 * @param {CanvasRenderingContext2D} context
 * @param {string} tone
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {boolean} numbered
 */
function mark(context, tone, x, y, side, numbered) {
  const inset = side / 5;
  const [left, top, right, bottom] = [x + inset, y + inset, x + side - inset, y + side - inset];
  const disc = (/** @type {number} */ share) => {
    context.beginPath();
    context.arc(x + side / 2, y + side / 2, share * side, 0, 2 * Math.PI);
  };
  switch (tone) {
    case "blocked":
      context.beginPath();
      context.moveTo(left, top);
      context.lineTo(right, bottom);
      context.moveTo(right, top);
      context.lineTo(left, bottom);
      context.stroke();
      break;
    case "start":
      disc(0.36);
      context.stroke();
      break;
    case "end":
      context.strokeRect(left, top, right - left, bottom - top);
      break;
    case "current":
    case "current-peg":
      if (tone === "current-peg") {
        disc(0.3);
        context.fill();
      }
      context.strokeRect(x + side / 12, y + side / 12, side * (5 / 6), side * (5 / 6));
      break;
    case "frontier":
      if (numbered) break;
      disc(0.1);
      context.fill();
      break;
    case "marked":
      corners(context, x, y, side);
      break;
    case "peg":
    case "marked-peg":
      if (tone === "marked-peg") corners(context, x, y, side);
      disc(0.34);
      if (numbered) context.stroke();
      else context.fill();
      break;
    case "taken":
      disc(0.34);
      context.setLineDash([side / 8, side / 8]);
      context.stroke();
      context.setLineDash([]);
      break;
  }
}
