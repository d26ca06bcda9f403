// @ts-check
/**
 * A figure of the matrix that the state asks for: it draws frames, which sliders fetch in sweeps, instead of asking
 * itself.
 */

import { LiveFigure } from "./figure.js";
import { dependsOnCell } from "./questions.js";

/**
 * @typedef {import("./types.js").Frame} Frame
 * @typedef {import("./types.js").State} State
 */

export class FrameFigure extends LiveFigure {
  /** @param {HTMLElement} root @param {import("./types.js").Context} page @param {(figure: any) => void} wake */
  constructor(root, page, wake) {
    super(root, page, wake);
    page.current.whenArrived(this.wake, this.listening.signal);
  }

  /** @param {State} _ @param {Set<string>} changed */
  dependsOn(_, changed) {
    return dependsOnCell(changed, this.page.page.encodings);
  }

  /** @param {State} state @returns {{frame: Frame} | null} */
  answers(state) {
    const frame = this.page.current.get(state);
    return frame && { frame };
  }

  /** `current` has asked already. */
  request() {
    if (this.page.current.failure) this.fail(this.page.current.failure);
  }
}
