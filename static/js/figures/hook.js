// @ts-check
/** The word-order demo in its smallest form: two sentences, their mean vectors, and a switch. */

import { part, scaleEnd, strip } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";
import { infoOf, wordOrderQuery, wordsOf } from "../core/questions.js";

/**
 * @typedef {import("../core/types.js").Context} Context
 * @typedef {import("../core/types.js").State} State
 */

/** The standard sentence turned round, no mask, full strength: only the positions are a choice. */
const SMALLEST = { sentence: null, order: null, mask: "none", strength: 1 };
const ON = "sinusoidal";

export default class Hook extends LiveFigure {
  /** @type {HTMLInputElement} */ #switch;

  /** @param {HTMLElement} root @param {Context} page @param {(figure: Hook) => void} wake */
  constructor(root, page, wake) {
    super(root, page, wake);
    this.#switch = /** @type {HTMLInputElement} */ (root.querySelector("[role=switch]"));
    const { signal } = this.listening;
    this.#switch.addEventListener(
      "change",
      () => page.store.set({ word_encoding: this.#switch.checked ? ON : "none" }),
      { signal },
    );
  }

  get names() {
    return ["word_encoding", "base"];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const { page } = this.page;
    const smallest = { ...state, ...SMALLEST, word_encoding: state.word_encoding === "none" ? "none" : ON };
    return {
      order: [
        "/word-order",
        wordOrderQuery(
          smallest,
          wordsOf(smallest, page.sentences, page.lang),
          infoOf(page.encodings, smallest.word_encoding),
        ),
      ],
    };
  }

  /** Have the other position of the switch ready before it is flipped. */
  finalize() {
    const { signal } = this.listening;
    for (const id of ["none", ON]) {
      // A failure is told where the answer is drawn.
      this.fetchAhead({ ...this.page.store.state, word_encoding: id }, signal).catch(() => undefined);
    }
  }

  /** @param {any} answers */
  show({ order: answer }) {
    const { format } = this.page;
    const on = answer.encoding !== "none";
    this.#switch.checked = on;
    part(this.root, "state").textContent = format.t(on ? "on" : "off");
    const most = scaleEnd(answer.pooled.length);
    const sign = document.createElement("p");
    sign.className = "hook-sign";
    sign.textContent = answer.verdict.invariant ? "=" : "≠";
    part(this.root, "rows").replaceChildren(
      this.#line(answer.tokens, answer.pooled, most),
      sign,
      this.#line(answer.permuted_tokens, answer.permuted_pooled, most),
    );
    part(this.root, "difference").textContent = format.difference(answer.verdict.pooled_max_abs);
    part(this.root, "rounding").textContent = format.rounding(answer.verdict.pooled_max_abs);
    this.root.dataset.same = String(answer.verdict.invariant);
    this.setCaption(format.t(answer.verdict.invariant ? "hook.same" : "hook.differ"));
  }

  /** @param {string[]} tokens @param {number[]} vector @param {number} most */
  #line(tokens, vector, most) {
    const line = document.createElement("div");
    line.className = "hook-line";
    const words = document.createElement("p");
    words.className = "hook-words";
    tokens.forEach((token, k) => {
      const word = document.createElement("span");
      word.textContent = token;
      words.append(word, k < tokens.length - 1 ? " " : "");
    });
    line.append(words, strip(vector, most, this.page));
    return line;
  }
}
