// @ts-check
/**
 * The browser skips layout and paint of sections off the screen, once it knows how tall they are: with guessed heights
 * an address that names a section would lead somewhere else.
 */

/** @param {HTMLElement} main  holds the sections */
export async function skipUnseen(main) {
  await Promise.all([document.fonts.ready, document.readyState === "complete" || once("load")]);
  let width = -1;
  new ResizeObserver(() => {
    // Only its width decides how tall the sections are.
    if (main.clientWidth === width) return;
    width = main.clientWidth;
    main.classList.remove("skips-unseen");
    // The heights are noted at the end of the frame in which they are known.
    requestAnimationFrame(() => requestAnimationFrame(() => main.classList.add("skips-unseen")));
  }).observe(main);
}

/** @param {string} event */
function once(event) {
  return new Promise((resolve) => addEventListener(event, resolve, { once: true }));
}
