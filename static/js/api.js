// @ts-check
/** The API page: buttons that copy the lines of an example. Without this script the lines can be read and selected. */

import { copyLines } from "./core/copy.js";

const SHOWN_MS = 4000;

const announcer = /** @type {HTMLElement} */ (document.getElementById("announcer"));
/** @type {number | undefined} */
let clearing;

/** Says something politely, then takes it away again. @param {string} text */
function announce(text) {
  clearTimeout(clearing);
  announcer.textContent = text;
  clearing = setTimeout(() => (announcer.textContent = ""), SHOWN_MS);
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const lines = /** @type {HTMLElement} */ (document.getElementById(button.dataset.copy ?? ""));
  announce(((await copyLines(lines, button)) ? button.dataset.copied : button.dataset.selected) ?? "");
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.hidden = false;
  button.addEventListener("click", () => void copy(button));
}
