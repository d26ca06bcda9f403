// @ts-check
/**
 * Decides when figures draw. A change is painted in the same task when the frame is still free, else in the next
 * frame; a figure off screen waits until it is seen; when the hand rests, everything settles.
 *
 * @typedef {import("./types.js").Figure} Figure
 * @typedef {{figure: Figure, element: HTMLElement, seen: boolean, dirty: boolean, unsettled: boolean}} Seat
 */

const REST_MS = 140;
/** A figure wakes a little before it scrolls into view. */
const MARGIN = "300px 0px";

export class Stage {
  /** @type {Seat[]} */ #seats = [];
  /** @type {IntersectionObserver} */ #sight;
  #busy = false;
  #again = false;
  #rest = 0;

  /** @param {import("./state.js").Store} store */
  constructor(store) {
    this.#sight = new IntersectionObserver((entries) => this.#look(entries), { rootMargin: MARGIN });
    store.subscribe((state, changed) => {
      for (const seat of this.#seats) if (seat.figure.concerns(state, changed)) seat.dirty = true;
      this.#paintSoon();
    });
    addEventListener("beforeprint", () => this.#drawUnseen());
  }

  /** @param {HTMLElement} element @param {Figure} figure */
  add(element, figure) {
    this.#seats.push({ figure, element, seen: false, dirty: true, unsettled: true });
    this.#sight.observe(element);
    whenIdle(() => this.#drawUnseen());
  }

  /** Something arrived for a figure: paint it. @param {Figure} figure */
  wake(figure) {
    for (const seat of this.#seats) if (seat.figure === figure) seat.dirty = true;
    this.#paintSoon();
  }

  /** Figures in sight that a change of one parameter would alter. @param {import("./types.js").State} state @param {string} name */
  concerned(state, name) {
    const changed = new Set([name]);
    return this.#seats.filter(({ seen, figure }) => seen && figure.concerns(state, changed)).map(({ figure }) => figure);
  }

  /** A figure has painted a new picture. @param {HTMLElement} element */
  static count(element) {
    element.dataset.revision = String(Number(element.dataset.revision ?? 0) + 1);
  }

  /** Draw what nobody looks at yet: when there is time, and before the page is printed. */
  #drawUnseen() {
    for (const seat of this.#seats) {
      // What was painted but left the screen before the hand had rested is not settled either.
      const { dirty, unsettled } = seat;
      if (seat.seen || !(dirty || unsettled)) continue;
      seat.dirty = seat.unsettled = false;
      if (dirty) seat.figure.paint();
      void seat.figure.settle();
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
    for (const seat of this.#seats) {
      if (!seat.seen || !seat.dirty) continue;
      seat.dirty = false;
      seat.unsettled = true;
      seat.figure.paint();
    }
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), REST_MS);
  }

  #settle() {
    whenIdle(() => this.#drawUnseen());
    for (const seat of this.#seats) {
      if (!seat.seen || !seat.unsettled) continue;
      seat.unsettled = false;
      void seat.figure.settle();
    }
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #look(entries) {
    for (const entry of entries) {
      const seat = this.#seats.find((one) => one.element === entry.target);
      if (seat) seat.seen = entry.isIntersecting;
    }
    this.#paintSoon();
  }
}

/** Safari has no idle callback: there a moment later must do. @param {() => void} run */
function whenIdle(run) {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 500);
}
