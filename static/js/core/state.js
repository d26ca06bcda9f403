// @ts-check
/** The one state of the page. Controls set it, figures read it, the address follows it; nobody else writes. */

/**
 * @typedef {import("./types.js").State} State
 * @typedef {{names: string[] | null, listener: (state: State, changed: Set<string>) => void}} Subscription
 */

export class Store {
  /** @type {State} */ #state;
  /**
   * What was asked for. The state is what fits, so that a wish comes back when there is room again.
   * @type {State}
   */
  #wished;
  /** @type {State} */ #defaults;
  /** @type {(state: State) => State} */ #normalise;
  /** Who hears of a change, in the order of subscription. @type {Set<Subscription>} */ #subscriptions = new Set();

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
    for (const { names, listener } of this.#subscriptions)
      if (names === null || names.some((name) => changed.has(name))) listener(this.#state, changed);
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
   * @param {string[] | null} names  of the parameters to hear of; null: of all
   * @param {(state: State, changed: Set<string>) => void} listener
   * @param {AbortSignal} [signal]  ends the subscription
   */
  subscribe(names, listener, signal) {
    const subscription = { names, listener };
    this.#subscriptions.add(subscription);
    signal?.addEventListener("abort", () => this.#subscriptions.delete(subscription), { once: true });
  }

  /** How many subscribe. */
  get subscribers() {
    return this.#subscriptions.size;
  }
}

/** @param {any} a @param {any} b */
export function same(a, b) {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, k) => item === b[k]);
  return a === b;
}
