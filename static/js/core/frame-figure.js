// @ts-check
/** A figure of the matrix that the state asks for. Sliders fetch it in sweeps, many matrices with one question. */

import { LiveFigure } from "./figure.js";
import { dependsOnCell, infoOf, widthOf } from "./questions.js";

/**
 * @typedef {import("./types.js").Frame} Frame
 * @typedef {import("./types.js").State} State
 */

/** Digits after the point that a picture needs; the API's own default is full precision. */
const PRECISION = 4;

export class FrameFigure extends LiveFigure {
  /** @param {State} _ @param {Set<string>} changed */
  dependsOn(_, changed) {
    return dependsOnCell(changed, this.page.page.encodings);
  }

  /** @param {State} state @returns {Record<string, import("./client.js").Question>} */
  questions(state) {
    const { encoding, parameters } = this.#query(state);
    return { frame: [`/encodings/${encoding}/matrix`, parameters] };
  }

  /** @param {string} name @param {State[]} states @param {AbortSignal} signal */
  async prefetch(name, states, signal) {
    const { state } = this.page.store;
    const { encoding, parameters } = this.#query(state);
    if (name === "encoding") return super.prefetch(name, states, signal);
    // Position and column choose within the matrix in hand.
    if (!(name in parameters)) return;
    const stops = new Set(states.map((one) => /** @type {number | string} */ (this.#query(one).parameters[name])));
    const rows = Number(parameters.seq_len ?? state.seq_len);
    const cells = rows * widthOf(state, infoOf(this.page.page.encodings, encoding));
    await this.page.client.sweep(encoding, parameters, name, [...stops], cells, signal);
  }

  /** @param {State} state @returns {import("./types.js").FrameQuery} */
  #query(state) {
    const { encoding, parameters } = this.page.query(state);
    return { encoding, parameters: { ...parameters, precision: PRECISION } };
  }
}
