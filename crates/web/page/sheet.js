// A board of cells too small for anything but their colour: an image of one pixel a cell.

import { pixel } from "./paint.js";

export class Sheet {
  constructor() {
    this.canvas = document.createElement("canvas");
    /** None if all has to be coloured anew. @type {ImageData | null} */
    this.image = null;
    /** Colours as pixels: by tone, even and odd. */
    this.pixels = new Uint32Array(0);
  }

  /** @param {import("./paint.js").Theme} theme */
  dress(theme) {
    this.pixels = Uint32Array.from(theme.fills.flat(), pixel);
    this.image = null;
  }

  /**
   * Colours the cells that changed; all of them if none are told.
   * @param {import("./picture.js").Picture} picture
   * @param {Set<number> | null} changed
   */
  update({ rows, cols, tones }, changed) {
    const { pixels } = this;
    const context = this.canvas.getContext("2d");
    if (!context) return;
    const fresh = this.image === null;
    if (fresh) [this.canvas.width, this.canvas.height] = [cols, rows];
    const image = (this.image ??= new ImageData(cols, rows));
    const colours = new Uint32Array(image.data.buffer);
    if (fresh || changed === null) {
      for (let row = 0, cell = 0; row < rows; row++) {
        for (let col = 0; col < cols; col++, cell++) colours[cell] = pixels[2 * tones[cell] + ((row + col) & 1)];
      }
      context.putImageData(image, 0, 0);
      return;
    }
    if (changed.size === 0) return;
    let [top, left, bottom, right] = [rows, cols, 0, 0];
    for (const cell of changed) {
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      colours[cell] = pixels[2 * tones[cell] + ((row + col) & 1)];
      if (row < top) top = row;
      if (row > bottom) bottom = row;
      if (col < left) left = col;
      if (col > right) right = col;
    }
    context.putImageData(image, 0, 0, left, top, right - left + 1, bottom - top + 1);
  }
}
