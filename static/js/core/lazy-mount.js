// @ts-check
/**
 * Figures are made when the reader comes near. Once the reader moves at all, the others follow while the browser is
 * idle, from the top: then nothing has to be waited for.
 */

/** Two screens ahead. */
const MARGIN = "200% 0px";
/** Between two figures that nobody looks at yet: a slow machine has other things to do. */
const PAUSE_MS = 1000;
const MOVES = ["scroll", "pointermove", "pointerdown", "keydown"];

/**
 * @param {HTMLElement[]} elements @param {(element: HTMLElement) => Promise<void>} make
 * @returns {() => Promise<unknown>} makes at once whatever is still missing; kept when all are there
 */
export function approach(elements, make) {
  /** @type {Map<HTMLElement, Promise<void>>} those begun, and when they are made */
  const begun = new Map();
  /** @param {HTMLElement} element */
  const take = (element) => {
    const made = begun.get(element) ?? make(element).catch((error) => element.setAttribute("data-error", String(error)));
    sight.unobserve(element);
    begun.set(element, made);
    return made;
  };
  const sight = new IntersectionObserver(
    (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => void take(/** @type {HTMLElement} */ (entry.target))),
    { rootMargin: MARGIN },
  );
  for (const element of elements) sight.observe(element);
  const moved = new AbortController();
  const follow = async () => {
    moved.abort();
    for (const element of elements) {
      if (begun.has(element)) continue;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      await new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: 2000 }) : resolve(null)));
      await take(element);
    }
  };
  for (const move of MOVES) addEventListener(move, () => void follow(), { signal: moved.signal, passive: true });
  return () => Promise.all(elements.map(take));
}
