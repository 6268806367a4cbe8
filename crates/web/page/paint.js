// How single cells are painted: the tone, what tells it apart without its colour, numbers and pencil
// marks.

import { BLANK } from "./picture.js";

/**
 * Colours, each as CSS writes it: of a cell by its tone, on even and odd squares, and of ink on it.
 * @typedef {{ paper: string, line: string, fills: [string, string][], inks: [string, string][] }} Theme
 */
/**
 * Where a cell is painted, and how.
 * @typedef {object} Spot
 * @property {CanvasRenderingContext2D} context
 * @property {number} x
 * @property {number} y
 * @property {number} side
 * @property {number} odd whether the square is a dark one
 * @property {boolean} pieces whether pieces stand on this board: what is empty is then a hole
 * @property {boolean} linked whether lines cross the cells
 */

const FONT = "system-ui, sans-serif";
/** Tones on which a piece stands, which have the colour of the board. */
const PIECES = new Set(["peg", "current-peg", "marked-peg", "taken"]);

/** @param {string} tone */
export function isPiece(tone) {
  return PIECES.has(tone);
}

/**
 * Paints a cell.
 * @param {Spot} spot
 * @param {Theme} theme
 * @param {string[]} tones
 * @param {number} tone
 * @param {number} number
 * @param {[number, number] | undefined} marks
 */
export function cell(spot, theme, tones, tone, number, marks) {
  const { context, x, y, side, odd } = spot;
  const word = tones[tone];
  const ground = word === "peg" || word === "taken" ? 0 : tone;
  context.fillStyle = theme.fills[ground][odd];
  if (word === "outside") {
    context.fillStyle = theme.paper;
    context.fillRect(x - 1, y - 1, side + 2, side + 2);
    return;
  }
  if (side >= 18) {
    context.beginPath();
    context.roundRect(x, y, side, side, side * 0.1);
    context.fill();
  } else {
    context.fillRect(x, y, side, side);
  }
  const ink = theme.inks[ground][odd];
  context.fillStyle = ink;
  context.strokeStyle = ink;
  context.lineWidth = Math.max(1, Math.min(side / 18, 7));
  if (spot.pieces && word === "plain") hole(spot);
  mark(spot, theme, word, number !== BLANK);
  // Where lines cross cells their numbers stand above the lines.
  const onPiece = word === "peg" || word === "current-peg" || word === "marked-peg";
  if (number !== BLANK && !spot.linked) digits(spot, word === "given" || onPiece, onPiece ? theme.paper : ink, number);
  else if (marks && number === BLANK) pencilled(spot, ink, marks);
}

/**
 * @param {Spot} spot
 * @param {boolean} given
 * @param {string} ink
 * @param {number} number
 */
function digits({ context, x, y, side }, given, ink, number) {
  const text = String(number);
  const size = Math.min(0.55, 1.4 / text.length) * side;
  context.font = `${given ? "700" : "500"} ${Math.max(6, Math.round(size))}px ${FONT}`;
  context.fillStyle = ink;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x + side / 2, y + side / 2 + size / 20);
}

/**
 * Small numbers, each at its own place of the cell.
 * @param {Spot} spot
 * @param {string} ink
 * @param {[number, number]} marks
 */
