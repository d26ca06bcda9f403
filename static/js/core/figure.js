// @ts-check
/**
 * What every figure is: it asks the API and draws the answers. Which state alters it, what it asks and how the answers
 * look is said by the figure; waiting, failing, asking again, drawing and leaving the page are done here.
 *
 * While the picture is not of the current state, the figure carries `data-stale`; while its question has failed,
 * `data-failed` with the kind of failure. Both say so to the reader (core/figure-status.js).
 */

import { part, setText } from "./dom.js";
import { Failure } from "./failure.js";
import { FigureScheduler } from "./figure-scheduler.js";
import { FigureStatus } from "./figure-status.js";
import { Plot } from "./plot.js";
import { rememberServed } from "./served.js";
import { Tooltip } from "./tooltip.js";

/**
 * @typedef {import("./types.js").Context} Context
 * @typedef {import("./types.js").State} State
 * @typedef {import("./client.js").Question} Question
 */

export class LiveFigure {
  /** @type {HTMLElement} */ root;
  /** @type {Context} */ page;
  /** One for each box in the figure's HTML; none without a specification. @type {Plot[]} */ plots = [];
  /** @type {any} the answers shown now */ shown = null;
  /** The state that the answers shown belong to. @type {State} */ shownState = {};
  /** Ends listeners, observers and subscriptions. */ listening = new AbortController();
  /** Asks to be painted anew. @type {() => void} */ wake;
  /** @type {() => void} */ #restoreServed;
  /** @type {FigureStatus} */ #status;
  /** The question under way, or the one that failed. */ #asked = "";
  /** Gives up the question under way. */ #asking = new AbortController();

  /** @param {HTMLElement} root @param {Context} page @param {(figure: any, look?: boolean) => void} wake */
  constructor(root, page, wake) {
    this.root = root;
    this.page = page;
    this.wake = () => wake(this);
    this.#restoreServed = rememberServed(root);
    this.#status = new FigureStatus(root, page);
    const spec = page.page.figures[root.id];
    if (!spec) return;
    const { signal } = this.listening;
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-part=plot]"))) {
      const plot = new Plot(box, spec, page, () => wake(this, true), signal);
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

  /** Whether to ask ahead, before somebody looks or when a hand comes near a slider. */
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
    for (const [name, question] of Object.entries(this.questions(state))) {
      answers[name] = this.page.client.peek(question);
      if (answers[name] === undefined) return null;
    }
    return answers;
  }

  /** Draw what is in hand, now, without the network; ask for what is missing. @returns {boolean} whether it is drawn */
  paint() {
    const { state } = this.page.store;
    const answers = this.answers(state);
    if (answers === null) {
      this.markOutdated();
      this.request(state);
      this.#status.wait(this.#seen);
      return false;
    }
    const { client, recovery } = this.page;
    this.#asking.abort();
    this.#asked = "";
    recovery.done(this);
    client.hold(this, Object.values(this.questions(state)));
    delete this.root.dataset.stale;
    this.root.classList.remove("is-outdated");
    this.#status.recover("question");
    this.shown = answers;
    this.shownState = state;
    this.show(answers, state);
    FigureScheduler.count(this.root);
    return true;
  }

  /** What is seen is not what the state says: it is marked, and dimmed (nothing is where nobody looks). */
  markOutdated() {
    this.root.dataset.stale = "";
    this.root.classList.add("is-outdated");
  }

  /** The hand rests: render with everything Plotly has. @returns {Promise<unknown> | void} */
  finalize() {
    if (this.plots.length === 0) return;
    return Promise.all(this.plots.map((plot) => plot.finalize())).then(
      () => {
        this.page.recovery.done(this.plots);
        this.#status.recover("drawing");
      },
      (failure) => this.#fail(failure, this.plots, () => void this.finalize()),
    );
  }

  /** The same answers in another size or theme. */
  redraw() {
    if (this.shown) this.show(this.shown, this.shownState);
  }

  /** Ask for what the picture will need, while nobody looks. @param {State} state @param {AbortSignal} signal */
  fetchAhead(state, signal) {
    const asked = Object.values(this.questions(state));
    return Promise.all(asked.map((question) => this.page.client.get(question, { signal, ahead: true })));
  }

  /**
   * A hand comes near the slider of a parameter: ask for what it can reach, nearest first.
   * @param {string} _name @param {State[]} states @param {AbortSignal} signal
   */
  async prefetch(_name, states, signal) {
    for (const state of states) await this.fetchAhead(state, signal);
  }

  /** It will be seen, if not on the screen: what waits for a look must not wait. */
  prepareForPrint() {}

  /** Nobody is near any more: let go of what can be drawn again. */
  release() {
    for (const plot of this.plots) plot.release();
  }

  /** Leave the page as the server sent it, with nothing that still listens. */
  destroy() {
    const { client, recovery } = this.page;
    this.#asking.abort();
    this.listening.abort();
    client.hold(this, []);
    for (const owner of [this, this.plots, this.listening]) recovery.done(owner);
    for (const plot of this.plots) plot.destroy();
    this.#status.destroy();
    this.#restoreServed();
  }

  /** Let some traces stand out. @param {string[]} names  none: all are equal again */
  highlight(names) {
    if (this.plots.map((plot) => plot.highlight(names)).some(Boolean)) void this.finalize();
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

  /**
   * Ask for something beside the picture's own questions.
   * @param {Question} question @param {() => void} retry  called when it is to be tried again after a failure
   * @returns {Promise<any>} undefined where there is no answer; the reader is told
   */
  async askBeside(question, retry) {
    const { signal } = this.listening;
    try {
      const answer = await this.page.client.get(question, { signal });
      this.page.recovery.done(this.listening);
      this.#status.recover("question");
      return answer;
    } catch (error) {
      if (!signal.aborted) this.failBeside(error, retry);
      return undefined;
    }
  }

  /**
   * Something beside the picture's own questions could not be had.
   * @param {unknown} failure @param {() => void} retry
   */
  failBeside(failure, retry) {
    this.#fail(failure, this.listening, retry);
  }

  /** Ask for what is missing; what was asked for before is given up. @param {State} state */
  request(state) {
    const questions = Object.values(this.questions(state));
    const key = JSON.stringify(questions);
    if (key === this.#asked) return;
    this.#asked = key;
    const [before, own] = [this.#asking, new AbortController()];
    this.#asking = own;
    const answered = Promise.all(questions.map((question) => this.page.client.get(question, own)));
    before.abort();
    answered.then(
      () => {
        if (own.signal.aborted) return;
        this.#status.recover("question");
        this.wake();
      },
      (error) => {
        if (own.signal.aborted) return;
        // The others are of no use without this one.
        own.abort();
        this.#fail(error, this, () => {
          this.#asked = "";
          this.request(this.page.store.state);
        });
      },
    );
  }

  /** What is seen while the answer is missing. @returns {import("./figure-status.js").Seen} */
  get #seen() {
    return this.root.dataset.stale === undefined ? "" : this.shown ? "stale" : "nothing";
  }

  /**
   * There is no answer: say why, and try again where that can help.
   * @param {unknown} error @param {object} owner  of the try @param {() => void} retry
   */
  #fail(error, owner, retry) {
    // What is not a failure of the way or the server is a fault of this page: the console shall have it.
    if (!(error instanceof Failure)) throw error;
    this.#status.fail(error, this.#seen);
    this.page.recovery.later(owner, error, retry);
  }
}
