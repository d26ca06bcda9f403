// @ts-check
/**
 * Decides when figures draw. A change is painted in the same task when the frame is still free, else in the next
 * frame; a figure off screen waits until it is seen; when the hand rests, everything is finalized.
 *
 * @typedef {import("./types.js").Figure} Figure
 *
 * @typedef {object} Entry  one figure that is to be drawn
 * @property {Figure} figure
 * @property {HTMLElement} element
 * @property {boolean} seen
 * @property {boolean} dirty  it has not painted what the state says now
 * @property {boolean} unfinished  it has painted, but not finalized
 */

const REST_MS = 140;
/** A figure wakes a little before it scrolls into view. */
const MARGIN = "300px 0px";

export class FigureScheduler {
  /** @type {Entry[]} */ #entries = [];
  /** @type {IntersectionObserver} */ #sight;
  #busy = false;
  #again = false;
  #rest = 0;

  /** @param {import("./state.js").Store} store */
  constructor(store) {
    this.#sight = new IntersectionObserver((sightings) => this.#look(sightings), { rootMargin: MARGIN });
    store.subscribe((state, changed) => {
      for (const entry of this.#entries) if (entry.figure.dependsOn(state, changed)) entry.dirty = true;
      this.#paintSoon();
    });
    addEventListener("beforeprint", () => this.#drawUnseen());
  }

  /** How many figures there are to draw. */
  get size() {
    return this.#entries.length;
  }

  /** @param {HTMLElement} element @param {Figure} figure */
  add(element, figure) {
    this.#entries.push({ figure, element, seen: false, dirty: true, unfinished: true });
    this.#sight.observe(element);
    whenIdle(() => this.#drawUnseen());
  }

  /** @param {HTMLElement} element */
  remove(element) {
    this.#sight.unobserve(element);
    this.#entries = this.#entries.filter((entry) => entry.element !== element);
  }

  /** Something arrived for a figure: paint it. @param {Figure} figure */
  wake(figure) {
    for (const entry of this.#entries) if (entry.figure === figure) entry.dirty = true;
    this.#paintSoon();
  }

  /**
   * Figures in sight that a change of one parameter would alter.
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

  /** Draw what nobody looks at yet: when there is time, and before the page is printed. */
  #drawUnseen() {
    for (const entry of this.#entries) {
      // What was painted but left the screen before the hand had rested is not finalized either.
      const { dirty, unfinished } = entry;
      if (entry.seen || !(dirty || unfinished)) continue;
      entry.dirty = entry.unfinished = false;
      if (dirty) entry.figure.paint();
      void entry.figure.finalize();
    }
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
      if (!entry.seen || !entry.dirty) continue;
      entry.dirty = false;
      entry.unfinished = true;
      entry.figure.paint();
    }
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#finalize(), REST_MS);
  }

  #finalize() {
    whenIdle(() => this.#drawUnseen());
    for (const entry of this.#entries) {
      if (!entry.seen || !entry.unfinished) continue;
      entry.unfinished = false;
      void entry.figure.finalize();
    }
  }

  /** @param {IntersectionObserverEntry[]} sightings */
  #look(sightings) {
    for (const { target, isIntersecting } of sightings) {
      const entry = this.#entries.find(({ element }) => element === target);
      if (entry) entry.seen = isIntersecting;
    }
    this.#paintSoon();
  }
}

/** Safari has no idle callback: there a moment later must do. @param {() => void} run */
function whenIdle(run) {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 500);
}
