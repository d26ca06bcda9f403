// @ts-check
/** How far every pair turns within the trained length and within a longer one, and what a rule does about it. */

import { part } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";

/**
 * @typedef {import("../core/types.js").State} State
 *
 * @typedef {object} Pairs  what is known of every pair, by its index
 * @property {number[]} trained  turns within the trained length
 * @property {number[]} plain  turns within the asked length, without a rule
 * @property {number[]} asked  the same with the rule
 * @property {number[]} ratio  speed left by the rule
 * @property {boolean[]} fresh  whether it meets angles that training never showed
 */

const NAMES = ["scaling", "ramp", "dynamic", "factor", "original_max_len", "asked_len", "d_head", "base"];
const PATH = "/encodings/rope/frequencies";
const DIALS = 12;
/** Rounding of double numbers is far below, a difference that a reader could see far above. */
const TINY = 1e-9;
const DECADES = [0.0001, 0.001, 0.01, 0.1, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000];
const PARTS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536];

export default class LongContext extends LiveFigure {
  get names() {
    return NAMES;
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const model = { d_model: state.d_head, base: state.base };
    const { scaling, ramp, dynamic, factor, original_max_len, asked_len } = state;
    const rule = { scaling, ramp, dynamic, factor, original_max_len, seq_len: asked_len };
    return { plain: [PATH, model], found: [PATH, { ...model, ...rule }] };
  }

  /** @param {any} answers @param {State} state */
  show(answers, state) {
    const pairs = pairsOf(answers, state);
    this.plot?.paint(this.#view(pairs));
    this.#dials(pairs);
    // The forms of two rules: only beside the rule that has them.
    part(this.root, "ramp").hidden = state.scaling !== "yarn";
    part(this.root, "dynamic").hidden = state.scaling !== "dynamic_ntk";
    this.setCaption([this.#news(pairs, state), this.#rule(pairs, answers.found, state)].join(" "));
  }

  /** @param {Pairs} pairs @returns {import("../core/plot.js").View} */
  #view({ trained, plain, asked, ratio, fresh }) {
    const { format } = this.page;
    const x = trained.map((_, i) => i);
    const last = x.length - 1;
    const all = [...trained, ...plain, ...asked];
    const [low, high] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))];
    const slowest = Math.min(...ratio, 0.5);
    const parts = PARTS.filter((share) => 1 / share >= slowest * (1 - TINY));
    const shown = parts.filter((_, k) => k % Math.ceil(parts.length / 5) === 0);
    /** @param {(i: number) => boolean} chosen */
    const points = (chosen) => ({ x: x.filter(chosen), y: ratio.filter((_, i) => chosen(i)) });
    /** @type {{x: (number | null)[], y: (number | null)[]}} */
    const stems = { x: [], y: [] };
    fresh.forEach((is, i) => {
      if (!is) return;
      stems.x.push(i, i, null);
      stems.y.push(trained[i] ?? null, Math.min(1, asked[i] ?? 0), null);
    });
    const range = /** @type {[number, number]} */ ([-0.5 - last / 100, last + 0.5 + last / 100]);
    return {
      axes: {
        xaxis: { range },
        yaxis: { range: [low, high], tickvals: DECADES, ticktext: DECADES.map((turns) => format.short(turns, 1)) },
        yaxis2: {
          range: [Math.log10(slowest) - 0.12, 0.12],
          tickvals: shown.map((share) => 1 / share),
          ticktext: shown.map((share) => (share === 1 ? "1" : `1/${format.short(share)}`)),
        },
      },
      traces: {
        one: { x: range, y: [1, 1] },
        turn: { x: [range[0]], y: [1], text: [format.t("long-context.turn")] },
        plain: { x, y: plain },
        fresh: stems,
        asked: { x, y: asked },
        trained: { x, y: trained },
        ratio: { x, y: ratio },
        kept: points((i) => isKept(ratio[i])),
        stretched: points((i) => isStretched(ratio, i)),
        between: points((i) => !isKept(ratio[i]) && !isStretched(ratio, i)),
      },
    };
  }

  /** Which pairs are on new ground. @param {Pairs} pairs @param {State} state */
  #news({ fresh }, state) {
    const { format } = this.page;
    const which = fresh.map((_, i) => i).filter((i) => fresh[i]);
    const lengths = { asked: format.short(state.asked_len), trained: format.short(state.original_max_len) };
    if (which.length === 0) return format.t("long-context.no_fresh", lengths);
    return format.t("long-context.fresh", {
      ...lengths,
      count: which.length,
      pairs: fresh.length,
      which: ranges(which),
    });
  }

  /** What the rule does. @param {Pairs} pairs @param {any} found @param {State} state */
  #rule({ ratio }, found, state) {
    const { format } = this.page;
    const factor = format.given(state.factor);
    const base = format.short(found.effective_base ?? 0, 6);
    switch (state.scaling) {
      case "linear":
        return format.t("long-context.linear", { factor, step: format.short(ratio[0] ?? 1, 3) });
      case "ntk":
        return format.t("long-context.ntk", { factor, base });
      case "dynamic_ntk": {
        const slowest = ratio.at(-1) ?? 1;
        return isKept(slowest)
          ? format.t("long-context.dynamic_idle", { base })
          : format.t("long-context.dynamic", { base, slowest: format.short(1 / slowest, 3) });
      }
      case "yarn":
      case "llama3": {
        const bands = format.t("long-context.bands", { factor, ...this.#bands(ratio) });
        return state.scaling === "llama3"
          ? bands
          : `${bands} ${format.t("long-context.attention", { value: format.fixed(found.attention_factor, 4) })}`;
      }
      default:
        return format.t("long-context.none");
    }
  }

  /** @param {number[]} ratio */
  #bands(ratio) {
    const all = ratio.map((_, i) => i);
    /** @param {(i: number) => boolean} chosen */
    const named = (chosen) => ranges(all.filter(chosen)) || this.page.format.t("long-context.empty");
    return {
      kept: named((i) => isKept(ratio[i])), stretched: named((i) => isStretched(ratio, i)),
      between: named((i) => !isKept(ratio[i]) && !isStretched(ratio, i)),
    };
  }

  /** A circle for some of the pairs: what training has shown of it, and what is new. @param {Pairs} pairs */
  #dials(pairs) {
    const { format } = this.page;
    const count = pairs.trained.length;
    const shown = Math.min(DIALS, count);
    const heading = document.createElement("p");
    heading.className = "clocks-heading";
    heading.textContent = format.t("long-context.dials", { shown, all: count });
    const row = document.createElement("div");
    row.className = "clock-row";
    for (let k = 0; k < shown; k++) row.append(this.#dial(Math.round((k * (count - 1)) / (shown - 1)), pairs));
    part(this.root, "dials").replaceChildren(heading, row);
  }

  /** @param {number} i @param {Pairs} pairs */
  #dial(i, { trained, asked, fresh }) {
    const { format } = this.page;
    const [seen, reached] = [Math.min(1, trained[i] ?? 0), Math.min(1, asked[i] ?? 0)];
    const dial = document.createElement("figure");
    dial.className = "dial";
    dial.dataset.fresh = String(fresh[i]);
    const circle = element("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
    circle.append(element("circle", { class: "dial-ring", cx: "20", cy: "20", r: "16" }), arc("dial-seen", 0, seen));
    if (fresh[i]) circle.append(arc("dial-fresh", seen, reached));
    const [name, turns] = [document.createElement("span"), document.createElement("span")];
    [name.className, turns.className] = ["clock-name", "clock-label"];
    name.textContent = `i = ${i}`;
    turns.textContent = format.t("long-context.dial_turns", { asked: format.short(asked[i] ?? 0, 2) });
    dial.append(circle, name, turns);
    return dial;
  }

  /** @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers */
  under(event, plot, answers) {
    const at = plot.locate(event, "xaxis", "yaxis") ?? plot.locate(event, "xaxis", "yaxis2");
    if (!at) return "";
    const { format } = this.page;
    const pairs = pairsOf(answers, this.shownState);
    const i = Math.min(pairs.trained.length - 1, Math.max(0, Math.round(at.x)));
    const [trained, asked, ratio] = [pairs.trained[i] ?? 0, pairs.asked[i] ?? 0, pairs.ratio[i] ?? 1];
    const said = [format.t("long-context.pair", { i, trained: format.short(trained), asked: format.short(asked) })];
    if (pairs.fresh[i])
      said.push(
        format.t("long-context.pair_fresh", { from: format.short(trained), to: format.short(Math.min(1, asked)) }),
      );
    said.push(format.t("long-context.pair_speed", { ratio: format.short(ratio) }));
    return said.join(" ");
  }
}

