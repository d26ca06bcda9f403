// @ts-check
/**
 * One drawing, rendered twice. While a hand moves a slider, a canvas below Plotly's axes shows a preview, which takes
 * about a millisecond. When the hand rests, Plotly makes the final render, and the canvas keeps only the cells.
 *
 * @typedef {{z: (number | null)[][]}} CellData  rows of a heat map, at whole numbers of its axes
 * @typedef {object} LineData  of a line, points, words or bars
 * @property {(number | null)[]} x
 * @property {(number | null)[]} y
 * @property {string[]} [text]
 * @property {number} [width]
 * @property {string} [color]  by its name in the theme
 * @property {string} [name]
 *
 * @typedef {CellData | LineData} TraceData
 *
 * @typedef {object} AxisData
 * @property {[number, number]} range  on a logarithmic axis in powers of ten, as in Plotly
 * @property {number[]} [tickvals]
 * @property {string[]} [ticktext]
 * @property {{text: string}} [title]
 * @property {boolean} [visible]
 *
 * @typedef {object} View  everything a drawing shows now
 * @property {Record<string, TraceData>} traces  by the ids that the specification gives them
 * @property {Record<string, AxisData>} axes
 * @property {"diverging" | "sequential"} [scale]
 * @property {[number, number]} [limits]  of the colour scale
 * @property {boolean} [clipped]  whether there are values beyond them
 *
 * @typedef {{left: number, top: number, width: number, height: number}} Area  in CSS pixels
 */

import { CanvasRenderer, FAINT, hasNumbers } from "./canvas-renderer.js";
import { Failure } from "./failure.js";
import { plotly } from "./plotly.js";
import { Size } from "./size.js";

const NARROW = 440;

export class Plot {
  /** @type {HTMLElement} */ #box;
  /** @type {HTMLCanvasElement} */ #canvas = document.createElement("canvas");
  /** @type {HTMLElement} */ #div = document.createElement("div");
  /** @type {{data: any[], layout: any}} */ #spec;
  /** @type {import("./theme.js").Themes} */ #themes;
  /** @type {string} */ #locale;
  /** @type {import("./format.js").Format} */ #format;
  /** @type {View | null} */ #view = null;
  /** @type {CanvasRenderer} */ #renderer;
  /** @type {string[]} traces that stand out; none: all are equal */ #highlighted = [];
  /** @type {Size} */ #size;
  /** @type {Promise<unknown>} */ #drawing = Promise.resolve();
  #turn = 0;
  #settled = 0;

  /**
   * @param {HTMLElement} box  its size is fixed by the style sheet, so that nothing moves when the drawing comes
   * @param {{data: any[], layout: any}} spec  built and validated by the server
   * @param {import("./types.js").Context} page
   * @param {() => void} resized  asks for the same data in another size
   * @param {AbortSignal} signal  ends what listens
   */
  constructor(box, spec, { themes, format, page }, resized, signal) {
    this.#box = box;
    this.#spec = spec;
    this.#themes = themes;
    this.#locale = page.lang;
    this.#format = format;
    this.#renderer = new CanvasRenderer(this.#canvas, themes, format);
    this.#canvas.className = "live";
    this.#canvas.setAttribute("aria-hidden", "true");
    this.#div.className = "plot";
    this.#div.setAttribute("aria-hidden", "true");
    box.append(this.#canvas, this.#div);
    this.#size = new Size(box, () => this.#view && resized(), signal);
  }

  /** Whether there is little room for words. */
  get isNarrow() {
    return this.#size.width < NARROW;
  }

  /** @returns {any} the specification's layout, arranged for the width at hand */
  get #layout() {
    const layout = this.#spec.layout;
    const narrow = this.isNarrow ? layout.meta?.narrow : undefined;
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
    const [width, height] = [this.#size.width - margin.l - margin.r, this.#size.height - margin.t - margin.b];
    const [x, y] = [layout[xaxis].domain, layout[yaxis].domain];
    return {
      left: margin.l + x[0] * width,
      top: margin.t + (1 - y[1]) * height,
      width: (x[1] - x[0]) * width,
      height: (y[1] - y[0]) * height,
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
    const [u, v] = [
      (event.clientX - edge.left - area.left) / area.width,
      (event.clientY - edge.top - area.top) / area.height,
    ];
    if (u < 0 || u >= 1 || v < 0 || v >= 1) return null;
    const [x, y] = [view.axes[xaxis]?.range ?? [0, 1], view.axes[yaxis]?.range ?? [0, 1]];
    const [atX, atY] = [x[0] + u * (x[1] - x[0]), y[1] + v * (y[0] - y[1])];
    return {
      x: this.#layout[xaxis].type === "log" ? 10 ** atX : atX,
      y: this.#layout[yaxis].type === "log" ? 10 ** atY : atY,
    };
  }

  /** Preview at once, on the canvas. @param {View} view */
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
    if (before)
      this.#box.classList.toggle(
        "is-rescaling",
        this.#box.classList.contains("is-rescaling") || rescaled(before, view),
      );
    this.#draw(view, true);
  }

