// @ts-check
/** Asks ahead for what the figures on the screen need when a hand is about to move a slider. */

import { normalise } from "./questions.js";

/** @typedef {import("./types.js").State} State */

export class Prefetcher {
  /** @type {import("./types.js").PageData} */ #page;
  /** @type {import("./state.js").Store} */ #store;
  /** @type {import("./figure-scheduler.js").FigureScheduler} */ #scheduler;
  /** @type {{name: string, state: State, abort: AbortController}} */
  #now = { name: "", state: {}, abort: new AbortController() };

  /**
   * @param {import("./types.js").PageData} page @param {import("./state.js").Store} store
   * @param {import("./figure-scheduler.js").FigureScheduler} scheduler
   */
  constructor(page, store, scheduler) {
    this.#page = page;
    this.#store = store;
    this.#scheduler = scheduler;
  }

  /**
   * What is asked for one slider ends when the hand is at another.
   * @param {string} name @param {any[]} values  nearest first
   */
  async near(name, values) {
    const { state } = this.#store;
    if (this.#now.name === name && this.#now.state === state) return;
    this.#now.abort.abort();
    const abort = new AbortController();
    this.#now = { name, state, abort };
    const { encodings, limits } = this.#page;
    const states = values.map((value) => normalise({ ...state, [name]: value }, encodings, limits));
    const asking = this.#scheduler.dependents(state, name).filter(({ prefetches }) => prefetches);
    // A failure is told where the answer is drawn.
    await Promise.all(asking.map((figure) => figure.prefetch(name, states, abort.signal).catch(() => undefined)));
  }
}
