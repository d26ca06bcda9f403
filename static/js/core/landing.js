// @ts-check
/** An address that names a place leads there, though figures above it may still grow, until the reader moves. */

const MOVES = ["wheel", "touchstart", "pointerdown", "keydown", "hashchange"];

/** @param {HTMLElement} main  grows */
export function keepLanding(main) {
  const target = document.querySelector(":target");
  if (!target) return;
  const moved = new AbortController();
  const { signal } = moved;
  const observer = new ResizeObserver(() => target.scrollIntoView({ behavior: "instant" }));
  observer.observe(main);
  const end = () => {
    observer.disconnect();
    moved.abort();
  };
  for (const move of MOVES) addEventListener(move, end, { signal, passive: true, capture: true });
}
