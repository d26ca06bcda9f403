// @ts-check
/** Lines of code to the clipboard; where there is none, they are selected, so that one key is left to press. */

const SHOWN_MS = 4000;

/**
 * @param {HTMLElement} lines
 * @param {HTMLElement} button  says "done" for a while
 * @returns {Promise<boolean>} whether they are in the clipboard
 */
export async function copyLines(lines, button) {
  const text = lines.textContent ?? "";
  try {
    await navigator.clipboard.writeText(text.endsWith("\n") ? text : `${text}\n`);
    button.dataset.done = "";
    setTimeout(() => delete button.dataset.done, SHOWN_MS);
    return true;
  } catch {
    // The clipboard needs a secure page and a willing browser.
    (lines.tabIndex >= 0 ? lines : lines.parentElement)?.focus();
    getSelection()?.selectAllChildren(lines);
    return false;
  }
}
