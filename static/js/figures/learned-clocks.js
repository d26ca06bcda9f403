// @ts-check
/**
 * A trained table seen in the planes in which it turns, its periods beside the formula's, and each row's neighbours.
 */

import { part, setText } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";
import { infoOf } from "../core/questions.js";

/**
 * @typedef {import("../core/types.js").State} State
 * @typedef {{x: (number | null)[], y: (number | null)[], text?: string[]}} Line
 */

/** The ring has a mean radius of 1; no row is further out than this. */
const REACH = 1.5;
/** Pixels within which the pointer means a row. */
const NEAR = 14;
const TICKS = [1, 10, 100, 1000, 10_000];
/** @type {Line} */
const NOTHING = { x: [], y: [] };

export default class LearnedClocks extends LiveFigure {
  /**
   * The row compared with all others; it follows the chosen row as fast as answers come.
   * @type {{row: number, values: number[]} | null}
   */
  #curve = null;
  #asking = false;
  /** @type {number | null} the row when the hand last rested */ #restedAt = null;

  get names() {
    return ["table_row", "plane", "table_step", "base"];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    return {
      clocks: ["/encodings/learned/clocks", { plane: state.plane, k: state.table_step, precision: 3 }],
      // The formula with as many pairs as the table has planes.
      ladder: [
        "/encodings/sinusoidal/frequencies",
        { d_model: 2 * this.page.page.limits.planes, base: state.base, precision: 2 },
      ],
    };
  }

