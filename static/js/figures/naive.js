// @ts-check
/**
 * Three naive ideas, each beside the sinusoidal rows: the rows themselves, how long they are, and the steps between
 * them.
 */

import { part } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";

/**
 * @typedef {import("../core/types.js").State} State
 * @typedef {{values: number[][], parameters: Record<string, any>}} Table
 * @typedef {{norm: number[], step: (number | null)[]}} Curves  per position: the row's norm over that of a word, and
 *   the way to the next row
 */

/** So many numbers a position has here: enough digits for every length, few enough to see each column. */
const WIDTH = 16;
/** More rows than these nobody tells apart. */
const MOST_ROWS = 2048;
/** Steps of all ideas on one logarithmic axis, in powers of ten. */
const STEPS = { low: -3, high: 1, ticks: [0.01, 0.1, 1, 10] };
const HEADROOM = 1.06;

export default class Naive extends LiveFigure {
  /** @type {WeakMap<Table, Curves>} */ #known = new WeakMap();

  get names() {
    return ["naive_idea", "pos", "seq_len", "base", "layout", "variant"];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const rows = Math.min(state.seq_len, MOST_ROWS);
    /** @param {number} seq_len @returns {import("../core/client.js").Question} */
    const idea = (seq_len) =>
      state.naive_idea === "binary"
        ? ["/encodings/binary/matrix", { seq_len, d_model: WIDTH }]
        : [
            "/encodings/index/matrix",
            { seq_len, d_model: WIDTH, scale: state.naive_idea === "length" ? "length" : "none", precision: 6 },
          ];
    return {
      idea: idea(rows),
      longer: idea(2 * rows),
      answer: [
        "/encodings/sinusoidal/matrix",
        {
          seq_len: 2 * rows,
          d_model: WIDTH,
          base: state.base,
          layout: state.layout,
          variant: state.variant,
          precision: 6,
        },
      ],
    };
  }

