// @ts-check
/** Words beside the pointer. A finger has no hover: it chooses, and the text below the figure answers. */

export class Tooltip {
  /** @type {HTMLElement} */ #box;
  /** @type {HTMLElement} */ #tip = document.createElement("div");

  /**
   * @param {HTMLElement} box  where the pointer is followed
   * @param {(event: PointerEvent) => string} words  what there is to say at this place, or ""
   * @param {AbortSignal} signal
   */
  constructor(box, words, signal) {
    this.#box = box;
    this.#tip.className = "tooltip";
    this.#tip.hidden = true;
    box.after(this.#tip);
    signal.addEventListener("abort", () => this.#tip.remove(), { once: true });
    box.addEventListener(
      "pointermove",
      (event) => this.#show(event, event.pointerType === "touch" ? "" : words(event)),
      { signal },
    );
    box.addEventListener("pointerleave", (event) => this.#show(event, ""), { signal });
  }

  /** @param {PointerEvent} event @param {string} text */
  #show(event, text) {
    const tip = this.#tip;
    tip.hidden = text === "";
    if (!text) return;
    tip.textContent = text;
    const edge = this.#box.getBoundingClientRect();
    const [x, y] = [event.clientX - edge.left, event.clientY - edge.top];
    tip.style.left = `${Math.min(x + 14, Math.max(0, edge.width - tip.offsetWidth))}px`;
    tip.style.top = `${y > tip.offsetHeight + 16 ? y - tip.offsetHeight - 12 : y + 18}px`;
  }
}
