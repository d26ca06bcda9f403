// @ts-check
/**
 * One drawing, two brushes. While a hand moves a slider, a canvas below Plotly's axes is painted, which takes about
 * a millisecond. When the hand rests, Plotly draws the same view, and the canvas keeps only the cells.
 *
 * @typedef {{z: (number | null)[][]} | {x: (number | null)[], y: (number | null)[], ink?: string}} TraceData
 * @typedef {{range: [number, number], tickvals?: number[], ticktext?: string[], title?: {text: string}}} AxisData
 * @typedef {object} View  everything a drawing shows now
 * @property {Record<string, TraceData>} traces  by the ids that the specification gives them
 * @property {Record<string, AxisData>} axes
 * @property {"diverging" | "sequential"} scale
 * @property {[number, number]} limits  of the colour scale
 * @property {boolean} [clipped]  whether there are values beyond them
 *
 * @typedef {{left: number, top: number, width: number, height: number}} Area  in CSS pixels
 */

import { needsLightText } from "./theme.js";

const NARROW = 440;
const NUMBER_FONT = "12px 'IBM Plex Sans Variable', system-ui, sans-serif";
const SHADE_CHANNELS = 3;

/** @returns {Promise<PlotlyStatic>} */
function plotly() {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  const script = /** @type {HTMLScriptElement} */ (document.getElementById("plotly-script"));
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve(/** @type {PlotlyStatic} */ (window.Plotly)), { once: true });
    script.addEventListener("error", () => reject(new Error("Plotly could not be loaded")), { once: true });
  });
}

export class Plot {
  /** @type {HTMLElement} */ #box;
  /** @type {HTMLCanvasElement} */ #canvas = document.createElement("canvas");
  /** @type {HTMLElement} */ #div = document.createElement("div");
  /** @type {{data: any[], layout: any}} */ #spec;
  /** @type {import("./theme.js").Themes} */ #themes;
  /** @type {string} */ #locale;
  /** @type {import("./format.js").Format} */ #format;
  /** @type {View | null} */ #view = null;
  /** @type {HTMLCanvasElement} */ #cells = document.createElement("canvas");
  /** @type {ResizeObserver} */ #resizes;
  #drawing = Promise.resolve();
  #turn = 0;

  /**
   * @param {HTMLElement} box  its size is fixed by the style sheet, so that nothing moves when the drawing comes
   * @param {{data: any[], layout: any}} spec  built and validated by the server
   * @param {import("./types.js").Context} page
   */
  constructor(box, spec, { themes, format, page }) {
    this.#box = box;
    this.#spec = spec;
    this.#themes = themes;
    this.#locale = page.lang;
    this.#format = format;
    this.#canvas.className = "live";
    this.#canvas.setAttribute("aria-hidden", "true");
    this.#div.className = "plot";
    this.#div.setAttribute("aria-hidden", "true");
    box.append(this.#canvas, this.#div);
    let width = box.clientWidth;
    this.#resizes = new ResizeObserver(() => {
      if (box.clientWidth === width || !this.#view) return;
      width = box.clientWidth;
      this.paint(this.#view);
      void this.settle();
    });
    this.#resizes.observe(box);
  }

  /** @returns {any} the specification's layout, arranged for the width at hand */
  get #layout() {
    const layout = this.#spec.layout;
    const narrow = this.#box.clientWidth < NARROW ? layout.meta?.narrow : undefined;
    if (!narrow) return layout;
    const arranged = { ...layout };
    for (const [name, patch] of Object.entries(narrow)) {
      arranged[name] = Array.isArray(patch) ? patch : { ...layout[name], ...(/** @type {any} */ (patch)) };
    }
    return arranged;
  }

