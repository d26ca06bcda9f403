// @ts-check
/**
 * What most figures are: a few questions to the API, and a picture of the answers. A figure of this kind says which
 * parameters concern it (`names`), what it asks (`questions`) and how it shows the answers (`show`); waiting, errors,
 * counting, prefetching and drawing are done here.
 */

import { ApiError } from "./api.js";
import { part, setText } from "./dom.js";
import { Plot } from "./plot.js";
import { FigureScheduler } from "./figure-scheduler.js";
import { Tooltip } from "./tooltip.js";

/**
 * @typedef {import("./types.js").Context} Context
 * @typedef {import("./types.js").State} State
 * @typedef {[path: string, parameters: Record<string, string | number>]} Question
 */

export class LiveFigure {
  /** @type {HTMLElement} */ root;
  /** @type {Context} */ page;
  /** @type {Plot | null} where a specification exists */ plot = null;
  /** @type {any} the answers shown now */ shown = null;
  /** Ends the figure's listeners. */ listening = new AbortController();
  /** Asks to be painted anew. @type {() => void} */ wake;
  #newest = 0;
  #asked = "";
  /** The question that was asked a second time because the server was busy. */ #repeated = "";

  /** @param {HTMLElement} root @param {Context} page @param {(figure: any) => void} wake */
  constructor(root, page, wake) {
    this.root = root;
    this.page = page;
    this.wake = () => wake(this);
    const spec = page.page.figures[root.id];
    if (!spec) return;
    const box = part(root, "plot");
    this.plot = new Plot(box, spec, page);
    new Tooltip(box, (event) => (this.shown && this.plot ? this.under(event, this.plot, this.shown) : ""), this.listening.signal);
    box.addEventListener("click", (event) => this.shown && this.plot && this.choose(event, this.plot, this.shown), { signal: this.listening.signal });
  }

  /** @returns {string[]} parameters of the state that alter the picture */
  get names() {
    return [];
  }

  /** What the picture needs, by names of the figure's own. @param {State} _ @returns {Record<string, Question>} */
  questions(_) {
    return {};
  }

  /** Draw the answers and say what is seen. @param {any} _answers @param {State} _state */
  show(_answers, _state) {}

  /** Words for what lies under the pointer, or "". @param {PointerEvent} _event @param {Plot} _plot @param {any} _answers */
  under(_event, _plot, _answers) {
    return "";
  }

  /** A click or a tap on the picture. @param {MouseEvent} _event @param {Plot} _plot @param {any} _answers */
  choose(_event, _plot, _answers) {}

  /** @param {State} _ @param {Set<string>} changed */
  dependsOn(_, changed) {
    return this.names.some((name) => changed.has(name));
  }

  paint() {
    const { api, store } = this.page;
    const questions = this.questions(store.state);
    /** @type {any} */
    const answers = {};
    let missing = false;
    for (const [name, [path, parameters]] of Object.entries(questions)) {
      answers[name] = api.peek(path, parameters);
      missing ||= answers[name] === undefined;
    }
    this.root.toggleAttribute("data-pending", missing);
    if (missing) {
      this.#ask(questions);
      return;
    }
    this.#newest++;
    this.#asked = this.#repeated = "";
    this.root.removeAttribute("data-failed");
    this.shown = answers;
    this.show(answers, store.state);
    FigureScheduler.count(this.root);
  }

  /** @returns {Promise<void> | void} */
  finalize() {
    return this.plot?.finalize();
  }

  retheme() {
    if (this.shown) this.show(this.shown, this.page.store.state);
    this.plot?.retheme();
  }

  destroy() {
    this.listening.abort();
    this.plot?.destroy();
  }

  /** @param {string[]} names */
  highlight(names) {
    this.plot?.highlight(names);
  }

  /** @param {"png" | "svg"} format */
  async download(format) {
    const title = part(this.root, "title")?.textContent || this.page.format.t("site.title");
    await this.plot?.download(format, this.root.id, title);
  }

  /** The sentence below the picture: what it shows now. @param {string} text */
  setCaption(text) {
    setText(part(this.root, "now"), text);
  }

  /** @param {Record<string, Question>} questions */
  #ask(questions) {
    const key = JSON.stringify(questions);
    if (key === this.#asked) return;
    this.#asked = key;
    const turn = ++this.#newest;
    Promise.all(Object.values(questions).map(([path, parameters]) => this.page.api.get(path, parameters))).then(
      () => turn === this.#newest && this.wake(),
      (error) => {
        if (turn !== this.#newest) return;
        this.root.setAttribute("data-failed", "");
        this.setCaption(String(error.message ?? error));
        // What the server refuses it would refuse again. Where the way to it was broken, the next move asks anew.
        if (!(error instanceof ApiError)) this.#asked = "";
        else if (error.retryAfter > 0) setTimeout(() => this.#again(key, turn), 1000 * error.retryAfter);
      },
    );
  }

  /** The server was busy, and may be asked now: once unbidden, later when something moves. @param {string} key @param {number} turn */
  #again(key, turn) {
    if (turn !== this.#newest || this.listening.signal.aborted) return;
    this.#asked = "";
    if (this.#repeated === key) return;
    this.#repeated = key;
    this.wake();
  }
}
