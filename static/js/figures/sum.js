// @ts-check
/**
 * Word plus position for two tokens: the vectors as strips, their score as four terms, and what can be read from the
 * sum.
 */

import { part, setText } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";
import { wordsOf } from "../core/questions.js";
import { shorten } from "../core/words.js";

/**
 * @typedef {import("../core/types.js").State} State
 * @typedef {import("../core/plot.js").View} View
 *
 * @typedef {object} Answer  an answer of /sum; of a matrix, rows are queries and columns keys
 * @property {string[]} tokens
 * @property {{positions: number[], d_model: number, strength: number, embedding_scale: string}} parameters
 * @property {number[][]} word_vectors
 * @property {number[][]} position_vectors
 * @property {number[][]} inputs
 * @property {{word: number[], position: number[], input: number[]}} norms
 * @property {(number | null)[][]} angle  degrees
 * @property {Record<string, number[][]>} terms
 * @property {number[][]} score
 * @property {{words: number, positions: number, of: number}} read_back
 */

const TERMS = ["word_word", "word_position", "position_word", "position_position"];
/** What the terms and their sum are called, in the same order. */
const NAMES = ["sum.word_word", "sum.word_position", "sum.position_word", "sum.position_position", "sum.score"];
/** The colours of the strips end here: word vectors have entries up to about 1.7, positions up to 1. */
const SCALE_END = 2;
/** Longer words would run out of the picture. */
const LONGEST_LABEL = 12;
/** Of the way to the next line of dots. */
const SPREAD = 0.8;
/** Between a bar and its number, as a part of the axis. */
const GAP = 0.012;

export default class Sum extends LiveFigure {
  get names() {
    return [
      "sentence",
      "sum_words",
      "sum_first",
      "sum_second",
      "d_model",
      "base",
      "layout",
      "variant",
      "strength",
      "embedding_scale",
    ];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const { page, format } = this.page;
    const words = wordsOf(state, page.sentences, page.lang);
    const first = words[0] ?? "";
    const { d_model, base, layout, variant, strength, embedding_scale } = state;
    const common = { d_model, base, layout, variant, strength, embedding_scale };
    return {
      pair: [
        "/sum",
        {
          sentence: `${first} ${state.sum_words === "same" ? first : words.at(-1)}`,
          positions: `${state.sum_first},${state.sum_second}`,
          ...common,
        },
      ],
      // Every word of the sample at every position: how much of both can be read from the sums.
      crowd: ["/sum", { sentence: format.t("sum.sample"), ...common, precision: 2 }],
    };
  }

