// @ts-check
/** A figure that nobody has: the wavelengths of a few pairs. */

import { LiveFigure } from "../core/figure.js";

export default class MadeUp extends LiveFigure {
  get names() {
    return ["made_up_width", "base"];
  }

  /** @param {import("../core/types.js").State} state @returns {Record<string, import("../core/figure.js").Question>} */
  questions({ made_up_width, base }) {
    return { waves: ["/encodings/sinusoidal/frequencies", { d_model: made_up_width, base }] };
  }

  /** @param {any} answers */
  show({ waves }) {
    const y = waves.wavelength;
    const x = y.map((/** @type {number} */ _, /** @type {number} */ pair) => pair);
    this.plot?.paint({
      axes: { xaxis: { range: [-0.5, x.length - 0.5] }, yaxis: { range: [0, Math.max(...y)] } },
      traces: { waves: { x, y } },
    });
    this.setCaption(this.page.format.t("made-up.now", { count: y.length }));
  }
}
