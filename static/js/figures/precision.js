// @ts-check
/** Half precision: the fastest wave as it should be and as it comes out, and the largest error of every pair. */

import { LiveFigure } from "../core/figure.js";

/** @typedef {import("../core/types.js").State} State */

/** Positions in the picture. */
const COUNT = 32;
const DIGITS = 3;

export default class Precision extends LiveFigure {
  get names() {
    return ["number_format", "rounded", "from_pos", "d_model", "base"];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions({ number_format, rounded, from_pos, d_model, base }) {
    return {
      half: ["/precision", { number_format, rounded, first: from_pos, count: COUNT, d_model, base, precision: 6 }],
    };
  }

  /** @param {any} answers */
  show({ half }) {
    const { positions, held, exact, largest_error: error } = half;
    const [first, last] = [positions[0], positions.at(-1)];
    this.plot?.paint({
      axes: {
        xaxis: { range: [first - 0.5, last + 0.5] }, yaxis: { range: [-1.15, 1.15] },
        xaxis2: { range: [-0.8, error.length - 0.2] }, yaxis2: { range: [0, 2.05] },
      },
      traces: {
        exact: { x: positions, y: exact }, half: { x: positions, y: half.half },
        error: { x: error.map((/** @type {number} */ _, /** @type {number} */ pair) => pair), y: error },
      },
    });
    const { format } = this.page;
    const off = positions.findIndex((/** @type {number} */ position, /** @type {number} */ k) => position !== held[k]);
    const now = format.t("precision.now", {
      first: format.short(first), last: format.short(last), number_format: half.parameters.number_format,
      count: positions.length, distinct: half.distinct, error: format.fixed(error[0], DIGITS),
    });
    const known = { position: format.short(positions[off] ?? 0), held: format.short(held[off] ?? 0) };
    this.setCaption(off < 0 ? now : `${now} ${format.t("precision.held", known)}`);
  }

  /** @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers */
  under(event, plot, { half }) {
    const { format } = this.page;
    const wave = plot.locate(event, "xaxis", "yaxis");
    if (wave) {
      const k = Math.round(wave.x) - half.positions[0];
      if (half.positions[k] === undefined) return "";
      return format.t("precision.under", {
        position: format.short(half.positions[k]),
        half: format.fixed(half.half[k], DIGITS),
        exact: format.fixed(half.exact[k], DIGITS),
      });
    }
    const bars = plot.locate(event, "xaxis2", "yaxis2");
    const pair = bars ? Math.round(bars.x) : -1;
    return half.largest_error[pair] === undefined
      ? ""
      : format.t("precision.pair", { pair, error: format.fixed(half.largest_error[pair], DIGITS) });
  }
}