  /** @param {{pair: Answer, crowd: Answer}} answers @param {State} state */
  show({ pair, crowd }, state) {
    this.plot?.paint(this.#view(pair, crowd));
    this.#norms(pair);
    this.#readout(pair, crowd);
    this.setCaption(this.#remarks(pair, state).join(" "));
  }

  /** @param {Answer} pair @param {Answer} crowd @returns {View} */
  #view(pair, crowd) {
    const { format } = this.page;
    const width = pair.parameters.d_model;
    const columns = { range: /** @type {[number, number]} */ ([-0.5, width - 0.5]) };
    /** @param {number} k */
    const strips = (k) => ({
      range: /** @type {[number, number]} */ ([2.5, -0.5]),
      tickvals: [0, 1, 2],
      ticktext: [
        shorten(pair.tokens[k] ?? "", LONGEST_LABEL),
        `+ ${format.t("sum.row", { pos: format.short(pair.parameters.positions[k] ?? 0) })}`,
        `= ${format.t("sum.input")}`,
      ],
    });
    /** @param {number} k */
    const rows = (k) => ({ z: [pair.word_vectors[k] ?? [], pair.position_vectors[k] ?? [], pair.inputs[k] ?? []] });
    const count = crowd.tokens.length;
    return {
      scale: "diverging",
      limits: [-SCALE_END, SCALE_END],
      axes: {
        xaxis: columns,
        yaxis: strips(0),
        xaxis2: columns,
        yaxis2: strips(1),
        xaxis4: {
          range: [0, 180],
          tickvals: [0, 45, 90, 135, 180],
          ticktext: [0, 45, 90, 135, 180].map((angle) => this.#degrees(angle, 0)),
        },
        yaxis4: { range: [count + 1.2, -1] },
        ...this.#termAxes(pair),
      },
      traces: {
        first: rows(0),
        second: rows(1),
        ...this.#termTraces(pair),
        "right-angle": { x: [90, 90], y: [-1, count + 1.2] },
        // One line a position; the words of a line a little below each other, so that dots do not hide dots.
        angles: {
          x: crowd.angle.flat(),
          y: crowd.angle.flatMap((row, word) => row.map((_, k) => k + SPREAD * (word / count - 0.5))),
        },
        "own-angles": { x: [pair.angle[0]?.[0] ?? null, pair.angle[1]?.[1] ?? null], y: [count + 0.1, count + 0.1] },
      },
    };
  }

  /** The terms one after the other, each from where the last one ended, and the score from 0. @param {Answer} pair */
  #termTraces(pair) {
    const { format } = this.page;
    const values = terms(pair);
    const score = pair.score[0]?.[1] ?? 0;
    const [low, high] = this.#termRange(pair);
    const gap = GAP * (high - low);
    const [w, wp, pw, p] = /** @type {[[number, number], [number, number], [number, number], [number, number]]} */ (
      stacked(values)
    );
    /** @param {[number, number]} span @param {number} y */
    const bar = (span, y) => ({ x: span, y: [y, y] });
    const ends = [w, wp, pw, p].map(([, end]) => end);
    return {
      zero: { x: [0, 0], y: [-0.6, 4.6] },
      joins: { x: ends.flatMap((end) => [end, end, null]), y: ends.flatMap((_, k) => [k, k + 1, null]) },
      "term-words": bar(w, 0),
      "term-mixed": { x: [...wp, null, ...pw], y: [1, 1, null, 2, 2] },
      "term-positions": bar(p, 3),
      score: bar([0, score], 4),
      values: {
        x: [...[w, wp, pw, p].map(([from, to]) => Math.max(from, to) + gap), Math.max(0, score) + gap],
        y: [0, 1, 2, 3, 4],
        text: [...values, score].map((value) => format.fixed(value, 3)),
      },
    };
  }

  /** @param {Answer} pair @returns {Record<string, import("../core/plot.js").AxisData>} */
  #termAxes(pair) {
    const names = NAMES.map((name) => this.page.format.t(name));
    return {
      xaxis3: { range: this.#termRange(pair) },
      yaxis3: { range: [4.6, -0.6], tickvals: names.map((_, k) => k), ticktext: names },
    };
  }

  /**
   * Round ends move seldom, so that a slider moves the bars and not the axis; numbers need room on the right.
   * @param {Answer} pair @returns {[number, number]}
   */
  #termRange(pair) {
    const reached = stacked(terms(pair)).flat();
    const [least, most] = [Math.min(...reached), Math.max(...reached)];
    const unit = roundUp(Math.max(most, -least) / 4);
    return [(Math.floor(least / unit) - 0.2) * unit, (Math.max(1, Math.ceil(most / unit)) + 1.4) * unit];
  }

