// @ts-check
/**
 * RoPE: query and key as arrows in the plane of every pair. The server rotates both for all positions at once, so the
 * sliders of the positions only choose; what is computed here are dot products.
 */

import { part } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";
import { cell, fillTable } from "../core/table.js";

/**
 * @typedef {import("../core/types.js").State} State
 * @typedef {import("../core/types.js").Context} Context
 * @typedef {{values: number[][], angles: number[][], inv_freq: number[], pairs: [number, number][]}} Track  one vector
 *   at every position
 * @typedef {{q: number[], k: number[], v: number[]}} Vectors
 * @typedef {{query: number, key: number, rope: number, added: number, none: number}} Scores  at two positions
 * @typedef {[x: number | null, y: number | null][]} Path
 * @typedef {{pair: number, x: number, y: number, scale: number}} Disc  where the plane of a pair is drawn
 */

const NAMES = ["q_pos", "k_pos", "padding", "base", "pairing", "rotary_pct", "rotary_width"];
/**
 * The same numbers as in the tests of the API, so that every score can be looked up there.
 * @type {Record<string, Vectors>}
 */
const VECTORS = {
  4: { q: [1, 2, 3, 4], k: [0.5, -1, 2, 0.25], v: [2, -1, 1, 3] },
  8: { q: [1, 2, 3, 4, -1, 0.5, 2, -2], k: [0.5, -1, 2, 0.25, 1.5, 1, -0.5, 2], v: [2, -1, 1, 3, 0.5, -2, 1, 0] },
};
const EXACT = 9;
const KINDS = /** @type {const} */ ([["rope", "rotary.rope"], ["added", "rotary.added"], ["none", "rotary.none"]]);
/** Cells of the drawing: a disc of radius 1, its name above, two lines below. */
const CELL = { width: 2.5, height: 3.3 };
const HEAD = { length: 0.16, half: 0.075 };
const CIRCLE = circle(24);