  get #rows() {
    return infoOf(this.page.page.encodings, "learned").max_rows ?? 0;
  }

  /** @param {number} row @returns {import("../core/client.js").Question} */
  #comparison(row) {
    return ["/encodings/learned/similarity", { seq_len: this.#rows, row, metric: "cosine", precision: 3 }];
  }

  /** Have the next rows ready before the arrow keys reach them, once somebody has begun to move. */
  finalize() {
    const row = this.page.store.state.table_row;
    const begun = this.#restedAt !== null && this.#restedAt !== row;
    this.#restedAt = row;
    for (const one of [row + 1, row - 1, row + 2, row - 2]) {
      // A failure is told where the answer is drawn.
      if (begun && one >= 0 && one < this.#rows) this.page.client.get(this.#comparison(one)).catch(() => undefined);
    }
    return super.finalize();
  }

  /** @param {any} answers @param {State} state */
  show({ clocks, ladder }, state) {
    const exists = state.table_row < this.#rows;
    if (exists) this.#compare(state.table_row);
    const plane = clocks.planes[state.plane - 1];
    this.plot?.paint({
      axes: this.#axes(ladder),
      traces: {
        ...this.#ring(clocks, plane, state),
        ...this.#ladders(clocks, ladder, state),
        ...this.#forecast(clocks, state),
        ...this.#neighbours(state),
      },
    });
    this.root.toggleAttribute("data-beyond", !exists);
    this.#readout(clocks, plane, state);
    this.#describe(clocks, plane, state);
  }

  /** @param {number} row */
  #compare(row) {
    const question = this.#comparison(row);
    const known = this.page.client.peek(question);
    if (known) {
      this.#curve = { row, values: known.values[0] };
      return;
    }
    // The curve is still that of another row.
    this.markOutdated();
    if (this.#asking) return;
    // One question at a time: a fast hand skips rows, and the last one is always asked for.
    this.#asking = true;
    void this.askBeside(question, () => this.wake()).then((answer) => {
      this.#asking = false;
      if (answer) this.wake();
    });
  }

  /** @param {any} ladder */
  #axes(ladder) {
    const { format } = this.page;
    const area = this.plot?.area("xaxis", "yaxis") ?? { width: 1, height: 1 };
    const least = Math.min(area.width, area.height);
    const [x, y] = [(REACH * area.width) / least, (REACH * area.height) / least];
    const most = Math.log10(ladder.wavelength.at(-1)) + 0.25;
    /** @type {[number, number]} */
    const unit = [-0.32, 1.08];
    return {
      xaxis: { range: /** @type {[number, number]} */ ([-x, x]) },
      yaxis: { range: /** @type {[number, number]} */ ([-y, y]) },
      xaxis2: {
        range: /** @type {[number, number]} */ ([0.45, Math.max(3.05, most)]),
        tickvals: TICKS,
        ticktext: TICKS.map((tick) => format.short(tick)),
      },
      yaxis2: {
        range: /** @type {[number, number]} */ ([-0.9, 1.9]),
        tickvals: [1, 0],
        ticktext: [format.t("learned-clocks.learned"), format.t("learned-clocks.formula")],
      },
      xaxis3: {
        range: /** @type {[number, number]} */ ([-0.08, 1.8]),
        tickvals: [1, 2, 5, 10, 20, 50],
        ticktext: ["1", "2", "5", "10", "20", "50"],
      },
      yaxis3: { range: unit, tickvals: [0, 0.5, 1] },
      xaxis4: { range: /** @type {[number, number]} */ ([-4, this.#rows + 3]) },
      yaxis4: { range: /** @type {[number, number]} */ ([-0.7, 1.1]), tickvals: [-0.5, 0, 0.5, 1] },
    };
  }

  /** @param {any} clocks @param {any} plane @param {State} state @returns {Record<string, Line>} */
  #ring(clocks, plane, state) {
    const points = /** @type {[number, number][]} */ (clocks.points[0]);
    const at = state.table_row - clocks.first_row;
    const rows = lineOf(points);
    const here = points[at];
    if (!here) return { rows, trail: NOTHING, hand: NOTHING, row: NOTHING, expected: NOTHING, next: NOTHING };
    const [[a, b], [c, d]] = plane.turn;
    const [x, y] = here;
    const next = points[at + state.table_step];
    const turned = next ? [[0, 0], [a * x + b * y, c * x + d * y]] : [];
    return {
      rows,
      trail: lineOf(points.slice(Math.max(0, Math.round(at - plane.period)), at + 1)),
      hand: lineOf([[0, 0], here]),
      row: lineOf([here]),
      expected: lineOf(/** @type {[number, number][]} */ (turned)),
      next: lineOf(next ? [next] : []),
    };
  }

  /** @param {any} clocks @param {any} ladder @param {State} state @returns {Record<string, Line>} */
  #ladders(clocks, ladder, state) {
    const { format } = this.page;
    const periods = clocks.planes.map((/** @type {any} */ plane) => plane.period);
    const formula = /** @type {number[]} */ (ladder.wavelength);
    const words = (/** @type {number[]} */ values) =>
      values.map((value) => (value < 100 ? format.fixed(value, 1) : format.short(Math.round(value))));
    return {
      learned: { x: periods, y: periods.map(() => 1), text: words(periods) },
      formula: { x: formula, y: formula.map(() => 0), text: words(formula) },
      chosen: { x: [periods[state.plane - 1]], y: [1] },
    };
  }

  /** @param {any} clocks @param {State} state @returns {Record<string, Line>} */
  #forecast(clocks, state) {
    const { format } = this.page;
    const x = clocks.steps.map((/** @type {any} */ step) => step.k);
    const now = clocks.steps.find((/** @type {any} */ step) => step.k === state.table_step);
    const random = clocks.steps.map((/** @type {any} */ step) => step.random_r2);
    return {
      r2: { x, y: clocks.steps.map((/** @type {any} */ step) => step.r2) },
      random: { x, y: random },
      "r2-now": { x: now ? [now.k] : [], y: now ? [now.r2] : [] },
      names: { x: [1], y: [random[0]], text: [format.t("learned-clocks.random")] },
    };
  }

  /** @param {State} state @returns {Record<string, Line>} */
  #neighbours(state) {
    if (!this.#curve || state.table_row >= this.#rows)
      return { alike: NOTHING, "alike-now": NOTHING, nearest: NOTHING };
    const { row, values } = this.#curve;
    const nearest = nearestOf(values, row);
    return {
      alike: { x: values.map((_, k) => k), y: values },
      "alike-now": { x: [row], y: [values[row] ?? null] },
      nearest: { x: [nearest], y: [values[nearest] ?? null] },
    };
  }

  /** @param {any} clocks @param {any} plane @param {State} state */
  #readout(clocks, plane, state) {
    const { format } = this.page;
    const step = clocks.steps.find((/** @type {any} */ one) => one.k === state.table_step);
    const nothing = format.t("learned-clocks.none");
    const nearest =
      this.#curve && state.table_row < this.#rows
        ? format.short(nearestOf(this.#curve.values, this.#curve.row))
        : nothing;
    const percent = (/** @type {number} */ share) => `${format.fixed(100 * share, 0)}\u00a0%`;
    /** @type {Record<string, string>} */
    const shown = {
      period: `${format.short(plane.period)} ${this.page.page.parameters.table_step?.unit ?? ""}`,
      modulus: `× ${format.fixed(plane.modulus, 3)}`,
      radius: percent(plane.radius_variation),
      share: percent(plane.variance_share),
      r2: step ? format.fixed(step.r2, 3) : nothing,
      random: step ? format.fixed(step.random_r2, 3) : nothing,
      nearest,
    };
    for (const [name, text] of Object.entries(shown)) setText(part(this.root, name), text);
  }

  /** @param {any} clocks @param {any} plane @param {State} state */
  #describe(clocks, plane, state) {
    const { format } = this.page;
    const row = state.table_row;
    const last = this.#rows - 1;
    if (row > last) {
      this.setCaption(format.t("learned-clocks.end", { row, rows: this.#rows, last }));
      return;
    }
    const k = state.table_step;
    const known = {
      row,
      plane: state.plane,
      period: format.short(plane.period),
      k,
      next: row + k,
      degrees: format.short(Math.round((360 * k) / plane.period)),
    };
    const kind =
      row < clocks.first_row ? "learned-clocks.first" : row + k > last ? "learned-clocks.last" : "learned-clocks.now";
    const said = [format.t(kind, known)];
    const curve = this.#curve;
    if (curve && curve.row === row) {
      const nearest = nearestOf(curve.values, row);
      said.push(format.t("learned-clocks.nearest", { nearest, cosine: format.fixed(curve.values[nearest] ?? 0, 3) }));
    }
    this.setCaption(said.join(" "));
  }

  /**
   * The row under the pointer, on the ring or on the curve.
   * @param {PointerEvent | MouseEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers
   */
  #rowUnder(event, plot, { clocks }) {
    const curve = plot.locate(event, "xaxis4", "yaxis4");
    if (curve) return Math.min(this.#rows - 1, Math.max(0, Math.round(curve.x)));
    const ring = plot.locate(event, "xaxis", "yaxis");
    if (!ring) return null;
    const area = plot.area("xaxis", "yaxis");
    const reach = (NEAR * 2 * REACH) / Math.min(area.width, area.height);
    let [best, least] = [-1, reach];
    clocks.points[0].forEach((/** @type {[number, number]} */ [x, y], /** @type {number} */ k) => {
      const far = Math.hypot(x - ring.x, y - ring.y);
      if (far < least) [best, least] = [k, far];
    });
    return best < 0 ? null : best + clocks.first_row;
  }

  /** @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers */
  under(event, plot, answers) {
    const { format } = this.page;
    const row = this.#rowUnder(event, plot, answers);
    if (row === null) return this.#explained(event, plot, answers);
    const curve = this.#curve;
    if (!plot.locate(event, "xaxis4", "yaxis4") || !curve) return format.t("learned-clocks.point", { row });
    return format.t("learned-clocks.cosine", {
      row,
      chosen: curve.row,
      cosine: format.fixed(curve.values[row] ?? 0, 3),
    });
  }

  /** @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers */
  #explained(event, plot, { clocks, ladder }) {
    const { format } = this.page;
    const rung = plot.locate(event, "xaxis2", "yaxis2");
    if (rung) {
      const learned = rung.y > 0.5;
      const periods = learned ? clocks.planes.map((/** @type {any} */ plane) => plane.period) : ladder.wavelength;
      return format.t("learned-clocks.period", {
        who: format.t(learned ? "learned-clocks.learned" : "learned-clocks.formula"),
        period: format.short(closest(periods, rung.x)),
      });
    }
    const step = plot.locate(event, "xaxis3", "yaxis3");
    if (!step) return "";
    const k = closest(clocks.steps.map((/** @type {any} */ one) => one.k), step.x);
    const found = clocks.steps.find((/** @type {any} */ one) => one.k === k);
    return format.t("learned-clocks.forecast", {
      k,
      r2: format.fixed(found.r2, 3),
      random: format.fixed(found.random_r2, 3),
    });
  }

  /** @param {MouseEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers */
  choose(event, plot, answers) {
    const row = this.#rowUnder(event, plot, answers);
    if (row !== null) this.page.store.set({ table_row: row });
  }
}

/** @param {[number, number][]} points @returns {Line} */
function lineOf(points) {
  return { x: points.map(([x]) => x), y: points.map(([, y]) => y) };
}

/** The other row with the largest value. @param {number[]} values @param {number} row */
function nearestOf(values, row) {
  return values.reduce(
    (best, value, k) => (k !== row && (best === row || value > (values[best] ?? -2)) ? k : best),
    row,
  );
}

/** By ratio, as on a logarithmic axis. @param {number[]} values @param {number} to @returns {number} */
function closest(values, to) {
  const far = (/** @type {number} */ value) => Math.abs(Math.log10(value / to));
  return values.reduce((best, value) => (far(value) < far(best) ? value : best));
}
