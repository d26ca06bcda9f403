// @ts-check
/** Words that can be put in another order: dragged with mouse or finger, or moved with the arrow keys. */

import { orderOf, wordsOf } from "../core/questions.js";

/** @typedef {import("../core/types.js").Context} Context */

export class Tokens {
  /** @type {HTMLElement} */ #list;
  /** @type {Context} */ #page;
  /** @type {string[]} */ #words = [];

  /** @param {HTMLElement} list @param {Context} page */
  constructor(list, page) {
    this.#list = list;
    this.#page = page;
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("pointerdown", (event) => this.#grab(event));
    page.store.subscribe(["sentence", "order"], () => this.#follow());
    this.#follow();
  }

  get #order() {
    return [...this.#list.children].map((item) => Number(/** @type {HTMLElement} */ (item).dataset.token));
  }

  #follow() {
    const { store, page, format } = this.#page;
    const words = wordsOf(store.state, page.sentences, page.lang);
    const order = orderOf(store.state, words.length);
    if (words.join(" ") !== this.#words.join(" ") || words.length !== this.#list.children.length) {
      this.#words = words;
      this.#list.replaceChildren(...words.map((word, k) => this.#item(word, k)));
    }
    const now = this.#order;
    if (now.join() !== order.join()) {
      const items = new Map(
        [...this.#list.children].map((item) => [Number(/** @type {HTMLElement} */ (item).dataset.token), item]),
      );
      const focused = document.activeElement;
      for (const token of order) this.#list.append(/** @type {Element} */ (items.get(token)));
      if (focused instanceof HTMLElement && this.#list.contains(focused)) focused.focus();
    }
    [...this.#list.children].forEach((item, place) => {
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      button.setAttribute(
        "aria-label",
        format.t("token.label", { word: button.textContent ?? "", place: place + 1, count: words.length }),
      );
    });
  }

  /** @param {string} word @param {number} token */
  #item(word, token) {
    const item = document.createElement("li");
    item.dataset.token = String(token);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "token-chip";
    button.textContent = word;
    item.append(button);
    return item;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const item = /** @type {HTMLElement} */ (event.target).closest("li");
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!item || !step) return;
    event.preventDefault();
    const place = [...this.#list.children].indexOf(item);
    const other = this.#list.children[place + step];
    if (!other) return;
    // The neighbour moves around the focused word, so that the focus stays where it is.
    if (step < 0) item.after(other);
    else item.before(other);
    this.#tell();
    this.#page.announce(this.#page.format.t("token.moved", {
      word: item.textContent ?? "", place: place + step + 1, count: this.#list.children.length,
    }));
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    const item = /** @type {HTMLElement} */ (event.target).closest("li");
    if (!item || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const ending = new AbortController();
    const { signal } = ending;
    const shift = { x: 0, y: 0 };
    const home = () => {
      const box = item.getBoundingClientRect();
      return { x: box.left - shift.x, y: box.top - shift.y, width: box.width, height: box.height };
    };
    const grip = { x: start.x - home().x, y: start.y - home().y };
    const move = (/** @type {PointerEvent} */ at) => {
      if (at.pointerId !== event.pointerId) return;
      item.classList.add("dragged");
      const middle = { x: at.clientX - grip.x + home().width / 2, y: at.clientY - grip.y + home().height / 2 };
      for (const other of [...this.#list.children]) {
        if (other === item) continue;
        const box = other.getBoundingClientRect();
        if (middle.y < box.top - 4 || middle.y > box.bottom + 4) continue;
        const before = other.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_PRECEDING;
        if (before && middle.x > box.left + box.width / 2) item.before(other);
        else if (!before && middle.x < box.left + box.width / 2) item.after(other);
        else continue;
        this.#tell();
      }
      const place = home();
      shift.x = at.clientX - grip.x - place.x;
      shift.y = at.clientY - grip.y - place.y;
      item.style.translate = `${shift.x}px ${shift.y}px`;
    };
    const end = () => {
      ending.abort();
      item.classList.remove("dragged");
      item.style.translate = "";
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
  }

  #tell() {
    this.#page.store.set({ order: this.#order });
  }
}
