// @ts-check
/** Biases: what ALiBi and T5 add to the scores of a head, and the attention that this alone would give. */

import { part, setText } from "../core/dom.js";
import { LiveFigure } from "../core/figure.js";
import { wordsOf } from "../core/questions.js";
import { cell, fillTable } from "../core/table.js";

/**
 * @typedef {import("../core/types.js").State} State
 * @typedef {{strongest_at: number, before: number, after: number, own: number, looks: "back" | "ahead" | "both",
 *   line_r2: number}} Look
 * @typedef {import("../core/plot.js").AxisData} AxisData
 */

const NAMES = ["bias_kind", "bias_head", "bias_heads", "bias_mask", "bias_form", "bias_len", "bias_reach"];
/** The colour scale of both encodings: 99 % of the real numbers lie within. */
const LIMIT = 8;
/** Halves, as the slopes are: labels of their axis. */
const HALVES = Array.from({ length: 8 }, (_, at) => 2 << at);
const COLUMNS = [
  "bias.column_head",
  "bias.column_looks",
  "bias.column_shares",
  "bias.column_strongest",
  "bias.column_own",
  "bias.column_line",
];
const LOOKS = { back: "bias.back", ahead: "bias.ahead", both: "bias.both" };
/** The test sentence has three words: its mirror image, and its first two swapped. */
const ORDERS = { mirror: "2,1,0", swap: "1,0,2" };

export default class Bias extends LiveFigure {
  get names() {
    return NAMES;
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const { page } = this.page;
    const { buckets: num_buckets, bucket_distance: far } = page.limits;
    const standard = wordsOf({ sentence: null }, page.sentences, page.lang).join(" ");
    const alibi = state.bias_kind === "alibi";
    const causal = String(state.bias_mask === "causal");
    const order = (/** @type {string} */ name, /** @type {Record<string, string | number>} */ own) =>
      /** @type {import("../core/client.js").Question} */ ([
        "/word-order",
        { sentence: standard, order: name, encoding: state.bias_kind, mask: state.bias_mask, ...own },
      ]);
    if (!alibi) {
      const buckets = { num_buckets, max_distance: far, bidirectional: String(state.bias_mask === "none") };
      return {
        matrix: ["/encodings/t5/matrix", { seq_len: state.bias_len, precision: 4 }],
        profile: ["/encodings/t5/profile", { reach: state.bias_reach, precision: 6 }],
        back: ["/encodings/t5/buckets", { ...buckets, query_len: far + 1, key_len: 1 }],
        ahead: ["/encodings/t5/buckets", { ...buckets, query_len: 1, key_len: far + 1 }],
        mirror: order(ORDERS.mirror, {}), swap: order(ORDERS.swap, {}),
      };
    }
    const heads = { n_heads: state.bias_heads };
    const other = state.bias_form === "distance" ? "column" : "distance";
    return {
      matrix: [
        "/encodings/alibi/matrix",
        { ...heads, seq_len: state.bias_len, causal, form: state.bias_form, precision: 6 },
      ],
      profile: ["/encodings/alibi/profile", { ...heads, reach: state.bias_reach, causal, precision: 6 }],
      slopes: ["/encodings/alibi/slopes", heads],
      mirror: order(ORDERS.mirror, { ...heads, form: state.bias_form }),
      swap: order(ORDERS.swap, { ...heads, form: state.bias_form }),
      other: order(ORDERS.mirror, { ...heads, form: other }),
    };
  }

  /** @param {any} answers @param {State} state */
  show(answers, state) {
    const alibi = state.bias_kind === "alibi";
    for (const name of ["bias_heads", "bias_form"]) {
      /** @type {HTMLElement} */ (this.root.querySelector(`[data-parameter=${name}]`)).hidden = !alibi;
    }
    this.plot?.paint(this.#view(answers, state));
    this.#checks(answers);
    this.#heads(answers.profile.heads, state.bias_head);
    this.#describe(answers, state);
    setText(part(this.root, "scale"), this.page.format.t("bias.scale", { limit: LIMIT }));
  }

  /** @param {any} answers @param {State} state @returns {import("../core/plot.js").View} */
  #view(answers, state) {
    const { matrix, profile } = answers;
    const head = state.bias_head;
    const cells = matrix.values[head];
    const { relative } = profile;
    const reach = state.bias_reach;
    const faint = { x: /** @type {(number | null)[]} */ ([]), y: /** @type {(number | null)[]} */ ([]) };
    for (const line of profile.bias) {
      faint.x.push(...relative, null);
      faint.y.push(...line, null);
    }
    const places = ticks(cells.length);
    return {
      scale: "diverging",
      limits: [-LIMIT, LIMIT],
      clipped: cells.flat().some((/** @type {number | null} */ value) => value !== null && Math.abs(value) > LIMIT),
      axes: {
        xaxis: { range: [-0.5, cells.length - 0.5], tickvals: places },
        yaxis: { range: [cells.length - 0.5, -0.5], tickvals: places },
        xaxis3: { range: [-reach - 0.5, reach + 0.5] },
        yaxis3: { range: [-12.5, 5] },
        yaxis5: { range: [0, 1], tickvals: [0, 0.5, 1] },
        ...this.#beside(answers, state),
      },
      traces: {
        cells: { z: cells },
        others: faint,
        curve: { x: relative, y: profile.bias[head] },
        hidden: {
          x: [reach / 2],
          y: [-4],
          text: [profile.bias[head][2 * reach] === null ? this.page.format.t("bias.hidden") : ""],
        },
        weights: { x: relative, y: profile.weights[head] },
        ...this.#dots(answers, head),
      },
    };
  }