function pencilled({ context, x, y, side }, ink, [low, high]) {
  const values = [];
  for (let bit = 0; bit < 64; bit++) if ((bit < 32 ? low >>> bit : high >>> (bit - 32)) & 1) values.push(bit + 1);
  const across = Math.max(3, Math.ceil(Math.sqrt(values.at(-1) ?? 1)));
  const step = (side * 0.84) / across;
  if (step < 5) return;
  context.fillStyle = ink;
  context.globalAlpha = 0.75;
  context.font = `${Math.round(step * 0.85)}px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const value of values) {
    const [row, col] = [Math.floor((value - 1) / across), (value - 1) % across];
    context.fillText(String(value), x + side * 0.08 + (col + 0.5) * step, y + side * 0.08 + (row + 0.5) * step);
  }
  context.globalAlpha = 1;
}

/** @param {Spot} spot @param {number} share */
function disc({ context, x, y, side }, share) {
  context.beginPath();
  context.arc(x + side / 2, y + side / 2, share * side, 0, 2 * Math.PI);
}

/** An empty hole. @param {Spot} spot */
function hole(spot) {
  const { context } = spot;
  context.globalAlpha = 0.16;
  disc(spot, 0.17);
  context.fill();
  context.globalAlpha = 1;
}

/**
 * A piece with a little light on it.
 * @param {Spot} spot
 * @param {Theme} theme
 */
export function piece(spot, theme) {
  const { context, x, y, side } = spot;
  disc(spot, 0.37);
  context.fillStyle = theme.line;
  context.fill();
  if (side < 20) return;
  const light = context.createRadialGradient(x + side * 0.4, y + side * 0.36, side * 0.02, x + side / 2, y + side / 2, side * 0.4);
  light.addColorStop(0, "rgb(255 255 255 / 0.55)");
  light.addColorStop(0.45, "rgb(255 255 255 / 0.08)");
  light.addColorStop(1, "rgb(0 0 0 / 0.28)");
  context.fillStyle = light;
  context.fill();
}

/**
 * What tells a tone apart without its colour.
 * @param {Spot} spot
 * @param {Theme} theme
 * @param {string} tone
 * @param {boolean} numbered
 */
export function mark(spot, theme, tone, numbered) {
  const { context, x, y, side } = spot;
  const inset = side / 4;
  const [left, top, right, bottom] = [x + inset, y + inset, x + side - inset, y + side - inset];
  const box = (/** @type {number} */ share) => context.strokeRect(x + side * share, y + side * share, side * (1 - 2 * share), side * (1 - 2 * share));
  switch (tone) {
    case "blocked":
      context.globalAlpha = 0.45;
      context.beginPath();
      context.moveTo(left, top);
      context.lineTo(right, bottom);
      context.moveTo(right, top);
      context.lineTo(left, bottom);
      context.stroke();
      context.globalAlpha = 1;
      break;
    case "start":
      disc(spot, spot.linked && numbered ? 0.24 : 0.4);
      context.lineWidth = Math.max(1, Math.min(side / 12, 9));
      context.stroke();
      break;
    case "end":
      context.lineWidth = Math.max(1, Math.min(side / 12, 9));
      box(spot.linked && numbered ? 0.3 : 0.14);
      if (!numbered) {
        context.fillRect(x + side * 0.38, y + side * 0.38, side * 0.24, side * 0.24);
      }
      break;
    case "current":
      box(spot.linked ? 1 / 28 : 1 / 12);
      if (!numbered && !spot.linked) {
        disc(spot, 0.24);
        context.fill();
      }
      break;
    case "current-peg":
      piece(spot, theme);
      box(1 / 14);
      break;
    case "frontier":
      if (numbered) break;
      disc(spot, 0.1);
      context.fill();
      break;
    case "marked":
      corners(spot);
      break;
    case "premise":
      context.beginPath();
      context.moveTo(left, y + side / 10);
      context.lineTo(right, y + side / 10);
      context.stroke();
      break;
    case "conclusion":
      context.setLineDash([side / 4, side / 3]);
      box(1 / 12);
      context.setLineDash([]);
      break;
    case "fault":
      context.globalAlpha = 0.6;
      context.beginPath();
      context.moveTo(left, bottom);
      context.lineTo(right, top);
      context.stroke();
      context.globalAlpha = 1;
      break;
    case "peg":
      piece(spot, theme);
      break;
    case "marked-peg":
      corners(spot);
      piece(spot, theme);
      break;
    case "taken":
      disc(spot, 0.34);
      context.setLineDash([side / 8, side / 8]);
      context.stroke();
      context.setLineDash([]);
      break;
  }
}

/** Strokes across two corners of a cell. @param {Spot} spot */
function corners({ context, x, y, side }) {
  const [near, far] = [0.05 * side, 0.28 * side];
  context.beginPath();
  context.moveTo(x + near, y + side - far);
  context.lineTo(x + far, y + side - near);
  context.moveTo(x + side - far, y + near);
  context.lineTo(x + side - near, y + far);
  context.stroke();
}

/**
 * A colour as a pixel of an image has it, on machines whose words begin with their lowest byte.
 * @param {string} css
 */
export function pixel(css) {
  const [red, green, blue] = (css.match(/\d+/g) ?? []).map(Number);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
