// @ts-check
/**
 * Decides when figures draw: those on the screen, and those that the reader is about to scroll to. A change is painted
 * in the same task when the frame is still free, else in the next frame; when the hand rests, Plotly draws. What is off
 * the screen is marked stale and drawn when the reader comes near; what is far away lets Plotly's drawing go.
 *
 * @typedef {import("./types.js").Figure} Figure
 *
 * @typedef {object} Entry  one figure that is to be drawn
 * @property {Figure} figure
 * @property {HTMLElement} element
 * @property {boolean} seen  on the screen
 * @property {boolean} near
 * @property {boolean} far
 * @property {boolean} approached  near, and the reader is on the way
 * @property {boolean} dirty  it has not painted what the state says now
 * @property {boolean} restyled  it has, but in another size or theme
 * @property {boolean} unfinished  it has painted, but not finalized
 */

const REST_MS = 140;
/** Longer than between two moves of a hand that is still at work. */
const PAUSE_MS = 600;
/** Around the window: a figure is drawn a little before it is seen, and kept while it may come back soon. */
const NEAR = "300px 0px";
const FAR = "300% 0px";

export class FigureScheduler {
  /** @type {Entry[]} */ #entries = [];
  /** @type {import("./state.js").Store} */ #store;
  /** @type {IntersectionObserver[]} */ #sights;
  #busy = false;
  #again = false;
  #moved = -Infinity;
  #rest = 0;
  #pause = 0;
  /** Paper shows everything. */ #whole = false;
  /** Whether all has been done that is done while nobody moves anything. */ isAtRest = false;
  #ahead = new AbortController();

