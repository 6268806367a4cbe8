// What lies above the cells: links, signs, numbers and coordinates.

import { BLANK } from "./picture.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./board.js").Geometry} Geometry */

/** Links drawn at most on a board of tiny cells: more than these would cover it all. */
const MANY = 60_000;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {Geometry} place
 * @param {import("./paint.js").Theme} theme
 */
export function links(context, picture, place, theme) {
  const { links } = picture;
  const { pitch, side, ratio } = place;
  if (links.length === 0 || (links.length > MANY && pitch < 4 * ratio)) return;
  const tiny = pitch < 8 * ratio;
  const path = new Path2D();
  for (const { from, to, across } of links) {
    const [x, y] = centre(place, from);
    const [u, v] = centre(place, to);
    if (outsideView(place, x, y) && outsideView(place, u, v) && !across) continue;
    if (across) {
      // It leaves the board on one side and comes in on the other.
      const [down, right] = across;
      path.moveTo(x, y);
      path.lineTo(x + right * pitch, y + down * pitch);
      path.moveTo(u - right * pitch, v - down * pitch);
      path.lineTo(u, v);
    } else {
      path.moveTo(x, y);
      path.lineTo(u, v);
    }
  }
  const width = tiny ? Math.max(2.4 * ratio, pitch * 0.6) : Math.max(1.5 * ratio, Math.min(side / 16, 6 * ratio));
  context.lineJoin = context.lineCap = "round";
  if (tiny) {
    context.strokeStyle = theme.paper;
    context.lineWidth = width + 3 * ratio;
    context.stroke(path);
  }
  // Among cells of one pixel a path must be seen from afar.
  context.strokeStyle = tiny ? theme.inks[0][0] : theme.line;
  context.lineWidth = width;
  context.stroke(path);
  const last = links.at(-1);
  if (last) head(context, place, last, theme, Math.max(6 * ratio, Math.min(side / 3.2, 24 * ratio)));
}

/**
 * The head of an arrow at the end of a link.
 * @param {CanvasRenderingContext2D} context
 * @param {Geometry} place
 * @param {import("./picture.js").Link} link
 * @param {import("./paint.js").Theme} theme
 * @param {number} size
 */
function head(context, place, link, theme, size) {
  const [u, v] = centre(place, link.to);
  const [x, y] = centre(place, link.from);
  const [right, down] = link.across ? [link.across[1], link.across[0]] : [u - x, v - y];
  const angle = Math.atan2(down, right);
  context.fillStyle = theme.line;
  context.beginPath();
  context.moveTo(u, v);
  for (const turn of [2.6, -2.6]) context.lineTo(u + size * Math.cos(angle + turn), v + size * Math.sin(angle + turn));
  context.fill();
}

/**
 * Numbers of cells that lines cross: above the lines, so that they can be read.
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {Geometry} place
 * @param {import("./paint.js").Theme} theme
 */
export function labels(context, picture, place, theme) {
  const { pitch, side, ratio, x, y, cols, width, height } = place;
  if (pitch < 14 * ratio) return;
  const size = Math.max(7 * ratio, Math.min(0.28 * side, 34 * ratio));
  context.font = `600 ${Math.round(size)}px system-ui, sans-serif`;
  context.textAlign = "left";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = Math.max(2 * ratio, size / 4);
  const inset = (pitch - side) / 2 + side * 0.07;
  const [top, bottom] = [Math.max(0, Math.floor(-y / pitch)), Math.min(picture.rows, Math.ceil((height - y) / pitch))];
  const [left, right] = [Math.max(0, Math.floor(-x / pitch)), Math.min(cols, Math.ceil((width - x) / pitch))];
  for (let row = top; row < bottom; row++) {
    for (let col = left; col < right; col++) {
      const cell = row * cols + col;
      const number = picture.numbers[cell];
      if (number === BLANK) continue;
      const [tone, odd] = [picture.tones[cell], (row + col) & 1];
      const [u, v] = [x + col * pitch + inset, y + row * pitch + inset];
      context.strokeStyle = theme.fills[tone][odd];
      context.strokeText(String(number), u, v);
      context.fillStyle = theme.inks[tone][odd];
      context.fillText(String(number), u, v);
    }
  }
}

/**
 * Open angles between two cells, the point toward the one that holds less.
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {Geometry} place
 * @param {import("./paint.js").Theme} theme
 */
