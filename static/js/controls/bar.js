// @ts-check
/** The bar of shared controls. On narrow screens it is folded to one line with their values, until it is opened. */

/** @typedef {import("../core/types.js").Context} Context */

export class Bar {
  /** @param {HTMLElement} root @param {Context} page */
  constructor(root, { store, format, page }) {
    const fold = /** @type {HTMLElement} */ (root.querySelector(".bar-fold"));
    fold.addEventListener("click", () => fold.setAttribute("aria-expanded", String(root.classList.toggle("is-open"))));
    const now = /** @type {HTMLElement} */ (root.querySelector("[data-part=bar-now]"));
    const names = [...root.querySelectorAll("[data-parameter]")].map(
      (one) => /** @type {HTMLElement} */ (one).dataset.parameter ?? "",
    );
    const tell = () => {
      now.textContent = names
        .map((name) => `${page.parameters[name]?.label} ${format.given(store.state[name])}`)
        .join(" · ");
    };
    store.subscribe(names, tell);
    tell();
  }
}
