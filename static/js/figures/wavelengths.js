// @ts-check
/** Every pair's wavelength against the context window, and how alike positions are at every distance. */

import { part } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";

/**
 * @typedef {import("../core/types.js").State} State
 * @typedef {import("../core/plot.js").Plot} Plot
 */

const FARTHEST = 131072;
/** Distances at which likeness is drawn: all small ones, then sixteen an octave. */
const OFFSETS = octaves(FARTHEST, 16);
/** Less than this part of a turn within the window counts as hardly moving. */
const STILL = 1 / 4;

export default class Wavelengths extends LiveFigure {
  get names() {
    return ["base", "d_model", "variant", "window"];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const own = { d_model: evenWidth(state), base: state.base, variant: state.variant };
    return {
      frequencies: ["/encodings/sinusoidal/frequencies", own],
      likeness: [
        "/encodings/sinusoidal/similarity",
        { ...own, positions: OFFSETS.join(","), row: 0, metric: "cosine", precision: 5 },
      ],
      alike: ["/encodings/sinusoidal/lookalikes", { ...own, window: state.window }],
    };
  }

  /** @param {any} answers @param {State} state */
  show(answers, state) {
    const { window } = state;
    /** @type {number[]} */
    const wavelength = answers.frequencies.wavelength;
    /** @type {Record<"whole" | "part" | "still", {x: number[], y: number[]}>} */
    const kinds = { whole: { x: [], y: [] }, part: { x: [], y: [] }, still: { x: [], y: [] } };
    wavelength.forEach((length, i) => {
      const { x, y } = kinds[length <= window ? "whole" : window / length >= STILL ? "part" : "still"];
      x.push(length);
      y.push(i);
    });
    this.plot?.paint(this.#view(answers, kinds, state));
    this.#read(answers, kinds, state);
  }

  /**
   * @param {any} answers @param {Record<string, {x: number[], y: number[]}>} kinds @param {State} state
   * @returns {import("../core/plot.js").View}
   */
  #view({ frequencies, likeness, alike }, kinds, { window }) {
    const { format } = this.page;
    const pairs = frequencies.wavelength.length;
    const decades = Math.max(8, Math.ceil(Math.log10(frequencies.wavelength.at(-1))));
    const step = this.plot?.isNarrow ? 2 : 1;
    const ticks = powersOfTen(decades).filter((_, k) => k % step === 0);
    /** @type {[number, number]} */
    const rows = [pairs - 0.4, -0.6];
    /** @type {number[]} */
    const cosines = likeness.values[0];
    const least = Math.min(-0.2, ...cosines);
    const bottom = Math.floor(10 * least) / 10;
    return {
      axes: {
        xaxis: { range: [-0.2, decades], tickvals: ticks, ticktext: ticks.map((tick) => format.short(tick)) },
        yaxis: { range: rows },
        yaxis2: {
          range: [bottom, 1.1],
          tickvals: [0, 0.5, 1],
          ticktext: [0, 0.5, 1].map((tick) => format.short(tick)),
        },
      },
      traces: {
        ...kinds,
        window: { x: [window, window], y: rows },
        quarter: { x: [window / STILL, window / STILL], y: rows },
        "window-below": { x: [window, window], y: [bottom, 1.1] },
        likeness: { x: OFFSETS.slice(1), y: cosines.slice(1) },
        "window-name": { x: [window], y: [0.03 * pairs - 0.6], text: [`\u00a0${format.t("wavelengths.window")}`] },
        "quarter-name": {
          x: [window / STILL],
          y: [0.1 * pairs - 0.6],
          text: [`\u00a0${format.t("wavelengths.four")}`],
        },
        nearest: { x: [alike.offset], y: [alike.cosine] },
      },
    };
  }

  /**
   * The numbers beside the picture, and the sentence below it.
   * @param {any} answers @param {Record<string, {x: number[]}>} kinds @param {State} state
   */
  #read({ frequencies, alike }, kinds, state) {
    const { format } = this.page;
    const all = frequencies.wavelength.length;
    const counted = {
      whole: format.short(kinds.whole?.x.length ?? 0),
      still: format.short(kinds.still?.x.length ?? 0),
      all: format.short(all),
    };
    const slowest = format.short(frequencies.wavelength.at(-1), 3);
    const apart = {
      offset: format.short(alike.offset),
      distance: format.fixed(alike.distance, 3),
      neighbour: format.fixed(alike.neighbour, 3),
    };
    const shown = {
      whole: format.t("wavelengths.of", { count: counted.whole, all: counted.all }),
      still: format.t("wavelengths.of", { count: counted.still, all: counted.all }),
      slowest,
      nearest: format.t("wavelengths.apart", apart),
      distance: apart.distance,
      neighbour: apart.neighbour,
      negative: alike.first_negative === null ? format.t("wavelengths.never") : format.short(alike.first_negative),
    };
    for (const [name, text] of Object.entries(shown)) part(this.root, name).textContent = text;
    const said = [
      format.t("wavelengths.now", {
        ...counted,
        slowest,
        base: format.given(state.base),
        width: format.short(2 * all),
        window: format.short(state.window),
      }),
    ];
    if (alike.distance < alike.neighbour) said.push(format.t("wavelengths.alike", apart));
    said.push(
      alike.first_negative === null
        ? format.t("wavelengths.enough")
        : format.t("wavelengths.small", { offset: format.short(alike.first_negative) }),
    );
    if (2 * all !== state.d_model) said.push(format.t("wavelengths.even", { width: format.short(2 * all) }));
    this.setCaption(said.join(" "));
  }

  /** @param {PointerEvent} event @param {Plot} plot @param {any} answers */
  under(event, plot, { frequencies, likeness }) {
    const { format } = this.page;
    const above = plot.locate(event, "xaxis", "yaxis");
    if (above) {
      const i = Math.max(0, Math.min(frequencies.wavelength.length - 1, Math.round(above.y)));
      const length = frequencies.wavelength[i];
      return format.t("wavelengths.pair", {
        i,
        wavelength: format.short(length),
        turns: format.short(this.shownState.window / length, 2),
      });
    }
    const below = plot.locate(event, "xaxis", "yaxis2");
    if (!below) return "";
    const k = OFFSETS.reduce(
      (best, offset, at) => (Math.abs(offset - below.x) < Math.abs((OFFSETS[best] ?? 0) - below.x) ? at : best),
      1,
    );
    return format.t("wavelengths.likeness", {
      offset: format.short(OFFSETS[k] ?? 0),
      value: format.fixed(likeness.values[0][k], 3),
    });
  }
}

/** @param {State} state */
function evenWidth({ d_model }) {
  return Math.max(2, d_model - (d_model % 2));
}

/** 0, then whole numbers, so many an octave. @param {number} last @param {number} each */
function octaves(last, each) {
  const found = new Set([0]);
  for (let start = 1; start < last; start *= 2) {
    for (let step = 0; step < each; step++) found.add(Math.round(start + (start * step) / each));
  }
  return [...found.add(last)].sort((a, b) => a - b);
}

/** @param {number} decades */
function powersOfTen(decades) {
  const found = [1];
  for (let k = 0; k < decades; k++) found.push(10 * (found[k] ?? 1));
  return found;
}
