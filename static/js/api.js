// @ts-check
/** The API page: buttons that copy the lines of an example. Without this script the lines can be read and selected. */

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
  try {
    await navigator.clipboard.writeText(`${lines.textContent}\n`);
    button.dataset.done = "";
    setTimeout(() => delete button.dataset.done, SHOWN_MS);
    announce(button.dataset.copied ?? "");
  } catch {
    // The clipboard needs a secure page and a willing browser: else one key is left to press.
    lines.parentElement?.focus();
    getSelection()?.selectAllChildren(lines);
    announce(button.dataset.selected ?? "");
  }
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.hidden = false;
  button.addEventListener("click", () => void copy(button));
}
