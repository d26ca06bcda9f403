// @ts-check
/** What small models did beyond their trained length: perplexity against position, and who did what to whom. */

import { part } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";
import { cell, fillTable } from "../core/table.js";

/**
 * @typedef {import("../core/types.js").State} State
 * @typedef {{mean: (number | null)[], lowest: (number | null)[], highest: (number | null)[]}} Spread
 * @typedef {Spread & {encoding: string, scaling: string, factor: number, ends: number | null, at_lengths: Spread}}
 *   Curve
 * @typedef {{encoding: string, causal: boolean, layers: number, accuracy: number[]}} Cell
 */

/** Logarithms of the axes' ends: positions from 7 to 1024, perplexities from 3.5 to 80. */
const ACROSS = /** @type {[number, number]} */ ([0.845, 3.0103]);
const UP = /** @type {[number, number]} */ ([0.544, 1.903]);
/** Ends of the upright lines, and the height of the word beside one, where no curve is. */
const [BOTTOM, WORDS, TOP] = [3, 22, 90];
const TICKS = [8, 16, 32, 64, 128, 256, 512, 1024];
const PERPLEXITIES = [4, 8, 16, 32, 64];
/** Names at the curves' ends stand at least this far apart, as a ratio of perplexities. */
const APART = 1.17;
const PARTS = ["", "-band", "-name", "-dot"];

/** @type {Record<string, string>} what the encodings are called here */
const NAMES = {
  none: "extrapolation.none",
  sinusoidal: "extrapolation.sinusoidal",
  learned: "extrapolation.learned",
  rope: "extrapolation.rope",
  alibi: "extrapolation.alibi",
  t5: "extrapolation.t5",
};