  /**
   * The axes of the slopes or of the buckets; the others are out of sight.
   * @param {any} answers @param {State} state @returns {Record<string, AxisData>}
   */
  #beside({ slopes }, state) {
    const { buckets, bucket_distance: far } = this.page.page.limits;
    const shown = Boolean(slopes);
    const count = shown ? slopes.slopes.length : state.bias_heads;
    return {
      xaxis4: { range: [-0.6, count - 0.4], tickvals: ticks(count), visible: shown },
      yaxis4: {
        range: [-2.55, 0.05],
        tickvals: HALVES.map((half) => 1 / half),
        ticktext: HALVES.map((half) => `1/${half}`),
        visible: shown,
      },
      xaxis2: { range: [-far - 4, far + 4], tickvals: [-far, -far / 2, 0, far / 2, far], visible: !shown },
      yaxis2: {
        range: [-1, buckets],
        tickvals: [0, buckets / 4, buckets / 2, (3 * buckets) / 4, buckets - 1],
        visible: !shown,
      },
    };
  }

  /** @param {any} answers @param {number} head @returns {Record<string, import("../core/plot.js").TraceData>} */
  #dots({ slopes, back, ahead }, head) {
    if (slopes) {
      return {
        slopes: { x: slopes.slopes.map((/** @type {number} */ _, /** @type {number} */ at) => at), y: slopes.slopes },
        slope: { x: [head], y: [slopes.slopes[head]] },
      };
    }
    const all = bucketsOf(back, ahead);
    return { buckets: { x: all.map((_, at) => at - this.page.page.limits.bucket_distance), y: all } };
  }

  /** @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers */
  under(event, plot, answers) {
    const { format } = this.page;
    const head = this.shownState.bias_head;
    const cell = plot.locate(event, "xaxis", "yaxis");
    if (cell) {
      const [query, key] = [Math.round(cell.y), Math.round(cell.x)];
      const value = answers.matrix.values[head][query]?.[key];
      return value === null
        ? format.t("bias.masked", { query, key })
        : value === undefined
          ? ""
          : format.t("bias.cell", { query, key, value: format.fixed(value, 3) });
    }
    const beside = answers.slopes ? plot.locate(event, "xaxis4", "yaxis4") : plot.locate(event, "xaxis2", "yaxis2");
    if (beside) return this.#besideWords(answers, Math.round(beside.x));
    const below = plot.locate(event, "xaxis3", "yaxis3") ?? plot.locate(event, "xaxis3", "yaxis5");
    if (!below) return "";
    const at = Math.round(below.x) + this.shownState.bias_reach;
    const [relative, bias, weight] = [
      answers.profile.relative[at],
      answers.profile.bias[head][at],
      answers.profile.weights[head][at],
    ];
    if (relative === undefined) return "";
    return bias === null
      ? format.t("bias.point_masked", { relative: format.short(relative) })
      : format.t("bias.point", {
          relative: format.short(relative),
          bias: format.fixed(bias, 3),
          weight: format.fixed(weight, 3),
        });
  }

  /** @param {any} answers @param {number} at */
  #besideWords({ slopes, back, ahead }, at) {
    const { format } = this.page;
    if (slopes)
      return slopes.slopes[at] === undefined
        ? ""
        : format.t("bias.slope", { head: at, slope: format.short(slopes.slopes[at], 4) });
    const bucket = bucketsOf(back, ahead)[at + this.page.page.limits.bucket_distance];
    return bucket === undefined ? "" : format.t("bias.bucket", { relative: format.short(at), bucket });
  }

  /**
   * A click on a slope chooses its head.
   * @param {MouseEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers
   */
  choose(event, plot, { slopes }) {
    const at = slopes && plot.locate(event, "xaxis4", "yaxis4");
    const head = at ? Math.round(at.x) : -1;
    if (head >= 0 && head < slopes?.slopes.length) this.page.store.set({ bias_head: head });
  }

  /** What attention over a sentence makes of the bias of head 0. @param {any} answers */
  #checks({ mirror, swap, other }) {
    const { format } = this.page;
    /** @type {[string, number, string][]} */
    const lines = [
      [
        "bias.mirror",
        mirror.verdict.per_word_max_abs,
        format.t(mirror.verdict.equivariant ? "bias.mirror_same" : "bias.mirror_seen"),
      ],
      ["bias.swap", swap.verdict.per_word_max_abs, ""],
    ];
    if (other) lines.push(["bias.forms", largestDifference(mirror.attention, other.attention), ""]);
    part(this.root, "checks").replaceChildren(...lines.flatMap(([key, value, verdict]) => {
      const [term, number] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = format.t(key);
      number.textContent = format.difference(value);
      number.dataset.check = key;
      if (verdict) {
        const small = document.createElement("small");
        small.textContent = verdict;
        number.append(small);
      }
      return [term, number];
    }));
  }

  /** One row a head: where it looks. @param {Look[]} looks @param {number} chosen */
  #heads(looks, chosen) {
    const { format, store } = this.page;
    const table = part(this.root, "heads");
    const focused = table.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.head
      : undefined;
    const top = COLUMNS.map((key) => cell("th", format.t(key), "col"));
    const rows = looks.map((look, head) => {
      const row = document.createElement("tr");
      row.dataset.looks = look.looks;
      row.toggleAttribute("data-chosen", head === chosen);
      const name = cell("th", "", "row");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "textual";
      button.dataset.head = String(head);
      button.textContent = String(head);
      button.setAttribute("aria-pressed", String(head === chosen));
      button.addEventListener("click", () => store.set({ bias_head: head }));
      name.append(button);
      const shares = cell("td", `${this.#percent(look.before)} / ${this.#percent(look.after)}`);
      const bar = document.createElement("span");
      bar.className = "two-sides";
      bar.style.setProperty("--before", look.before.toFixed(4));
      bar.style.setProperty("--after", look.after.toFixed(4));
      shares.append(bar);
      row.append(
        name,
        cell("td", format.t(LOOKS[look.looks])),
        shares,
        cell("td", signed(look.strongest_at, format.short(look.strongest_at))),
        cell("td", format.fixed(look.own, 2)),
        cell("td", this.#percent(look.line_r2)),
      );
      return row;
    });
    fillTable(table, top, rows);
    if (focused) /** @type {HTMLElement | null} */ (table.querySelector(`[data-head="${focused}"]`))?.focus();
  }

  /** @param {any} answers @param {State} state */
  #describe({ profile, slopes }, state) {
    const { format } = this.page;
    const head = state.bias_head;
    const look = profile.heads[head];
    const reach = state.bias_reach;
    if (slopes) {
      this.setCaption(
        format.t("bias.now_alibi", {
          head,
          count: slopes.slopes.length,
          slope: format.short(slopes.slopes[head], 4),
          far: reach,
          loss: format.short(-profile.bias[head][0], 4),
          own: this.#percent(profile.weights[head][reach]),
          next: this.#percent(profile.weights[head][reach - 1]),
        }),
      );
      return;
    }
    const told = format.t("bias.now_trained", {
      head,
      strongest: signed(look.strongest_at, format.short(look.strongest_at)),
      bias: format.fixed(profile.bias[head][look.strongest_at + reach], 2),
      own: format.fixed(look.own, 2),
      before: this.#percent(look.before),
      after: this.#percent(look.after),
    });
    this.setCaption(state.bias_mask === "causal" ? `${told} ${format.t("bias.trained_causal")}` : told);
  }

  /** @param {number} share */
  #percent(share) {
    const { format } = this.page;
    return format.t("bias.percent", { value: format.fixed(100 * share, share > 0 && share < 0.1 ? 1 : 0) });
  }
}

/** @param {number} value @param {string} text */
function signed(value, text) {
  return value > 0 ? `+${text}` : text;
}

/**
 * Buckets from the farthest before to the farthest after.
 * @param {{values: number[][]}} back @param {{values: number[][]}} ahead @returns {number[]}
 */
function bucketsOf(back, ahead) {
  const earlier = back.values.map(([bucket = 0]) => bucket).reverse();
  return [...earlier.slice(0, -1), ...(/** @type {number[]} */ (ahead.values[0]))];
}

/** @param {(number | null)[][]} one @param {(number | null)[][]} two */
function largestDifference(one, two) {
  return Math.max(...one.flatMap((row, r) => row.map((value, c) => Math.abs((value ?? 0) - (two[r]?.[c] ?? 0)))));
}

/** Whole numbers on an axis, not too many. @param {number} count */
function ticks(count) {
  const step = count > 16 ? 4 : count > 8 ? 2 : 1;
  return Array.from({ length: count }, (_, at) => at).filter((at) => at % step === 0);
}
