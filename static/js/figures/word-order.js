// @ts-check
/**
 * Attention over a sentence and over the same words in another order, computed by the server; what differs, as numbers.
 */

import { part, scaleEnd, setText, showDifference, strip } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";
import { infoOf, orderOf, wordOrderQuery, wordsOf } from "../core/questions.js";
import { shorten } from "../core/words.js";

/**
 * @typedef {import("../core/types.js").State} State
 */

/** With more words than these, no weight comes near 1. */
const FEW_WORDS = 6;
/** Longer words would run into the picture. */
const LONGEST_LABEL = 9;
const NAMES = ["sentence", "order", "word_encoding", "mask", "strength", "base"];

export default class WordOrder extends LiveFigure {
  get names() {
    return NAMES;
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const { page } = this.page;
    const words = wordsOf(state, page.sentences, page.lang);
    return { order: ["/word-order", wordOrderQuery(state, words, infoOf(page.encodings, state.word_encoding))] };
  }

  /** @param {any} answers @param {State} state */
  show({ order }, state) {
    this.plot?.paint(this.#view(order));
    this.#verdict(order);
    this.#table(order, state);
  }

  /** @param {any} answer @returns {import("../core/plot.js").View} */
  #view(answer) {
    const count = answer.tokens.length;
    /** @param {string[]} tokens @param {boolean} reversed */
    const axis = (tokens, reversed) => ({
      range: /** @type {[number, number]} */ (reversed ? [count - 0.5, -0.5] : [-0.5, count - 0.5]),
      tickvals: tokens.map((_, k) => k),
      ticktext: tokens.map((word) => shorten(word, LONGEST_LABEL)),
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

  /**
   * Who looks at whom under the pointer.
   * @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers
   */
  under(event, plot, { order }) {
    for (const [xaxis, yaxis, tokens, weights] of [
      ["xaxis", "yaxis", "tokens", "attention"],
      ["xaxis2", "yaxis2", "permuted_tokens", "permuted_attention"],
    ]) {
      const at = plot.locate(event, String(xaxis), String(yaxis));
      if (!at) continue;
      const [query, key] = [Math.round(at.y), Math.round(at.x)];
      const weight = order[String(weights)][query][key];
      const names = { query: order[String(tokens)][query], key: order[String(tokens)][key] };
      const { format } = this.page;
      return weight === null
        ? format.t("weight.masked", names)
        : format.t("weight", { ...names, weight: format.fixed(weight, 3) });
    }
    return "";
  }

  /** @param {any} answer */
  #verdict(answer) {
    const { format } = this.page;
    const { verdict } = answer;
    for (const name of ["per_word", "pooled", "row_by_row"]) {
      const line = /** @type {HTMLElement} */ (this.root.querySelector(`[data-verdict="${name}"]`));
      const value = verdict[`${name}_max_abs`];
      showDifference(line, value, format.difference(value), format.rounding(value));
    }
    const same = answer.tokens.join(" ") === answer.permuted_tokens.join(" ");
    for (const name of ["equivariant", "invariant"]) {
      const badge = /** @type {HTMLElement} */ (this.root.querySelector(`[data-badge="${name}"]`));
      // Two equal sentences prove nothing, either way.
      badge.hidden = same;
      badge.textContent = format.t(`${name}.${verdict[name]}`);
      badge.dataset.holds = String(verdict[name]);
    }
    const alone = answer.mask === "causal" && answer.encoding === "none";
    const key = same
      ? "identical"
      : verdict.equivariant
        ? "same"
        : verdict.invariant
          ? "pooled_same"
          : alone
            ? "causal"
            : "differ";
    this.setCaption(format.t(`verdict.${key}`));
    const wide = part(this.root, "wide");
    wide.hidden = answer.embeddings !== "wide";
    setText(wide, format.t("vectors.wide", { width: answer.outputs[0].length }));
    setText(part(this.root, "scale"), format.t("weights.scale", { most: format.short(this.#darkest(answer)) }));
  }

  /** The weight that takes the darkest blue: less among many words, where all weights are small. @param {any} answer */
  #darkest({ tokens }) {
    return tokens.length <= FEW_WORDS ? 1 : Math.round(400 / tokens.length) / 100;
  }

  /** The output of every word in both sentences. @param {any} answer @param {State} state */
  #table(answer, state) {
    const { format } = this.page;
    const order = orderOf(state, answer.tokens.length);
    const most = scaleEnd(answer.outputs[0].length);
    /** @param {number[]} vector */
    const cells = (vector) => {
      const cell = document.createElement("td");
      cell.append(strip(vector, most, this.page));
      return cell;
    };
    const head = document.createElement("tr");
    for (const key of ["table.word", "table.input", "table.first", "table.second", "table.difference"])
      head.append(headCell(format.t(key), "col"));
    const rows = answer.tokens.map((/** @type {string} */ token, /** @type {number} */ k) => {
      const line = document.createElement("tr");
      const difference = document.createElement("td");
      difference.className = "number";
      difference.textContent = format.difference(answer.per_word[k]);
      line.append(
        headCell(token, "row"),
        cells(answer.inputs[k]),
        cells(answer.outputs[k]),
        cells(answer.permuted_outputs[order.indexOf(k)]),
        difference,
      );
      return line;
    });
    const [top, body] = [document.createElement("thead"), document.createElement("tbody")];
    top.append(head);
    body.append(...rows);
    part(this.root, "per-word").replaceChildren(top, body);
  }
}

/** @param {string} text @param {"col" | "row"} scope */
function headCell(text, scope) {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = text;
  return cell;
}
