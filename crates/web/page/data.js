// What the page is told, as types: of the puzzles, of a game, of a hint. Puzzles are data here.

/** @typedef {import("./engine.js").Move} Move */
/** @typedef {[number, number]} Place a square as row and column from 1 */

/**
 * What an option takes. `flag` nothing; `number` and `size` within bounds; `choice` one of its choices.
 * @typedef {object} Takes
 * @property {"flag" | "number" | "choice" | "size" | "cell" | "text" | "file"} type
 * @property {number} [least]
 * @property {number} [most]
 * @property {string | number} [default]
 * @property {{ value: string, title: string }[]} [choices]
 */
/** @typedef {{ name: string, title: string, help?: string, value: string | null, role: string, takes?: Takes, instead?: boolean, strategies?: string[] }} Option `instead`: it describes a board in place of a text */
/** @typedef {{ name: string, title: string, about?: string, help?: string, complete: boolean }} Strategy */
/** @typedef {{ name: string, title: string, line?: string, text: string }} Example a board, and what makes one curious */
/** @typedef {{ name: string, title: string, of: "cell" | "pair" | "value" }} Tool a brush or an action */
/**
 * A guided lesson: captions, each with a board and a moment of a search on it.
 * @typedef {{ name: string, title: string, steps: { caption: string, text: string, strategy: string | null, moment: number | null }[] }} Lesson
 */
/**
 * @typedef {object} Puzzle
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string} rules
 * @property {string[]} [brief] the rules in three sentences
 * @property {string} best
 * @property {Strategy[]} strategies
 * @property {Option[]} options
 * @property {Example[]} examples
 * @property {Example[]} [gallery]
 * @property {Tool[]} brushes
 * @property {Tool[]} [actions] none if it cannot be played
 * @property {{ name: string, title: string, about: string }[]} [techniques]
 * @property {Record<string, string>} [legend] words for tones that mean something of its own
 * @property {Lesson[]} [lessons]
 * @property {"chess" | "numbers"} coordinates how squares are named: `e6`, or by row and column
 * @property {string[]} [levels]
 * @property {boolean} [game] whether a solution is a game, to be shown move by move
 */
/** @typedef {import("./paint.js").Theme & { name: string }} NamedTheme */
/**
 * @typedef {object} About
 * @property {string} version
 * @property {string} lang
 * @property {string[]} langs
 * @property {Record<string, string>} words
 * @property {string[]} tones
 * @property {NamedTheme[]} themes
 * @property {Puzzle[]} puzzles
 */
/** @typedef {{ text: string, squares: Place[] }} BrokenRule */
/**
 * The answer to `play`.
 * @typedef {object} Position
 * @property {string} text
 * @property {"going" | "won" | "stuck"} state
 * @property {BrokenRule[]} faults
 * @property {(Move & { said: string })[]} moves
 * @property {Move[]} [legal] from the square that was asked about
 * @property {Place[]} [sources] squares with a legal move; absent on large boards
 */
/**
 * @typedef {object} Step
 * @property {string} technique
 * @property {number} cost
 * @property {string} where
 * @property {string} why
 * @property {string[]} story
 * @property {Move[]} moves
 * @property {{ premise: Place[], conclusion: Place[] }} squares
 */
/** @typedef {{ advice: "step" | "won" | "faulty" | "lost" | "nothing", words?: string, step?: Step | null, faults?: BrokenRule[] }} Hint */
/**
 * @typedef {object} Verdict
 * @property {"won" | "lost" | "unknown"} outcome
 * @property {Move[]} [continuation]
 * @property {number | null} [since] after how many moves it could last be won
 * @property {string[] | string} [words]
 * @property {string | null} [proof] as text
 */

export {};
