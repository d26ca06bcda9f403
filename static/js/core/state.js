// @ts-check
/** The one state of the page. Controls set it, figures read it, the address follows it; nobody else writes. */

/** @typedef {import("./types.js").State} State */

export class Store {
  /** @type {State} */ #state;
  /**
   * What was asked for. The state is what fits, so that a wish comes back when there is room again.
   * @type {State}
   */
  #wished;
  /** @type {State} */ #defaults;
  /** @type {(state: State) => State} */ #normalise;
  /** @type {Set<(state: State, changed: Set<string>) => void>} */ #listeners = new Set();

  /**
   * @param {State} initial  validated by the server
   * @param {State} defaults
   * @param {(state: State) => State} normalise  brings dependent values into range (a position below the length)
   */
  constructor(initial, defaults, normalise) {
    this.#defaults = defaults;
    this.#normalise = normalise;
    this.#wished = { ...initial };
    this.#state = Object.freeze(normalise({ ...initial }));
  }

  /** @returns {State} */
  get state() {
    return this.#state;
  }

  /** @returns {State} */
  get defaults() {
    return this.#defaults;
  }

  /** @param {State} patch */
  set(patch) {
    this.#wished = { ...this.#wished, ...patch };
    const next = this.#normalise({ ...this.#wished });
    const changed = new Set(Object.keys(next).filter((name) => !same(next[name], this.#state[name])));
    if (changed.size === 0) return;
    this.#state = Object.freeze(next);
    for (const listener of this.#listeners) listener(this.#state, changed);
  }

  /** @param {string[]} names */
  reset(names) {
    this.set(Object.fromEntries(names.map((name) => [name, this.#defaults[name]])));
  }

  /** @param {string} name */
  isDefault(name) {
    return same(this.#state[name], this.#defaults[name]);
  }

  /**
   * @param {(state: State, changed: Set<string>) => void} listener
   * @param {AbortSignal} [signal]  ends the subscription
   */
  subscribe(listener, signal) {
    this.#listeners.add(listener);
    signal?.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
  }

  /** How many subscribe. */
  get subscribers() {
    return this.#listeners.size;
  }
}

/** @param {any} a @param {any} b */
export function same(a, b) {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, k) => item === b[k]);
  return a === b;
}
