// @ts-check
/** How alike two positions are: the map of all pairs, and the row of the chosen position against the offset. */

import { hideControls } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";

/**
 * @typedef {import("../core/types.js").State} State
 * @typedef {import("../core/plot.js").Plot} Plot
 */

/** So many positions are compared, and offsets reach at least so far. */
const MOST_ROWS = 256;
const LEAST_REACH = 64;

export default class Distance extends LiveFigure {
  get names() {
    return ["pos", "seq_len", "d_model", "base", "variant", "compared", "likeness"];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const path = `/encodings/${state.compared}/similarity`;
    const rows = rowsOf(state);
    if (state.compared === "learned") return { table: [path, { metric: state.likeness, seq_len: rows, precision: 6 }] };
    const formula = {
      metric: state.likeness,
      d_model: state.d_model,
      base: state.base,
      variant: state.variant,
      precision: 9,
    };
    const reach = Math.max(LEAST_REACH, rows - 1);
    return {
      table: [path, { ...formula, seq_len: rows, precision: 4 }],
      curve: [path, { ...formula, start: -reach, seq_len: 2 * reach + 1, row: reach }],
    };
  }

  /** @param {any} answers @param {State} state */
  show(answers, state) {
    const seen = look(answers, state);
    hideControls(this.root, ["base", "d_model"], state.compared === "learned");
    this.plot?.paint(this.#view(seen, state));
    this.setCaption(this.#words(seen, state));
  }

  /** @param {ReturnType<typeof look>} seen @param {State} state @returns {import("../core/plot.js").View} */
  #view(seen, state) {
    const { format } = this.page;
    const { z, rows, pos, curve, rises, top } = seen;
    const least = Math.min(0, ...z.map((row) => Math.min(...row)), ...curve.y);
    // Steps of a tenth: the axis rests while a slider moves.
    const low = Math.floor((10 * least) / top) * (top / 10) - 0.12 * top;
    const reach = Math.max(...curve.x.map(Math.abs));
    const end = rows - 0.5;
    const thick = this.plot ? (1.5 * rows) / this.plot.area("xaxis", "yaxis").height : 0;
    const [up, down] = [Math.max(-0.5 + thick / 2, pos - 0.5 - thick), Math.min(end - thick / 2, pos + 0.5 + thick)];
    const outline = {
      x: [-0.5 + thick / 2, end - thick / 2, end - thick / 2, -0.5 + thick / 2, -0.5 + thick / 2],
      y: [up, up, down, down, up],
    };
    const marks = (/** @type {typeof rises} */ some) => ({
      x: some.map(({ at }) => at),
      y: some.map(({ after }) => after),
      text: some.map(({ at }) => signed(format, at)),
    });
    return {
      scale: "diverging",
      limits: [-top, top],
      axes: {
        xaxis: { range: [-0.5, end] },
        yaxis: { range: [end, -0.5] },
        xaxis2: { range: [-reach - 0.5, reach + 0.5] },
        yaxis2: { range: [low, 1.08 * top], title: { text: format.t(measureOf(state)) } },
      },
      traces: {
        cells: { z },
        "row-halo": outline,
        row: outline,
        curve: state.compared === "learned" ? { x: [], y: [] } : curve,
        own: { x: z.map((_, other) => other - pos), y: z[pos] ?? [] },
        "rise-back": marks(rises.filter(({ at }) => at < 0)),
        rise: marks(rises.filter(({ at }) => at > 0)),
      },
    };
  }

  /** @param {ReturnType<typeof look>} seen @param {State} state */
  #words({ z, rows, pos, curve, rises, count }, state) {
    const { format } = this.page;
    const row = z[pos] ?? [];
    const known = { pos: format.short(pos), measure: format.t(measureOf(state)), self: format.fixed(row[pos] ?? 0, 3) };
    const said = [];
    if (state.compared === "learned") {
      const [back, ahead] = [row[pos - 1], row[pos + 1]];
      if (back === undefined || ahead === undefined) said.push(format.t("distance.learned_edge", known));
      else
        said.push(
          format.t("distance.learned", { ...known, ahead: format.fixed(ahead, 3), back: format.fixed(back, 3) }),
        );
      said.push(format.t("distance.table"));
    } else {
      const rise = rises.at(-1);
      const last = format.short(curve.x.at(-1) ?? 0);
      if (!rise) said.push(format.t("distance.falls", { ...known, last }));
      else {
        const { before, after } = rise;
        said.push(
          format.t("distance.rises", {
            ...known,
            rise: format.short(rise.at),
            before: format.fixed(before, 3),
            after: format.fixed(after, 3),
            last,
            count: format.short(count),
          }),
        );
        if (state.d_model % 2 === 0)
          said.push(format.t("distance.same", { rise: format.short(rise.at), after: format.fixed(after, 3) }));
      }
      if (state.d_model % 2) said.push(format.t("distance.odd"));
    }
    if (rows < state.seq_len) said.push(format.t("distance.first", { rows: format.short(rows) }));
    return said.join(" ");
  }

