// Who carries questions to workers that hold the library: the page without a server. One worker keeps the
// boards and answers what takes moments; what takes longer is done by others, so that the page can go on
// asking, and is ended with its worker where it does not stop when it is told to.

import { Gone, Refusal } from "./wire.js";

/** @typedef {import("./wire.js").Frame} Frame */
/** @typedef {import("./engine.js").Ask} Ask */
/** @typedef {{ frame: ArrayBuffer } | { done: number } | { broken: string }} Told */

/** Where the library lies: compiled, packed by gzip under a name that no host unpacks by itself. */
const LIBRARY = "library.wasmz";
/** What needs the boards that are known by a number, and takes moments. */
const QUICK = new Set(["about", "open", "play"]);
/** Workers for the rest. */
const MOST = 4;
/** Bytes that an idle worker may hold: memory is given back only when it ends. */
const ROOM = 256 << 20;
/** Milliseconds until a worker that was told to stop is ended. */
const PATIENCE = 250;
/** Numbers of boards below this count boards of one worker; above, they tell the worker. */
const COUNTED = 2 ** 32;

/** One worker. */
class Hand {
  /** @param {WebAssembly.Module} module @param {number} nonce */
  constructor(module, nonce) {
    this.nonce = nonce;
    this.turn = 0;
    this.waits = false;
    this.alive = true;
    /** Who waits until the present answer is over. @type {Promise<void> | null} */
    this.busy = null;
    /** Whether somebody is about to ask: nobody else may. */
    this.taken = false;
    /** @type {(told: Told) => void} */
    this.tell = () => {};
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "tabuleiro" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.break(event.message);
    this.worker.postMessage({ module, nonce });
  }

  /** @param {any} data */
  hear(data) {
    if ("waits" in data) this.waits = data.waits;
    else if ("broken" in data) this.break(data.broken);
    else if (data.turn !== this.turn) return;
    else if ("frame" in data) this.tell({ frame: data.frame });
    else if ("done" in data) this.tell({ done: data.memory });
    else if ("failed" in data) this.words = data.failed;
  }

  /** @param {string} why */
  break(why) {
    this.end();
    this.tell({ broken: this.words ?? why });
  }

  end() {
    this.alive = false;
    this.worker.terminate();
  }

  /** Takes the worker for the next question, if nobody has. */
  take() {
    if (this.busy || this.taken || !this.alive) return false;
    this.taken = true;
    return true;
  }

  /**
   * The frames of an answer, as they come, for whoever has taken the worker.
   * @param {string} verb
   * @param {string} body
   * @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<ArrayBuffer>}
   */
  async *ask(verb, body, signal) {
    this.taken = false;
    if (!this.alive) throw new Gone(this.words);
    const turn = ++this.turn;
    /** @type {Told[]} */
    const come = [];
    let wake = () => {};
    let over = () => {};
    this.busy = new Promise((resolve) => (over = () => resolve()));
    this.tell = (told) => {
      come.push(told);
      wake();
    };
    const stop = () => wake();
    signal?.addEventListener("abort", stop);
    this.worker.postMessage({ turn, verb, body });
    let done = false;
    try {
      while (!done) {
        if (signal?.aborted) throw signal.reason;
        const told = come.shift();
        if (!told) {
          await new Promise((resolve) => (wake = () => resolve(null)));
        } else if ("frame" in told) {
          this.worker.postMessage({ taken: told.frame.byteLength });
          yield told.frame;
        } else if ("done" in told) {
          done = true;
          if (told.done > ROOM) this.full = true;
        } else {
          done = true;
          throw new Gone(told.broken);
        }
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      // A reader that cancels the stream stops the work.
      if (!done && this.alive) await this.quiet(turn, come);
      this.tell = () => {};
      this.busy = null;
      over();
    }
  }

  /**
   * Has the present work stop, and ends the worker if it does not.
   * @param {number} turn
   * @param {Told[]} come
   */
  async quiet(turn, come) {
    if (!this.waits || come.some((told) => "done" in told)) {
      if (!come.some((told) => "done" in told)) this.end();
      return;
    }
    const stopped = new Promise((resolve) => {
      this.tell = (told) => {
        if ("frame" in told) this.worker.postMessage({ taken: told.frame.byteLength });
        else resolve(true);
      };
    });
    for (const told of come) if ("frame" in told) this.worker.postMessage({ taken: told.frame.byteLength });
    this.worker.postMessage({ stop: turn });
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, false));
    if (!(await Promise.race([stopped, late]))) this.end();
  }
}