export default class Rotary extends LiveFigure {
  /** @param {HTMLElement} root @param {Context} page @param {(figure: any) => void} wake */
  constructor(root, page, wake) {
    super(root, page, wake);
    const { signal } = this.listening;
    // Before the slider itself hears of it: both positions are set at one stroke.
    root.addEventListener("input", (event) => this.#keepDistance(/** @type {HTMLInputElement} */ (event.target)), {
      capture: true,
      signal,
    });
    part(root, "swap").addEventListener("click", () => {
      const { q_pos, k_pos } = page.store.state;
      page.store.set({ q_pos: k_pos, k_pos: q_pos });
    }, { signal });
  }

  get names() {
    return NAMES;
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const { q, k } = vectorsOf(state);
    const { rotary_position: last, padding } = this.page.page.limits;
    const rows = last + padding + 1;
    const common = {
      base: state.base,
      pairing: state.pairing,
      rotary_pct: shareOf(state),
      seq_len: rows,
      precision: EXACT,
    };
    return {
      q: ["/encodings/rope/track", { ...common, x: q.join(",") }],
      k: ["/encodings/rope/track", { ...common, x: k.join(",") }],
      sines: ["/encodings/sinusoidal/matrix", { base: state.base, d_model: q.length, seq_len: rows, precision: EXACT }],
    };
  }

  /** @param {any} answers @param {State} state */
  show(answers, state) {
    this.plot?.paint(this.#view(answers, state));
    const scores = this.#scores(answers, state);
    this.#board(scores, state);
    this.#table(answers, state);
    this.#describe(scores, answers.q, state);
  }

  /**
   * What the pair under the pointer does.
   * @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers
   */
  under(event, plot, answers) {
    const at = plot.locate(event, "xaxis", "yaxis");
    const disc = at && this.#discs(answers.q).discs.find(({ x, y }) => Math.hypot(at.x - x, at.y - y) <= 1.1);
    if (!disc) return "";
    const { format } = this.page;
    const [row, column] = placesOf(this.shownState);
    const [first, second] = answers.q.pairs[disc.pair];
    return format.t("rotary.hover", {
      pair: disc.pair,
      first,
      second,
      angle: format.short(answers.q.inv_freq[disc.pair]),
      query: format.fixed(answers.q.angles[row][disc.pair], 2),
      key: format.fixed(answers.k.angles[column][disc.pair], 2),
      term: format.fixed(termsOf(answers, row, column).terms[disc.pair] ?? 0, 6),
    });
  }

  /**
   * With the distance kept, one position takes the other along; at an end both stop.
   * @param {HTMLInputElement} input
   */
  #keepDistance(input) {
    const { store, page } = this.page;
    const last = page.limits.rotary_position;
    const state = store.state;
    if (!(input.name === "q_pos" || input.name === "k_pos") || state.rotary_lock !== "kept") return;
    const other = input.name === "q_pos" ? "k_pos" : "q_pos";
    const wanted = input.valueAsNumber - state[input.name];
    const step = Math.min(Math.max(wanted, -state.q_pos, -state.k_pos), last - state.q_pos, last - state.k_pos);
    input.value = String(state[input.name] + step);
    store.set({ [input.name]: state[input.name] + step, [other]: state[other] + step });
  }

  /** Where the planes are drawn, and the ranges that make circles round. @param {Track} track */
  #discs({ pairs }) {
    const area = /** @type {import("../core/plot.js").Plot} */ (this.plot).area("xaxis", "yaxis");
    const columns = Math.min(2, pairs.length);
    const rows = Math.ceil(pairs.length / columns);
    const discs = pairs.map((_, pair) => ({
      pair,
      x: ((pair % columns) + 0.5) * CELL.width,
      y: -(Math.floor(pair / columns) + 0.5) * CELL.height,
    }));
    const unit = Math.max((columns * CELL.width) / area.width, (rows * CELL.height) / area.height);
    const [midX, midY] = [(columns * CELL.width) / 2, (-rows * CELL.height) / 2];
    /** @param {number} middle @param {number} size @returns {[number, number]} */
    const range = (middle, size) => [middle - (size * unit) / 2, middle + (size * unit) / 2];
    return { discs, x: range(midX, area.width), y: range(midY, area.height) };
  }

  /** @param {any} answers @param {State} state @returns {import("../core/plot.js").View} */
  #view(answers, state) {
    const { format } = this.page;
    const [row, column] = placesOf(state);
    const raw = vectorsOf(state);
    const { q, k } = answers;
    const { discs: places, x, y } = this.#discs(q);
    const discs = places.map((place) => {
      const [a, b] = q.pairs[place.pair];
      // Each plane has a scale of its own: its longer arrow reaches the rim.
      return { ...place, scale: 1 / Math.max(length(raw.q, a, b), length(raw.k, a, b), 1e-12) };
    });
    /** @param {(disc: Disc) => Path} draw */
    const each = (draw) => path(discs.flatMap((disc) => [...draw(disc), /** @type {[null, null]} */ ([null, null])]));
    /** @param {number[]} vector @param {boolean} head */
    const arrows = (vector, head) => each((disc) => arrow(disc, vector, q.pairs[disc.pair], head));
    /** @param {number[]} vector */
    const circles = (vector) => each(({ pair, x: left, y: up, scale }) => {
      const radius = length(vector, ...(/** @type {[number, number]} */ (q.pairs[pair]))) * scale;
      return CIRCLE.map(([u, v]) => [left + radius * u, up + radius * v]);
    });
    /** @param {number} down @param {(pair: number) => string} text */
    const words = (down, text) => ({
      x: discs.map((disc) => disc.x),
      y: discs.map((disc) => disc.y + down),
      text: discs.map(({ pair }) => text(pair)),
    });
    const narrow = this.plot?.isNarrow;
    const name = narrow && q.pairs.length > 1 ? "rotary.pair_short" : "rotary.pair";
    // Two rows of small planes leave no room for the angles.
    const turn = (/** @type {string} */ vector, /** @type {number} */ angle) =>
      narrow && q.pairs.length > 2 ? "" : format.t("rotary.turn", { vector, angle: format.fixed(angle, 2) });
    const bars = this.#barAxes(q, raw);
    return {
      axes: { xaxis: { range: x }, yaxis: { range: y }, ...bars },
      traces: {
        cross: each((disc) => [
          [disc.x - 1.08, disc.y],
          [disc.x + 1.08, disc.y],
          [null, null],
          [disc.x, disc.y - 1.08],
          [disc.x, disc.y + 1.08],
        ]),
        "q-circle": circles(raw.q),
        "k-circle": circles(raw.k),
        "q-raw": arrows(raw.q, false),
        "k-raw": arrows(raw.k, false),
        q: arrows(q.values[row], true),
        k: arrows(k.values[column], true),
        "pair-names": words(1.36, (pair) =>
          format.t(name, { pair, first: q.pairs[pair][0], second: q.pairs[pair][1] }),
        ),
        "q-turns": words(-1.27, (pair) => turn("q", q.angles[row][pair])),
        "k-turns": words(-1.5, (pair) => turn("k", k.angles[column][pair])),
        ...this.#bars(answers, row, column, 0.82 * (bars.xaxis2?.range[1] ?? 0)),
      },
    };
  }

  /** @param {Track} track @param {Vectors} raw @returns {Record<string, import("../core/plot.js").AxisData>} */
  #barAxes({ pairs }, raw) {
    const { format } = this.page;
    const names = [
      ...pairs.map((_, pair) => format.t("rotary.pair_short", { pair })),
      ...(2 * pairs.length < raw.q.length ? [format.t("rotary.rest")] : []),
      format.t("rotary.total"),
    ];
    // As far as the score can go at any positions: lengths do not change by turning.
    const all = pairs.reduce((sum, [a, b]) => sum + length(raw.q, a, b) * length(raw.k, a, b), 0);
    const rest = raw.q
      .slice(2 * pairs.length)
      .reduce((sum, value, at) => sum + Math.abs(value * (raw.k[2 * pairs.length + at] ?? 0)), 0);
    const most = 1.6 * (all + rest);
    return {
      xaxis2: { range: [-most, most] },
      yaxis2: { range: [names.length - 0.5, -0.5], tickvals: names.map((_, at) => at), ticktext: names },
    };
  }

  /** @param {any} answers @param {number} row @param {number} column @param {number} far  where the numbers stand */
  #bars(answers, row, column, far) {
    const { terms, rest, score } = termsOf(answers, row, column);
    /** @type {number[]} */
    const parts = rest === null ? terms : [...terms, rest];
    const values = [...parts, score];
    return {
      terms: { x: parts, y: parts.map((_, at) => at) },
      total: { x: [score], y: [parts.length] },
      // To the right of where the longest bar could end.
      values: {
        x: values.map(() => far),
        y: values.map((_, at) => at),
        text: values.map((value) => this.page.format.fixed(value, 3)),
      },
    };
  }

  /** Scores as they are, behind padding, and swapped. @param {any} answers @param {State} state @returns {Scores[]} */
  #scores(answers, state) {
    const { q, k } = vectorsOf(state);
    const { q_pos: m, k_pos: n, padding } = state;
    const { values: sines } = answers.sines;
    return [[m, n], [m + padding, n + padding], [n, m]].map(([row = 0, column = 0]) => ({
      query: row, key: column,
      rope: dot(answers.q.values[row], answers.k.values[column]),
      added: dot(sum(q, sines[row]), sum(k, sines[column])),
      none: dot(q, k),
    }));
  }

  /** @param {Scores[]} scores @param {State} state */
  #board(scores, state) {
    const { format } = this.page;
    const heads = [
      format.t("rotary.here"),
      format.t("rotary.padded", { padding: state.padding }),
      format.t("rotary.swapped"),
    ];
    const first = /** @type {Scores} */ (scores[0]);
    const rows = KINDS.map(([kind, key]) => [
      cell("th", format.t(key), "row"),
      ...scores.map((score, at) => {
        const box = cell("td", format.difference(score[kind]));
        box.dataset.score = `${kind}-${at}`;
        if (at > 0) box.dataset.same = String(Math.abs(score[kind] - first[kind]) < 1e-6);
        return box;
      }),
    ]);
    const top = [cell("td", ""), ...scores.map(({ query, key }, at) => {
      const box = cell("th", heads[at] ?? "", "col");
      const where = document.createElement("small");
      where.textContent = format.t("rotary.at", { query, key });
      box.append(where);
      return box;
    })];
    fillTable(part(this.root, "scores"), top, rows);
  }

  /** Every vector before and after. @param {any} answers @param {State} state */
  #table(answers, state) {
    const { format } = this.page;
    const { q, k, v } = vectorsOf(state);
    const [row, column] = placesOf(state);
    /** @type {[string, string, number[]][]} */
    const lines = [
      ["query", format.t("rotary.q"), q], ["query", format.t("rotary.q_turned", { pos: row }), answers.q.values[row]],
      ["key", format.t("rotary.k"), k], ["key", format.t("rotary.k_turned", { pos: column }), answers.k.values[column]],
      ["value", format.t("rotary.v", { pos: column }), v],
    ];
    const rows = lines.map(([kind, name, vector]) => {
      const head = cell("th", name, "row");
      head.className = kind;
      head.dataset.highlightName = kind;
      return [head, ...vector.map((value) => cell("td", format.fixed(value, 3)))];
    });
    fillTable(
      part(this.root, "vectors"),
      [
        cell("th", format.t("rotary.vector"), "col"),
        ...q.map((_, at) => cell("th", format.t("rotary.column", { column: at }), "col")),
      ],
      rows,
    );
  }

  /** @param {Scores[]} scores @param {Track} track @param {State} state */
  #describe([here, moved, swapped], track, state) {
    if (!here || !moved || !swapped) return;
    const { format } = this.page;
    const [rotated, width, share] = [2 * track.pairs.length, vectorsOf(state).q.length, shareOf(state)];
    const sentences = [
      format.t("rotary.now", {
        query: here.query,
        key: here.key,
        offset: format.short(here.key - here.query),
        score: format.difference(here.rope),
        swapped: format.difference(swapped.rope),
      }),
    ];
    const padded = {
      padding: state.padding,
      query: moved.query,
      key: moved.key,
      score: format.difference(moved.rope),
      before: format.difference(here.added),
      after: format.difference(moved.added),
    };
    if (state.padding > 0) sentences.push(format.t("rotary.now_padded", padded));
    if (share !== state.rotary_pct)
      sentences.push(
        format.t("rotary.pairs", { width, wanted: format.given(state.rotary_pct), share: format.short(share) }),
      );
    if (rotated < width) sentences.push(format.t("rotary.partial", { rotated, width }));
    this.setCaption(sentences.join(" "));
  }
}

