// @ts-check
/** A step of k positions turns every pair by its own angle, at every position; a sine alone has no such rule. */

import { hideControls, part } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";

/**
 * @typedef {import("../core/types.js").State} State
 * @typedef {{i: number, here: number[], there: number[] | null, turns: number}} Hand  a pair at p and k positions on
 */

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 40;
const ARC = 24;
const FACES = 6;
/** Positions come in blocks, so that a moving position needs no new answer. */
const BLOCK = 64;
const MARGIN = 32;
/** The wave that shows the trouble: six positions a turn. */
const PER_TURN = 6;
const DRAWN = 12;
const FINE = 8;
const STEPS = Array.from({ length: DRAWN * FINE + 1 }, (_, k) => k / FINE);
const SAME = 1e-9;

export default class Shift extends LiveFigure {
  get names() {
    return ["k", "pos", "dim", "base", "d_model", "variant", "seq_len", "parts"];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const own = { d_model: state.d_model, base: state.base, variant: state.variant };
    const far = Math.max(MARGIN, Math.abs(state.k));
    // One radian a position is the first pair's frequency, so a position of 2π/6 is a sixth of its turn.
    const sixths = [...STEPS, 1 + state.k, 2 + state.k].map((step) => (step * 2 * Math.PI) / PER_TURN);
    return {
      shift: ["/encodings/sinusoidal/shift", { ...own, k: state.k, seq_len: state.seq_len }],
      rows: [
        "/encodings/sinusoidal/matrix",
        { ...own, start: firstRow(state, far), seq_len: BLOCK + 2 * far, precision: 12 },
      ],
      wave: ["/encodings/sinusoidal/matrix", { positions: sixths.join(","), d_model: 2, precision: 12 }],
    };
  }

  /** @param {any} answers @param {State} state */
  show(answers, state) {
    const pairs = state.parts === "pairs";
    part(this.root, "pairs").hidden = !pairs;
    part(this.root, "sine").hidden = pairs;
    // The wave without a cosine is the same for all of them: a slider without effect would mislead.
    hideControls(this.root, ["pos", "base", "d_model"], !pairs);
    if (pairs) this.#showPairs(answers, state);
    else this.#showSine(answers, state);
  }

  /** @param {any} answers @param {State} state */
  #showPairs({ shift, rows }, state) {
    const { format } = this.page;
    const hands = handsOf(shift, rows, state);
    const chosen = Math.min(state.dim >> 1, hands.length - 1);
    const faces = pick(hands.length, chosen).map((i) =>
      this.#face(/** @type {Hand} */ (hands[i]), i === chosen, state),
    );
    const before = part(this.root, "faces");
    // Pressing a face redraws all of them: the focus stays where it was.
    const focus = before.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.pair
      : undefined;
    before.replaceChildren(...faces);
    faces.find((face) => focus !== undefined && face.dataset.pair === focus)?.focus();
    const hand = /** @type {Hand} */ (hands[chosen]);
    part(this.root, "heading").textContent = format.t("shift.heading", { i: chosen });
    part(this.root, "residual").textContent = shift.residual === 0 ? "0" : format.power(shift.residual);
    const block = shift.blocks[chosen];
    part(this.root, "equation").hidden = !block;
    if (!block || !hand.there) {
      part(this.root, "rest").textContent = "";
      this.setCaption(format.t("shift.no_pair"));
      return;
    }
    const product = block.map(
      (/** @type {number[]} */ line) => (line[0] ?? 0) * (hand.here[0] ?? 0) + (line[1] ?? 0) * (hand.here[1] ?? 0),
    );
    this.#fill("block", block.flat());
    this.#fill("here", hand.here);
    this.#fill("product", product);
    part(this.root, "rest").textContent = format.t("shift.rest", {
      there: format.short(state.pos + state.k),
      vector: hand.there.map((value) => format.fixed(value, 6)).join("; "),
    });
    const known = {
      k: format.short(state.k),
      i: chosen,
      angle: degrees(format, hand.turns),
      rows: format.short(state.seq_len),
      residual: part(this.root, "residual").textContent ?? "",
    };
    this.setCaption(format.t(shift.residual === 0 ? "shift.exact" : "shift.now", known));
  }

  /** @param {string} name @param {number[]} values */
  #fill(name, values) {
    part(this.root, name).querySelectorAll("span").forEach((cell, k) => {
      cell.textContent = this.page.format.fixed(values[k] ?? 0, 6);
    });
  }

  /** @param {Hand} hand @param {boolean} isChosen @param {State} state */
  #face({ i, here, there, turns }, isChosen, state) {
    const { format, store } = this.page;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "clock";
    button.dataset.pair = String(i);
    button.setAttribute("aria-pressed", String(isChosen));
    const svg = drawing("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" });
    svg.append(drawing("circle", { class: "clock-face", r: "46" }));
    if (there) {
      svg.append(
        ...arc(here, there, turns),
        line("shift-there", there),
        line("clock-hand", here),
        drawing("circle", { class: "clock-pin", r: "3" }),
      );
    } else svg.append(line("clock-hand", [here[0] ?? 0, 0]));
    const name = document.createElement("span");
    name.className = "clock-name";
    name.textContent = `i = ${i}`;
    const label = document.createElement("span");
    label.className = "clock-label";
    const angle = degrees(format, turns);
    label.textContent = there ? format.t("shift.angle", { angle }) : format.t("shift.alone");
    button.append(svg, name, label);
    button.addEventListener("click", () => store.set({ dim: Math.min(2 * i, state.d_model - 1) }));
    return button;
  }

  /** @param {any} answers @param {State} state */
  #showSine({ wave }, { k }) {
    const { format } = this.page;
    /** @type {number[][]} */
    const rows = wave.values;
    const at = (/** @type {number} */ position) => /** @type {number[]} */ (rows[position * FINE]);
    const [one, other] = /** @type {[number[], number[]]} */ (rows.slice(-2));
    const scale = (/** @type {number} */ position, /** @type {number} */ value) =>
      `${(30 + position * 48).toFixed(1)} ${(100 - 76 * value).toFixed(1)}`;
    const svg = drawing("svg", { viewBox: "0 0 640 212", "aria-hidden": "true", class: "shift-wave" });
    svg.append(drawing("path", { class: "shift-axis", d: `M${scale(0, 0)}H610` }));
    svg.append(
      drawing("path", {
        class: "shift-sine",
        d: `M${STEPS.map((step, n) => scale(step, rows[n]?.[0] ?? 0)).join("L")}`,
      }),
    );
    svg.append(drawing("path", { class: "shift-level", d: `M${scale(0, at(1)[0] ?? 0)}H610` }));
    for (let position = 0; position <= DRAWN; position++) {
      const [x, y] = scale(position, at(position)[0] ?? 0).split(" ");
      const start = position === 1 || position === 2;
      svg.append(
        drawing("circle", {
          class: start ? "shift-start" : position === 1 + k || position === 2 + k ? "shift-end" : "shift-dot",
          r: start ? "7" : "5",
          cx: x ?? "",
          cy: y ?? "",
        }),
      );
      const label = drawing("text", { x: x ?? "", y: "206" });
      label.textContent = format.short(position);
      svg.append(label);
    }
    part(this.root, "wave").replaceChildren(svg);
    const lines = [[1, at(1), one], [2, at(2), other]].map(([position, now, later]) => {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = String(position);
      const cells = [
        /** @type {number[]} */ (now)[0],
        /** @type {number[]} */ (later)[0],
        /** @type {number[]} */ (now)[1],
      ].map((value) => {
        const cell = document.createElement("td");
        cell.textContent = format.fixed(value ?? 0, 6);
        return cell;
      });
      row.append(head, ...cells);
      return row;
    });
    part(this.root, "collision").replaceChildren(...lines);
    part(this.root, "later").textContent = format.t("shift.later", { k: format.short(k) });
    const values = {
      k: format.short(k),
      sine: format.fixed(at(1)[0] ?? 0, 6),
      one: format.fixed(one[0] ?? 0, 6),
      other: format.fixed(other[0] ?? 0, 6),
    };
    this.setCaption(
      format.t(Math.abs((one[0] ?? 0) - (other[0] ?? 0)) < SAME ? "shift.luck" : "shift.collide", values),
    );
  }
}

