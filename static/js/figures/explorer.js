// @ts-check
/** The heat map position × dimension with its chosen column as a wave and its chosen row as a profile. */

import { part, setText } from "../core/dom.js";
import { FrameFigure } from "../core/frame-figure.js";
import { infoOf } from "../core/questions.js";

/**
 * @typedef {import("../core/types.js").Frame} Frame
 * @typedef {import("../core/types.js").State} State
 * @typedef {import("../core/plot.js").Plot} Plot
 */

const HEADROOM = 1.12;
/** Pixels between a chosen row or column and its outline. */
const OUTSIDE = 1.5;

export default class Explorer extends FrameFigure {
  /** @type {Frame | null} the one that #bound belongs to */ #frame = null;
  #bound = 1;

  /** @param {{frame: Frame}} answers @param {State} state */
  show({ frame }, state) {
    if (frame !== this.#frame) this.#bound = boundOf(frame, infoOf(this.page.page.encodings, frame.encoding));
    this.#frame = frame;
    this.plot?.paint(this.#view(state, frame));
    this.#describe(state, frame);
  }

  /** @param {"png" | "svg"} format */
  async download(format) {
    const { format: words, page } = this.page;
    const { encoding } = this.shownState;
    const title = `${infoOf(page.encodings, encoding).title} · ${words.t("site.title")}`;
    await this.plot?.download(format, `explorer-${encoding}`, title);
  }

  /** Rows shown: a table may end before the length asked for. @param {State} state @param {Frame} frame */
  #rows(state, frame) {
    const info = infoOf(this.page.page.encodings, frame.encoding);
    return info.max_rows !== null && state.seq_len > info.max_rows ? state.seq_len : frame.values.length;
  }

  /** @param {State} state @param {Frame} frame @returns {import("../core/plot.js").View} */
  #view(state, frame) {
    const rows = this.#rows(state, frame);
    const columns = frame.values[0]?.length ?? 0;
    const [pos, dim] = [Math.min(state.pos, rows - 1), Math.min(state.dim, columns - 1)];
    /** @type {(number | null)[][]} */
    const z =
      rows === frame.values.length
        ? frame.values
        : [...frame.values, ...Array.from({ length: rows - frame.values.length }, () => new Array(columns).fill(null))];
    const row = z[pos] ?? [];
    const wave = z.map((one) => one[dim] ?? null);
    const color = { sin: "sine", cos: "cosine", none: "ink" }[frame.columns.part[dim] ?? "none"];
    const info = infoOf(this.page.page.encodings, frame.encoding);
    const bound = this.#bound;
    const low = frame.encoding === "index" ? -0.06 * bound : -bound;
    /** @type {[number, number]} */
    const values = [low, bound];
    const tickvals = low === -bound ? [-info.value_limit, 0, info.value_limit] : [0, frame.values.length - 1];
    // The outlines stand around the cells, not on them, however small these are.
    const area = this.plot?.area("xaxis", "yaxis") ?? { width: 1, height: 1 };
    const [right, down] = [(OUTSIDE * columns) / area.width, (OUTSIDE * rows) / area.height];
    const [left, top, end, bottom] = [
      -0.5 + right / 2,
      -0.5 + down / 2,
      columns - 0.5 - right / 2,
      rows - 0.5 - down / 2,
    ];
    const rowOutline = outline(left, end, Math.max(top, pos - 0.5 - down), Math.min(bottom, pos + 0.5 + down));
    const columnOutline = outline(Math.max(left, dim - 0.5 - right), Math.min(end, dim + 0.5 + right), top, bottom);
    return {
      scale: "diverging",
      limits: [-info.value_limit, info.value_limit],
      clipped: bound > HEADROOM * info.value_limit,
      axes: {
        xaxis: {
          range: [-0.5, columns - 0.5],
          title: { text: this.page.format.t(slopes(frame) ? "axis.fast_slow" : "axis.dimension") },
        },
        yaxis: { range: [rows - 0.5, -0.5] },
        xaxis2: { range: values, tickvals },
        yaxis2: { range: values, tickvals },
      },
      traces: {
        cells: { z },
        void: rows > frame.values.length ? hatching(columns, frame.values.length, rows) : { x: [], y: [] },
        "row-halo": rowOutline,
        "column-halo": columnOutline,
        row: rowOutline,
        column: { ...columnOutline, color },
        wave: { x: wave, y: wave.map((_, k) => k), color },
        ...profiles(row, frame.columns.part),
        "wave-dot": { x: [wave[pos] ?? null], y: [pos] },
        "profile-dot": { x: [dim], y: [row[dim] ?? null] },
      },
    };
  }

