// The one interface to the library: what the page asks for, and what it gets. A carrier brings
// questions to where the library runs: the server, or a worker that holds it.

import { Gone, Refusal, Server } from "./wire.js";

/** @typedef {import("./wire.js").Frame} Frame */
/**
 * Who carries questions: `name` says which ("server", "worker"). `about` gives what there is as data,
 * in a language; `request` the frames of an answer as they come, whoever stops listening or aborts the
 * signal stops the work. Throws `Refusal` where a question is refused, `Gone` where nobody answers.
 * @typedef {object} Carrier
 * @property {string} name
 * @property {boolean} [near] whether texts of boards are sent with their numbers
 * @property {(lang: string) => Promise<any>} about
 * @property {(verb: string, body: Ask, how: { signal?: AbortSignal }) => AsyncIterable<Frame>} request
 */
/**
 * A move: squares as row and column from 1.
 * @typedef {{ action: string, at: [number, number], to: [number, number] | null, value: number | null, said?: string }} Move
 */
/**
 * A question: an instance, and what is to be done with it. Each verb uses its part.
 * @typedef {object} Ask
 * @property {string} puzzle
 * @property {string | null} text
 * @property {number} [known] in place of a text: the number under which the instance was shown
 * @property {number} [instance]
 * @property {Record<string, string>} options
 * @property {string} lang
 * @property {string} [strategy]
 * @property {number} [nodes]
 * @property {number} [seconds]
 * @property {number} [seed]
 * @property {{ brush: string, at: [number, number], to: [number, number] | null, value: number }} [touch]
 * @property {boolean} [solved]
 * @property {{ format: string, theme: string, show: string, moment: number }} [picture]
 * @property {{ number: number, paper: string, title: string, qr?: string, unsolved: boolean }} [book]
 * @property {Move[]} [moves] what was played
 * @property {[number, number]} [at] the square whose moves are wanted, from 1
 * @property {number} [moment] how many events of a watched search are over
 * @property {boolean} [progress] whether to be told how far it is
 * @property {boolean} [shown] whether the board is there already: a search is then told from its first event on
 */
/**
 * How far a search is: the part explored is of the present layer where it goes by layers.
 * @typedef {{ nodes: number, depth: number, explored: number, width: number, finished: number, layers: number }} Progress
 */
/**
 * A board as the page holds it: its text, and the number by which the other side knows it. After a
 * touch the text is null until it is asked for.
 * @typedef {{ puzzle: string, text: string | null, number: number | null }} Known
 */

export class Engine {
  /** @param {Carrier} carrier */
  constructor(carrier) {
    this.carrier = carrier;
    this.lang = "";
    /** Numbers that the other side has forgotten. @type {Set<number>} */
    this.lost = new Set();
  }

  /** What there is, in a language. @param {string} lang */
  async about(lang) {
    const told = await this.carrier.about(lang);
    this.lang = told.lang;
    return told;
  }

  /**
   * The frames of an answer. A board that the other side has forgotten is sent again as text.
   * @param {string} verb
   * @param {Known} board
   * @param {Partial<Ask>} more
   * @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<Frame>}
   */
  async *ask(verb, board, more, signal) {
    const { puzzle, text, number } = board;
    const plain = { puzzle, options: {}, lang: this.lang };
    if (number === null || (text !== null && this.lost.has(number))) {
      yield* this.patient(verb, { ...plain, text, ...more }, signal);
      return;
    }
    try {
      yield* this.patient(verb, { ...plain, text: this.carrier.near ? text : null, known: number, ...more }, signal);
    } catch (fault) {
      const forgotten = fault instanceof Refusal && fault.fault.code === FORGOTTEN;
      if (!forgotten || text === null) throw fault;
      this.lost.add(number);
      yield* this.patient(verb, { ...plain, text, ...more }, signal);
    }
  }

  /**
   * Asks again a few times where others are being served.
   * @param {string} verb
   * @param {Ask} body
   * @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<Frame>}
   */
  async *patient(verb, body, signal) {
    for (let turn = 0; ; turn++) {
      try {
        yield* this.carrier.request(verb, body, { signal });
        return;
      } catch (fault) {
        const busy = fault instanceof Refusal && fault.fault.busy !== undefined;
        if (!busy || turn >= TURNS || signal?.aborted) throw fault;
        await new Promise((resume) => setTimeout(resume, 100 * 2 ** turn));
      }
    }
  }

