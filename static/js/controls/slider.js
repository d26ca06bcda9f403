// @ts-check
/** A native range input over stops. Values between the stops stay exact until the hand moves. */

import { headsOf, infoOf, widthOf } from "../core/questions.js";

/**
 * @typedef {import("../core/types.js").Context} Context
 * @typedef {import("../core/types.js").ParameterInfo} ParameterInfo
 * @typedef {import("../core/types.js").State} State
 */

export class Slider {
  /** @type {HTMLElement} */ #root;
  /** @type {HTMLInputElement} */ #input;
  /** @type {Context} */ #page;
  /** @type {ParameterInfo} */ #parameter;
  /** Whether it belongs to the encoding that the state names. */ #ofEncoding;
  /** @type {State} values of other parameters at which it has no effect */ #offWhen;

  /** @param {HTMLElement} root @param {Context} page */
  constructor(root, page) {
    this.#root = root;
    this.#page = page;
    this.#input = /** @type {HTMLInputElement} */ (root.querySelector("input[type=range]"));
    this.#parameter = /** @type {ParameterInfo} */ (page.page.parameters[root.dataset.parameter ?? ""]);
    this.#ofEncoding = root.closest("[data-for-encoding]") !== null;
    this.#offWhen = JSON.parse(root.dataset.offWhen ?? "{}");
    this.#input.addEventListener("input", () =>
      page.store.set({ [this.#parameter.name]: this.#valueAt(this.#input.valueAsNumber) }),
    );
    this.#forgiveSwipes();
    for (const event of ["focus", "pointerenter", "pointerdown"])
      this.#input.addEventListener(event, () => this.#prefetch());
    for (const name of root.querySelectorAll(".stop-names [data-stop]")) {
      name.addEventListener("click", () =>
        page.store.set({
          [this.#parameter.name]: this.#valueAt(Number(/** @type {HTMLElement} */ (name).dataset.stop)),
        }),
      );
    }
    page.store.subscribe(this.#dependsOn, (state) => this.#follow(state));
    this.#follow(page.store.state);
  }

  /** A finger that starts on a slider but then scrolls the page has not meant the slider. */
  #forgiveSwipes() {
    /** @type {any} */
    let before;
    this.#input.addEventListener("pointerdown", () => {
      before = this.#page.store.state[this.#parameter.name];
    });
    this.#input.addEventListener("pointercancel", () => this.#page.store.set({ [this.#parameter.name]: before }));
  }

  /** @param {number} place */
  #valueAt(place) {
    return this.#parameter.stops ? this.#parameter.stops[place] : place;
  }

  /** @param {any} value @returns {number} */
  #placeOf(value) {
    const { stops } = this.#parameter;
    if (!stops) return value;
    if (typeof stops[0] === "string") return /** @type {string[]} */ (stops).indexOf(value);
    // Stops of a logarithmic scale are compared by ratio; with zero among them, by distance.
    const numbers = /** @type {number[]} */ (stops);
    const far = (/** @type {number} */ stop) =>
      stop > 0 && value > 0 ? Math.abs(Math.log(stop / value)) : Math.abs(stop - value);
    return numbers.reduce((best, stop, place) => (far(stop) < far(numbers[best] ?? 0) ? place : best), 0);
  }

  /** Parameters that alter this slider: its own, those that bound it, those that switch it off. */
  get #dependsOn() {
    const { name } = this.#parameter;
    const bounds = { pos: ["seq_len"], dim: ["d_model", "encoding"], bias_head: ["bias_heads", "bias_kind"] };
    return [
      name,
      ...(/** @type {Record<string, string[]>} */ (bounds)[name] ?? []),
      ...(this.#ofEncoding ? ["encoding"] : []),
      ...Object.keys(this.#offWhen),
    ];
  }

  /** @param {State} state */
  #follow(state) {
    const { name, names, unit } = this.#parameter;
    const { page, format, store } = this.#page;
    const info = infoOf(page.encodings, state.encoding);
    if (name === "pos") this.#input.max = String(state.seq_len - 1);
    if (name === "dim") this.#input.max = String(widthOf(state, info) - 1);
    if (name === "bias_head") this.#input.max = String(headsOf(state, page.limits) - 1);
    const place = this.#placeOf(state[name]);
    if (this.#input.valueAsNumber !== place) this.#input.value = String(place);
    // A table has the width it was trained with, whatever the slider says.
    const fixed = name === "d_model" && this.#ofEncoding ? info.width : null;
    const text = names ? (names[place] ?? "") : format.given(fixed ?? state[name]);
    const output = /** @type {HTMLElement} */ (this.#root.querySelector("output"));
    if (output.textContent !== text) output.textContent = text;
    const spoken = unit ? `${text} ${unit}` : text;
    if (this.#input.getAttribute("aria-valuetext") !== spoken) this.#input.setAttribute("aria-valuetext", spoken);
    /** @type {HTMLElement} */ (this.#root.querySelector(".reset")).hidden = store.isDefault(name);
    for (const stop of this.#root.querySelectorAll(".stop-names [data-stop]")) {
      stop.classList.toggle("chosen", Number(/** @type {HTMLElement} */ (stop).dataset.stop) === place);
    }
    const off = Object.keys(this.#offWhen).some((other) => state[other] === this.#offWhen[other]);
    const applies = !off && this.#applies(info);
    if (this.#input.disabled === applies) {
      this.#input.disabled = !applies;
      this.#root.classList.toggle("does-not-apply", !applies);
      const help = /** @type {HTMLElement} */ (this.#root.querySelector(".help"));
      help.dataset.usual ??= help.textContent ?? "";
      const why = off ? (this.#root.dataset.offWhy ?? "") : fixed ? "control.fixed" : "control.unused";
      help.textContent = applies ? (help.dataset.usual ?? "") : format.t(why, { encoding: info.title });
    }
  }

  /**
   * Beside the choice of an encoding, a parameter that only some encodings have is off for the others.
   * @param {import("../core/types.js").EncodingInfo} info
   */
  #applies(info) {
    const { name } = this.#parameter;
    if (!this.#ofEncoding) return true;
    const owned = this.#page.page.encodings.some(({ parameters }) => name in parameters);
    return !owned || name in info.parameters || name === "seq_len";
  }

  /** Fetch what this slider can reach, nearest first, before the hand moves on. */
  #prefetch() {
    const { store } = this.#page;
    const { name, stops } = this.#parameter;
    if (!stops) return;
    const place = this.#placeOf(store.state[name]);
    const nearest = stops
      .map((stop, at) => ({ stop, far: Math.abs(at - place) }))
      .sort((a, b) => a.far - b.far)
      .map(({ stop }) => stop);
    void this.#page.prefetch(name, nearest);
  }
}