  /** @param {State} state @param {Frame} frame */
  #describe(state, frame) {
    const info = infoOf(this.page.page.encodings, frame.encoding);
    setText(part(this.root, "cell"), this.#cell(state.pos, state.dim, frame));
    setText(part(this.root, "now"), this.#remarks(state, frame, info).join(" "));
    setText(part(this.root, "summary"), info.summary);
    this.root.dataset.columnIs = frame.columns.part[state.dim] ?? "none";
  }

  /**
   * What else there is to know about the picture shown.
   * @param {State} state @param {Frame} frame @param {import("../core/types.js").EncodingInfo} info
   */
  #remarks(state, frame, info) {
    const { format } = this.page;
    const [row, width] = [frame.values[state.pos], frame.values[0]?.length ?? 0];
    const remarks = [];
    if (info.family === "rotary") remarks.push(format.t("explorer.rotary"));
    else if (row && frame.columns.pair[0] !== null && width % 2 === 0) {
      remarks.push(format.t("explorer.every_norm", { norm: format.fixed(Math.hypot(...row), 3) }));
    } else if (row) remarks.push(format.t("explorer.norm", { pos: state.pos, norm: format.cell(Math.hypot(...row)) }));
    const most = row ? Math.max(...row.map(Math.abs)) : 0;
    if (most > this.#bound) remarks.push(format.t("explorer.off_scale", { most: format.fixed(most, 3) }));
    if (info.max_rows === null && this.#bound > HEADROOM * info.value_limit)
      remarks.push(format.t("explorer.clipped", { limit: format.short(info.value_limit) }));
    if (info.max_rows !== null && state.seq_len > info.max_rows) {
      remarks.push(format.t("explorer.end", { last: info.max_rows - 1, next: info.max_rows, rows: info.max_rows }));
    }
    if (info.width === null && width !== state.d_model) remarks.push(format.t("explorer.even", { width }));
    return remarks;
  }

  /** One cell in words. @param {number} pos @param {number} dim @param {Frame} frame */
  #cell(pos, dim, frame) {
    const { format } = this.page;
    const value = frame.values[pos]?.[dim];
    if (value === undefined) return format.t("explorer.no_row", { pos });
    const { pair, part: kind, wavelength } = frame.columns;
    const known = { pos, dim, value: format.cell(value) };
    if (pair[dim] === null || pair[dim] === undefined) return format.t("explorer.cell", known);
    return format.t("explorer.pair", {
      ...known,
      i: pair[dim] ?? 0,
      part: format.t(kind[dim] === "sin" ? "sine" : "cosine"),
      wavelength: format.short(wavelength[dim] ?? 0, 4),
    });
  }

  /** @param {PointerEvent} event @param {Plot} plot @param {{frame: Frame}} answers */
  under(event, plot, { frame }) {
    const cell = this.#locate(event, plot);
    return cell ? this.#cell(cell.pos, cell.dim, frame) : "";
  }

  /** @param {MouseEvent} event @param {Plot} plot */
  choose(event, plot) {
    const cell = this.#locate(event, plot);
    if (cell) this.page.store.set(cell);
  }

  /**
   * The cell under the pointer, on the map or on one of the curves.
   * @param {PointerEvent | MouseEvent} event @param {Plot} plot
   */
  #locate(event, plot) {
    const state = this.shownState;
    const map = plot.locate(event, "xaxis", "yaxis");
    if (map) return { pos: Math.round(map.y), dim: Math.round(map.x) };
    const wave = plot.locate(event, "xaxis2", "yaxis");
    if (wave) return { pos: Math.round(wave.y), dim: state.dim };
    const profile = plot.locate(event, "xaxis", "yaxis2");
    if (profile) return { pos: state.pos, dim: Math.round(profile.x) };
    return null;
  }
}

/**
 * How far the value axes reach. A formula is shown whole. A trained table has rows far off the others (MiniLM's row 0
 * is five times as long): there the usual row decides, and the text says when a row leaves the scale.
 * @param {Frame} frame @param {import("../core/types.js").EncodingInfo} info
 */
function boundOf(frame, info) {
  const peaks = frame.values
    .map((row) => row.reduce((most, value) => Math.max(most, Math.abs(value)), 0))
    .sort((a, b) => a - b);
  const usual = info.max_rows === null ? peaks.at(-1) : 1.5 * (peaks[peaks.length >> 1] ?? 0);
  return Math.max(info.value_limit, usual ?? 0) * HEADROOM;
}

/** Slanted lines where a table has no rows. @param {number} columns @param {number} from @param {number} to */
function hatching(columns, from, to) {
  /** @type {(number | null)[]} */ const x = [];
  /** @type {(number | null)[]} */ const y = [];
  const [top, bottom] = [from - 0.5, to - 0.5];
  const slant = columns / 12;
  for (let start = -0.5 - slant; start < columns; start += columns / 40) {
    const [left, right] = [Math.max(-0.5, start), Math.min(columns - 0.5, start + slant)];
    if (left >= right) continue;
    x.push(left, right, null);
    y.push(
      bottom - ((left - start) / slant) * (bottom - top),
      bottom - ((right - start) / slant) * (bottom - top),
      null,
    );
  }
  return { x, y };
}

/** @param {number} left @param {number} right @param {number} top @param {number} bottom */
function outline(left, right, top, bottom) {
  return { x: [left, right, right, left, left], y: [top, top, bottom, bottom, top] };
}

/**
 * The row as curves: sines and cosines apart where there are pairs, else one line.
 * @param {(number | null)[]} row @param {("sin" | "cos" | null)[]} parts
 */
function profiles(row, parts) {
  /** @param {"sin" | "cos" | null} kind */
  const curve = (kind) => {
    const columns = row.map((_, k) => k).filter((k) => (parts[k] ?? null) === kind);
    return { x: columns, y: columns.map((k) => row[k] ?? null) };
  };
  return { "profile-sine": curve("sin"), "profile-cosine": curve("cos"), profile: curve(null) };
}

/** Whether the columns go from fast to slow, from the left to the right. @param {Frame} frame */
function slopes({ columns: { wavelength } }) {
  return (
    wavelength.length > 2 &&
    wavelength.every((length, k) => length !== null && (k === 0 || length >= (wavelength[k - 1] ?? Infinity)))
  );
}
