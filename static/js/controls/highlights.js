// @ts-check
/**
 * Coloured words highlight their part of the figure, by pointer, focus or tap. In the text:
 * `<b class="sine" data-highlight="wave profile-sine">sines</b>`. The names are traces of
 * the figure, or what its HTML parts carry as `data-highlight-name`. The figure is the one in the same section, or
 * `data-of`.
 */

/** @param {Record<string, import("../core/types.js").Figure>} figures  by id */
export function connectHighlights(figures) {
  for (const word of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-highlight]"))) {
    const names = (word.dataset.highlight ?? "").split(" ");
    const near = word.closest("[data-figure]") ?? word.closest(".section, .hook")?.querySelector("[data-figure]");
    const root = /** @type {HTMLElement | null} */ (word.dataset.of ? document.getElementById(word.dataset.of) : near);
    if (!root) continue;
    // A plain word without this script, something to point at with it: then the keyboard must reach it, too.
    word.tabIndex = 0;
    word.setAttribute("role", "button");
    /** @param {boolean} on */
    const highlight = (on) => {
      root.classList.toggle("has-highlight", on);
      for (const part of root.querySelectorAll("[data-highlight-name]")) {
        const own = (/** @type {HTMLElement} */ (part).dataset.highlightName ?? "").split(" ");
        part.classList.toggle("is-highlighted", on && own.some((name) => names.includes(name)));
      }
      figures[root.dataset.figure ?? ""]?.highlight(on ? names : []);
    };
    word.addEventListener("pointerenter", () => highlight(true));
    word.addEventListener("pointerleave", () =>
      highlight(document.activeElement === word && word.matches(":focus-visible")),
    );
    word.addEventListener("focus", () => highlight(true));
    word.addEventListener("blur", () => highlight(false));
  }
}
