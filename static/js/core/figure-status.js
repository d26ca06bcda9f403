// @ts-check
/**
 * Whether a figure shows what the controls say: nothing while it does; else that the picture is an earlier one, what
 * has happened and what happens next. The style sheet dims what is stale (css/figures/_common.css).
 */

import { setText } from "./dom.js";

/**
 * @typedef {import("./failure.js").Failure} Failure
 * @typedef {"stale" | "nothing" | ""} Seen  what is seen meanwhile: an earlier picture, none, or one that holds
 */

export class FigureStatus {
  /** @type {HTMLElement} */ #root;
  /** @type {import("./types.js").Context} */ #page;
  /** Shares its place with the picture and takes none of its own. @type {HTMLElement | null} */ #label = null;
  #text = document.createElement("p");

  /** @param {HTMLElement} root @param {import("./types.js").Context} page */
  constructor(root, page) {
    this.#root = root;
    this.#page = page;
    // A figure within another one fails with it; one of the two says so.
    if (root.parentElement?.closest("[data-figure]")) return;
    this.#label = document.createElement("div");
    this.#label.className = "figure-status";
    this.#label.append(this.#text);
    const box = root.querySelector(".plot-box");
    if (box) box.before(this.#label);
    else root.prepend(this.#label);
    this.#label.parentElement?.classList.add("has-status");
  }

  /** The answer is on its way. What is told of a failure stays until it is there. @param {Seen} seen */
  wait(seen) {
    if (!("failed" in this.#root.dataset)) this.#tell(seen, this.#page.format.t("failed.waiting"));
  }

  /** @param {Failure} failure @param {Seen} seen */
  fail(failure, seen) {
    this.#root.dataset.failed = failure.kind;
    const text = failure.tell(this.#page.format);
    this.#tell(failure.kind === "drawing" ? "" : seen, text);
    if (this.#label) this.#page.announce(this.#text.textContent ?? "");
  }

  /** It works again. @param {"question" | "drawing"} what  has recovered */
  recover(what) {
    const { failed } = this.#root.dataset;
    if (failed === undefined || (failed === "drawing") !== (what === "drawing")) return;
    delete this.#root.dataset.failed;
    setText(this.#text, "");
  }

  destroy() {
    this.#label?.parentElement?.classList.remove("has-status");
    this.#label?.remove();
    delete this.#root.dataset.failed;
    delete this.#root.dataset.stale;
    this.#root.classList.remove("is-outdated");
  }

  /** @param {Seen} seen @param {string} text */
  #tell(seen, text) {
    setText(this.#text, seen ? `${this.#page.format.t(`failed.${seen}`)} ${text}` : text);
  }
}
