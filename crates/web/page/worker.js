// The library in a worker: it answers one question after another, by frames. Where the browser lets a
// running program wait (JSPI), it waits when the page is slow, and stops when it is told to; elsewhere the
// page ends the worker.

/**
 * @typedef {{ module: WebAssembly.Module, nonce: number }} Begin
 * @typedef {{ turn: number, verb: string, body: string }} Question
 * @typedef {{ stop: number } | { taken: number }} Word
 */

/** Bytes that may be on the way to the page before the work waits. */
const MOST = 32 << 20;
/** Bytes of an answer where nothing can wait: what is longer is ended. */
const LONGEST = 768 << 20;

class Handler {
  /** @param {Begin} begin */
  constructor({ module, nonce }) {
    this.turn = 0;
    this.sent = 0;
    this.taken = 0;
    this.stopped = false;
    /** What goes on when the page has said something. @type {(() => void) | null} */
    this.heard = null;
    const { Suspending, promising } = /** @type {any} */ (WebAssembly);
    this.waits = typeof Suspending === "function" && typeof promising === "function";
    const pause = () => this.pause();
    const instance = new WebAssembly.Instance(module, {
      host: {
        now: () => performance.now(),
        send: (/** @type {number} */ at, /** @type {number} */ length) => this.send(at >>> 0, length >>> 0),
        pause: this.waits ? new Suspending(pause) : () => (this.sent > LONGEST ? 1 : 0),
        failed: (/** @type {number} */ at, /** @type {number} */ length) => this.failed(at >>> 0, length >>> 0),
      },
    });
    this.library = /** @type {any} */ (instance.exports);
    this.answer = this.waits ? promising(this.library.ask) : this.library.ask;
    this.library.begin(nonce);
    this.ping = new MessageChannel();
    this.ping.port1.onmessage = () => this.heard?.();
    postMessage({ waits: this.waits });
  }

  /** Lets messages in; waits while too much is on its way. */
  async pause() {
    do {
      await new Promise((resolve) => {
        this.heard = () => resolve(null);
        if (this.sent - this.taken <= MOST) this.ping.port2.postMessage(null);
      });
    } while (!this.stopped && this.sent - this.taken > MOST);
    this.heard = null;
    return this.stopped ? 1 : 0;
  }

  /** @param {number} at @param {number} length */
  send(at, length) {
    const frame = this.library.memory.buffer.slice(at, at + length);
    this.sent += length;
    postMessage({ turn: this.turn, frame }, { transfer: [frame] });
  }

  /** @param {number} at @param {number} length */
  failed(at, length) {
    const words = new TextDecoder().decode(new Uint8Array(this.library.memory.buffer, at, length));
    postMessage({ turn: this.turn, failed: words });
  }

  /** @param {Word} word */
  hear(word) {
    if ("taken" in word) this.taken += word.taken;
    else if (word.stop === this.turn) this.stopped = true;
    this.heard?.();
  }

  /** @param {Question} question */
  async ask({ turn, verb, body }) {
    Object.assign(this, { turn, sent: 0, taken: 0, stopped: false });
    const words = new TextEncoder();
    const parts = [words.encode(verb), words.encode(body)];
    const at = this.library.room(parts[0].length + parts[1].length) >>> 0;
    if (at === 0) throw new RangeError("memory");
    const room = new Uint8Array(this.library.memory.buffer, at);
    room.set(parts[0]);
    room.set(parts[1], parts[0].length);
    await this.answer(parts[0].length);
    postMessage({ turn, done: true, memory: this.library.memory.buffer.byteLength });
  }
}

/** Who answers, once the library is there. @type {{ handler: Handler | null }} */
const state = { handler: null };

addEventListener("message", async ({ data }) => {
  try {
    if ("module" in data) state.handler = new Handler(data);
    else if ("verb" in data) await state.handler?.ask(data);
    else state.handler?.hear(data);
  } catch (fault) {
    // A program that has failed is in no state to go on: the page ends this worker.
    postMessage({ turn: data.turn ?? 0, broken: String(fault) });
  }
});