export default class Extrapolation extends LiveFigure {
  /** @param {HTMLElement} root @param {import("../core/types.js").Context} page @param {(figure: any) => void} wake */
  constructor(root, page, wake) {
    super(root, page, wake);
    const { signal } = this.listening;
    const table = part(root, "numbers");
    table.addEventListener(
      "pointerover",
      ({ target }) => this.#only(/** @type {HTMLElement} */ (target).closest("tr")?.dataset.curve),
      { signal },
    );
    for (const place of [table, part(root, "plot")])
      place.addEventListener("pointerleave", () => this.#only(), { signal });
  }

  get names() {
    return ["curves", "read_pos"];
  }

  /**
   * Everything is asked once; the choices only select.
   * @returns {Record<string, import("../core/client.js").Question>}
   */
  questions() {
    return { found: ["/extrapolation", { precision: 6 }] };
  }

  /** @param {any} answers @param {State} state */
  show({ found }, state) {
    const curves = chosen(found.curves, state);
    this.plot?.paint(this.#view(found, curves, state));
    this.#numbers(found, curves);
    this.#order(found.order);
    this.#describe(found, curves, state);
  }

  /** @param {any} found @param {Curve[]} curves @param {State} state @returns {import("../core/plot.js").View} */
  #view(found, curves, state) {
    const { format } = this.page;
    const x = middles(found);
    const guess = found.about.extrapolation.corpus.alphabet;
    const at = binOf(found, state);
    /** @type {Record<string, import("../core/plot.js").TraceData>} */
    const traces = {
      here: { x: [x[at] ?? 0, x[at] ?? 0], y: [BOTTOM, TOP] },
      trained: { x: [found.trained_len, found.trained_len], y: [BOTTOM, TOP] },
      "trained-name": { x: [found.trained_len], y: [WORDS], text: [`${format.t("extrapolation.trained")}\u00a0`] },
      guess: { x: [1, found.read_len], y: [guess, guess] },
      "guess-name": { x: [7], y: [guess], text: [format.t("extrapolation.guess")] },
    };
    for (const curve of curves) {
      const id = idOf(curve);
      const known = x.filter((_, k) => number(curve.mean[k]));
      traces[id] = { x: known, y: curve.mean.filter(number) };
      traces[`${id}-band`] = {
        x: [...known, ...known.toReversed()],
        y: [...curve.lowest.filter(number), ...curve.highest.filter(number).toReversed()],
      };
      const here = curve.mean[at] ?? null;
      traces[`${id}-dot`] = here === null ? { x: [], y: [] } : { x: [x[at] ?? 0], y: [here] };
    }
    for (const [id, y] of Object.entries(spread(curves.filter(({ ends }) => ends === null)))) {
      traces[`${id}-name`] = { x: [found.read_len], y: [y], text: [`\u00a0${this.#name(id)}`] };
    }
    for (const curve of curves.filter(({ ends }) => ends !== null)) {
      traces[`${idOf(curve)}-name`] = {
        x: [curve.ends],
        y: [lastOf(curve)],
        text: [`\u00a0${format.t("extrapolation.ends")}`],
      };
    }
    const step = this.plot?.isNarrow ? 2 : 1;
    const ticks = TICKS.filter((_, k) => (TICKS.length - 1 - k) % step === 0);
    return {
      axes: {
        xaxis: { range: ACROSS, tickvals: ticks, ticktext: ticks.map((tick) => format.short(tick)) },
        yaxis: { range: UP, tickvals: PERPLEXITIES, ticktext: PERPLEXITIES.map((tick) => format.short(tick)) },
      },
      traces,
    };
  }

  /** Perplexity at the trained length and at its multiples. @param {any} found @param {Curve[]} curves */
  #numbers(found, curves) {
    const { format } = this.page;
    const top = [cell("th", format.t("extrapolation.encoding"), "col")];
    for (const length of found.lengths) {
      const times = length / found.trained_len;
      top.push(
        cell(
          "th",
          format.t(times === 1 ? "extrapolation.at_trained" : "extrapolation.at_times", {
            times: format.short(times),
            length: format.short(length),
          }),
          "col",
        ),
      );
    }
    const rows = curves.map((curve) => {
      const row = document.createElement("tr");
      row.dataset.curve = idOf(curve);
      row.append(cell("th", this.#name(idOf(curve)), "row"));
      curve.at_lengths.mean.forEach((mean, k) => {
        const { lowest, highest } = curve.at_lengths;
        const box = cell("td", mean === null ? format.t("extrapolation.no_row") : format.fixed(mean, 2));
        if (mean !== null)
          box.append(
            small(
              format.t("extrapolation.range", {
                lowest: format.fixed(lowest[k] ?? 0, 2),
                highest: format.fixed(highest[k] ?? 0, 2),
              }),
            ),
          );
        row.append(box);
      });
      return row;
    });
    fillTable(part(this.root, "numbers"), top, rows);
  }

  /** Who did what to whom. @param {{chance: number, cells: Cell[]}} order */
  #order({ chance, cells }) {
    const { format } = this.page;
    const kinds = [
      ...new Map(cells.map(({ causal, layers }) => [`${causal}${layers}`, { causal, layers }])).values(),
    ].sort((a, b) => Number(a.causal) - Number(b.causal) || a.layers - b.layers);
    const top = [cell("th", format.t("extrapolation.encoding"), "col")];
    for (const { causal, layers } of kinds) {
      const head = cell("th", format.t(causal ? "extrapolation.masked" : "extrapolation.unmasked"), "col");
      head.append(small(format.t(layers === 1 ? "extrapolation.layers_one" : "extrapolation.layers_two")));
      top.push(head);
    }
    const rows = [...new Set(cells.map(({ encoding }) => encoding))].map((encoding) => [
      cell("th", format.t(NAMES[encoding] ?? ""), "row"),
      ...kinds.map(({ causal, layers }) => {
        const accuracy =
          cells.find((one) => one.encoding === encoding && one.causal === causal && one.layers === layers)?.accuracy ??
          [];
        const [lowest, highest] = [Math.min(...accuracy), Math.max(...accuracy)];
        const mean = accuracy.reduce((sum, one) => sum + one, 0) / accuracy.length;
        const box = cell("td", format.t("extrapolation.share", { share: format.short(100 * mean) }));
        const equal = lowest === highest && (lowest === chance ? "chance" : lowest === 1 ? "always" : "");
        box.append(
          small(
            equal
              ? format.t(equal === "always" ? "extrapolation.always" : "extrapolation.chance")
              : format.t("extrapolation.partly", {
                  lowest: format.short(100 * lowest),
                  highest: format.short(100 * highest),
                }),
          ),
        );
        box.dataset.outcome = equal || "partly";
        return box;
      }),
    ]);
    fillTable(part(this.root, "order"), top, rows);
  }

  /** @param {any} found @param {Curve[]} curves @param {State} state */
  #describe(found, curves, state) {
    const { format } = this.page;
    const at = binOf(found, state);
    const value = (/** @type {Curve} */ curve) => curve.mean[at] ?? Infinity;
    const all = [...curves].sort((a, b) => value(a) - value(b)).map((curve) => {
      const name = this.#name(idOf(curve));
      return number(curve.mean[at] ?? null)
        ? format.t("extrapolation.one", { name, value: format.fixed(value(curve), 1) })
        : format.t("extrapolation.missing", { name });
    });
    const where = this.#span(found, at);
    this.setCaption(
      format.t(found.positions[at] < found.trained_len ? "extrapolation.inside" : "extrapolation.beyond", {
        ...where,
        all: all.join("; "),
      }),
    );
  }