/** Carries questions to workers. */
export class Workers {
  constructor() {
    this.name = "worker";
    /** A text costs nothing on its way here. */
    this.near = true;
    /** @type {Promise<WebAssembly.Module> | null} */
    this.module = null;
    /** Who keeps the boards. @type {Hand | null} */
    this.home = null;
    /** @type {Hand[]} */
    this.others = [];
    this.nonce = Math.floor(Math.random() * 0xfffff);
  }

  /** The library, compiled once. */
  library() {
    this.module ??= fetched().catch((fault) => {
      this.module = null;
      throw new Gone(String(fault));
    });
    return this.module;
  }

  async hire() {
    const module = await this.library();
    this.nonce = (this.nonce + 1) % 0x100000;
    return new Hand(module, this.nonce);
  }

  /** The worker with the boards. */
  async keeper() {
    if (!this.home?.alive) {
      const hired = await this.hire();
      if (this.home?.alive) hired.end();
      else this.home = hired;
    }
    return /** @type {Hand} */ (this.home);
  }

  /** A worker that does nothing else. @returns {Promise<Hand>} */
  async helper() {
    for (;;) {
      this.others = this.others.filter((hand) => {
        if (hand.alive && !hand.busy && hand.full) hand.end();
        return hand.alive;
      });
      const idle = this.others.find((hand) => hand.take());
      if (idle) return idle;
      if (this.others.length < MOST) {
        const hired = await this.hire();
        this.others.push(hired);
        if (hired.take()) return hired;
      }
      await Promise.race(this.others.map((hand) => hand.busy ?? soon()));
    }
  }

  /** Has a worker at hand before one is needed. */
  async prepare() {
    if (this.others.length === 0) this.others.push(await this.hire());
  }

  /** @param {string} lang */
  async about(lang) {
    const hand = await this.free();
    for await (const frame of hand.ask("about", lang)) return { ...JSON.parse(text(frame)), engine: { name: this.name } };
    throw new Gone();
  }

  /** The worker with the boards, when it has nothing to do. */
  async free() {
    for (;;) {
      const hand = await this.keeper();
      if (hand.take()) return hand;
      await (hand.busy ?? soon());
    }
  }

  /**
   * @param {string} verb
   * @param {Ask} body
   * @param {{ signal?: AbortSignal }} how
   * @returns {AsyncGenerator<Frame>}
   */
  async *request(verb, body, { signal }) {
    const known = body.known ?? null;
    if (QUICK.has(verb)) {
      const asked = known === null ? body : { ...body, text: null };
      yield* this.read((await this.free()).ask(verb, JSON.stringify(asked), signal), null);
      return;
    }
    // The others know no boards by number: they are told the text.
    const asked = known === null ? body : { ...body, known: undefined, text: body.text ?? (await this.text(body, known, signal)) };
    const hand = await this.helper();
    yield* this.read(hand.ask(verb, JSON.stringify(asked), signal), known);
  }

  /**
   * The text of a board that is known by a number.
   * @param {Ask} body
   * @param {number} known
   * @param {AbortSignal} [signal]
   */
  async text(body, known, signal) {
    const { puzzle, options, lang } = body;
    for await (const frame of this.request("open", { puzzle, text: body.text, known, options, lang }, { signal })) {
      if ("json" in frame) return frame.json.text;
    }
    throw new Gone();
  }

  /**
   * Frames as the page takes them. A refusal that comes first is thrown.
   * @param {AsyncIterable<ArrayBuffer>} frames
   * @param {number | null} known the number that stands for the board here
   * @returns {AsyncGenerator<Frame>}
   */
  async *read(frames, known) {
    let bytes = 0;
    let first = true;
    for await (const frame of frames) {
      const [sort] = new Uint32Array(frame, 0, 1);
      if (sort === 0) {
        yield { strokes: new Uint32Array(frame, 8) };
      } else if (sort === 1) {
        const json = JSON.parse(text(frame));
        if (first && json.refused) throw new Refusal(json.refused);
        bytes = json.bytes ?? 0;
        if ("number" in json) json.number = this.owned(json.number) ? json.number : known;
        yield { json };
      } else {
        yield { bytes: new Uint8Array(frame, 8, bytes) };
      }
      first = false;
    }
  }

  /** Whether a number is one of the worker that keeps the boards. @param {number} number */
  owned(number) {
    return Math.floor(number / COUNTED) === this.home?.nonce;
  }
}

/** Over when others have had their turn. */
function soon() {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The words of a frame. @param {ArrayBuffer} frame */
function text(frame) {
  return new TextDecoder().decode(new Uint8Array(frame, 8));
}

/** Fetches the library and compiles it while it comes. */
async function fetched() {
  const response = await fetch(new URL(LIBRARY, import.meta.url));
  if (!response.ok || !response.body) throw new Error(`${response.status} ${response.statusText}`);
  const plain = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(plain, { headers: { "content-type": "application/wasm" } }));
}
