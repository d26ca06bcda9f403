// @ts-check
/** The matrix that the state asks for, once it is there. An answer that came too late for the state never counts. */

import { frameQuery, infoOf } from "./questions.js";

/**
 * @typedef {import("./types.js").Frame} Frame
 * @typedef {import("./types.js").State} State
 */

export class CurrentFrame {
  /** @type {import("./frames.js").Frames} */ #frames;
  /** @type {import("./types.js").EncodingInfo[]} */ #encodings;
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

  /** Whom to wake when a frame arrives. @param {() => void} wake @param {AbortSignal} signal  ends it */
  whenArrived(wake, signal) {
    this.#waiting.add(wake);
    signal.addEventListener("abort", () => this.#waiting.delete(wake), { once: true });
  }

  /** How many are to be woken. */
  get size() {
    return this.#waiting.size;
  }

  /**
   * The matrix, or null while it is on its way: then figures leave their last picture as it is.
   * @param {State} state @returns {Frame | null}
   */
  get(state) {
    const query = frameQuery(state, infoOf(this.#encodings, state.encoding));
    const known = this.#frames.peek(query);
    if (known) {
      this.failure = "";
      this.#asked = "";
      this.#newest++;
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
    return null;
  }
}
