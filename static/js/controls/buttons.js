// @ts-check
/** Buttons that set the state at one stroke: resets, presets, orders; and those that take a figure along. */

import { query } from "../core/url.js";
import { wordsOf } from "../core/questions.js";

/**
 * @typedef {import("../core/types.js").Context} Context
 */

/** @param {Context} page @param {Record<string, import("../core/types.js").Figure>} figures  by id */
export function connectButtons(page, figures) {
  const { store } = page;
  /** @param {string} selector @param {(button: HTMLElement) => void} press */
  const each = (selector, press) => {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector)))
      button.addEventListener("click", () => press(button));
  };
  each("[data-reset]", (button) => {
    const name = button.dataset.reset ?? "";
    // The button hides itself now: the focus goes back to the control it has reset.
    const control = /** @type {HTMLElement | null} */ (
      button.closest(".control, .sentence-row")?.querySelector("input")
    );
    store.reset(name === "sentence" ? ["sentence", "order"] : [name]);
    control?.focus();
  });
  each("[data-reset-figure]", (button) => {
    const inside = /** @type {HTMLElement} */ (document.getElementById(button.dataset.resetFigure ?? ""));
    const names = [...inside.querySelectorAll("[data-parameter]")].map(
      (one) => /** @type {HTMLElement} */ (one).dataset.parameter ?? "",
    );
    if (inside.querySelector("[data-control=sentence]")) names.push("sentence", "order");
    store.reset(names);
    page.announce(page.format.t("reset.done"));
  });
  each("[data-preset]", (button) => store.set(JSON.parse(button.dataset.preset ?? "{}")));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-preset]"))) {
    const preset = JSON.parse(button.dataset.preset ?? "{}");
    const names = Object.keys(preset);
    const mark = () =>
      button.setAttribute("aria-pressed", String(names.every((name) => preset[name] === store.state[name])));
    store.subscribe(names, mark);
    mark();
  }
  each("[data-shuffle]", (button) => {
    const count = wordsOf(store.state, page.page.sentences, page.page.lang).length;
    store.set({ order: button.dataset.shuffle === "identity" ? Array.from({ length: count }, (_, k) => k) : null });
  });
  each("[data-download]", (button) => {
    const figure = figures[button.dataset.of ?? ""];
    void figure?.download(button.dataset.download === "svg" ? "svg" : "png");
  });
  each("[data-copy-link]", (button) => void copy(page, button));
}

/** @param {Context} page @param {HTMLElement} button */
async function copy(page, button) {
  const search = query(page.store.state, page.store.defaults);
  const address = `${location.origin}${location.pathname}${search}#${button.dataset.copyLink}`;
  try {
    await navigator.clipboard.writeText(address);
    page.announce(page.format.t("link.copied"));
    button.dataset.done = "";
    setTimeout(() => delete button.dataset.done, 1500);
  } catch {
    // The clipboard needs a secure page: then the address is shown to be copied by hand.
    prompt(page.format.t("link.copy"), address);
  }
}