/** @param {State} state @returns {Vectors} */
function vectorsOf(state) {
  return /** @type {Vectors} */ (VECTORS[state.rotary_width]);
}

/** The share that leaves whole pairs, nearest to the one asked for. @param {State} state */
function shareOf(state) {
  const width = Number(state.rotary_width);
  return (2 * Math.max(1, Math.round((state.rotary_pct * width) / 2))) / width;
}

/** Where query and key stand behind the padding. @param {State} state @returns {[number, number]} */
function placesOf({ q_pos, k_pos, padding }) {
  return [q_pos + padding, k_pos + padding];
}

/**
 * What each pair gives to the score, and the columns that are in none.
 * @param {any} answers @param {number} row @param {number} column
 * @returns {{terms: number[], rest: number | null, score: number}}
 */
function termsOf({ q, k }, row, column) {
  const [query, key] = [q.values[row], k.values[column]];
  const terms = q.pairs.map((/** @type {[number, number]} */ [a, b]) => query[a] * key[a] + query[b] * key[b]);
  const rotated = 2 * terms.length;
  return {
    terms,
    rest: rotated < query.length ? dot(query.slice(rotated), key.slice(rotated)) : null,
    score: dot(query, key),
  };
}

/** @param {number[]} a @param {number[]} b */
function dot(a, b) {
  return a.reduce((total, value, at) => total + value * (b[at] ?? 0), 0);
}

