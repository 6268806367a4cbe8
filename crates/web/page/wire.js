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
 * The frames of a response, as they come.
 * @param {Response} response
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Frame>}
 */
async function* frames(response, signal) {
  if (!response.body) return;
  const reader = response.body.getReader();
  const words = new TextDecoder();
  /** Bytes that came and were not used yet. @type {Uint8Array[]} */
  let parts = [];
  let length = 0;
  let needed = 8;
  /** How many bytes come next. */
  let told = 0;
  try {
    for (;;) {
      const { done, value } = await whole(reader.read(), signal);
      if (done) return;
      parts.push(value);
      length += value.length;
      if (length < needed) continue;
      const bytes = joined(parts, length);
      let at = 0;
      needed = 8;
      while (bytes.length - at >= 8) {
        const head = new DataView(bytes.buffer, bytes.byteOffset + at, 8);
        const size = 4 * head.getUint32(4, true);
        if (bytes.length - at - 8 < size) {
          needed = 8 + size;
          break;
        }
        const body = bytes.slice(at + 8, at + 8 + size);
        at += 8 + size;
        const sort = head.getUint32(0, true);
        if (sort === 0) {
          yield { strokes: new Uint32Array(body.buffer) };
        } else if (sort === 1) {
          const json = JSON.parse(words.decode(body));
          told = json.bytes ?? 0;
          yield { json };
        } else {
          yield { bytes: body.subarray(0, told) };
        }
      }
      parts = [bytes.subarray(at)];
      length = bytes.length - at;
    }
  } finally {
    // Whoever stops listening stops the search.
    await reader.cancel().catch(() => {});
  }
}

/**
 * @param {Uint8Array[]} parts
 * @param {number} length
 */
function joined(parts, length) {
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