  /** Where a pair of axes stands in the box. @param {string} xaxis @param {string} yaxis @returns {Area} */
  area(xaxis, yaxis) {
    const { margin, ...layout } = this.#layout;
    const [width, height] = [this.#box.clientWidth - margin.l - margin.r, this.#box.clientHeight - margin.t - margin.b];
    const [x, y] = [layout[xaxis].domain, layout[yaxis].domain];
    return {
      left: margin.l + x[0] * width, top: margin.t + (1 - y[1]) * height, width: (x[1] - x[0]) * width, height: (y[1] - y[0]) * height,
    };
  }

  /**
   * The point of the data under a pointer, or null outside of these axes.
   * @param {PointerEvent | MouseEvent} event @param {string} xaxis @param {string} yaxis
   */
  locate(event, xaxis, yaxis) {
    const view = this.#view;
    if (!view) return null;
    const edge = this.#box.getBoundingClientRect();
    const area = this.area(xaxis, yaxis);
    const [u, v] = [(event.clientX - edge.left - area.left) / area.width, (event.clientY - edge.top - area.top) / area.height];
    if (u < 0 || u >= 1 || v < 0 || v >= 1) return null;
    const [x, y] = [view.axes[xaxis]?.range ?? [0, 1], view.axes[yaxis]?.range ?? [0, 1]];
    return { x: x[0] + u * (x[1] - x[0]), y: y[1] + v * (y[0] - y[1]) };
  }

  /** Paint at once, on the canvas. @param {View} view */
  paint(view) {
    const before = this.#view;
    this.#view = view;
    this.#turn++;
    this.#box.classList.add("is-live");
    // Plotly writes all numbers in one colour; ours choose black or white by contrast, so ours stay.
    this.#box.classList.toggle("has-numbers", this.#spec.data.some((trace) => {
      const given = view.traces[trace.meta.id];
      return given !== undefined && "z" in given && hasNumbers(trace, given.z);
    }));
    if (before) this.#box.classList.toggle("is-rescaling", this.#box.classList.contains("is-rescaling") || rescaled(before, view));
    this.#brush(view, true);
  }

  /** Let Plotly draw what is shown, when it is there. */
  settle() {
    const turn = this.#turn;
    this.#drawing = this.#drawing.then(() => this.#settle(turn)).catch((error) => {
      this.#box.dataset.error = String(error);
    });
    return this.#drawing;
  }

  /** @param {number} turn */
  async #settle(turn) {
    const library = await plotly();
    if (turn !== this.#turn || !this.#view) return;
    const { data, layout } = this.#figure(this.#view, this.#themes.current);
    await library.react(this.#div, data, layout, {
      displayModeBar: false, displaylogo: false, showSendToCloud: false, plotlyServerURL: "", locale: this.#locale, doubleClick: false,
    });
    // Browsers decode the heat map's picture later; the canvas below shows the same cells until then.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    if (turn !== this.#turn) return;
    this.#brush(this.#view, false);
    this.#box.classList.remove("is-live", "is-rescaling");
    this.#box.dataset.settled = String(Number(this.#box.dataset.settled ?? 0) + 1);
  }

  retheme() {
    if (!this.#view) return;
    this.paint(this.#view);
    void this.settle();
  }

  /**
   * Save what is shown, in the light theme, for slides and paper.
   * @param {"png" | "svg"} format @param {string} filename @param {string} title
   */
  async download(format, filename, title) {
    if (!this.#view) return;
    const library = await plotly();
    const { data, layout } = this.#figure(this.#view, this.#themes.light);
    const whole = { ...layout, paper_bgcolor: "#ffffff", title: { text: title, x: 0.02, y: 0.985, yanchor: "top", font: { size: 15 } }, margin: { ...layout.margin, t: layout.margin.t + 34 } };
    await library.downloadImage(
      { data, layout: whole },
      { format, filename, width: this.#box.clientWidth, height: this.#box.clientHeight + 34, scale: format === "png" ? 2 : 1 },
    );
  }

  destroy() {
    this.#resizes.disconnect();
    window.Plotly?.purge(this.#div);
    this.#box.replaceChildren();
  }

  /** @param {View} view @param {import("./types.js").ThemeData} theme */
  #figure(view, theme) {
    const data = this.#spec.data.map((trace) => {
      const given = view.traces[trace.meta.id];
      const filled = { ...trace, ...given };
      delete filled.ink;
      if (given && "z" in given && hasNumbers(trace, given.z)) filled.texttemplate = "%{z:.2f}";
      const ink = theme.inks[(given && "ink" in given && given.ink) || trace.meta.ink];
      if (trace.line) filled.line = { ...trace.line, color: ink };
      if (trace.marker) filled.marker = { ...trace.marker, color: ink, line: { color: theme.inks.surface, width: 1.5 } };
      return filled;
    });
    const base = this.#layout;
    const layout = { ...base, template: theme.template, width: this.#box.clientWidth, height: this.#box.clientHeight };
    for (const [name, axis] of Object.entries(view.axes)) layout[name] = { ...base[name], ...axis, title: { ...base[name].title, ...axis.title } };
    const [cmin, cmax] = view.limits;
    layout.coloraxis = { ...base.coloraxis, cmin, cmax, colorscale: theme[view.scale] };
    if (base.coloraxis.colorbar) {
      layout.coloraxis.colorbar = { ...base.coloraxis.colorbar, tickvals: [cmin, (cmin + cmax) / 2, cmax] };
      if (view.clipped) layout.coloraxis.colorbar.ticktext = [`≤ ${this.#format.short(cmin)}`, "0", `≥ ${this.#format.short(cmax)}`];
    }
    return { data, layout };
  }

  /** @param {View} view @param {boolean} everything  lines too, or only the cells */
  #brush(view, everything) {
    const [width, height] = [this.#box.clientWidth, this.#box.clientHeight];
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const pen = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
    if (this.#canvas.width !== Math.round(width * ratio) || this.#canvas.height !== Math.round(height * ratio)) {
      this.#canvas.width = Math.round(width * ratio);
      this.#canvas.height = Math.round(height * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    for (const trace of this.#spec.data) {
      const data = view.traces[trace.meta.id];
      if (!data) continue;
      const [xaxis, yaxis] = [axisName("xaxis", trace.xaxis), axisName("yaxis", trace.yaxis)];
      const area = this.area(xaxis, yaxis);
      const [x, y] = [/** @type {AxisData} */ (view.axes[xaxis]).range, /** @type {AxisData} */ (view.axes[yaxis]).range];
      /** @param {number} value */
      const atX = (value) => area.left + ((value - x[0]) / (x[1] - x[0])) * area.width;
      /** @param {number} value */
      const atY = (value) => area.top + ((value - y[1]) / (y[0] - y[1])) * area.height;
      if ("z" in data) {
        this.#brushCells(pen, data.z, view, atX, atY);
        if (hasNumbers(trace, data.z)) this.#brushNumbers(pen, data.z, view, atX, atY);
        continue;
      }
      if (!everything) continue;
      pen.save();
      const ink = this.#themes.current.inks[data.ink ?? trace.meta.ink] ?? "";
      pen.strokeStyle = pen.fillStyle = ink;
      if (trace.mode === "markers") {
        pen.beginPath();
        pen.arc(atX(data.x[0] ?? NaN), atY(data.y[0] ?? NaN), trace.marker.size / 2, 0, 2 * Math.PI);
        pen.fill();
        pen.lineWidth = 1.5;
        pen.strokeStyle = this.#themes.current.inks.surface ?? "";
        pen.stroke();
      } else {
        pen.beginPath();
        pen.rect(area.left, area.top, area.width, area.height);
        pen.clip();
        pen.beginPath();
        let open = false;
        for (let k = 0; k < data.x.length; k++) {
          const [px, py] = [data.x[k], data.y[k]];
          if (px === null || py === null || px === undefined || py === undefined) open = false;
          else if (open) pen.lineTo(atX(px), atY(py));
          else {
            pen.moveTo(atX(px), atY(py));
            open = true;
          }
        }
        pen.lineWidth = trace.line.width;
        pen.lineJoin = "round";
        pen.stroke();
      }
      pen.restore();
    }
  }

  /**
   * @param {CanvasRenderingContext2D} pen @param {(number | null)[][]} z @param {View} view
   * @param {(value: number) => number} atX @param {(value: number) => number} atY
   */
  #brushCells(pen, z, view, atX, atY) {
    const [rows, columns] = [z.length, z[0]?.length ?? 0];
    if (rows === 0 || columns === 0) return;
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
   * @param {CanvasRenderingContext2D} pen @param {(number | null)[][]} z @param {View} view
   * @param {(value: number) => number} atX @param {(value: number) => number} atY
   */
  #brushNumbers(pen, z, view, atX, atY) {
    const [low, high] = view.limits;
    const table = this.#themes.table(view.scale);
    pen.font = NUMBER_FONT;
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

/** Whether there is room for the numbers in the cells. @param {any} trace @param {(number | null)[][]} z */
function hasNumbers(trace, z) {
  return z.length <= (trace.meta.numbers_up_to ?? 0);
}

/** @param {"xaxis" | "yaxis"} kind @param {string} id  "x", "x2", … */
function axisName(kind, id) {
  return kind + id.slice(1);
}

/** @param {View} before @param {View} now */
function rescaled(before, now) {
  return Object.entries(now.axes).some(([name, { range }]) => {
    const old = before.axes[name]?.range;
    return !old || old[0] !== range[0] || old[1] !== range[1];
  });
}
