// @ts-check
/** A walk through code: the current line, what it means, and what it computes for the sliders' values. */

import { copyLines } from "../core/copy.js";
import { part } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";
import { infoOf, usable } from "../core/questions.js";

/**
 * @typedef {import("../core/types.js").Context} Context
 * @typedef {import("../core/types.js").State} State
 *
 * @typedef {object} Held  what a name holds
 * @property {string} name
 * @property {number[]} shape  empty for a plain number
 * @property {string} number_format
 * @property {number[]} columns  those that were sent
 * @property {number[][]} values
 *
 * @typedef {{line: number, lines: number, code: string, values: Held[]}} Step
 */

const DIGITS = 4;
/** Rows at the top of a table that are always shown, beside that of the chosen position. */
const FIRST_ROWS = 3;
/** Names that are words of the page, not of the code. */
const WORDS = new Map([
  ["result", "listing.result"],
  ["training", "listing.training"],
  ["evaluation", "listing.evaluation"],
]);

export default class Listing extends LiveFigure {
  /** @param {HTMLElement} root @param {Context} page @param {(figure: any) => void} wake */
  constructor(root, page, wake) {
    super(root, page, wake);
    const { signal } = this.listening;
    for (const button of root.querySelectorAll("[data-walk]")) {
      button.addEventListener("click", () => this.#walk(Number(/** @type {HTMLElement} */ (button).dataset.walk)), {
        signal,
      });
    }
    for (const box of root.querySelectorAll("[role=listbox]")) {
      box.addEventListener("click", (event) => this.#point(event), { signal });
      box.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)), { signal });
    }
    const copy = part(root, "copy");
    copy.hidden = false;
    copy.addEventListener(
      "click",
      async () =>
        page.announce(page.format.t((await copyLines(this.#box, copy)) ? "listing.copied" : "listing.selected")),
      { signal },
    );
    let { listing, line } = page.store.state;
    page.store.subscribe(["listing", "line"], (state, changed) => {
      const before = this.#optionAt(listing, line);
      ({ listing, line } = state);
      // Another tab opens at the line that begins like the one before.
      if (changed.has("listing") && !changed.has("line")) page.store.set({ line: this.#counterpart(before) });
    }, signal);
  }

  get names() {
    return ["listing", "line", "seq_len", "d_model", "base", "pos"];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const rope = infoOf(this.page.page.encodings, "rope");
    const width = state.listing === "rope" && rope ? usable(rope, "d_model", state.d_model) : state.d_model;
    return {
      walk: [
        "/listing",
        { name: state.listing, seq_len: state.seq_len, d_model: width, base: state.base, precision: 5 },
      ],
    };
  }

  /** The code and its explanation follow at once; numbers of another line must not stay beside them. */
  paint() {
    const { state } = this.page.store;
    this.#mark(stepAt(this.#options.map((option) => ({ line: Number(option.dataset.line) })), state.line));
    const isDrawn = super.paint();
    if (!isDrawn && this.#drawn !== `${state.listing} ${state.line}`) part(this.root, "values").replaceChildren();
    return isDrawn;
  }

  /** Listing and line whose numbers are shown. */
  #drawn = "";

  /** @param {any} answers @param {State} state */
  show({ walk }, state) {
    this.#drawn = `${state.listing} ${state.line}`;
    /** @type {Step[]} */
    const steps = walk.steps;
    const at = stepAt(steps, state.line);
    const step = /** @type {Step} */ (steps[at]);
    part(this.root, "step").textContent = this.page.format.t("listing.step", { step: at + 1, steps: steps.length });
    part(this.root, "values").replaceChildren(...step.values.map((held) => this.#held(held, state.pos)));
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll("[data-walk]"))) {
      button.disabled = !steps[at + Number(button.dataset.walk)];
    }
    const { format } = this.page;
    const said = step.values.map((held) => {
      const name = this.#name(held);
      return held.shape.length === 0
        ? format.t("listing.number", { name, value: this.#number(held.values[0]?.[0] ?? 0) })
        : format.t("listing.array", { name, shape: shapeOf(held) });
    });
    this.setCaption(
      format.t("listing.now", { line: step.line, values: said.join(" ") || format.t("listing.nothing") }),
    );
  }

  /** The code on show. */
  get #box() {
    return /** @type {HTMLElement} */ (this.root.querySelector(`[data-listing="${this.page.store.state.listing}"]`));
  }

  /** Lines that are a step, of the code on show. @returns {HTMLElement[]} */
  get #options() {
    return [...this.#box.querySelectorAll("[role=option]")].map((option) => /** @type {HTMLElement} */ (option));
  }

  /** Show one listing, mark one step of it, and show its explanation. @param {number} at */
  #mark(at) {
    const { listing } = this.page.store.state;
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-listing]")))
      box.hidden = box.dataset.listing !== listing;
    const options = this.#options;
    options.forEach((option, k) => option.setAttribute("aria-selected", String(k === at)));
    const current = /** @type {HTMLElement} */ (options[at]);
    const box = this.#box;
    box.setAttribute("aria-activedescendant", current.id);
    // Only the box scrolls, never the page.
    if (
      current.offsetTop < box.scrollTop ||
      current.offsetTop + current.offsetHeight > box.scrollTop + box.clientHeight
    ) {
      box.scrollTop = current.offsetTop - box.clientHeight / 2;
    }
    for (const text of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-explains]")))
      text.hidden = text.dataset.explains !== current.id;
  }

  /** @param {Event} event */
  #point(event) {
    const option = /** @type {HTMLElement | null} */ (
      /** @type {HTMLElement} */ (event.target).closest("[role=option]")
    );
    // Marking lines to copy them is no choice.
    if (option && getSelection()?.isCollapsed !== false) this.page.store.set({ line: Number(option.dataset.line) });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#walk(by);
  }

  /** @param {number} by  steps; out of range means the first or the last */
  #walk(by) {
    const options = this.#options;
    const lines = options.map((option) => Number(option.dataset.line));
    const now = stepAt(lines.map((line) => ({ line })), this.page.store.state.line);
    this.page.store.set({ line: lines[Math.max(0, Math.min(lines.length - 1, now + by))] });
  }

  /** @param {string} listing @param {number} line  any line of it */
  #optionAt(listing, line) {
    const options = /** @type {HTMLElement[]} */ ([
      ...this.root.querySelectorAll(`[data-listing="${listing}"] [role=option]`),
    ]);
    return options.findLast((option) => Number(option.dataset.line) <= line) ?? options[0];
  }

  /**
   * The line of the code on show that names the same as a line of another one.
   * @param {HTMLElement | undefined} other
   */
  #counterpart(other) {
    const begins = /^[^=(]+/.exec(other?.textContent?.trim() ?? "")?.[0] ?? "";
    const options = this.#options;
    const same = options.find((option) => begins && option.textContent?.trim().startsWith(begins));
    return Number((same ?? options[0])?.dataset.line);
  }

  /** @param {Held} held */
  #name(held) {
    const key = WORDS.get(held.name);
    return key ? this.page.format.t(key) : held.name;
  }

  /** @param {number} value */
  #number(value) {
    const { format } = this.page;
    if (Number.isInteger(value)) return format.short(value);
    return Math.abs(value) < 0.01 ? format.short(value, DIGITS) : format.fixed(value, DIGITS);
  }

  /** What one name holds: a number, or the corner of an array. @param {Held} held @param {number} pos */
  #held(held, pos) {
    const { format } = this.page;
    const name = this.#name(held);
    if (held.shape.length === 0) {
      const line = document.createElement("p");
      line.className = "held-number";
      const code = document.createElement("code");
      code.translate = false;
      code.textContent = name;
      line.append(code, ` = ${this.#number(held.values[0]?.[0] ?? 0)}`);
      return line;
    }
    const table = document.createElement("table");
    table.className = "held";
    const caption = table.createCaption();
    caption.textContent = format.t("listing.table", { name, shape: shapeOf(held), number_format: held.number_format });
    const flat = held.shape.length === 1;
    const gap = held.columns.findIndex((column, k) => k > 0 && column > (held.columns[k - 1] ?? 0) + 1);
    table.classList.toggle("is-cut", gap > 0 && !flat);
    const head = table.createTHead().insertRow();
    if (!flat) head.append(headCell("", ""));
    held.columns.forEach((column, k) => {
      if (k === gap) head.append(headCell("…", ""));
      head.append(headCell(String(column), format.t("listing.column", { column })));
    });
    const body = table.createTBody();
    const count = flat ? 1 : /** @type {number} */ (held.shape.at(-2));
    let last = -1;
    for (const row of chosenRows(held.values.length, pos)) {
      if (row > last + 1) body.append(dots());
      const line = body.insertRow();
      if (!flat) {
        line.append(headCell(String(row), format.t("listing.row", { row }), "row"));
        line.classList.toggle("chosen", row === pos);
        if (row === pos) line.dataset.highlightName = "row";
      }
      /** @type {number[]} */ (held.values[row]).forEach((value, k) => {
        if (k === gap) line.insertCell().textContent = "…";
        line.insertCell().textContent = this.#number(value);
      });
      last = row;
    }
    if (last < count - 1) body.append(dots());
    return table;
  }
}

/** The step that a line belongs to, or the last one before it. @param {{line: number}[]} steps @param {number} line */
function stepAt(steps, line) {
  return Math.max(0, steps.findLastIndex((step) => step.line <= line));
}

/** @param {number} count @param {number} pos */
function chosenRows(count, pos) {
  const first = Array.from({ length: Math.min(FIRST_ROWS, count) }, (_, k) => k);
  return pos >= FIRST_ROWS && pos < count ? [...first, pos] : first;
}

/** As Python writes it. @param {Held} held */
function shapeOf({ shape }) {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

/** @param {string} text @param {string} spoken @param {"col" | "row"} [scope] */
function headCell(text, spoken, scope = "col") {
  const cell = document.createElement(spoken ? "th" : "td");
  if (cell instanceof HTMLTableCellElement && spoken) {
    cell.scope = scope;
    cell.setAttribute("aria-label", spoken);
  }
  cell.textContent = text;
  return cell;
}

function dots() {
  const line = document.createElement("tr");
  line.insertCell().textContent = "⋮";
  return line;
}