export function signs(context, picture, place, theme) {
  context.strokeStyle = theme.line;
  context.lineWidth = Math.max(1.5 * place.ratio, Math.min(place.side / 13, 9 * place.ratio));
  context.lineJoin = context.lineCap = "round";
  for (const [less, more] of picture.signs) {
    const [x, y] = centre(place, less);
    const [u, v] = centre(place, more);
    const length = Math.hypot(u - x, v - y);
    // A sign between cells that are no neighbours stands beside the first of them.
    if (length === 0) continue;
    const [dx, dy] = [(u - x) / length, (v - y) / length];
    const far = length > 1.5 * place.pitch;
    const [mx, my] = far ? [x + dx * place.pitch * 0.5, y + dy * place.pitch * 0.5] : [(x + u) / 2, (y + v) / 2];
    const half = Math.max(2, (place.pitch - place.side) * 0.3);
    context.beginPath();
    context.moveTo(mx + half * (dx - dy), my + half * (dy + dx));
    context.lineTo(mx - half * dx, my - half * dy);
    context.lineTo(mx + half * (dx + dy), my + half * (dy - dx));
    context.stroke();
  }
}

/**
 * Where it begins, where it ends and where it is, on cells too small for marks of their own.
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {Geometry} place
 * @param {import("./paint.js").Theme} theme
 * @param {{ tone: number, cell: number }[]} found
 */
export function beacons(context, picture, place, theme, found) {
  const radius = 6 * place.ratio;
  for (const { tone, cell } of found) {
    const [x, y] = centre(place, cell);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = theme.fills[tone][0];
    context.fill();
    context.lineWidth = 2 * place.ratio;
    context.strokeStyle = theme.paper;
    context.stroke();
    context.beginPath();
    context.arc(x, y, radius + 1.5 * place.ratio, 0, 2 * Math.PI);
    context.strokeStyle = theme.inks[0][0];
    context.lineWidth = 1.5 * place.ratio;
    context.stroke();
  }
}

/** Tones that must be seen however small the cells are. */
const SEEN = ["start", "end", "current"];

/**
 * Cells that must be seen on a board of tiny cells, if they are few.
 * @param {Picture} picture
 * @param {string[]} words for tones
 */
export function seen({ tones, links }, words) {
  const wanted = SEEN.map((word) => words.indexOf(word));
  const is = new Uint8Array(256);
  for (const tone of wanted) is[tone] = 1;
  /** @type {{ tone: number, cell: number }[]} */
  const found = [];
  for (let cell = 0; cell < tones.length; cell++) {
    if (is[tones[cell]] === 0) continue;
    if (found.push({ tone: tones[cell], cell }) > 12) return [];
  }
  const end = links.at(-1);
  if (end && found.length === 0) found.push({ tone: wanted[0], cell: links[0].from }, { tone: wanted[1], cell: end.to });
  return found;
}

/**
 * Rows and columns along the edge, over whatever was moved there.
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {Geometry} place
 * @param {{ paper: string, soft: string }} colours
 * @param {boolean} chess letters for columns, rows from below
 */
export function coordinates(context, picture, place, colours, chess) {
  const { pitch, ratio, width, height, margin, x: left, y: top } = place;
  if (margin === 0) return;
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, margin, height);
  context.fillRect(0, chess ? height - margin : 0, width, margin);
  // As large as its margin lets it be.
  const size = Math.min(0.6 * margin, Math.max(9 * ratio, pitch * 0.4));
  context.font = `${Math.round(size)}px system-ui, sans-serif`;
  context.fillStyle = colours.soft;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const every = stride((chess ? 1 : 0.9 + 0.65 * String(picture.cols).length) * size, pitch);
  for (let col = 0; col < picture.cols; col++) {
    if (col !== 0 && (col + 1) % every !== 0) continue;
    const x = left + (col + 0.5) * pitch;
    if (x < margin || x > width) continue;
    const y = chess ? Math.min(height - margin / 2, top + picture.rows * pitch + margin / 2) : Math.max(margin / 2, top - margin / 2);
    context.fillText(chess ? String.fromCharCode(97 + col) : String(col + 1), x, y);
  }
  const tall = stride(1.8 * size, pitch);
  for (let row = 0; row < picture.rows; row++) {
    if (row !== 0 && (row + 1) % tall !== 0) continue;
    const y = top + (row + 0.5) * pitch;
    if (y < (chess ? 0 : margin) || y > height - (chess ? margin : 0)) continue;
    context.fillText(String(chess ? picture.rows - row : row + 1), Math.max(margin / 2, left - margin / 2), y);
  }
}

/**
 * Every how many cells there is room for a name.
 * @param {number} needed
 * @param {number} pitch
 */
function stride(needed, pitch) {
  for (const every of [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]) if (every * pitch >= needed) return every;
  return 5000;
}

/**
 * @param {Geometry} place
 * @param {number} cell
 * @returns {[number, number]}
 */
export function centre({ x, y, pitch, cols }, cell) {
  return [x + ((cell % cols) + 0.5) * pitch, y + (Math.floor(cell / cols) + 0.5) * pitch];
}

/**
 * @param {Geometry} place
 * @param {number} x
 * @param {number} y
 */
function outsideView({ width, height }, x, y) {
  return x < 0 || y < 0 || x > width || y > height;
}
