// @ts-check
/** The size of an element, kept by an observer: asking the layout for it while drawing would make it compute anew. */

export class Size {
  /**
   * @param {HTMLElement} element
   * @param {() => void} changed  called when it is as large as it has not been before
   * @param {AbortSignal} signal  ends the watch
   */
  constructor(element, changed, signal) {
    // Once, before anything has been drawn.
    this.width = element.clientWidth;
    this.height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      // The browser has just computed the layout: nothing is computed anew here.
      const { clientWidth, clientHeight } = element;
      if (clientWidth === this.width && clientHeight === this.height) return;
      this.width = clientWidth;
      this.height = clientHeight;
      changed();
    });
    observer.observe(element);
    signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  }
}
