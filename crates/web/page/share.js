// A link that reproduces what is on the page: the instance and the options, packed into the part of
// the address that never leaves the browser.

/**
 * What an address holds: the board, the tab, what was played, what is watched, and the moment.
 * @typedef {object} Shared
 * @property {string} puzzle
 * @property {string} text
 * @property {Record<string, string>} [options] that the text is read with
 * @property {string} [tab]
 * @property {import("./engine.js").Move[]} [moves]
 * @property {number} [made] how many of the moves are not taken back
 * @property {string[]} [strategies]
 * @property {number} [moment]
 * @property {"search" | "solution"} [film]
 */

/**
 * @param {Shared} shared
 * @returns {Promise<string>}
 */
export async function packed(shared) {
  const plain = new Blob([JSON.stringify(shared)]).stream();
  const bytes = await new Response(plain.pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  let text = "";
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * @param {string} fragment
 * @returns {Promise<Shared | null>}
 */
export async function unpacked(fragment) {
  try {
    const text = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const shared = await new Response(plain).json();
    return typeof shared.puzzle === "string" && typeof shared.text === "string" ? shared : null;
  } catch {
    return null;
  }
}
