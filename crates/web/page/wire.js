// How questions and answers travel to the server and back. An answer is frames of little-endian words
// of 32 bits: sort, length in words, words. Sort 0 is strokes, sort 1 is JSON, sort 2 is bytes, whose
// number is told by the JSON before them. Browsers run on little-endian machines.

/** @typedef {{ strokes: Uint32Array } | { json: any } | { bytes: Uint8Array }} Frame */

/**
 * What is wrong with a question.
 * @typedef {object} Fault
 * @property {string} [code]
 * @property {string} [file]
 * @property {string} [text] all of it, as a terminal shows it
 * @property {string} [message]
 * @property {string} [help]
 * @property {number} [line]
 * @property {number} [column]
 * @property {number} [busy]
 */

/** A question that was refused. */
export class Refusal extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message ?? "");
    this.fault = fault;
  }
}

/** Nobody answers. */
export class Gone extends Error {}

/** The server that the page came from. */
export class Server {
  constructor() {
    this.name = "server";
  }

  /** @param {string} lang */
  async about(lang) {
    const response = await reached(fetch(`/api/about?lang=${encodeURIComponent(lang)}`));
    return whole(response.json());
  }

  /**
   * @param {string} verb
   * @param {import("./engine.js").Ask} body
   * @param {{ signal?: AbortSignal }} how
   * @returns {AsyncGenerator<Frame>}
   */
  async *request(verb, body, { signal }) {
    const response = await reached(
      fetch(`/api/${verb}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal,
      }),
      signal,
    );
    if (!response.ok) throw new Refusal(await refusal(response));
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("application/json")) {
      yield { json: await whole(response.json(), signal) };
    } else {
      yield* frames(response, signal);
    }
  }
}

/** @param {Response} response @returns {Promise<Fault>} */
async function refusal(response) {
  const told = await response.json().catch(() => null);
  return told && typeof told === "object" ? told : { message: `${response.status} ${response.statusText}` };
}

/**
 * A response, unless nobody answers.
 * @param {Promise<Response>} asked
 * @param {AbortSignal} [signal]
 */
function reached(asked, signal) {
  return whole(asked, signal);
}

/**
 * What comes whole or not at all.
 * @template T
 * @param {Promise<T>} coming
 * @param {AbortSignal} [signal]
 */
async function whole(coming, signal) {
  try {
    return await coming;
  } catch (fault) {
    if (signal?.aborted) throw fault;
    throw new Gone(String(fault));
  }
}

/**
 * The frames of a response, as they come. What comes is copied once, to where the frame stays.
 * @param {Response} response
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Frame>}
 */
async function* frames(response, signal) {
  if (!response.body) return;
  const reader = response.body.getReader();
  const words = new TextDecoder();
  const head = new Uint32Array(2);
  /** Bytes of what comes now, the head of a frame or its body, and how many are there. */
  let [part, filled] = [new Uint8Array(head.buffer), 0];
  let inHead = true;
  /** How many bytes come next. */
  let told = 0;
  try {
    for (;;) {
      const { done, value } = await whole(reader.read(), signal);
      if (done) return;
      for (let at = 0; at < value.length; ) {
        const more = Math.min(part.length - filled, value.length - at);
        part.set(value.subarray(at, at + more), filled);
        [at, filled] = [at + more, filled + more];
        if (filled < part.length) break;
        if (inHead) {
          [part, filled, inHead] = [new Uint8Array(4 * head[1]), 0, false];
          if (part.length > 0) continue;
        }
        const body = part;
        [part, filled, inHead] = [new Uint8Array(head.buffer), 0, true];
        if (head[0] === 0) {
          yield { strokes: new Uint32Array(body.buffer) };
        } else if (head[0] === 1) {
          const json = JSON.parse(words.decode(body));
          told = json.bytes ?? 0;
          yield { json };
        } else {
          yield { bytes: body.subarray(0, told) };
        }
      }
    }
  } finally {
    // A reader that cancels the stream stops the search.
    await reader.cancel().catch(() => {});
  }
}