  /** @param {{idea: Table, longer: Table, answer: Table}} answers @param {State} state */
  show({ idea, longer, answer }, state) {
    const count = idea.values.length;
    const pos = Math.min(state.pos, count - 1);
    const curves = { idea: this.#curves(idea), longer: this.#curves(longer), answer: this.#curves(answer) };
    this.plot?.paint(this.#view(idea, answer, curves, pos, count));
    this.#table(curves, pos, count, idea);
    this.setCaption(this.#remark(state.naive_idea, idea, longer, curves, pos, count));
  }

  /** Norms and steps of a table, computed once. @param {Table} table @returns {Curves} */
  #curves(table) {
    let known = this.#known.get(table);
    if (!known) {
      const { values } = table;
      const word = Math.sqrt(WIDTH);
      known = {
        norm: values.map((row) => Math.hypot(...row) / word),
        step: values.map((row, k) => {
          const next = values[k + 1];
          return next ? Math.hypot(...row.map((value, j) => (next[j] ?? 0) - value)) : null;
        }),
      };
      this.#known.set(table, known);
    }
    return known;
  }

  /**
   * @param {Table} idea @param {Table} answer @param {Record<"idea" | "longer" | "answer", Curves>} curves
   * @param {number} pos @param {number} count
   * @returns {import("../core/plot.js").View}
   */
  #view(idea, answer, curves, pos, count) {
    const { format } = this.page;
    const down = Array.from({ length: count }, (_, k) => k);
    /** @type {[number, number]} */
    const rows = [count - 0.5, -0.5];
    const most = Math.max(...curves.idea.norm.slice(0, count), 1) * HEADROOM;
    const outline = {
      x: [-0.5, WIDTH - 0.5, WIDTH - 0.5, -0.5, -0.5],
      y: [pos - 0.5, pos - 0.5, pos + 0.5, pos + 0.5, pos - 0.5],
    };
    const columns = { range: /** @type {[number, number]} */ ([-0.5, WIDTH - 0.5]), tickvals: [0, WIDTH - 1] };
    /** @param {(number | null)[]} values */
    const curve = (values) => ({ x: values.slice(0, count), y: down });
    /** @param {number | null | undefined} value */
    const dot = (value) => ({ x: [value ?? null], y: [pos] });
    /** The text ends before its last step. @param {(number | null)[]} steps */
    const inside = (steps) => steps.slice(0, count - 1);
    return {
      scale: "diverging",
      limits: [-1, 1],
      axes: {
        xaxis: columns,
        yaxis: { range: rows },
        xaxis2: columns,
        yaxis2: { range: rows },
        xaxis3: { range: [-0.03 * most, most], tickvals: ticks(most) },
        yaxis3: { range: rows },
        xaxis4: {
          range: [STEPS.low, STEPS.high],
          tickvals: STEPS.ticks,
          ticktext: STEPS.ticks.map((step) => format.short(step)),
        },
        yaxis4: { range: rows },
      },
      traces: {
        idea: { z: idea.values },
        answer: { z: answer.values.slice(0, count) },
        "idea-halo": outline,
        "answer-halo": outline,
        "idea-row": outline,
        "answer-row": outline,
        word: { x: [1, 1], y: [-0.5, count - 0.5] },
        "norm-idea": curve(curves.idea.norm),
        "norm-longer": curve(curves.longer.norm),
        "norm-answer": curve(curves.answer.norm),
        "step-idea": curve(inside(curves.idea.step)),
        "step-longer": curve(inside(curves.longer.step)),
        "step-answer": curve(inside(curves.answer.step)),
        "norm-dot": dot(curves.idea.norm[pos]),
        "norm-answer-dot": dot(curves.answer.norm[pos]),
        "step-dot": dot(pos < count - 1 ? curves.idea.step[pos] : null),
        "step-answer-dot": dot(pos < count - 1 ? curves.answer.step[pos] : null),
      },
    };
  }

  /**
   * The numbers at the chosen position, the idea's beside the sinusoidal ones.
   * @param {Record<"idea" | "longer" | "answer", Curves>} curves @param {number} pos @param {number} count
   * @param {Table} idea
   */
  #table(curves, pos, count, idea) {
    const { format } = this.page;
    const last = pos >= count - 1;
    /** @param {string} row @param {string} own @param {string} answer */
    const write = (row, own, answer) => {
      part(this.root, `${row}-idea`).textContent = own;
      part(this.root, `${row}-answer`).textContent = answer;
    };
    /** @param {number | null | undefined} step */
    const stepped = (step) => (step === null || step === undefined ? format.t("naive.none") : format.fixed(step, 4));
    write("norm", format.fixed(curves.idea.norm[pos] ?? 0, 3), format.fixed(curves.answer.norm[pos] ?? 0, 3));
    write("share", this.#percent(curves.idea.norm[pos] ?? 0), this.#percent(curves.answer.norm[pos] ?? 0));
    for (const [name, own] of /** @type {[string, Curves][]} */ ([["idea", curves.idea], ["answer", curves.answer]])) {
      part(this.root, `bar-${name}`).style.setProperty("--share", wordShare(own.norm[pos] ?? 0).toFixed(4));
    }
    write("step", stepped(last ? null : curves.idea.step[pos]), stepped(last ? null : curves.answer.step[pos]));
    write("longer", stepped(curves.longer.step[pos]), stepped(curves.answer.step[pos]));
    part(this.root, "head-longer").textContent = format.short(2 * idea.values.length);
  }

  /** @param {number} ratio */
  #percent(ratio) {
    const share = 100 * wordShare(ratio);
    return this.page.format.t("naive.percent", {
      share: share >= 10 || share === 0 ? this.page.format.fixed(share, 0) : this.page.format.short(share, 2),
    });
  }

