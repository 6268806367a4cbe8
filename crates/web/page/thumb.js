// Small pictures of boards: for the gallery, the legend and the tabs of puzzles.

import { Board } from "./board.js";
import { cell as paintCell } from "./paint.js";
import { BLANK } from "./picture.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./paint.js").Theme} Theme */

/** Canvases that were painted, by what is on them. @type {Map<string, HTMLCanvasElement>} */
const painted = new Map();

/**
 * A whole board in a square.
 * @param {Picture} picture
 * @param {Theme & { name: string }} theme
 * @param {string[]} tones
 * @param {number} size in pixels of CSS
 * @param {string} name
 */
export function thumb(picture, theme, tones, size, name) {
  const key = `${name} ${theme.name} ${size}`;
  const there = painted.get(key);
  if (there) return there;
  const [below, above] = [document.createElement("canvas"), document.createElement("canvas")];
  const board = new Board(below, above, tones);
  board.ratio = Math.max(2, window.devicePixelRatio || 1);
  board.width = board.height = size * board.ratio;
  for (const canvas of [below, above]) canvas.width = canvas.height = board.width;
  board.theme = theme;
  board.dress({ ...theme });
  board.show(picture);
  board.paint();
  below.getContext("2d")?.drawImage(above, 0, 0);
  below.style.width = below.style.height = `${size}px`;
  below.className = "thumb-canvas";
  below.setAttribute("aria-hidden", "true");
  painted.set(key, below);
  return below;
}

/**
 * A tone as it looks on the board.
 * @param {Theme & { name: string }} theme
 * @param {string[]} tones
 * @param {number} tone
 * @param {boolean} pieces
 */
export function swatch(theme, tones, tone, pieces) {
  const key = `tone ${tone} ${theme.name} ${pieces}`;
  const there = painted.get(key);
  if (there) return there;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 44;
  canvas.className = "swatch";
  canvas.setAttribute("aria-hidden", "true");
  const context = canvas.getContext("2d");
  if (context) {
    paintCell({ context, x: 2, y: 2, side: 40, odd: 0, pieces, linked: false }, theme, tones, tone, BLANK, undefined);
    context.strokeStyle = theme.inks[0][0];
    context.globalAlpha = 0.3;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(2, 2, 40, 40, 4);
    context.stroke();
  }
  painted.set(key, canvas);
  return canvas;
}

/**
 * The part of a board that shows most of what stands on one, as the sign of its puzzle.
 * @param {Picture} picture
 * @param {number} most cells on a side
 * @param {number} outside the tone of what is no cell
 */
export function telling(picture, most, outside) {
  const [rows, cols] = [Math.min(most, picture.rows), Math.min(most, picture.cols)];
  const [middle, centre] = [(picture.rows - rows) / 2, (picture.cols - cols) / 2];
  let [top, left, best] = [0, 0, -Infinity];
  for (let row = 0; row <= picture.rows - rows; row++) {
    for (let col = 0; col <= picture.cols - cols; col++) {
      const tones = new Set();
      const inside = (/** @type {number} */ cell) => Math.floor(cell / picture.cols) - row < rows && Math.floor(cell / picture.cols) >= row && (cell % picture.cols) - col < cols && cell % picture.cols >= col;
      for (let i = 0; i < rows * cols; i++) tones.add(picture.tones[(row + Math.floor(i / cols)) * picture.cols + col + (i % cols)]);
      tones.delete(outside);
      const signed = picture.signs.some(([less, more]) => inside(less) && inside(more)) ? 1 : 0;
      // Of parts that show as much, the one nearest the middle.
      const worth = tones.size + signed - (Math.abs(row - middle) + Math.abs(col - centre)) / (picture.rows + picture.cols);
      if (worth > best) [top, left, best] = [row, col, worth];
    }
  }
  const part = picture.copy();
  [part.rows, part.cols, part.links] = [rows, cols, []];
  const cells = Array.from({ length: rows * cols }, (_, i) => (top + Math.floor(i / cols)) * picture.cols + left + (i % cols));
  part.tones = Uint8Array.from(cells, (cell) => picture.tones[cell]);
  part.numbers = Int32Array.from(cells, (cell) => picture.numbers[cell]);
  const place = new Map(cells.map((cell, i) => [cell, i]));
  part.marks = new Map();
  part.signs = picture.signs.flatMap(([less, more]) => {
    const [one, other] = [place.get(less), place.get(more)];
    return one === undefined || other === undefined ? [] : [/** @type {[number, number]} */ ([one, other])];
  });
  return part;
}
