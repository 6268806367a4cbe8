// The rules in a few sentences, with a picture of a move; and how such a picture is made of a hint.

import { drawn } from "./page.js";

/** @typedef {import("./picture.js").Picture} Picture */

/**
 * Shows the rules, with a picture of a move on the first board.
 * @param {import("./page.js").Page} page
 */
export async function rules(page) {
  const { puzzle, about } = page.state;
  page.store.change({ dialog: "rules" });
  const key = `${puzzle.name}/rules`;
  if (page.state.fresh.thumbs[key]) return;
  const board = { puzzle: puzzle.name, text: puzzle.examples[0].text, number: null };
  const signal = page.store.begin("rules");
  try {
    const { json: [{ rows, cols }], strokes } = await page.engine.open(board, {}, signal);
    const hint = (await page.engine.hint(board, [], signal)).strokes[0];
    if (signal.aborted || !hint) return;
    const picture = under(drawn(rows, cols, hint, null), drawn(rows, cols, strokes[0], null), about.tones);
    page.store.change({ fresh: { ...page.state.fresh, thumbs: { ...page.state.fresh.thumbs, [key]: picture } } });
  } catch {
    // Rules without a picture are rules all the same.
  }
}

/**
 * What stands on the board is seen under a hint, whose squares are framed.
 * @param {Picture} hint
 * @param {Picture} board
 * @param {string[]} tones the words for tones by their number
 */
export function under(hint, board, tones) {
  const over = ["premise", "conclusion"].map((word) => tones.indexOf(word));
  for (let cell = 0; cell < hint.tones.length; cell++) {
    if (over.includes(hint.tones[cell]) && board.tones[cell] !== 0) hint.tones[cell] = board.tones[cell];
  }
  return hint;
}
