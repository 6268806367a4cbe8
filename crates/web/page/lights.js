// What lights up on a board: what is held, where it can go, a hint, a fault, the focus of the keyboard.

import { centre } from "./lines.js";
import { BLANK } from "./picture.js";

/** @typedef {import("./board.js").Geometry} Geometry */

/**
 * What lights up.
 * @typedef {object} Lights
 * @property {number | null} from what is held or chosen
 * @property {number[]} targets where it can go
 * @property {number[]} sources what can be touched
 * @property {number[]} premise
 * @property {number[]} conclusion
 * @property {number | null} fault where something was refused
 * @property {number | null} focus where the keyboard is
 */
/** @returns {Lights} */
export function dark() {
  return { from: null, targets: [], sources: [], premise: [], conclusion: [], fault: null, focus: null };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Geometry} place
 * @param {Lights} lights
 * @param {{ accent: string, bad: string, good: string, paper: string, ink: string }} colours
 * @param {import("./picture.js").Picture} picture
 */
export function lit(context, place, lights, colours, picture) {
  const { side, ratio } = place;
  const frame = (/** @type {number} */ cell, /** @type {string} */ colour, /** @type {number} */ width, /** @type {number} */ out) => {
    const [x, y] = centre(place, cell);
    const half = Math.max(side / 2, 5 * ratio) + out;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.roundRect(x - half, y - half, 2 * half, 2 * half, side * 0.12);
    context.stroke();
  };
  const thick = Math.max(2 * ratio, Math.min(side / 12, 5 * ratio));
  context.fillStyle = colours.accent;
  for (const cell of lights.sources) {
    const [x, y] = centre(place, cell);
    // Where nothing stands a dot is in the middle; beside what stands there it is in a corner.
    const free = picture.tones[cell] === 0 && picture.numbers[cell] === BLANK;
    const [off, radius] = free ? [0, 0.13] : [0.36, 0.055];
    context.globalAlpha = 0.5;
    context.beginPath();
    context.arc(x + side * off, y + side * off, Math.max(1.5 * ratio, side * radius), 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
  }
  for (const cell of lights.premise) frame(cell, colours.accent, thick, -thick / 2);
  for (const cell of lights.conclusion) {
    frame(cell, colours.paper, thick * 2.2, 0);
    frame(cell, colours.good, thick * 1.4, 0);
  }
  if (lights.from !== null) {
    frame(lights.from, colours.paper, thick * 2, 0);
    frame(lights.from, colours.accent, thick * 1.2, 0);
  }
  for (const cell of lights.targets) {
    const [x, y] = centre(place, cell);
    // A number stays to be read.
    const [off, radius] = picture.numbers[cell] === BLANK ? [0, 0.17] : [0.33, 0.1];
    context.beginPath();
    context.arc(x + side * off, y + side * off, Math.max(3 * ratio, side * radius), 0, 2 * Math.PI);
    context.fillStyle = colours.accent;
    context.fill();
    context.lineWidth = Math.max(1.5 * ratio, side / 22);
    context.strokeStyle = colours.paper;
    context.stroke();
  }
  if (lights.fault !== null) {
    const [x, y] = centre(place, lights.fault);
    const radius = Math.max(7 * ratio, 0.42 * side);
    const slant = radius * Math.SQRT1_2;
    context.strokeStyle = colours.bad;
    context.lineWidth = Math.max(2 * ratio, side / 11);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.moveTo(x - slant, y - slant);
    context.lineTo(x + slant, y + slant);
    context.stroke();
  }
  if (lights.focus !== null) {
    frame(lights.focus, colours.paper, 5 * ratio, 1.5 * ratio);
    frame(lights.focus, colours.ink, 2.5 * ratio, 1.5 * ratio);
  }
}