  /** @param {PointerEvent} event @param {Plot} plot @param {any} answers */
  under(event, plot, answers) {
    const { format } = this.page;
    const seen = look(answers, this.shownState);
    const measure = format.t(measureOf(this.shownState));
    const cell = plot.locate(event, "xaxis", "yaxis");
    if (cell) {
      const [pos, other] = [Math.round(cell.y), Math.round(cell.x)];
      return format.t("distance.pair", {
        pos,
        other,
        offset: signed(format, other - pos),
        measure,
        value: format.fixed(seen.z[pos]?.[other] ?? 0, 3),
      });
    }
    const point = plot.locate(event, "xaxis2", "yaxis2");
    if (!point) return "";
    const offset = Math.round(point.x);
    const value = seen.curve.y[seen.curve.x.indexOf(offset)];
    return value === undefined
      ? ""
      : format.t("distance.offset", { offset: signed(format, offset), measure, value: format.fixed(value, 3) });
  }

  /** @param {MouseEvent} event @param {Plot} plot */
  choose(event, plot) {
    const cell = plot.locate(event, "xaxis", "yaxis");
    if (cell) this.page.store.set({ pos: Math.round(cell.y) });
  }
}

/** @param {State} state */
function measureOf({ likeness }) {
  return likeness === "dot" ? "distance.dot" : "distance.cosine";
}

/** @param {State} state */
function rowsOf(state) {
  return Math.min(state.seq_len, MOST_ROWS);
}

/**
 * The map, the curve over the offset, and where it rises for the first time, backwards and forwards.
 * @param {any} answers @param {State} state
 */
function look({ table, curve }, state) {
  /** @type {number[][]} */
  const z = table.values;
  const [rows, pos] = [z.length, Math.min(state.pos, z.length - 1)];
  const row = z[pos] ?? [];
  /** @type {number[]} */
  const y = curve ? curve.values[0] : row;
  const centre = curve ? (y.length - 1) / 2 : pos;
  const x = y.map((_, k) => k - centre);
  const ahead = y.slice(centre);
  const rises = curve
    ? [first(y.slice(0, centre + 1).reverse(), -1), first(ahead, 1)].filter((rise) => rise !== null)
    : [];
  // A trained table has a few rows far longer than the others: the usual row sets the scale.
  const own = z.map((one, k) => one[k] ?? 0).sort((a, b) => a - b);
  const top = curve ? (y[centre] ?? 1) : (own[own.length >> 1] ?? 1);
  return {
    z,
    rows,
    pos,
    curve: { x, y },
    rises,
    top: top > 0 ? top : 1,
    count: ahead.filter((value, k) => k > 0 && value > (ahead[k - 1] ?? 0)).length,
  };
}

/** @param {number[]} values  by distance @param {1 | -1} sign */
function first(values, sign) {
  const at = values.findIndex((value, k) => k > 0 && value > (values[k - 1] ?? 0));
  return at < 0 ? null : { at: sign * at, before: values[at - 1] ?? 0, after: values[at] ?? 0 };
}

/** @param {import("../core/format.js").Format} format @param {number} offset */
function signed(format, offset) {
  return offset > 0 ? `+${format.short(offset)}` : format.short(offset);
}
