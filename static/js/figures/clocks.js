// @ts-check
/** Every pair of columns as the hand of a clock: sine to the right, cosine upwards, turning clockwise from 12. */

import { FrameFigure } from "../core/frame-figure.js";
import { Size } from "../core/size.js";

/**
 * @typedef {import("../core/types.js").Frame} Frame
 * @typedef {{pair: number, sine: number, cosine: number | null, wavelength: number}} Pair
 * @typedef {{button: HTMLButtonElement, hand: SVGElement, tip: SVGElement, label: HTMLElement}} Face
 */

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 40;
const FACE = [
  '<circle class="clock-face" r="46"/>',
  '<path class="clock-ticks" d="M0-46V-40M0 46V40M-46 0H-40M46 0H40"/>',
  '<line class="clock-hand" x1="0" y1="0"/>',
  '<circle class="clock-tip" r="5"/>',
  '<circle class="clock-pin" r="3"/>',
].join("");

export default class Clocks extends FrameFigure {
  /** @type {{key: string, faces: Face[]}} */ #built = { key: "", faces: [] };
  /** @type {Pair[]} */ #picked = [];
  #heading = document.createElement("p");
  #row = document.createElement("div");
  /** @type {Size} */ #size;

  /**
   * @param {HTMLElement} root @param {import("../core/types.js").Context} page
   * @param {(figure: any, look?: boolean) => void} wake
   */
  constructor(root, page, wake) {
    super(root, page, wake);
    this.#heading.className = "clocks-heading";
    this.#row.className = "clock-row";
    root.append(this.#heading, this.#row);
    this.#size = new Size(root, () => wake(this, true), this.listening.signal);
  }

  /** The explorer around it asks ahead for the same matrices. */
  get prefetches() {
    return false;
  }

  /** @param {{frame: Frame}} answers @param {import("../core/types.js").State} state */
  show({ frame }, { pos, dim }) {
    const { format } = this.page;
    const pairs = pairsOf(frame);
    const row = frame.values[pos];
    if (pairs.length === 0 || !row) {
      this.#heading.textContent = format.t(pairs.length === 0 ? "clocks.none" : "clocks.no_row", { pos });
      this.#build([]);
      return;
    }
    const chosen = frame.columns.pair[dim] ?? 0;
    const picked = pick(pairs, chosen, this.#size.width < 560 ? 8 : 12);
    this.#build(picked);
    this.#heading.textContent = format.t("clocks.heading", {
      pos: format.short(pos),
      shown: picked.length,
      all: pairs.length,
    });
    picked.forEach((pair, k) => {
      const face = /** @type {Face} */ (this.#built.faces[k]);
      const [x, y] = [row[pair.sine] ?? 0, pair.cosine === null ? 0 : (row[pair.cosine] ?? 0)];
      face.hand.setAttribute("x2", (x * RADIUS).toFixed(2));
      face.hand.setAttribute("y2", (-y * RADIUS).toFixed(2));
      face.tip.setAttribute("cx", (x * RADIUS).toFixed(2));
      face.tip.setAttribute("cy", (-y * RADIUS).toFixed(2));
      const isChosen = String(pair.pair === chosen);
      if (face.button.getAttribute("aria-pressed") !== isChosen) face.button.setAttribute("aria-pressed", isChosen);
      const text = pair.cosine === null ? format.t("clocks.alone") : format.short(pair.wavelength);
      if (face.label.textContent !== text) face.label.textContent = text;
    });
  }

  /** @param {Pair[]} picked */
  #build(picked) {
    this.#picked = picked;
    const key = picked.map((pair) => pair.pair).join();
    if (key === this.#built.key) return;
    // Faces are kept and renumbered where only the chosen pair changed: replacing them would lose the focus.
    while (this.#built.faces.length > picked.length) this.#built.faces.pop()?.button.remove();
    while (this.#built.faces.length < picked.length) this.#built.faces.push(this.#face(this.#built.faces.length));
    picked.forEach((pair, k) => {
      const name = this.#built.faces[k]?.button.querySelector(".clock-name");
      if (name) name.textContent = `i = ${pair.pair}`;
    });
    this.#built.key = key;
  }

  /** @param {number} place */
  #face(place) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "clock";
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "-50 -50 100 100");
    svg.setAttribute("aria-hidden", "true");
    svg.innerHTML = FACE;
    const name = document.createElement("span");
    name.className = "clock-name";
    const label = document.createElement("span");
    label.className = "clock-label";
    button.append(svg, name, label);
    button.addEventListener("click", () => {
      const pair = this.#picked[place];
      if (pair) this.page.store.set({ dim: pair.sine });
    });
    this.#row.append(button);
    return {
      button,
      label,
      hand: /** @type {SVGElement} */ (svg.querySelector(".clock-hand")),
      tip: /** @type {SVGElement} */ (svg.querySelector(".clock-tip")),
    };
  }
}

/** @param {Frame} frame @returns {Pair[]} fast to slow, as the columns say */
function pairsOf({ columns }) {
  /** @type {Map<number, Pair>} */
  const pairs = new Map();
  columns.pair.forEach((pair, column) => {
    if (pair === null) return;
    const known = pairs.get(pair) ?? { pair, sine: -1, cosine: null, wavelength: columns.wavelength[column] ?? 0 };
    if (columns.part[column] === "sin") known.sine = column;
    else known.cosine = column;
    pairs.set(pair, known);
  });
  return [...pairs.values()].sort((a, b) => a.pair - b.pair);
}

/**
 * First, last, and evenly between; the chosen pair takes the place of its nearest.
 * @param {Pair[]} pairs @param {number} chosen @param {number} most
 */
function pick(pairs, chosen, most) {
  if (pairs.length <= most) return pairs;
  const places = Array.from({ length: most }, (_, k) => Math.round((k * (pairs.length - 1)) / (most - 1)));
  if (!places.includes(chosen)) {
    let nearest = 1;
    places.forEach((place, k) => {
      if (k > 0 && k < most - 1 && Math.abs(place - chosen) < Math.abs((places[nearest] ?? 0) - chosen)) nearest = k;
    });
    places[nearest] = chosen;
  }
  return [...new Set(places)].sort((a, b) => a - b).map((place) => /** @type {Pair} */ (pairs[place]));
}