  /** The final render: Plotly draws what is shown. Fails with a Failure where Plotly cannot be had. */
  finalize() {
    const turn = this.#turn;
    const own = this.#drawing.catch(() => undefined).then(() => this.#finalize(turn)).catch((error) => {
      if (this.#view) this.#box.dataset.error = String(error);
      throw error instanceof Failure ? error : new Failure("drawing");
    });
    this.#drawing = own;
    return own;
  }

  /** @param {number} turn */
  async #finalize(turn) {
    const library = await plotly();
    if (turn !== this.#turn || !this.#view) return;
    const { data, layout } = this.#figure(this.#view, this.#themes.current);
    await library.react(this.#div, data, layout, {
      displayModeBar: false,
      displaylogo: false,
      showSendToCloud: false,
      plotlyServerURL: "",
      locale: this.#locale,
      doubleClick: false,
    });
    // Browsers decode the heat map's picture later; the canvas below shows the same cells until then.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    if (turn !== this.#turn) return;
    this.#draw(this.#view, false);
    this.#box.classList.remove("is-live", "is-rescaling");
    delete this.#box.dataset.error;
    this.#box.dataset.settled = String(++this.#settled);
  }

  /**
   * Let some traces stand out by fading the others.
   * @param {string[]} names  none: all are equal again
   * @returns {boolean} whether that changes the picture
   */
  highlight(names) {
    const own = names.filter((name) => this.#spec.data.some((trace) => trace.meta.id === name));
    if (own.join() === this.#highlighted.join()) return false;
    this.#highlighted = own;
    if (!this.#view) return false;
    this.paint(this.#view);
    return true;
  }

  /**
   * Save what is shown, in the light theme, for slides and paper.
   * @param {"png" | "svg"} format @param {string} filename @param {string} title
   */
  async download(format, filename, title) {
    if (!this.#view) return;
    const library = await plotly();
    const { data, layout } = this.#figure(this.#view, this.#themes.light);
    const whole = {
      ...layout,
      paper_bgcolor: "#ffffff",
      title: { text: title, x: 0.02, y: 0.985, yanchor: "top", font: { size: 15 } },
      margin: { ...layout.margin, t: layout.margin.t + 34 },
    };
    await library.downloadImage(
      { data, layout: whole },
      {
        format,
        filename,
        width: this.#size.width,
        height: this.#size.height + 34,
        scale: format === "png" ? 2 : 1,
      },
    );
  }

  /** Nobody is near: let Plotly's drawing go, which is hundreds of elements. The canvas keeps the picture. */
  release() {
    if (!this.#view || !("settled" in this.#box.dataset)) return;
    this.#turn++;
    delete this.#box.dataset.settled;
    this.#box.classList.add("is-live");
    this.#draw(this.#view, true);
    window.Plotly?.purge(this.#div);
    this.#div.replaceChildren();
  }

  destroy() {
    this.#turn++;
    this.#view = null;
    this.#canvas.remove();
    this.#div.remove();
    // Plotly may be at work: what it makes before it hears of the end goes, too.
    void this.#drawing.catch(() => undefined).then(() => window.Plotly?.purge(this.#div));
  }

  /** @param {View} view @param {import("./types.js").ThemeData} theme */
  #figure(view, theme) {
    const data = this.#spec.data.map((trace) => {
      const given = view.traces[trace.meta.id];
      const filled = { ...trace, ...given };
      delete filled.color;
      if (given && "z" in given && hasNumbers(trace, given.z)) filled.texttemplate = "%{z:.2f}";
      const color = theme.colors[(given && "color" in given && given.color) || trace.meta.color] ?? "";
      if (trace.line) filled.line = { ...trace.line, color };
      if (trace.type === "bar") filled.marker = { ...trace.marker, color };
      else if (trace.marker)
        filled.marker = {
          ...trace.marker,
          color,
          line: { color: theme.colors.surface, width: trace.meta.outline_width ?? 1.5 },
        };
      if (trace.textfont) filled.textfont = { ...trace.textfont, color };
      if (trace.fill) filled.fillcolor = color + alpha(trace.meta.fill_opacity);
      if (this.#highlighted.length > 0 && !this.#highlighted.includes(trace.meta.id)) filled.opacity = FAINT;
      return filled;
    });
    const base = this.#layout;
    const { width, height } = this.#size;
    const layout = { ...base, width, height, template: theme.template, separators: this.#format.separators };
    for (const [name, axis] of Object.entries(view.axes))
      layout[name] = { ...base[name], ...axis, title: { ...base[name].title, ...axis.title } };
    if (!view.limits || !view.scale) return { data, layout };
    const [cmin, cmax] = view.limits;
    layout.coloraxis = { ...base.coloraxis, cmin, cmax, colorscale: theme[view.scale] };
    if (base.coloraxis.colorbar) {
      layout.coloraxis.colorbar = { ...base.coloraxis.colorbar, tickvals: [cmin, (cmin + cmax) / 2, cmax] };
      if (view.clipped)
        layout.coloraxis.colorbar.ticktext = [`≤ ${this.#format.short(cmin)}`, "0", `≥ ${this.#format.short(cmax)}`];
    }
    return { data, layout };
  }

  /** @param {View} view @param {boolean} everything  lines too, or only the cells */
  #draw(view, everything) {
    this.#renderer.draw({
      view,
      size: this.#size,
      everything,
      highlighted: this.#highlighted,
      traces: this.#spec.data,
      layout: this.#layout,
      area: (xaxis, yaxis) => this.area(xaxis, yaxis),
    });
  }
}


/** @param {View} before @param {View} now */
function rescaled(before, now) {
  return Object.entries(now.axes).some(([name, { range }]) => {
    const old = before.axes[name]?.range;
    return !old || old[0] !== range[0] || old[1] !== range[1];
  });
}

/** Two hexadecimal digits of opacity. @param {number} [share]  from 0 to 1 */
function alpha(share = 0.15) {
  return Math.round(255 * share).toString(16).padStart(2, "0");
}
