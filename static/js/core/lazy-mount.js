// @ts-check
/**
 * Figures are mounted when the reader comes near. Once the reader moves at all, the others follow while the browser is
 * idle, from the top: then nothing has to be waited for.
 */

/** Two screens ahead. */
const MARGIN = "200% 0px";
/** Between two figures that nobody looks at yet: a slow machine has other things to do. */
const PAUSE_MS = 1000;
const MOVES = ["scroll", "pointermove", "pointerdown", "keydown"];

export class LazyMount {
  /** @type {HTMLElement[]} */ #elements;
  /** @type {(element: HTMLElement) => Promise<void>} */ #make;
  /** @type {Map<Element, Promise<void>>} those begun, and when they are mounted */ #begun = new Map();
  /** @type {IntersectionObserver} */ #sight;

  /** @param {HTMLElement[]} elements @param {(element: HTMLElement) => Promise<void>} make */
  constructor(elements, make) {
    this.#elements = elements;
    this.#make = make;
    this.#sight = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) void this.mount(/** @type {HTMLElement} */ (target));
      },
      { rootMargin: MARGIN },
    );
    for (const element of elements) this.#sight.observe(element);
    const moved = new AbortController();
    const follow = () => {
      moved.abort();
      void this.#mountWhileIdle();
    };
    for (const move of MOVES) addEventListener(move, follow, { signal: moved.signal, passive: true });
  }

  /** Mount one at once, if it is not mounted yet. @param {HTMLElement} element */
  mount(element) {
    const mounted =
      this.#begun.get(element) ??
      this.#make(element).catch((error) => element.setAttribute("data-error", String(error)));
    this.#sight.unobserve(element);
    this.#begun.set(element, mounted);
    return mounted;
  }

  /** Mount whatever is still missing; kept when all are there. */
  mountAll() {
    return Promise.all(this.#elements.map((element) => this.mount(element)));
  }

  /**
   * Take one back: it is mounted anew when the reader comes near.
   * @param {HTMLElement} element
   * @returns {Promise<boolean>} whether it had been mounted
   */
  async release(element) {
    const mounted = this.#begun.get(element);
    if (!mounted) return false;
    await mounted;
    this.#begun.delete(element);
    this.#sight.observe(element);
    return true;
  }

  async #mountWhileIdle() {
    for (const element of this.#elements) {
      if (this.#begun.has(element)) continue;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      await new Promise((resolve) =>
        "requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: 2000 }) : resolve(null),
      );
      await this.mount(element);
    }
  }
}
