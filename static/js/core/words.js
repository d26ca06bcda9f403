// @ts-check
/** Words that a reader typed: where they end, what they may hold, and how they are cut for a label. */

/** @param {[number, number][]} ranges of code points, from and to */
function oneOf(ranges) {
  const parts = ranges.map((ends) => ends.map((end) => `\\u{${end.toString(16)}}`).join("-"));
  return `[${parts.join("")}]`;
}

/** What the server does to a sentence, too: `app/web/sentences.py`. */
export class Words {
  /** @type {RegExp} */ #space;
  /** @type {RegExp} */ #refused;

  /** @param {import("./types.js").Limits} limits */
  constructor({ spaces, refused }) {
    this.#space = new RegExp(`${oneOf(spaces)}+`, "u");
    this.#refused = new RegExp(oneOf(refused), "u");
  }

  /** @param {string} sentence */
  split(sentence) {
    return sentence.split(this.#space).filter(Boolean);
  }

  /** The first character that is not allowed, as U+0001, or "". @param {string} sentence */
  refused(sentence) {
    const code = this.#refused.exec(sentence)?.[0].codePointAt(0);
    return code === undefined ? "" : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  }
}

/** How many code points a word has: what the server counts. @param {string} word */
export function lengthOf(word) {
  return [...word].length;
}

/** What a reader takes for one letter: an emoji with its skin, a letter with its accent. @type {Intl.Segmenter} */
const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A word for a label: cut between two letters if it has more than so many.
 * @param {string} word @param {number} most
 */
export function shorten(word, most) {
  const all = Array.from(letters.segment(word), ({ segment }) => segment);
  return all.length > most ? `${all.slice(0, most - 1).join("")}…` : word;
}