/** @param {number[]} a @param {number[]} b */
function sum(a, b) {
  return a.map((value, at) => value + (b[at] ?? 0));
}

/** @param {number[]} vector @param {number} a @param {number} b */
function length(vector, a, b) {
  return Math.hypot(vector[a] ?? 0, vector[b] ?? 0);
}

/**
 * @param {Disc} disc @param {number[]} vector @param {[number, number]} columns @param {boolean} head @returns {Path}
 */
function arrow({ x, y, scale }, vector, [a, b], head) {
  const [u, v] = [(vector[a] ?? 0) * scale, (vector[b] ?? 0) * scale];
  const size = Math.hypot(u, v);
  /** @type {Path} */
  const shaft = [[x, y], [x + u, y + v]];
  if (!head || size < 1e-9) return shaft;
  const [along, across] = [HEAD.length / size, HEAD.half / size];
  return [
    ...shaft,
    [null, null],
    [x + u - along * u - across * v, y + v - along * v + across * u],
    [x + u, y + v],
    [x + u - along * u + across * v, y + v - along * v - across * u],
  ];
}

/** @param {Path} points */
function path(points) {
  return { x: points.map(([x]) => x), y: points.map(([, y]) => y) };
}

/**
 * Points of the unit circle from ratios of whole numbers: ((1 − t²) / (1 + t²), 2t / (1 + t²)).
 * @param {number} steps  a quarter @returns {[number, number][]}
 */
function circle(steps) {
  /** @type {[number, number][]} */
  const quarter = Array.from({ length: steps }, (_, at) => at / steps).map((t) => [
    (1 - t * t) / (1 + t * t),
    (2 * t) / (1 + t * t),
  ]);
  /** @type {[number, number][]} */
  const turned = [
    ...quarter,
    ...quarter.map(([x, y]) => /** @type {[number, number]} */ ([-y, x])),
    ...quarter.map(([x, y]) => /** @type {[number, number]} */ ([-x, -y])),
    ...quarter.map(([x, y]) => /** @type {[number, number]} */ ([y, -x])),
  ];
  return [...turned, [1, 0]];
}
