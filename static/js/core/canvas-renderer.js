// @ts-check
/**
 * Previews: what Plotly would draw of a view, on a canvas, in about a millisecond. It knows what
 * our specifications use: heat maps, lines (dashed, filled to themselves), points, bars and words, on linear and
 * logarithmic axes.
 *
 * @typedef {import("./plot.js").View} View
 * @typedef {import("./plot.js").Area} Area
 * @typedef {import("./plot.js").LineData} LineData
 * @typedef {(value: number) => number} Place
 *
 * @typedef {object} Picture  what is to be drawn
 * @property {View} view
 * @property {{width: number, height: number}} size  in CSS pixels
 * @property {boolean} everything  lines too, or only the cells
 * @property {string[]} highlighted  traces that stand out; none: all are equal
 * @property {any[]} traces  of the specification
 * @property {any} layout
 * @property {(xaxis: string, yaxis: string) => Area} area
 */

import { needsLightText } from "./theme.js";

/** Opacity of what does not stand out while something else does. */
export const FAINT = 0.16;
const FONT = "'IBM Plex Sans Variable', system-ui, sans-serif";
const SHADE_CHANNELS = 3;
/** @type {Record<string, number[]>} */
const DASHES = { solid: [], dot: [2, 4], dash: [8, 6], dashdot: [8, 4, 2, 4] };

/** Whether there is room for the numbers in the cells. @param {any} trace @param {(number | null)[][]} z */
export function hasNumbers(trace, z) {
  return z.length <= (trace.meta.numbers_up_to ?? 0);
}

export class CanvasRenderer {
  /** @type {HTMLCanvasElement} */ #canvas;
  /** @type {HTMLCanvasElement} one pixel a cell */ #cells = document.createElement("canvas");
  /** @type {import("./theme.js").Themes} */ #themes;
  /** @type {import("./format.js").Format} */ #format;

  /**
   * @param {HTMLCanvasElement} canvas @param {import("./theme.js").Themes} themes
   * @param {import("./format.js").Format} format
   */
  constructor(canvas, themes, format) {
    this.#canvas = canvas;
    this.#themes = themes;
    this.#format = format;
  }

  /** @param {Picture} picture */
  draw({ view, size, everything, highlighted, traces, layout, area }) {
    const pen = this.#clear(size);
    for (const trace of traces) {
      const data = view.traces[trace.meta.id];
      if (!data) continue;
      const [xaxis, yaxis] = [`xaxis${trace.xaxis.slice(1)}`, `yaxis${trace.yaxis.slice(1)}`];
      const place = area(xaxis, yaxis);
      const [x, y] = [view.axes[xaxis]?.range ?? [0, 1], view.axes[yaxis]?.range ?? [0, 1]];
      const [scaleX, scaleY] = [scaleOf(layout[xaxis]), scaleOf(layout[yaxis])];
      /** @type {Place} */
      const atX = (value) => place.left + ((scaleX(value) - x[0]) / (x[1] - x[0])) * place.width;
      /** @type {Place} */
      const atY = (value) => place.top + ((scaleY(value) - y[1]) / (y[0] - y[1])) * place.height;
      pen.globalAlpha =
        (highlighted.length > 0 && !highlighted.includes(trace.meta.id) ? FAINT : 1) * (trace.opacity ?? 1);
      if ("z" in data) {
        this.#paintCells(pen, data.z, view, atX, atY);
        if (hasNumbers(trace, data.z)) this.#writeNumbers(pen, data.z, view, atX, atY);
      } else if (everything) {
        pen.save();
        pen.strokeStyle = pen.fillStyle = this.#themes.current.colors[data.color ?? trace.meta.color] ?? "";
        if (trace.type === "bar") drawBars(pen, data, trace, atX, atY);
        else this.#drawScatter(pen, data, trace, place, atX, atY);
        pen.restore();
      }
    }
    pen.globalAlpha = 1;
  }

  /** @param {{width: number, height: number}} size */
  #clear({ width, height }) {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const pen = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
    if (this.#canvas.width !== Math.round(width * ratio) || this.#canvas.height !== Math.round(height * ratio)) {
      this.#canvas.width = Math.round(width * ratio);
      this.#canvas.height = Math.round(height * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    return pen;
  }

