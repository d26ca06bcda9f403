// @ts-check
/**
 * The same switch on a pretrained transformer. One question a sentence, order and kind of positions brings the answers
 * for all strengths, so a slider that moves only chooses among answers in hand, and the server computes once.
 */

import { part, setText } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";
import { orderOf, wordsOf } from "../core/questions.js";
import { shorten } from "../core/words.js";

/**
 * @typedef {import("../core/types.js").Context} Context
 * @typedef {import("../core/types.js").State} State
 */

/** Left end of the axis of differences and top of the axis of cosines, as 1 − cosine: what is less is drawn there. */
const LEAST = 1e-7;
const DIFFERENCES = /** @type {[number, number]} */ ([-7, 1]);
/** The nearest to 1 on top. */
const NINES = /** @type {[number, number]} */ ([0, -7]);
const TENTHS = [1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, LEAST];
const LONGEST = 11;
const PAIRS = /** @type {import("../core/client.js").Question} */ (["/real-model/pairs", {}]);
/** How far from the edge of the window a figure is as good as seen. */
const MARGIN = "200px 0px";

export default class RealModel extends LiveFigure {
  /** @type {HTMLSelectElement} */ #pair;
  #seen = false;
  /** To be shown on paper, once. */ #expected = false;
  #late = false;

