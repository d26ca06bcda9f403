// @ts-check
/**
 * Figures are made when the reader comes near. Once the reader moves at all, the others follow while the browser is
 * idle, from the top: then nothing has to be waited for, and the page can be printed whole.
 */

/** Two screens and a half ahead. */
const MARGIN = "250% 0px";
const MOVES = ["scroll", "pointermove", "pointerdown", "keydown"];

/** @param {HTMLElement[]} elements @param {(element: HTMLElement) => Promise<void>} make */
export function approach(elements, make) {
  const waiting = new Set(elements);
  /** @param {HTMLElement} element */
  const take = async (element) => {
    if (!waiting.delete(element)) return;
    sight.unobserve(element);
    await make(element).catch((error) => element.setAttribute("data-error", String(error)));
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
      await new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: 500 }) : setTimeout(resolve, 100)));
      await take(element);
    }
  };
  for (const move of MOVES) addEventListener(move, () => void follow(), { signal: moved.signal, passive: true });
}
