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
 * @property {{ nodes: string, seconds: string }} [limits] of a search, where they are not the usual ones
 * @property {number} [moment]
 * @property {"search" | "solution"} [film]
 */

const isText = (/** @type {any} */ value) => typeof value === "string";
const areTexts = (/** @type {any} */ value) => value !== null && typeof value === "object" && Object.values(value).every(isText);
/** What each part has to be: what is not is of another version, and left out. @type {Record<keyof Shared, (value: any) => boolean>} */
const PARTS = {
  puzzle: isText,
  text: isText,
  options: areTexts,
  tab: isText,
  moves: (value) => Array.isArray(value) && value.every((move) => Array.isArray(move?.at)),
  made: Number.isInteger,
  strategies: (value) => Array.isArray(value) && areTexts(value),
  limits: (value) => areTexts(value) && isText(value.nodes) && isText(value.seconds),
  moment: Number.isInteger,
  film: (value) => value === "search" || value === "solution",
};

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
    const told = Object.entries(await new Response(plain).json());
    const parts = /** @type {Record<string, (value: any) => boolean>} */ (PARTS);
    const shared = Object.fromEntries(told.filter(([name, value]) => Object.hasOwn(parts, name) && parts[name](value)));
    return "puzzle" in shared && "text" in shared ? /** @type {any} */ (shared) : null;
  } catch {
    return null;
  }
}
