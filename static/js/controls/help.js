// @ts-check
/** One line that says what the control under the hand does, so that a dense panel need not say everything at once. */

export class Help {
  /** @param {HTMLElement} line  the line; its panel holds the controls */
  constructor(line) {
    const usual = line.textContent ?? "";
    const panel = /** @type {HTMLElement} */ (line.parentElement);
    /** @param {Event} event */
    const tell = (event) => {
      const control = /** @type {HTMLElement} */ (event.target).closest(".control");
      line.textContent = control?.querySelector(".help")?.textContent || usual;
    };
    panel.addEventListener("focusin", tell);
    panel.addEventListener("pointerover", tell);
    panel.addEventListener("pointerleave", () => {
      line.textContent = usual;
    });
  }
}
