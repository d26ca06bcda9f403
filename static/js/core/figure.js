// @ts-check
/**
 * What every figure is: a few questions to the API, and a picture of the answers. A figure says which parameters
 * alter it (`names`), what it asks (`questions`) and how it shows the answers (`show`); waiting, errors, counting,
 * prefetching, drawing and leaving the page are done here.
 */

import { ApiError } from "./api.js";
import { part, setText } from "./dom.js";
import { FigureScheduler } from "./figure-scheduler.js";
import { Plot } from "./plot.js";
import { rememberServed } from "./served.js";
import { Tooltip } from "./tooltip.js";

/**
 * @typedef {import("./types.js").Context} Context
 * @typedef {import("./types.js").State} State
 * @typedef {[path: string, parameters: Record<string, string | number>]} Question
 */

export class LiveFigure {
  /** @type {HTMLElement} */ root;
  /** @type {Context} */ page;
  /** One for each box in the figure's HTML; none without a specification. @type {Plot[]} */ plots = [];
  /** @type {any} the answers shown now */ shown = null;
  /** Ends listeners, observers and subscriptions. */ listening = new AbortController();
  /** Asks to be painted anew. @type {() => void} */ wake;
  /** @type {State} the state that the answers shown belong to */ #shownState = {};
  /** @type {() => void} */ #restoreServed;
  #newest = 0;
  #asked = "";
  /** The question that was asked a second time because the server was busy. */ #repeated = "";

  /** @param {HTMLElement} root @param {Context} page @param {(figure: any) => void} wake */
  constructor(root, page, wake) {
    this.root = root;
    this.page = page;
    this.wake = () => wake(this);
    this.#restoreServed = rememberServed(root);
    const spec = page.page.figures[root.id];
    if (!spec) return;
    const { signal } = this.listening;
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-part=plot]"))) {
      const plot = new Plot(box, spec, page, () => this.redraw());
      new Tooltip(box, (event) => (this.shown ? this.under(event, plot, this.shown) : ""), signal);
      box.addEventListener("click", (event) => this.shown && this.choose(event, plot, this.shown), { signal });
      this.plots.push(plot);
    }
  }

  /** The figure's drawing, where it has exactly one. */
  get plot() {
    return this.plots[0] ?? null;
  }

  /** @returns {string[]} parameters of the state that alter the picture */
  get names() {
    return [];
  }

  /** Whether to ask ahead when a hand comes near a slider, and not only when something has changed. */
  get prefetches() {
    return true;
  }

  /** What the picture needs, by names of the figure's own. @param {State} _ @returns {Record<string, Question>} */
  questions(_) {
    return {};
  }

  /** Draw the answers and say what is seen. @param {any} _answers @param {State} _state */
  show(_answers, _state) {}

  /**
   * Words for what lies under the pointer, or "".
   * @param {PointerEvent} _event @param {Plot} _plot @param {any} _answers
   */
  under(_event, _plot, _answers) {
    return "";
  }

  /** A click or a tap on the picture. @param {MouseEvent} _event @param {Plot} _plot @param {any} _answers */
  choose(_event, _plot, _answers) {}

  /** Whether a change alters this figure. @param {State} _ @param {Set<string>} changed */
  dependsOn(_, changed) {
    return this.names.some((name) => changed.has(name));
  }

  /** The answers in hand, or null while one is missing. @param {State} state @returns {any} */
  answers(state) {
    /** @type {any} */
    const answers = {};
    for (const [name, [path, parameters]] of Object.entries(this.questions(state))) {
      answers[name] = this.page.api.peek(path, parameters);
      if (answers[name] === undefined) return null;
    }
    return answers;
  }

  /** Draw what is in hand, now, without the network; ask for what is missing. */
  paint() {
    const { state } = this.page.store;
    const answers = this.answers(state);
    this.root.toggleAttribute("data-pending", answers === null);
    if (answers === null) {
      this.request(state);
      return;
    }
    this.#newest++;
    this.#asked = this.#repeated = "";
    this.root.removeAttribute("data-failed");
    this.shown = answers;
    this.#shownState = state;
    this.show(answers, state);
    FigureScheduler.count(this.root);
  }

  /** The hand rests: render with everything Plotly has. @returns {Promise<unknown> | void} */
  finalize() {
    return Promise.all(this.plots.map((plot) => plot.finalize()));
  }

  /** The same answers in another size or theme. */
  redraw() {
    if (!this.shown) return;
    this.show(this.shown, this.#shownState);
    for (const plot of this.plots) void plot.finalize();
  }

  /** It will be seen, if not on the screen: what waits for a look must not wait. */
  prepareForPrint() {}

  /** Leave the page as the server sent it, with nothing that still listens. */
  destroy() {
    // An answer that is still on its way finds nobody.
    this.#newest++;
    this.listening.abort();
    for (const plot of this.plots) plot.destroy();
    this.#restoreServed();
  }

  /** Let some traces stand out. @param {string[]} names  none: all are equal again */
  highlight(names) {
    for (const plot of this.plots) plot.highlight(names);
  }

  /** @param {"png" | "svg"} format */
  async download(format) {
    const title = part(this.root, "title")?.textContent || this.page.format.t("site.title");
    await this.plot?.download(format, this.root.id, title);
  }

  /** The sentence below the picture: what it shows now. A figure within another one has none. @param {string} text */
  setCaption(text) {
    const caption = part(this.root, "now");
    if (caption) setText(caption, text);
  }

  /** There is no answer, and this is why. @param {string} why */
  fail(why) {
    this.root.setAttribute("data-failed", "");
    this.setCaption(why);
  }

  /** Ask for what is missing. @param {State} state */
  request(state) {
    const questions = this.questions(state);
    const key = JSON.stringify(questions);
    if (key === this.#asked) return;
    this.#asked = key;
    const turn = ++this.#newest;
    Promise.all(Object.values(questions).map(([path, parameters]) => this.page.api.get(path, parameters))).then(
      () => turn === this.#newest && this.wake(),
      (error) => {
        if (turn !== this.#newest) return;
        this.fail(String(error.message ?? error));
        // What the server refuses it would refuse again. Where the way to it was broken, the next change asks anew.
        if (!(error instanceof ApiError)) this.#asked = "";
        else if (error.retryAfter > 0) setTimeout(() => this.#again(key, turn), 1000 * error.retryAfter);
      },
    );
  }

  /**
   * The server was busy. Retry once automatically, then on the next state change.
   * @param {string} key @param {number} turn
   */
  #again(key, turn) {
    if (turn !== this.#newest) return;
    this.#asked = "";
    if (this.#repeated === key) return;
    this.#repeated = key;
    this.wake();
  }
}