  /** @param {HTMLElement} root @param {Context} page @param {(figure: RealModel) => void} wake */
  constructor(root, page, wake) {
    super(root, page, wake);
    const { signal } = this.listening;
    this.#pair = /** @type {HTMLSelectElement} */ (part(root, "pair"));
    this.#pair.addEventListener("change", () => this.#choosePair(), { signal });
    // Figures are drawn ahead of being seen; the model computes only for who looks.
    const sight = new IntersectionObserver((entries) => {
      this.#seen = entries.some(({ isIntersecting }) => isIntersecting);
      if (this.#seen && this.#late) this.wake();
    }, { rootMargin: MARGIN });
    sight.observe(root);
    signal.addEventListener("abort", () => sight.disconnect());
  }

  /** One answer holds all stops of the slider, and the model is not asked for what nobody has chosen yet. */
  get prefetches() {
    return false;
  }

  /** Paper is looked at too. */
  prepareForPrint() {
    this.#expected = true;
    if (this.#late) this.wake();
  }

  get names() {
    return ["sentence", "order", "model_positions", "strength"];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const pairs = this.page.client.peek(PAIRS);
    // Without the model there are answers for the pairs alone: others need not be asked.
    if (!pairs || (pairs.source === "committed" && this.#pairOf(pairs, state) < 0)) return { pairs: PAIRS };
    const { sentence, order } = this.#asked(state);
    const positions = state.model_positions;
    /** @type {Record<string, string>} */
    const query = { sentence, order: order.join(","), positions };
    // Without positions, all strengths are the same.
    if (positions === "off") query.stops = "0,1";
    return { pairs: PAIRS, sweep: ["/real-model/sweep", query] };
  }

  paint() {
    this.#late = !this.#seen && !this.#expected && this.answers(this.page.store.state) === null;
    const isDrawn = !this.#late && super.paint();
    this.#list();
    return isDrawn;
  }

  /** @param {any} answers @param {State} state */
  show({ pairs, sweep }, state) {
    const { format } = this.page;
    this.#expected = false;
    this.root.toggleAttribute("data-empty", !sweep);
    setText(
      part(this.root, "source"),
      format.t(pairs.source === "committed" ? "real-model.committed" : "real-model.computed", { model: pairs.model }),
    );
    if (!sweep) {
      this.setCaption(format.t("real-model.none"));
      setText(part(this.root, "nearest"), "");
      this.plot?.paint(this.#view(null, 0));
      return;
    }
    const at = nearest(sweep.stops, state.strength);
    this.plot?.paint(this.#view(sweep, at));
    this.#pieces("pieces", sweep.tokens, sweep.token_words, sweep.position_rows);
    this.#pieces("permuted-pieces", sweep.permuted_tokens, sweep.permuted_token_words, sweep.position_rows);
    this.#results(sweep, sweep.frames[at], sweep.stops[at], state);
  }

  /** @param {any} sweep @param {any} frame @param {number} strength @param {State} state */
  #results(sweep, frame, strength, state) {
    const { format } = this.page;
    const cosine = format.fixed(frame.cosine, 4);
    setText(part(this.root, "cosine"), cosine);
    for (const name of ["per_word", "pooled", "row_by_row"])
      setText(part(this.root, name), this.#difference(frame.verdict[`${name}_max_abs`]));
    setText(part(this.root, "trained"), format.fixed(frame.cosine_to_trained, 4));
    const { positions } = sweep.parameters;
    const key =
      sweep.tokens.join(" ") === sweep.permuted_tokens.join(" ") ? "verdict.identical"
      : positions === "off" ? "real-model.bag"
      : frame.verdict.equivariant && strength === 0 ? "real-model.zero"
      : positions === "shuffled" ? "real-model.shuffled"
      : "real-model.differ";
    this.setCaption(format.t(key, { cosine }));
    const other = positions !== "off" && strength !== state.strength;
    setText(
      part(this.root, "nearest"),
      other ? format.t("real-model.nearest", { strength: format.short(strength) }) : "",
    );
  }

  /** @param {any} sweep @param {number} at  which strength @returns {import("../core/plot.js").View} */
  #view(sweep, at) {
    const { format } = this.page;
    const { model_rounding: rounding } = this.page.page.limits;
    const frame = sweep?.frames[at];
    /** @type {string[]} */
    const tokens = (sweep?.tokens ?? []).map((/** @type {string} */ token) => shorten(token, LONGEST));
    const names = [...tokens, format.t("real-model.pooled"), format.t("real-model.places")];
    const count = names.length - 2;
    const layers = frame?.per_layer_cosine ?? [];
    const nines = {
      range: NINES,
      tickvals: TENTHS,
      ticktext: TENTHS.map((rest, k) => (rest === LEAST ? "1" : format.fixed(1 - rest, k))),
    };
    const rows = /** @type {[number, number]} */ ([count + 1.6, -0.6]);
    const stops = sweep?.stops ?? [];
    const strength = stops[at];
    /** @type {import("../core/plot.js").View["traces"]} */
    const traces = {
      rounding: { x: [LEAST, rounding, rounding, LEAST, LEAST], y: [rows[0], rows[0], rows[1], rows[1], rows[0]] },
      layers: curve(layers.map((/** @type {number} */ _, /** @type {number} */ k) => k), layers),
      strengths: curve(stops, (sweep?.frames ?? []).map((/** @type {any} */ one) => one.cosine)),
      "strength-line": frame ? { x: [strength, strength], y: [1, LEAST] } : { x: [], y: [] },
      "strength-now": frame ? curve([strength], [frame.cosine]) : { x: [], y: [] },
    };
    traces["layer-dots"] = /** @type {any} */ (traces.layers);
    Object.assign(traces, lollipops("tokens", 0, frame?.per_token ?? []));
    Object.assign(traces, lollipops("pooled", count, frame ? [frame.verdict.pooled_max_abs] : []));
    Object.assign(traces, lollipops("places", count + 1, frame ? [frame.verdict.row_by_row_max_abs] : []));
    const last = Math.max(1, layers.length - 1);
    return {
      traces,
      axes: {
        xaxis: { range: DIFFERENCES },
        yaxis: { range: rows, tickvals: names.map((_, k) => k), ticktext: names },
        xaxis2: {
          range: [-0.3, last + 0.3],
          tickvals: layers.map((/** @type {number} */ _, /** @type {number} */ k) => k),
          ticktext: layers.map((/** @type {number} */ _, /** @type {number} */ k) => String(k)),
        },
        yaxis2: nines,
        xaxis3: {
          range: [-0.05, 1.05],
          tickvals: [0, 0.5, 1],
          ticktext: [0, 0.5, 1].map((value) => format.short(value)),
        },
        yaxis3: nines,
      },
    };
  }

  /** @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers */
  under(event, plot, { sweep }) {
    if (!sweep) return "";
    const { format } = this.page;
    const at = nearest(sweep.stops, this.shownState.strength);
    const frame = sweep.frames[at];
    const row = plot.locate(event, "xaxis", "yaxis");
    if (row) {
      const k = Math.round(row.y);
      const { pooled_max_abs: pooled, row_by_row_max_abs: places } = frame.verdict;
      const values = [...frame.per_token, pooled, places];
      const names = [...sweep.tokens, format.t("real-model.pooled"), format.t("real-model.places")];
      return values[k] === undefined
        ? ""
        : format.t("real-model.difference", { name: names[k], value: this.#difference(values[k]) });
    }
    const layer = plot.locate(event, "xaxis2", "yaxis2");
    if (layer) {
      const k = Math.max(0, Math.min(frame.per_layer_cosine.length - 1, Math.round(layer.x)));
      return format.t(k === 0 ? "real-model.at_input" : "real-model.after_layer", {
        layer: k,
        cosine: format.fixed(frame.per_layer_cosine[k], 5),
      });
    }
    const strength = plot.locate(event, "xaxis3", "yaxis3");
    if (!strength) return "";
    const k = nearest(sweep.stops, strength.x);
    return format.t("real-model.at_strength", {
      strength: format.short(sweep.stops[k]),
      cosine: format.fixed(sweep.frames[k].cosine, 5),
    });
  }

  /** A sentence as the model cuts it, word by word, with the row of the table that each place gets.
   * @param {string} name @param {string[]} tokens @param {(number | null)[]} words @param {number[] | null} rows */
  #pieces(name, tokens, words, rows) {
    /** @type {HTMLElement[]} */
    const groups = [];
    tokens.forEach((token, k) => {
      let group = groups.at(-1);
      if (!group || words[k] === null || words[k] !== words[k - 1]) {
        group = document.createElement("li");
        group.toggleAttribute("data-own", words[k] === null);
        groups.push(group);
      }
      const piece = document.createElement("span");
      piece.textContent = token;
      const row = document.createElement("small");
      if (rows) row.textContent = this.page.format.t("real-model.row", { row: rows[k] ?? "" });
      piece.append(" ", row);
      group.append(piece);
    });
    part(this.root, name).replaceChildren(...groups);
  }

  /** A difference, also where it is as small as rounding. @param {number} value */
  #difference(value) {
    const { format } = this.page;
    return value === 0 || value >= 1e-3 ? format.short(value) : format.power(value);
  }

  /** The pairs to choose from, and which of them is chosen. */
  #list() {
    const { client, store, page, format } = this.page;
    const pairs = client.peek(PAIRS);
    if (!pairs) return;
    if (this.#pair.options.length === 0) {
      this.#pair.append(new Option(format.t("real-model.own"), "-1"));
      const languages = new Intl.DisplayNames(page.lang, { type: "language" });
      /** @type {HTMLOptGroupElement | null} */
      let group = null;
      pairs.pairs.forEach((/** @type {any} */ pair, /** @type {number} */ k) => {
        if (group?.lang !== pair.lang) {
          group = document.createElement("optgroup");
          group.lang = pair.lang;
          group.label = languages.of(pair.lang) ?? pair.lang;
          this.#pair.append(group);
        }
        group?.append(new Option(`${pair.sentence} / ${pair.permuted}`, String(k)));
      });
    }
    const chosen = this.#pairOf(pairs, store.state);
    /** @type {HTMLOptionElement} */ (this.#pair.options[0]).disabled = chosen >= 0;
    this.#pair.value = String(chosen);
  }

  #choosePair() {
    const { client, store, page } = this.page;
    const pair = client.peek(PAIRS).pairs[Number(this.#pair.value)];
    if (!pair) return;
    const backwards = orderOf({}, pair.order.length).join() === pair.order.join();
    store.set({
      sentence: pair.sentence === page.sentences[page.lang] ? null : pair.sentence,
      order: backwards ? null : pair.order,
    });
  }

  /** @param {any} pairs @param {State} state */
  #pairOf({ pairs }, state) {
    const { sentence, order } = this.#asked(state);
    return pairs.findIndex(
      (/** @type {any} */ pair) => pair.sentence === sentence && pair.order.join() === order.join(),
    );
  }

  /** @param {State} state */
  #asked(state) {
    const words = wordsOf(state, this.page.page.sentences, this.page.page.lang);
    return { sentence: words.join(" "), order: orderOf(state, words.length) };
  }
}

/** @param {number[]} stops @param {number} value */
function nearest(stops, value) {
  return stops.reduce((best, stop, k) => (Math.abs(stop - value) < Math.abs((stops[best] ?? 0) - value) ? k : best), 0);
}

/** Cosines as their distance to 1. @param {number[]} x @param {number[]} cosines */
function curve(x, cosines) {
  return { x, y: cosines.map((cosine) => Math.max(LEAST, 1 - cosine)) };
}

/**
 * Dots, each at the end of a line from the left edge.
 * @param {string} name @param {number} first  row of the first @param {number[]} values
 */
function lollipops(name, first, values) {
  const x = values.map((value) => Math.max(LEAST, value));
  const y = values.map((_, k) => first + k);
  return {
    [name]: { x, y },
    [`${name}-stems`]: { x: x.flatMap((value) => [LEAST, value, null]), y: y.flatMap((row) => [row, row, null]) },
  };
}