  /**
   * @param {string} kind @param {Table} idea @param {Table} longer
   * @param {Record<"idea" | "longer" | "answer", Curves>} curves @param {number} pos @param {number} count
   */
  #remark(kind, idea, longer, curves, pos, count) {
    const { format } = this.page;
    const [step, longerStep] = [curves.idea.step[pos] ?? 0, curves.longer.step[pos] ?? 0];
    if (kind === "index" && pos === 0) return format.t("naive.start", { step: format.fixed(1, 0) });
    if (kind === "index") {
      return format.t("naive.index", {
        pos: format.short(pos),
        width: WIDTH,
        ratio: format.short(curves.idea.norm[pos] ?? 0),
        share: this.#percent(curves.idea.norm[pos] ?? 0),
        answer: this.#percent(curves.answer.norm[pos] ?? 0),
      });
    }
    if (pos >= count - 1) return format.t("naive.last", { pos: format.short(pos) });
    if (kind === "length") {
      return format.t("naive.length", {
        pos: format.short(pos),
        value: format.fixed(idea.values[pos]?.[0] ?? 0, 4),
        count: format.short(count),
        longer: format.fixed(longer.values[pos]?.[0] ?? 0, 4),
        twice: format.short(2 * count),
        step: format.fixed(step, 4),
        longer_step: format.fixed(longerStep, 4),
      });
    }
    const [from, to] = [idea.values[pos] ?? [], idea.values[pos + 1] ?? []];
    return format.t("naive.binary", {
      pos: format.short(pos),
      next: format.short(pos + 1),
      from: digits(from, count),
      to: digits(to, count),
      bits: from.filter((bit, j) => bit !== to[j]).length,
      step: format.fixed(step, 3),
      answer: format.fixed(curves.answer.step[pos] ?? 0, 3),
    });
  }

  /**
   * @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot
   * @param {{idea: Table, longer: Table, answer: Table}} answers
   */
  under(event, plot, { idea, answer }) {
    const { format } = this.page;
    for (const [xaxis, yaxis, table] of /** @type {[string, string, Table][]} */ ([
      ["xaxis", "yaxis", idea],
      ["xaxis2", "yaxis2", answer],
    ])) {
      const at = plot.locate(event, xaxis, yaxis);
      const value = at && table.values[Math.round(at.y)]?.[Math.round(at.x)];
      if (at && value !== null && value !== undefined)
        return format.t("naive.cell", { pos: Math.round(at.y), dim: Math.round(at.x), value: format.cell(value) });
    }
    for (const [xaxis, yaxis, name] of /** @type {[string, string, "norm" | "step"][]} */ ([
      ["xaxis3", "yaxis3", "norm"],
      ["xaxis4", "yaxis4", "step"],
    ])) {
      const at = plot.locate(event, xaxis, yaxis);
      if (!at) continue;
      const pos = Math.round(at.y);
      const [own, other] = [this.#curves(idea)[name][pos], this.#curves(answer)[name][pos]];
      if (own === null || own === undefined) return "";
      return format.t("naive.curve", { pos, idea: format.fixed(own, 4), answer: format.fixed(other ?? 0, 4) });
    }
    return "";
  }

  /** @param {MouseEvent} event @param {import("../core/plot.js").Plot} plot */
  choose(event, plot) {
    for (const [xaxis, yaxis] of [
      ["xaxis", "yaxis"],
      ["xaxis2", "yaxis2"],
      ["xaxis3", "yaxis3"],
      ["xaxis4", "yaxis4"],
    ]) {
      const at = plot.locate(event, String(xaxis), String(yaxis));
      if (at) this.page.store.set({ pos: Math.round(at.y) });
    }
  }
}

/**
 * The part of a sum's squared norm that the word brings, where word and position stand at right angles.
 * @param {number} ratio  of the norms, position to word
 */
function wordShare(ratio) {
  return 1 / (1 + ratio * ratio);
}

/**
 * Bits as they are written by hand, the highest first, without those that no position of the text needs.
 * @param {number[]} bits  the lowest first @param {number} count
 */
function digits(bits, count) {
  const needed = count.toString(2).length;
  return bits.slice(0, needed).reverse().join("");
}

/** A few round ticks from 0 on. @param {number} most */
function ticks(most) {
  const [unit] = [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5].filter((step) => step * 2 <= most);
  const step = unit ?? 0.5;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, k) => k * step);
}
