// How questions and answers travel. An answer is frames of little-endian words of 32 bits: sort,
// length in words, words. Sort 0 is strokes, sort 1 is JSON. Browsers run on little-endian machines.

/**
 * What is asked: an instance, and what is to be done with it.
 * @typedef {object} Ask
 * @property {string} puzzle
 * @property {string | null} text
 * @property {number | null} [known] in place of a text: the number under which the instance was shown
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
 */

/**
 * What is wrong with a question.
 * @typedef {object} Fault
 * @property {string} [code]
 * @property {string} [file]
 * @property {string} [text]
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

/**
 * Asks, and gives the response if it is not a refusal.
 * @param {string} what
 * @param {Ask} ask
 * @param {AbortSignal} [signal]
 */
export async function post(what, ask, signal) {
  const response = await fetch(`/api/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ask),
    signal,
  });
  if (response.ok) return response;
  throw new Refusal(await response.json().catch(() => ({ message: response.statusText })));
}

/**
 * The frames of a response, as they come.
 * @param {Response} response
 * @returns {AsyncGenerator<{ strokes: Uint32Array } | { json: any }>}
 */
export async function* frames(response) {
  if (!response.body) return;
  const reader = response.body.getReader();
  const words = new TextDecoder();
  /** Bytes that came and were not used yet. @type {Uint8Array[]} */
  let parts = [];
  let length = 0;
  let needed = 8;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parts.push(value);
      length += value.length;
      if (length < needed) continue;
      let bytes = joined(parts, length);
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
        yield head.getUint32(0, true) === 0
          ? { strokes: new Uint32Array(body.buffer) }
          : { json: JSON.parse(words.decode(body)) };
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