  /**
   * A whole answer: its JSON and its strokes, in the order in which they came.
   * @param {string} verb
   * @param {Known} board
   * @param {Partial<Ask>} more
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ json: any[], strokes: Uint32Array[], bytes: Uint8Array | null }>}
   */
  async whole(verb, board, more, signal) {
    const told = { json: /** @type {any[]} */ ([]), strokes: /** @type {Uint32Array[]} */ ([]), bytes: /** @type {Uint8Array | null} */ (null) };
    for await (const frame of this.ask(verb, board, more, signal)) {
      if ("json" in frame) told.json.push(frame.json);
      else if ("strokes" in frame) told.strokes.push(frame.strokes);
      else told.bytes = frame.bytes;
    }
    const refused = told.json.find((json) => json?.refused);
    if (refused) throw new Refusal(refused.refused);
    return told;
  }

  /**
   * Opens a text, or what options describe.
   * @param {Known} board
   * @param {Partial<Ask>} more
   * @param {AbortSignal} [signal]
   */
  open(board, more, signal) {
    return this.whole("open", board, more, signal);
  }

  /**
   * The board after a touch; the frames hold what it changed.
   * @param {Known} board
   * @param {NonNullable<Ask["touch"]>} touch
   * @param {Partial<Ask>} more
   * @param {AbortSignal} [signal]
   */
  touch(board, touch, more, signal) {
    return this.whole("open", board, { ...more, touch }, signal);
  }

  /**
   * The position after moves: `state`, `faults`, `moves` in words, `legal` from a square, `sources`.
   * @param {Known} board
   * @param {Move[]} moves
   * @param {[number, number] | undefined} at
   * @param {AbortSignal} [signal]
   */
  play(board, moves, at, signal) {
    return this.whole("play", board, { moves: bare(moves), ...(at ? { at } : {}) }, signal);
  }

  /**
   * The easiest next step, and the picture of it.
   * @param {Known} board
   * @param {Move[]} moves
   * @param {AbortSignal} [signal]
   */
  hint(board, moves, signal) {
    return this.whole("hint", board, { moves: bare(moves) }, signal);
  }

  /**
   * Whether the position can still be won.
   * @param {Known} board
   * @param {Move[]} moves
   * @param {Partial<Ask>} more
   * @param {AbortSignal} [signal]
   */
  verdict(board, moves, more, signal) {
    return this.whole("verdict", board, { ...more, moves: bare(moves) }, signal);
  }

  /**
   * A search of a board that is there, told while it runs.
   * @param {Known} board
   * @param {Partial<Ask>} more
   * @param {AbortSignal} signal
   */
  run(board, more, signal) {
    return this.ask("run", board, { ...more, shown: true }, signal);
  }

  /**
   * How many solutions there are. Until that is known it is told how far the count is.
   * @param {Known} board
   * @param {Partial<Ask>} more
   * @param {AbortSignal} signal
   * @param {(progress: Progress) => void} tell
   */
  async count(board, more, signal, tell) {
    for await (const frame of this.ask("count", board, { ...more, progress: true }, signal)) {
      if (!("json" in frame)) continue;
      if (frame.json.refused) throw new Refusal(frame.json.refused);
      if (!frame.json.progress) return frame.json;
      tell(frame.json.progress);
    }
    throw new Gone();
  }

  /**
   * A board made from a seed.
   * @param {string} puzzle
   * @param {Partial<Ask>} more
   * @param {AbortSignal} [signal]
   */
  generate(puzzle, more, signal) {
    return this.whole("generate", { puzzle, text: "", number: null }, more, signal);
  }

  /**
   * A picture as a file.
   * @param {Known} board
   * @param {Partial<Ask>} more
   * @param {AbortSignal} [signal]
   */
  async picture(board, more, signal) {
    const { bytes } = await this.whole("draw", board, more, signal);
    return bytes ?? new Uint8Array();
  }

  /**
   * A book of puzzles made from a seed, and its data.
   * @param {string} puzzle
   * @param {Partial<Ask>} more
   * @param {AbortSignal} [signal]
   */
  async book(puzzle, more, signal) {
    const { bytes, json } = await this.whole("book", { puzzle, text: "", number: null }, more, signal);
    return { pdf: bytes ?? new Uint8Array(), told: json[0] };
  }
}

/** How often a question is asked again where there is no room for it. */
const TURNS = 5;
/** What a question by number is answered with where the number is not known any more. */
export const FORGOTTEN = "W0106";

/**
 * Moves as they travel.
 * @param {Move[]} moves
 */
function bare(moves) {
  return moves.map(({ action, at, to, value }) => ({ action, at, to, value }));
}

export { Gone, Refusal, Server };
