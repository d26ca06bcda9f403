// @ts-check
/** Attention over a sentence and over the same words in another order, computed by the server; what differs, as numbers. */

import { part, say, scaleEnd, strip } from "../core/dom.js";
import { Plot } from "../core/plot.js";
import { infoOf, orderOf, wordOrderQuery, wordsOf } from "../core/questions.js";
import { Stage } from "../core/stage.js";
import { Tooltip } from "../core/tooltip.js";

/**
 * @typedef {import("../core/types.js").Context} Context
 * @typedef {import("../core/types.js").State} State
 */

/** With more words than these, no weight comes near 1. */
const FEW_WORDS = 6;
const CONCERNS = ["sentence", "order", "word_encoding", "mask", "strength", "base"];

export class WordOrder {
  /** @type {HTMLElement} */ #root;
  /** @type {Context} */ #page;
  /** @type {Plot} */ #plot;
  /** @type {() => void} */ #wake;
  /** @type {any} */ #shown = null;
  #newest = 0;
  #listening = new AbortController();

  /** @param {HTMLElement} root @param {Context} page @param {(figure: WordOrder) => void} wake */
  constructor(root, page, wake) {
    this.#root = root;
    this.#page = page;
    this.#wake = () => wake(this);
    const box = part(root, "plot");
    this.#plot = new Plot(box, /** @type {any} */ (page.page.figures)["word-order"], page);
    new Tooltip(box, (event) => this.#under(event), this.#listening.signal);
  }

  /** @param {State} _ @param {Set<string>} changed */
  concerns(_, changed) {
    return CONCERNS.some((name) => changed.has(name));
  }

  paint() {
    const { store, api, page } = this.#page;
    const state = store.state;
    const words = wordsOf(state, page.sentences, page.lang);
    const query = wordOrderQuery(state, words, infoOf(page.encodings, state.word_encoding));
    const turn = ++this.#newest;
    const known = api.peek("/word-order", query);
    if (known) {
      this.#show(known, state);
      return;
    }
    api.get("/word-order", query).then(
      () => turn === this.#newest && this.#wake(),
      (error) => turn === this.#newest && this.#fail(String(error.message)),
    );
  }

  settle() {
    return this.#plot.settle();
  }

  retheme() {
    this.#plot.retheme();
    if (this.#shown) this.#table(this.#shown, this.#page.store.state);
  }

  destroy() {
    this.#listening.abort();
    this.#plot.destroy();
  }

  /** @param {"png" | "svg"} format */
  download(format) {
    return this.#plot.download(format, "word-order", this.#page.format.say("site.title"));
  }

  /** @param {string} words */
  #fail(words) {
    part(this.#root, "words").textContent = words;
    this.#root.dataset.pending = "";
  }

  /** @param {any} answer @param {State} state */
  #show(answer, state) {
    this.#shown = answer;
    delete this.#root.dataset.pending;
    this.#plot.paint(this.#view(answer));
    this.#verdict(answer);
    this.#table(answer, state);
    Stage.count(this.#root);
  }

  /** @param {any} answer @returns {import("../core/plot.js").View} */
  #view(answer) {
    const count = answer.tokens.length;
    /** @param {string[]} tokens @param {boolean} reversed */
    const axis = (tokens, reversed) => ({
      range: /** @type {[number, number]} */ (reversed ? [count - 0.5, -0.5] : [-0.5, count - 0.5]), tickvals: tokens.map((_, k) => k), ticktext: tokens.map(shorten),
    });
    return {
      scale: "sequential",
      limits: [0, this.#darkest(answer)],
      axes: {
        xaxis: axis(answer.tokens, false), yaxis: axis(answer.tokens, true),
        xaxis2: axis(answer.permuted_tokens, false), yaxis2: axis(answer.permuted_tokens, true),
      },
      traces: { attention: { z: answer.attention }, permuted: { z: answer.permuted_attention } },
    };
  }

  /** Who looks at whom under the pointer. @param {PointerEvent} event */
  #under(event) {
    for (const [xaxis, yaxis, tokens, weights] of [["xaxis", "yaxis", "tokens", "attention"], ["xaxis2", "yaxis2", "permuted_tokens", "permuted_attention"]]) {
      const at = this.#plot.locate(event, String(xaxis), String(yaxis));
      if (!at || !this.#shown) continue;
      const [query, key] = [Math.round(at.y), Math.round(at.x)];
      const weight = this.#shown[String(weights)][query][key];
      const names = { query: this.#shown[String(tokens)][query], key: this.#shown[String(tokens)][key] };
      const { format } = this.#page;
      return weight === null ? format.say("weight.masked", names) : format.say("weight", { ...names, weight: format.fixed(weight, 3) });
    }
    return "";
  }

  /** @param {any} answer */
  #verdict(answer) {
    const { format } = this.#page;
    const { verdict } = answer;
    for (const name of ["per_word", "pooled", "row_by_row"]) {
      const line = /** @type {HTMLElement} */ (this.#root.querySelector(`[data-verdict="${name}"]`));
      const value = verdict[`${name}_max_abs`];
      /** @type {HTMLElement} */ (line.querySelector("output")).textContent = format.difference(value);
      /** @type {HTMLElement} */ (line.querySelector(".rounding")).textContent = format.rounding(value);
      /** @type {HTMLElement} */ (line.querySelector(".bar")).style.setProperty("--share", Math.min(1, value).toFixed(4));
    }
    const same = answer.tokens.join(" ") === answer.permuted_tokens.join(" ");
    for (const name of ["equivariant", "invariant"]) {
      const badge = /** @type {HTMLElement} */ (this.#root.querySelector(`[data-badge="${name}"]`));
      // Two equal sentences prove nothing, either way.
      badge.hidden = same;
      badge.textContent = format.say(`${name}.${verdict[name]}`);
      badge.dataset.holds = String(verdict[name]);
    }
    const alone = answer.mask === "causal" && answer.encoding === "none";
    const key = same ? "identical" : verdict.equivariant ? "same" : verdict.invariant ? "pooled_same" : alone ? "causal" : "differ";
    say(part(this.#root, "words"), format.say(`verdict.${key}`));
    const wide = part(this.#root, "wide");
    wide.hidden = answer.embeddings !== "wide";
    say(wide, format.say("vectors.wide", { width: answer.outputs[0].length }));
    say(part(this.#root, "scale"), format.say("weights.scale", { most: format.short(this.#darkest(answer)) }));
  }

  /** The weight that takes the darkest blue: less among many words, where all weights are small. @param {any} answer */
  #darkest({ tokens }) {
    return tokens.length <= FEW_WORDS ? 1 : Math.round(400 / tokens.length) / 100;
  }

  /** The output of every word in both sentences. @param {any} answer @param {State} state */
  #table(answer, state) {
    const { format } = this.#page;
    const order = orderOf(state, answer.tokens.length);
    const most = scaleEnd(answer.outputs[0].length);
    /** @param {number[]} vector */
    const cells = (vector) => {
      const cell = document.createElement("td");
      cell.append(strip(vector, most, this.#page));
      return cell;
    };
    const head = document.createElement("tr");
    for (const key of ["table.word", "table.input", "table.first", "table.second", "table.difference"]) head.append(headCell(format.say(key), "col"));
    const rows = answer.tokens.map((/** @type {string} */ token, /** @type {number} */ k) => {
      const line = document.createElement("tr");
      const difference = document.createElement("td");
      difference.className = "number";
      difference.textContent = format.difference(answer.per_word[k]);
      line.append(headCell(token, "row"), cells(answer.inputs[k]), cells(answer.outputs[k]), cells(answer.permuted_outputs[order.indexOf(k)]), difference);
      return line;
    });
    const [top, body] = [document.createElement("thead"), document.createElement("tbody")];
    top.append(head);
    body.append(...rows);
    part(this.#root, "per-word").replaceChildren(top, body);
  }
}

/** @param {string} text @param {"col" | "row"} scope */
function headCell(text, scope) {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = text;
  return cell;
}

/** Long words would run into the picture. @param {string} word */
function shorten(word) {
  return word.length > 9 ? `${word.slice(0, 8)}…` : word;
}