  /**
   * @param {CanvasRenderingContext2D} pen @param {LineData} data @param {any} trace @param {Area} area
   * @param {Place} atX @param {Place} atY
   */
  #drawScatter(pen, data, trace, area, atX, atY) {
    const mode = trace.mode ?? "lines";
    if (mode.includes("lines")) {
      pen.save();
      pen.beginPath();
      pen.rect(area.left, area.top, area.width, area.height);
      pen.clip();
      tracePath(pen, data, atX, atY);
      if (trace.fill) {
        const whole = pen.globalAlpha;
        pen.globalAlpha = whole * (trace.meta.fill_opacity ?? 0.15);
        pen.fill();
        pen.globalAlpha = whole;
      }
      pen.lineWidth = trace.line?.width ?? 2;
      pen.lineJoin = "round";
      pen.setLineDash(DASHES[trace.line?.dash ?? "solid"] ?? []);
      if (pen.lineWidth > 0 && trace.line?.width !== 0) pen.stroke();
      pen.restore();
    }
    if (mode.includes("markers")) {
      pen.lineWidth = trace.meta.outline_width ?? 1.5;
      pen.strokeStyle = this.#themes.current.colors.surface ?? "";
      eachPoint(data, (x, y) => {
        pen.beginPath();
        pen.arc(atX(x), atY(y), trace.marker.size / 2, 0, 2 * Math.PI);
        pen.fill();
        if (pen.lineWidth > 0 && trace.meta.outline_width !== 0) pen.stroke();
      });
    }
    if (mode.includes("text")) writeWords(pen, data, trace, atX, atY);
  }

  /**
   * @param {CanvasRenderingContext2D} pen @param {(number | null)[][]} z @param {View} view @param {Place} atX
   * @param {Place} atY
   */
  #paintCells(pen, z, view, atX, atY) {
    const [rows, columns] = [z.length, z[0]?.length ?? 0];
    if (rows === 0 || columns === 0 || !view.limits || !view.scale) return;
    if (this.#cells.width !== columns || this.#cells.height !== rows) {
      this.#cells.width = columns;
      this.#cells.height = rows;
    }
    const own = /** @type {CanvasRenderingContext2D} */ (this.#cells.getContext("2d"));
    const picture = own.createImageData(columns, rows);
    const table = this.#themes.table(view.scale);
    const last = table.length / SHADE_CHANNELS - 1;
    const [low, high] = view.limits;
    const factor = last / (high - low);
    for (let r = 0, at = 0; r < rows; r++) {
      const row = /** @type {(number | null)[]} */ (z[r]);
      for (let c = 0; c < columns; c++, at += 4) {
        const value = row[c];
        if (value === null || value === undefined) continue;
        const shade = SHADE_CHANNELS * Math.min(last, Math.max(0, Math.round((value - low) * factor)));
        picture.data[at] = /** @type {number} */ (table[shade]);
        picture.data[at + 1] = /** @type {number} */ (table[shade + 1]);
        picture.data[at + 2] = /** @type {number} */ (table[shade + 2]);
        picture.data[at + 3] = 255;
      }
    }
    own.putImageData(picture, 0, 0);
    pen.imageSmoothingEnabled = false;
    const [left, top] = [atX(-0.5), atY(-0.5)];
    pen.drawImage(this.#cells, left, top, atX(columns - 0.5) - left, atY(rows - 0.5) - top);
  }

  /**
   * @param {CanvasRenderingContext2D} pen @param {(number | null)[][]} z @param {View} view @param {Place} atX
   * @param {Place} atY
   */
  #writeNumbers(pen, z, view, atX, atY) {
    if (!view.limits || !view.scale) return;
    const [low, high] = view.limits;
    const table = this.#themes.table(view.scale);
    pen.font = `12px ${FONT}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    z.forEach((row, r) =>
      row.forEach((value, c) => {
        if (value === null) return;
        pen.fillStyle = needsLightText(table, (value - low) / (high - low)) ? "#ffffff" : "#000000";
        pen.fillText(this.#format.fixed(value, 2), atX(c), atY(r));
      }),
    );
  }
}

/** From a value to the axis' own scale, as Plotly counts its range. @param {any} axis @returns {Place} */
function scaleOf(axis) {
  return axis?.type === "log" ? Math.log10 : (value) => value;
}

/** @param {LineData} data @param {(x: number, y: number, k: number) => void} visit */
function eachPoint(data, visit) {
  for (let k = 0; k < data.x.length; k++) {
    const [x, y] = [data.x[k], data.y[k]];
    if (x !== null && x !== undefined && y !== null && y !== undefined) visit(x, y, k);
  }
}

/** @param {CanvasRenderingContext2D} pen @param {LineData} data @param {Place} atX @param {Place} atY */
function tracePath(pen, data, atX, atY) {
  pen.beginPath();
  let last = -2;
  eachPoint(data, (x, y, k) => {
    if (k === last + 1) pen.lineTo(atX(x), atY(y));
    else pen.moveTo(atX(x), atY(y));
    last = k;
  });
}

/**
 * @param {CanvasRenderingContext2D} pen @param {LineData} data @param {any} trace @param {Place} atX @param {Place} atY
 */
function drawBars(pen, data, trace, atX, atY) {
  const half = (data.width ?? trace.width ?? 0.8) / 2;
  eachPoint(data, (x, y) => {
    if (trace.orientation === "h")
      pen.fillRect(
        Math.min(atX(0), atX(x)),
        Math.min(atY(y - half), atY(y + half)),
        Math.abs(atX(x) - atX(0)),
        Math.abs(atY(y + half) - atY(y - half)),
      );
    else
      pen.fillRect(
        Math.min(atX(x - half), atX(x + half)),
        Math.min(atY(0), atY(y)),
        Math.abs(atX(x + half) - atX(x - half)),
        Math.abs(atY(y) - atY(0)),
      );
  });
}

/**
 * @param {CanvasRenderingContext2D} pen @param {LineData} data @param {any} trace @param {Place} atX @param {Place} atY
 */
function writeWords(pen, data, trace, atX, atY) {
  const where = trace.textposition ?? "middle center";
  const away = trace.mode.includes("markers") ? trace.marker.size / 2 + 3 : 3;
  pen.font = `${trace.textfont?.size ?? 12}px ${FONT}`;
  pen.textAlign = where.includes("right") ? "left" : where.includes("left") ? "right" : "center";
  pen.textBaseline = where.includes("top") ? "bottom" : where.includes("bottom") ? "top" : "middle";
  const [dx, dy] = [
    where.includes("right") ? away : where.includes("left") ? -away : 0,
    where.includes("top") ? -away : where.includes("bottom") ? away : 0,
  ];
  eachPoint(data, (x, y, k) => pen.fillText(data.text?.[k] ?? "", atX(x) + dx, atY(y) + dy));
}