/** @param {any} answers @param {State} state @returns {Pairs} */
function pairsOf({ plain, found }, state) {
  /** @param {any} answer @param {number} length */
  const turns = (answer, length) => answer.wavelength.map((/** @type {number} */ wave) => length / wave);
  const [trained, asked] = [turns(plain, state.original_max_len), turns(found, state.asked_len)];
  return {
    trained,
    asked,
    plain: turns(plain, state.asked_len),
    ratio: found.inv_freq.map((/** @type {number} */ speed, /** @type {number} */ i) => speed / plain.inv_freq[i]),
    // A pair that has come round knows every angle, however far it goes.
    fresh: trained.map(
      (/** @type {number} */ seen, /** @type {number} */ i) => seen < 1 && asked[i] > seen * (1 + TINY),
    ),
  };
}

/** @param {number | undefined} ratio */
function isKept(ratio) {
  return (ratio ?? 0) > 1 - TINY;
}

/** As slow as the rule makes any pair. @param {number[]} ratio @param {number} i */
function isStretched(ratio, i) {
  const least = ratio.at(-1) ?? 1;
  return !isKept(least) && (ratio[i] ?? 1) < least * (1 + TINY);
}

/** Indices as a reader writes them: 0–28, 35. @param {number[]} indices */
function ranges(indices) {
  /** @type {[number, number][]} */ const found = [];
  for (const i of indices) {
    const last = found.at(-1);
    if (last && last[1] === i - 1) last[1] = i;
    else found.push([i, i]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(", ");
}

/**
 * A part of the circle, as shares of a turn from the right, against the clock.
 * @param {string} name @param {number} from @param {number} to
 */
function arc(name, from, to) {
  const place = { class: name, cx: "20", cy: "20", r: "16" };
  if (to - from >= 1) return element("circle", place);
  return element("circle", {
    ...place,
    pathLength: "1",
    "stroke-dasharray": `${Math.max(to - from, 0.004)} 2`,
    "stroke-dashoffset": String(-from),
  });
}

/** @param {string} tag @param {Record<string, string>} attributes */
function element(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
