// @ts-check
/**
 * Paper shows all figures, and a browser prints what is there: so figures that have not been made yet are drawn first.
 * The button and the keys do that. The browser's own menu cannot be made to wait: there a sentence stands for what is
 * missing, and all is drawn for the next try.
 */

/** Longer than that nobody waits for paper: what is missing then says so. */
const PATIENCE_MS = 30_000;
const TOLD_BY = ["data-revision", "data-settled", "data-failed", "data-error"];

/**
 * @param {import("./types.js").Context} page
 * @param {() => Promise<unknown>} makeRest  makes the figures that are still missing
 */
export function connectPrinting({ announce, format }, makeRest) {
  document.documentElement.style.setProperty("--not-drawn", JSON.stringify(format.t("print.missing")));
  const buttons = [...document.querySelectorAll("[data-print]")];
  const whole = async () => {
    if (!complete()) {
      announce(format.t("print.wait"));
      for (const button of buttons) button.setAttribute("aria-busy", "true");
      await Promise.race([makeRest().then(completion), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
      for (const button of buttons) button.removeAttribute("aria-busy");
    }
    print();
  };
  for (const button of buttons) button.addEventListener("click", () => void whole());
  addEventListener("keydown", (event) => {
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey ||
      event.key.toLowerCase() !== "p" ||
      complete()
    )
      return;
    event.preventDefault();
    void whole();
  });
  /** @type {HTMLDetailsElement[]} nobody can unfold paper */
  let opened = [];
  addEventListener("beforeprint", () => {
    void makeRest();
    opened = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("main details:not([open])"))];
    for (const folded of opened) folded.open = true;
  });
  addEventListener("afterprint", () => {
    for (const folded of opened) folded.open = false;
  });
}

/** Whether every figure has been drawn, or has said why it cannot be. */
function complete() {
  /** @param {string} selector @param {(one: HTMLElement) => unknown} done */
  const every = (selector, done) =>
    [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))].every(done);
  return (
    every(
      "[data-revision]",
      ({ dataset }) => Number(dataset.revision) > 0 || "failed" in dataset || "error" in dataset,
    ) && every(".plot-box", ({ dataset }) => "settled" in dataset || "error" in dataset)
  );
}

/** @returns {Promise<void>} kept once all is drawn */
function completion() {
  return new Promise((resolve) => {
    const look = () => {
      if (!complete()) return;
      watch.disconnect();
      resolve();
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, attributeFilter: TOLD_BY });
    look();
  });
}