/** The first row of the block that a position is in. @param {State} state @param {number} far */
function firstRow({ pos }, far) {
  return pos - (pos % BLOCK) - far;
}

/** @param {any} shift @param {any} rows @param {State} state @returns {Hand[]} */
function handsOf(shift, rows, state) {
  const from = rows.parameters.start;
  const { pair, part: kind, wavelength } = rows.columns;
  const [here, there] = [rows.values[state.pos - from], rows.values[state.pos + state.k - from]];
  /** @type {Hand[]} */
  const hands = [];
  pair.forEach((/** @type {number} */ i, /** @type {number} */ column) => {
    hands[i] ??= {
      i,
      here: [0, 0],
      there: i < shift.blocks.length ? [0, 0] : null,
      turns: state.k / wavelength[column],
    };
    const hand = /** @type {Hand} */ (hands[i]);
    const place = kind[column] === "sin" ? 0 : 1;
    hand.here[place] = here[column];
    if (hand.there) hand.there[place] = there[column];
  });
  return hands;
}

/**
 * Which pairs are drawn: first, last, evenly between, and the chosen one.
 * @param {number} count @param {number} chosen
 */
function pick(count, chosen) {
  if (count <= FACES) return Array.from({ length: count }, (_, i) => i);
  const places = Array.from({ length: FACES }, (_, k) => Math.round((k * (count - 1)) / (FACES - 1)));
  if (!places.includes(chosen)) {
    const inner = places.slice(1, -1);
    const nearest = inner.reduce((best, place) => (Math.abs(place - chosen) < Math.abs(best - chosen) ? place : best));
    places[places.indexOf(nearest)] = chosen;
  }
  return places.sort((a, b) => a - b);
}

/** Sine to the right, cosine upwards, as on the clocks. @param {number[]} vector @param {number} length */
function point([sine, cosine], length) {
  return `${(length * (sine ?? 0)).toFixed(2)} ${(-length * (cosine ?? 0)).toFixed(2)}`;
}

/** @param {string} name @param {number[]} vector */
function line(name, vector) {
  return drawing("path", { class: name, d: `M0 0L${point(vector, RADIUS)}` });
}

/**
 * The way from one hand to the other; whole turns are a ring.
 * @param {number[]} here @param {number[]} there @param {number} turns
 */
function arc(here, there, turns) {
  const size = Math.abs(turns);
  const ring = size >= 1 ? [drawing("circle", { class: "shift-ring", r: String(ARC - 6) })] : [];
  const [large, sweep] = [size % 1 > 0.5 ? 1 : 0, turns > 0 ? 1 : 0];
  return [
    ...ring,
    drawing("path", {
      class: "shift-arc",
      d: `M${point(here, ARC)}A${ARC} ${ARC} 0 ${large} ${sweep} ${point(there, ARC)}`,
    }),
  ];
}

/** @param {string} name @param {Record<string, string>} attributes */
function drawing(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** @param {import("../core/format.js").Format} format @param {number} turns */
function degrees(format, turns) {
  return format.short(360 * turns, 3);
}
