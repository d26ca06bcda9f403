// @ts-check
/** The word-order demo in its smallest form: two sentences, their mean vectors, and a switch. */

import { part, say, scaleEnd, strip } from "../core/dom.js";
import { infoOf, wordOrderQuery, wordsOf } from "../core/questions.js";
import { Stage } from "../core/stage.js";

/**
 * @typedef {import("../core/types.js").Context} Context
 * @typedef {import("../core/types.js").State} State
 */

/** The standard sentence turned round, no mask, full strength: only the positions are a choice. */
const SMALLEST = { sentence: null, order: null, mask: "none", strength: 1 };
const ON = "sinusoidal";

export class Hook {
  /** @type {HTMLElement} */ #root;
  /** @type {Context} */ #page;
  /** @type {() => void} */ #wake;
  /** @type {HTMLInputElement} */ #switch;
  #newest = 0;

  /** @param {HTMLElement} root @param {Context} page @param {(figure: Hook) => void} wake */
  constructor(root, page, wake) {
    this.#root = root;
    this.#page = page;
    this.#wake = () => wake(this);
    this.#switch = /** @type {HTMLInputElement} */ (root.querySelector("[role=switch]"));
    this.#switch.addEventListener("change", () => page.store.set({ word_encoding: this.#switch.checked ? ON : "none" }));
  }

  /** @param {State} _ @param {Set<string>} changed */
  concerns(_, changed) {
    return changed.has("word_encoding") || changed.has("base");
  }

  paint() {
    const { store, api, page } = this.#page;
    /** @type {State} */
    const state = { ...store.state, ...SMALLEST, word_encoding: store.state.word_encoding === "none" ? "none" : ON };
    const query = wordOrderQuery(state, wordsOf(state, page.sentences, page.lang), infoOf(page.encodings, state.word_encoding));
    const turn = ++this.#newest;
    const known = api.peek("/word-order", query);
    if (known) return this.#show(known);
    api.get("/word-order", query).then(
      () => turn === this.#newest && this.#wake(),
      (error) => turn === this.#newest && (part(this.#root, "words").textContent = String(error.message)),
    );
  }

  /** Have the other position of the switch ready before it is flipped. */
  settle() {
    const { store, api, page } = this.#page;
    for (const id of ["none", ON]) {
      const state = { ...store.state, ...SMALLEST, word_encoding: id };
      api.get("/word-order", wordOrderQuery(state, wordsOf(state, page.sentences, page.lang), infoOf(page.encodings, id))).catch(() => {
        // Said where it is drawn.
      });
    }
  }

  retheme() {
    this.paint();
  }

  destroy() {
    part(this.#root, "rows").replaceChildren();
  }

  /** @param {any} answer */
  #show(answer) {
    const { format } = this.#page;
    const on = answer.encoding !== "none";
    this.#switch.checked = on;
    part(this.#root, "state").textContent = format.say(on ? "on" : "off");
    const most = scaleEnd(answer.pooled.length);
    const sign = document.createElement("p");
    sign.className = "hook-sign";
    sign.textContent = answer.verdict.invariant ? "=" : "≠";
    part(this.#root, "rows").replaceChildren(
      this.#line(answer.tokens, answer.pooled, most), sign, this.#line(answer.permuted_tokens, answer.permuted_pooled, most),
    );
    part(this.#root, "difference").textContent = format.difference(answer.verdict.pooled_max_abs);
    part(this.#root, "rounding").textContent = format.rounding(answer.verdict.pooled_max_abs);
    this.#root.dataset.same = String(answer.verdict.invariant);
    say(part(this.#root, "words"), format.say(answer.verdict.invariant ? "hook.same" : "hook.differ"));
    Stage.count(this.#root);
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
    line.append(words, strip(vector, most, this.#page));
    return line;
  }
}