  /** @param {import("./state.js").Store} store */
  constructor(store) {
    this.#store = store;
    this.#sights = [
      this.#watch(NEAR, (entry, isIn) => {
        entry.near = entry.approached = isIn;
      }),
      this.#watch("0px", (entry, isIn) => {
        entry.seen = isIn;
      }),
      this.#watch(FAR, (entry, isIn) => {
        entry.far = !isIn;
      }),
    ];
    store.subscribe(null, (state, changed) => this.#follow(state, changed));
    // Who scrolls will see what is near.
    addEventListener("scroll", () => this.#approach(), { passive: true });
    addEventListener("beforeprint", () => this.drawAll());
    matchMedia("print").addEventListener("change", ({ matches }) => matches && this.drawAll());
    addEventListener("afterprint", () => {
      this.#whole = false;
    });
  }

  /** How many figures there are to draw. */
  get size() {
    return this.#entries.length;
  }

  /** Whether every figure shows the state, as Plotly draws it, or says why not. */
  get isComplete() {
    return this.#entries.every(
      ({ figure, dirty, unfinished, element }) =>
        "failed" in element.dataset || (!dirty && !unfinished && figure.shown !== null),
    );
  }

  /** @param {HTMLElement} element @param {Figure} figure */
  add(element, figure) {
    this.#entries.push({
      figure,
      element,
      seen: false,
      near: false,
      far: false,
      approached: false,
      dirty: true,
      restyled: false,
      unfinished: true,
    });
    for (const sight of this.#sights) sight.observe(element);
    this.#rests();
    if (this.#whole) this.#paintSoon();
  }

  /** @param {HTMLElement} element */
  remove(element) {
    for (const sight of this.#sights) sight.unobserve(element);
    this.#entries = this.#entries.filter((entry) => entry.element !== element);
  }

  /**
   * Something arrived for a figure: paint it.
   * @param {Figure} figure
   * @param {boolean} [look]  the same answers, in another size or theme
   */
  wake(figure, look = false) {
    const entry = this.#entries.find((one) => one.figure === figure);
    if (!entry) return;
    if (look) entry.restyled = true;
    else entry.dirty = true;
    this.#paintSoon();
  }

  /** Another theme: every figure is drawn in it, when it is seen. */
  restyle() {
    for (const entry of this.#entries) entry.restyled = true;
    if (this.#whole) this.#paint();
    else this.#paintSoon();
  }

  /** Draw everything, seen or not, until the reader goes on. At once: paper does not wait for a frame. */
  drawAll() {
    this.#whole = true;
    this.#paint();
  }

  /**
   * Figures on the screen that a change of one parameter would alter.
   * @param {import("./types.js").State} state @param {string} name
   */
  dependents(state, name) {
    const changed = new Set([name]);
    return this.#entries
      .filter(({ seen, figure }) => seen && figure.dependsOn(state, changed))
      .map(({ figure }) => figure);
  }

  /** A figure has painted a new picture. @param {HTMLElement} element */
  static count(element) {
    element.dataset.revision = String(Number(element.dataset.revision ?? 0) + 1);
  }

  /** @param {Entry} entry */
  #isDue({ seen, approached }) {
    return seen || approached || this.#whole;
  }

  /** @param {import("./types.js").State} state @param {Set<string>} changed */
  #follow(state, changed) {
    this.#moved = performance.now();
    this.#whole = false;
    this.#ahead.abort();
    for (const entry of this.#entries) {
      // A hand at work needs its frames: what is only near waits.
      entry.approached = false;
      if (!entry.figure.dependsOn(state, changed)) continue;
      entry.dirty = true;
      if (!entry.seen && !("stale" in entry.element.dataset)) entry.element.dataset.stale = "";
    }
    this.#paintSoon();
    this.#rests();
  }

  #approach() {
    for (const entry of this.#entries) entry.approached ||= entry.near;
    this.#drawNew();
  }

  /** Draw what has come into sight, if there is anything to draw. */
  #drawNew() {
    if (this.#entries.some((one) => this.#isDue(one) && (one.dirty || one.restyled || one.unfinished)))
      this.#paintSoon();
  }

  #paintSoon() {
    if (this.#busy) {
      this.#again = true;
      return;
    }
    this.#busy = true;
    this.#paint();
    requestAnimationFrame(() => {
      this.#busy = false;
      if (!this.#again) return;
      this.#again = false;
      this.#paintSoon();
    });
  }

  #paint() {
    for (const entry of this.#entries) {
      if (!this.#isDue(entry)) continue;
      const isFresh = entry.dirty && entry.figure.paint();
      // Without an answer the earlier picture stays, but in the new size.
      const isRedrawn = entry.restyled && !isFresh;
      if (isRedrawn) entry.figure.redraw();
      entry.dirty = entry.restyled = false;
      entry.unfinished ||= isFresh || isRedrawn;
    }
    clearTimeout(this.#rest);
    if (this.#whole) {
      this.#finalizeAll();
      return;
    }
    const moving = performance.now() - this.#moved < REST_MS;
    this.#rest = setTimeout(() => void this.#finalize(), moving ? REST_MS : 0);
  }

  #finalizeAll() {
    for (const entry of this.#entries) {
      if (!entry.unfinished || !entry.figure.shown) continue;
      entry.unfinished = false;
      void entry.figure.finalize();
    }
  }

  /** One figure a task: each takes Plotly some ten milliseconds. */
  async #finalize() {
    const turn = this.#rest;
    for (const entry of [...this.#entries].sort((a, b) => Number(b.seen) - Number(a.seen))) {
      if (!entry.unfinished || !entry.figure.shown || !this.#isDue(entry)) continue;
      entry.unfinished = false;
      await entry.figure.finalize();
      if (turn !== this.#rest) return;
    }
  }

  /** Plan what is done once the hand has been still for a while. */
  #rests() {
    this.isAtRest = false;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => whenIdle(() => void this.#tidy()), PAUSE_MS);
  }

  /** Have the answers ready for figures that nobody sees; let go of what is far. Nothing is drawn. */
  async #tidy() {
    for (const entry of this.#entries) {
      if (!entry.far || entry.unfinished || this.#whole) continue;
      entry.unfinished = true;
      entry.figure.release();
    }
    const { signal } = (this.#ahead = new AbortController());
    for (const { figure, dirty } of this.#entries) {
      if (!dirty || !figure.prefetches) continue;
      // A failure is told when somebody looks.
      await figure.fetchAhead(this.#store.state, signal).catch(() => undefined);
      if (signal.aborted) return;
    }
    this.isAtRest = true;
  }

  /** @param {string} rootMargin @param {(entry: Entry, isIn: boolean) => void} note */
  #watch(rootMargin, note) {
    return new IntersectionObserver(
      (sightings) => {
        for (const { target, isIntersecting } of sightings) {
          const entry = this.#entries.find(({ element }) => element === target);
          if (entry) note(entry, isIntersecting);
        }
        this.#drawNew();
        this.#rests();
      },
      { rootMargin },
    );
  }
}

/** Safari has no idle callback: there a moment later must do. @param {() => void} run */
function whenIdle(run) {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 500);
}
