// @ts-check
/** Native radio buttons for a parameter with a few named values. */

/** @typedef {import("../core/types.js").Context} Context */

export class Choice {
  /** @param {HTMLElement} root @param {Context} page */
  constructor(root, page) {
    const name = root.dataset.parameter ?? "";
    const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("input[type=radio]"));
    for (const input of inputs)
      input.addEventListener("change", () => input.checked && page.store.set({ [name]: input.value }));
    const reset = /** @type {HTMLElement | null} */ (root.querySelector(".reset"));
    const ofEncoding = root.closest("[data-for-encoding]") !== null;
    const follow = (/** @type {import("../core/types.js").State} */ state) => {
      for (const input of inputs)
        if (input.checked !== (input.value === state[name])) input.checked = input.value === state[name];
      const info = page.page.encodings.find((one) => one.id === state.encoding);
      const owned = page.page.encodings.some(({ parameters }) => name in parameters);
      const applies = !owned || (info !== undefined && name in info.parameters);
      // A choice that one encoding alone has would only take up room beside the others.
      root.hidden = !applies && ofEncoding;
      if (reset) reset.hidden = page.store.isDefault(name);
    };
    page.store.subscribe(ofEncoding ? [name, "encoding"] : [name], follow);
    follow(page.store.state);
  }
}

export class ThemeChoice {
  /** @param {HTMLElement} root @param {Context} page */
  constructor(root, page) {
    const chosen = document.documentElement.dataset.theme ?? "auto";
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("input[type=radio]"))) {
      input.checked = input.value === chosen;
      input.addEventListener("change", () => input.checked && page.themes.choose(/** @type {any} */ (input.value)));
    }
  }
}