  /** @param {number | null | undefined} angle @param {number} [digits] */
  #degrees(angle, digits = 1) {
    const { format } = this.page;
    return angle === null || angle === undefined
      ? format.t("sum.no_angle")
      : format.t("sum.degrees", { angle: format.fixed(angle, digits) });
  }

  /** @param {Answer} pair */
  #norms(pair) {
    const { format } = this.page;
    const rows = pair.tokens.map((token, k) => {
      const line = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = `${token} + ${format.t("sum.row", { pos: format.short(pair.parameters.positions[k] ?? 0) })}`;
      line.append(head);
      for (const text of [
        ...[pair.norms.word[k], pair.norms.position[k], pair.norms.input[k]].map((norm) => format.fixed(norm ?? 0, 3)),
        this.#degrees(pair.angle[k]?.[k]),
      ]) {
        const cell = document.createElement("td");
        cell.textContent = text;
        line.append(cell);
      }
      return line;
    });
    part(this.root, "norms").replaceChildren(...rows);
  }

  /** @param {Answer} pair @param {Answer} crowd */
  #readout(pair, crowd) {
    const { format } = this.page;
    const { words, positions, of } = crowd.read_back;
    setText(part(this.root, "read-words"), format.t("sum.read", { right: words, of }));
    setText(part(this.root, "read-positions"), format.t("sum.read", { right: positions, of }));
    const apart = (pair.terms.word_word?.[0]?.[1] ?? 0) + (pair.terms.position_position?.[0]?.[1] ?? 0);
    setText(
      part(this.root, "apart"),
      format.t("sum.apart", { width: format.short(2 * pair.parameters.d_model), score: format.fixed(apart, 3) }),
    );
  }

  /** @param {Answer} pair @param {State} state @returns {string[]} */
  #remarks(pair, state) {
    const { format } = this.page;
    const score = format.fixed(pair.score[0]?.[1] ?? 0, 3);
    const width = pair.parameters.d_model;
    const same = state.sum_words === "same";
    if (pair.parameters.strength === 0)
      return [...(same ? [format.t("sum.equal")] : []), format.t("sum.off", { score })];
    const said = [
      format.t("sum.now", {
        terms: written(terms(pair).map((value) => format.fixed(value, 3))),
        score: format.fixed(
          terms(pair).reduce((sum, term) => sum + term, 0),
          3,
        ),
        direct: score,
      }),
    ];
    if (same) {
      const [one, other] = [pair.inputs[0] ?? [], pair.inputs[1] ?? []];
      said.push(
        format.t("sum.twins", {
          difference: format.fixed(Math.hypot(...one.map((value, j) => value - (other[j] ?? 0))), 3),
        }),
      );
    }
    said.push(
      format.t(pair.parameters.embedding_scale === "none" ? "sum.unscaled" : "sum.scaled", {
        width,
        root: format.fixed(Math.sqrt(width), 3),
        word: format.fixed(pair.norms.word[0] ?? 0, 3),
        position: format.fixed(pair.norms.position[0] ?? 0, 3),
      }),
    );
    return said;
  }

  /**
   * @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot
   * @param {{pair: Answer, crowd: Answer}} answers
   */
  under(event, plot, { pair, crowd }) {
    const { format } = this.page;
    for (const [k, xaxis, yaxis] of /** @type {[number, string, string][]} */ ([
      [0, "xaxis", "yaxis"],
      [1, "xaxis2", "yaxis2"],
    ])) {
      const at = plot.locate(event, xaxis, yaxis);
      if (!at) continue;
      const [row, dim] = [Math.round(at.y), Math.round(at.x)];
      const value = [pair.word_vectors, pair.position_vectors, pair.inputs][row]?.[k]?.[dim];
      const name =
        [pair.tokens[k] ?? "", format.t("sum.row", { pos: pair.parameters.positions[k] ?? 0 }), format.t("sum.input")][
          row
        ] ?? "";
      return value === undefined ? "" : format.t("sum.cell", { name, dim, value: format.fixed(value, 3) });
    }
    const term = plot.locate(event, "xaxis3", "yaxis3");
    if (term) {
      const at = Math.round(term.y);
      const value = [...terms(pair), pair.score[0]?.[1] ?? 0][at];
      return value === undefined
        ? ""
        : format.t("sum.term", { name: format.t(NAMES[at] ?? ""), value: format.fixed(value, 3) });
    }
    if (plot.locate(event, "xaxis4", "yaxis4"))
      return format.t("sum.angle", { of: crowd.read_back.of, count: crowd.tokens.length });
    return "";
  }
}

/** The four terms of the score of token 0, the query, and token 1, the key. @param {Answer} pair @returns {number[]} */
function terms(pair) {
  return TERMS.map((name) => pair.terms[name]?.[0]?.[1] ?? 0);
}

/**
 * From where to where each term reaches when they are put one after the other.
 * @param {number[]} values @returns {[number, number][]}
 */
function stacked(values) {
  let end = 0;
  return values.map((value) => [end, (end += value)]);
}

/** Numbers as a sum is written: a minus takes the place of the plus. @param {string[]} texts */
function written(texts) {
  return texts.map((text, k) => (k === 0 ? text : text.startsWith("−") ? `− ${text.slice(1)}` : `+ ${text}`)).join(" ");
}

/** The next of 1, 2, 5, 10, 20 … @param {number} value */
function roundUp(value) {
  for (let decade = 0.01; decade < 1e9; decade *= 10)
    for (const step of [1, 2, 5]) if (step * decade >= value) return step * decade;
  return value;
}
