// @ts-check
/** The matrix the page shows: the one asked for, or the last one until that arrives. Never an older answer. */

import { frameQuery, infoOf } from "./questions.js";

/**
 * @typedef {import("./types.js").Frame} Frame
 * @typedef {import("./types.js").State} State
 */

export class CurrentFrame {
  /** @type {import("./frames.js").Frames} */ #frames;
  /** @type {import("./types.js").EncodingInfo[]} */ #encodings;
  /** @type {Frame | null} */ #shown = null;
  /** @type {Set<() => void>} */ #waiting = new Set();
  #newest = 0;
  #asked = "";
  /** @type {string} what the server said when there was no answer */
  failure = "";

  /** @param {import("./frames.js").Frames} frames @param {import("./types.js").EncodingInfo[]} encodings */
  constructor(frames, encodings) {
    this.#frames = frames;
    this.#encodings = encodings;
  }

  /** Whom to wake when a frame arrives. @param {() => void} wake */
  whenArrived(wake) {
    this.#waiting.add(wake);
  }

  /** @param {State} state @returns {Frame | null} */
  get(state) {
    const query = frameQuery(state, infoOf(this.#encodings, state.encoding));
    const known = this.#frames.peek(query);
    if (known) {
      this.failure = "";
      this.#asked = "";
      this.#newest++;
      this.#shown = known;
      return known;
    }
    const key = JSON.stringify(query);
    if (key !== this.#asked) {
      this.#asked = key;
      const turn = ++this.#newest;
      const arrived = (/** @type {string} */ failure) => {
        if (turn !== this.#newest) return;
        this.failure = failure;
        for (const wake of this.#waiting) wake();
      };
      this.#frames.load(query).then(() => arrived(""), (error) => arrived(String(error.message ?? error)));
    }
    return this.#shown;
  }
}
