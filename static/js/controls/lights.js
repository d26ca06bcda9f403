// @ts-check
/**
 * Coloured words light up their part of the figure, by pointer, focus or tap. In the text:
 * `<b class="sine" data-lights="wave profile-sine">sines</b>`. The names are traces of
 * the figure, or what its HTML parts carry as `data-light`. The figure is the one in the same section, or `data-of`.
 */

/** @param {Record<string, import("../core/types.js").Figure>} figures  by id */
export function connectLights(figures) {
  for (const word of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lights]"))) {
    const names = (word.dataset.lights ?? "").split(" ");
    const near = word.closest("[data-figure]") ?? word.closest(".section, .hook")?.querySelector("[data-figure]");
    const root = /** @type {HTMLElement | null} */ (word.dataset.of ? document.getElementById(word.dataset.of) : near);
    if (!root) continue;
    // A plain word without this script, something to point at with it: then the keyboard must reach it, too.
    word.tabIndex = 0;
    word.setAttribute("role", "button");
    /** @param {boolean} on */
    const light = (on) => {
      root.classList.toggle("has-light", on);
      for (const part of root.querySelectorAll("[data-light]")) {
        const own = (/** @type {HTMLElement} */ (part).dataset.light ?? "").split(" ");
        part.classList.toggle("is-lit", on && own.some((name) => names.includes(name)));
      }
      figures[root.dataset.figure ?? ""]?.light?.(on ? names : []);
    };
    word.addEventListener("pointerenter", () => light(true));
    word.addEventListener("pointerleave", () => light(document.activeElement === word && word.matches(":focus-visible")));
    word.addEventListener("focus", () => light(true));
    word.addEventListener("blur", () => light(false));
  }
}