  /**
   * The curve nearest to the pointer, which is shown alone.
   * @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers
   */
  under(event, plot, { found }) {
    const point = plot.locate(event, "xaxis", "yaxis");
    const { format } = this.page;
    if (!point) return "";
    const at = Math.max(0, Math.min(found.positions.length - 1, Math.floor(point.x / found.bin_width)));
    const away = (/** @type {Curve} */ curve) => Math.abs(Math.log10((curve.mean[at] ?? Infinity) / point.y));
    const nearest = chosen(found.curves, this.shownState).reduce((best, curve) =>
      away(curve) < away(best) ? curve : best,
    );
    this.#only(idOf(nearest));
    const said = { mean: nearest.mean[at], lowest: nearest.lowest[at], highest: nearest.highest[at] };
    const values = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, format.fixed(value ?? 0, 2)]));
    return format.t("extrapolation.point", { name: this.#name(idOf(nearest)), ...this.#span(found, at), ...values });
  }

  /** @param {any} found @param {number} at */
  #span(found, at) {
    const from = found.positions[at];
    return { from: this.page.format.short(from), to: this.page.format.short(from + found.bin_width - 1) };
  }

  /** @param {string} id */
  #name(id) {
    const { format } = this.page;
    return /^x\d/.test(id) ? format.t("extrapolation.stretched", { factor: id.slice(1) }) : format.t(NAMES[id] ?? "");
  }

  /** Let one curve stand out, or none. @param {string} [id] */
  #only(id) {
    this.highlight(id ? PARTS.map((name) => id + name) : []);
  }
}

/** @param {Curve[]} curves @param {State} state */
function chosen(curves, state) {
  if (state.curves === "plain") return curves.filter(({ scaling }) => scaling === "none");
  return curves.filter(
    ({ encoding, scaling }) => encoding === "rope" && (scaling === "none" || scaling === state.curves),
  );
}

/** @param {Curve} curve */
function idOf({ encoding, scaling, factor }) {
  return scaling === "none" ? encoding : `x${factor}`;
}

/** @param {any} found @param {State} state */
function binOf(found, state) {
  return Math.min(found.positions.length - 1, Math.floor(state.read_pos / found.bin_width));
}

/** The middle of every bin. @param {any} found @returns {number[]} */
function middles(found) {
  return found.positions.map((/** @type {number} */ from) => from + (found.bin_width - 1) / 2);
}

/** @param {number | null} value @returns {value is number} */
function number(value) {
  return value !== null;
}

/** @param {Curve} curve */
function lastOf(curve) {
  return curve.mean.filter(number).at(-1) ?? 1;
}

/**
 * Heights of the names: where the curves end, moved up where two would meet.
 * @param {Curve[]} curves @returns {Record<string, number>}
 */
function spread(curves) {
  /** @type {Record<string, number>} */
  const heights = {};
  let last = 0;
  for (const curve of [...curves].sort((a, b) => lastOf(a) - lastOf(b))) {
    last = Math.max(lastOf(curve), APART * last);
    heights[idOf(curve)] = last;
  }
  return heights;
}

/** @param {string} text */
function small(text) {
  const made = document.createElement("small");
  made.textContent = text;
  return made;
}
