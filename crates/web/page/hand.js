// Pointers on a board: taps, drags of what is held, zooming by wheel and pinch, moving by the middle
// button or two fingers.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {[number, number]} At row and column from 0 */
/**
 * What a hand does on a board.
 * @typedef {object} Tool
 * @property {(at: At) => boolean} grabs whether a drag from here is for the tool; else it moves the board, or the page
 * @property {(at: At) => void} tap
 * @property {(at: At) => void} [down] a drag begins
 * @property {(from: At, to: At) => void} [over] it passes from one cell to the next
 * @property {(from: At, to: At | null) => void} [up] it ends
 * @property {() => void} [cancel]
 */

/** Pixels that a finger may tremble. */
const TREMBLE = 8;

/**
 * Follows the pointers on a board.
 * @param {Board} board
 * @param {() => Tool} tool
 */
export function follow(board, tool) {
  const surface = board.above;
  /** Pointers that are down. @type {Map<number, { x: number, y: number }>} */
  const down = new Map();
  /** @type {{ id: number, from: At | null, last: At | null, x: number, y: number, what: "tap" | "hold" | "pan" } | null} */
  let act = null;

  const drop = () => {
    if (act?.what === "hold") tool().cancel?.();
    act = null;
    board.held = null;
    board.ask();
  };

  surface.addEventListener("pointerdown", (event) => {
    if (event.button === 2) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (down.size === 2) {
      drop();
      return;
    }
    if (down.size > 2) return;
    const from = board.at(event.clientX, event.clientY);
    const middle = event.button === 1;
    if (middle) event.preventDefault();
    const holds = !middle && from !== null && tool().grabs(from);
    act = { id: event.pointerId, from, last: from, x: event.clientX, y: event.clientY, what: middle ? "pan" : holds ? "hold" : "tap" };
    if (holds || middle || !board.fitted) capture(surface, event.pointerId);
    if (holds && from) tool().down?.(from);
  });

  surface.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const here = { x: event.clientX, y: event.clientY };
    if (down.size === 2) {
      pinch(board, down, event.pointerId, here);
      return;
    }
    down.set(event.pointerId, here);
    if (!act || act.id !== event.pointerId) return;
    if (act.what === "tap" && Math.hypot(here.x - act.x, here.y - act.y) > TREMBLE) act.what = "pan";
    if (act.what === "pan") {
      const { ratio } = board;
      board.pan((here.x - before.x) * ratio, (here.y - before.y) * ratio);
    } else if (act.what === "hold") {
      // A fast pointer passes cells between two frames.
      const passed = event.getCoalescedEvents?.() ?? [];
      for (const { clientX, clientY } of passed.length > 0 ? passed : [event]) {
        const at = board.at(clientX, clientY);
        if (!at || !act.last || same(at, act.last)) continue;
        tool().over?.(act.last, at);
        act.last = at;
      }
      if (board.held) {
        const [x, y] = board.point(event.clientX, event.clientY);
        board.held = { ...board.held, x, y };
        board.ask();
      }
    }
  });

  surface.addEventListener("pointerup", (event) => {
    down.delete(event.pointerId);
    if (!act || act.id !== event.pointerId) return;
    const { from, what } = act;
    const at = board.at(event.clientX, event.clientY);
    act = null;
    board.held = null;
    board.ask();
    if (what === "hold" && from) {
      if (at && same(at, from)) tool().tap(from);
      else tool().up?.(from, at);
    } else if (what === "tap" && at) {
      tool().tap(at);
    }
  });

  surface.addEventListener("pointercancel", (event) => {
    down.delete(event.pointerId);
    drop();
  });

  // Where nothing is held a finger scrolls the page, which must be known before it moves.
  surface.addEventListener(
    "touchstart",
    (event) => {
      const [first] = event.touches;
      const at = first ? board.at(first.clientX, first.clientY) : null;
      if (event.touches.length > 1 || !board.fitted || (at && tool().grabs(at))) event.preventDefault();
    },
    { passive: false },
  );

  surface.addEventListener(
    "wheel",
    (event) => {
      const root = document.documentElement;
      if (!event.ctrlKey && root.scrollHeight > root.clientHeight + 1) return;
      event.preventDefault();
      const [x, y] = board.point(event.clientX, event.clientY);
      const lines = event.deltaMode === 1 ? 30 : 1;
      board.zoom(Math.exp(-Math.max(-200, Math.min(200, event.deltaY * lines)) / 300), x, y);
    },
    { passive: false },
  );

  surface.addEventListener("dblclick", () => {
    if (!board.fitted) board.fit();
  });
}

/**
 * Two fingers: the board stays under both.
 * @param {Board} board
 * @param {Map<number, { x: number, y: number }>} down
 * @param {number} id
 * @param {{ x: number, y: number }} here
 */
function pinch(board, down, id, here) {
  const [one, two] = [...down.values()];
  const far = Math.hypot(one.x - two.x, one.y - two.y);
  const middle = { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
  down.set(id, here);
  const [first, second] = [...down.values()];
  const now = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
  const [x, y] = board.point(now.x, now.y);
  const grown = Math.hypot(first.x - second.x, first.y - second.y) / (far || 1);
  if (Number.isFinite(grown) && grown > 0) board.zoom(grown, x, y);
  board.pan((now.x - middle.x) * board.ratio, (now.y - middle.y) * board.ratio);
}

/**
 * @param {HTMLElement} surface
 * @param {number} id
 */
function capture(surface, id) {
  try {
    surface.setPointerCapture(id);
  } catch {
    // The pointer went up before anybody could hold it.
  }
}

/**
 * @param {At} one
 * @param {At} other
 */
export function same(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}
