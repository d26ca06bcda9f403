// @ts-check
/**
 * Questions: the server computes what an answer is worth. Progress stays on this page unless the reader wants it kept.
 */

import { part, setText } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";

/**
 * @typedef {import("../core/types.js").Context} Context
 * @typedef {{answer: string, right: boolean}} Given
 */

const KEY = "quiz";
const SHOWN = { seq_len: 64, d_model: 64, precision: 4 };

export default class Quiz extends LiveFigure {
  /** @type {Map<string, Given>} */ #given = new Map();

  /** @param {HTMLElement} root @param {Context} page @param {(figure: any) => void} wake */
  constructor(root, page, wake) {
    super(root, page, wake);
    const { signal } = this.listening;
    for (const question of this.#questions) {
      const form = /** @type {HTMLFormElement} */ (question.querySelector("form"));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        void this.#check(question, false);
      }, { signal });
      question.querySelector("[data-show]")?.addEventListener("click", () => this.#check(question, true), { signal });
      question.querySelector("[data-set]")?.addEventListener("click", (event) => {
        const link = /** @type {HTMLElement} */ (event.currentTarget);
        page.store.set(this.#state(JSON.parse(link.dataset.set ?? "{}")));
      }, { signal });
    }
    part(root, "keep").addEventListener("change", () => this.#keep(), { signal });
    part(root, "restart").addEventListener("click", () => this.#restart(), { signal });
    this.#remember();
  }

  get #questions() {
    return /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("[data-question]")]);
  }

  /** Where the matrix of each drawing comes from. */
  get #paths() {
    return /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("[data-plot]")]).map(
      (box) => box.dataset.plot ?? "",
    );
  }

  /** @returns {Record<string, import("../core/client.js").Question>} */
  questions() {
    return Object.fromEntries(this.#paths.map((path) => [path, [path, SHOWN]]));
  }

  /** @param {Record<string, {values: number[][]}>} answers */
  show(answers) {
    this.#paths.forEach((path, k) => {
      const z = answers[path]?.values ?? [];
      const [rows, columns] = [z.length, z[0]?.length ?? 0];
      this.plots[k]?.paint({
        scale: "diverging", limits: [-1, 1], traces: { cells: { z } },
        axes: { xaxis: { range: [-0.5, columns - 0.5] }, yaxis: { range: [rows - 0.5, -0.5] } },
      });
    });
    this.#score();
  }

  /** The figure's parameters as the state holds them: numbers as numbers. @param {Record<string, string>} setting */
  #state(setting) {
    const { defaults } = this.page.store;
    return Object.fromEntries(
      Object.entries(setting).map(([name, text]) => [name, typeof defaults[name] === "number" ? Number(text) : text]),
    );
  }

  /** What the reader has answered, or null with a word about what is missing. @param {HTMLElement} question */
  #answer(question) {
    const { format } = this.page;
    const field = /** @type {HTMLInputElement | null} */ (question.querySelector("input[type=text]"));
    const chosen = /** @type {HTMLInputElement | null} */ (question.querySelector("input:checked"));
    if (!field) {
      if (!chosen) setText(part(question, "result"), format.t("quiz.empty"));
      return chosen?.value ?? null;
    }
    const text = field.value.trim();
    const read = format.parse(text);
    field.setAttribute("aria-invalid", String(read === null));
    if (read === null) {
      const said = text ? "quiz.unreadable" : "quiz.no_number";
      setText(part(question, "result"), format.t(said, { text, example: format.fixed(1234.5, 1) }));
    }
    return read && String(read.value);
  }

  /** @param {HTMLElement} question @param {boolean} shown  whether the reader gives up */
  async #check(question, shown) {
    const id = question.dataset.question ?? "";
    const answer = this.#answer(question) ?? (shown ? this.#anyAnswer(question) : null);
    if (answer === null) return;
    const judged = await this.askBeside([`/quiz/${id}`, { answer }], () => void this.#check(question, shown));
    if (!judged) return;
    this.#tell(question, judged, shown);
    this.#given.set(id, { answer, right: judged.right });
    this.#score();
    this.#save();
  }

  /** Something to ask with, where the reader has written nothing and wants the answer. @param {HTMLElement} question */
  #anyAnswer(question) {
    return /** @type {HTMLInputElement | null} */ (question.querySelector("input[type=radio]"))?.value ?? "0";
  }

  /** @param {HTMLElement} question @param {{right: boolean, explanation: string}} judged @param {boolean} shown */
  #tell(question, judged, shown) {
    const { format } = this.page;
    // A guess is a guess: the answer follows at once. Where a figure has it, there is a second look.
    const revealed = judged.right || shown || question.dataset.kind !== "use";
    const verdict = format.t(judged.right ? "quiz.right" : revealed ? "quiz.wrong" : "quiz.again");
    const said = [verdict];
    if (!judged.right) said.push(this.#doubt(question));
    if (revealed) said.push(judged.explanation);
    setText(part(question, "result"), said.filter(Boolean).join(" "));
    question.dataset.right = String(judged.right);
    const show = /** @type {HTMLElement} */ (question.querySelector("[data-show]"));
    show.hidden = revealed;
  }

  /** How a number was read that others would read as another one. @param {HTMLElement} question */
  #doubt(question) {
    const { format } = this.page;
    const field = /** @type {HTMLInputElement | null} */ (question.querySelector("input[type=text]"));
    const text = field?.value.trim() ?? "";
    const doubt = format.parse(text)?.doubt;
    return doubt ? format.t(doubt === "thousands" ? "quiz.read_thousands" : "quiz.read_decimals", { text }) : "";
  }

  #score() {
    const all = this.#questions.length;
    const right = [...this.#given.values()].filter((given) => given.right).length;
    setText(part(this.root, "now"), this.page.format.t("quiz.score", { right, all, open: all - this.#given.size }));
  }

  #restart() {
    this.#given.clear();
    for (const question of this.#questions) {
      /** @type {HTMLFormElement} */ (question.querySelector("form")).reset();
      setText(part(question, "result"), "");
      delete question.dataset.right;
      /** @type {HTMLElement} */ (question.querySelector("[data-show]")).hidden = true;
    }
    this.#score();
    this.#save();
  }

  get #keeps() {
    return /** @type {HTMLInputElement} */ (part(this.root, "keep")).checked;
  }

  #keep() {
    try {
      if (this.#keeps) this.#save();
      else localStorage.removeItem(KEY);
      this.page.announce(this.#keeps ? this.page.format.t("quiz.kept") : "");
    } catch {
      this.page.announce(this.page.format.t("quiz.not_kept"));
    }
  }

  #save() {
    if (!this.#keeps) return;
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.#given]));
    } catch {
      this.page.announce(this.page.format.t("quiz.not_kept"));
    }
  }

  /** Take up what the reader has had kept: the answers are judged anew. */
  #remember() {
    /** @type {[string, Given][]} */
    let kept = [];
    try {
      const text = localStorage.getItem(KEY);
      if (text === null) return;
      kept = JSON.parse(text);
    } catch {
      return;
    }
    /** @type {HTMLInputElement} */ (part(this.root, "keep")).checked = true;
    for (const [id, { answer }] of kept) {
      const question = this.#questions.find((one) => one.dataset.question === id);
      if (!question) continue;
      const field = /** @type {HTMLInputElement | null} */ (question.querySelector("input[type=text]"));
      if (field) field.value = this.page.format.given(Number(answer));
      for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (question.querySelectorAll("input[type=radio]")))
        input.checked = input.value === answer;
      void this.#check(question, false);
    }
  }
}
