// @ts-check
/** From the page's state to the question for the API. No formula here, only names and ranges. */

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").EncodingInfo} EncodingInfo
 * @typedef {import("./types.js").FrameQuery} FrameQuery
 * @typedef {import("./types.js").Limits} Limits
 */

/** @param {EncodingInfo[]} encodings @param {string} id @returns {EncodingInfo} */
export function infoOf(encodings, id) {
  return /** @type {EncodingInfo} */ (encodings.find((one) => one.id === id));
}

/**
 * The value that an encoding can take in a parameter's place: even where it needs even, within its table.
 * @param {EncodingInfo} info @param {string} name @param {any} value
 */
export function usable(info, name, value) {
  if (name === "seq_len" && info.max_rows !== null) return Math.min(value, info.max_rows);
  const multiple = info.parameters[name]?.multiple_of;
  return multiple ? Math.max(multiple, value - (value % multiple)) : value;
}

/** @param {State} state @param {EncodingInfo} info @returns {FrameQuery} */
export function frameQuery(state, info) {
  const names = Object.keys(info.parameters).filter((name) => name in state);
  return {
    encoding: info.id,
    parameters: Object.fromEntries(names.map((name) => [name, usable(info, name, state[name])])),
  };
}

/**
 * Whether a change alters the matrix or the chosen cell.
 * @param {Set<string>} changed @param {EncodingInfo[]} encodings
 */
export function dependsOnCell(changed, encodings) {
  const names = ["encoding", "pos", "dim", ...encodings.flatMap(({ parameters }) => Object.keys(parameters))];
  return names.some((name) => changed.has(name));
}

/** How many heads the figure of biases has to choose from. @param {State} state @param {Limits} limits */
export function headsOf(state, limits) {
  return state.bias_kind === "t5" ? limits.heads : state.bias_heads;
}

/** @param {State} state @param {EncodingInfo} info */
export function widthOf(state, info) {
  return info.width ?? usable(info, "d_model", state.d_model);
}

/**
 * Keep the matrix within what the server computes, the chosen cell inside it, and the chosen head among the heads.
 * @param {State} state @param {EncodingInfo[]} encodings @param {Limits} limits @returns {State}
 */
export function normalise(state, encodings, limits) {
  const info = infoOf(encodings, state.encoding);
  // RoPE's listing compares every position with every other.
  const longest = Math.min(limits.cells / state.d_model, state.listing === "rope" ? Math.sqrt(limits.cells) : Infinity);
  state.seq_len = Math.min(state.seq_len, Math.max(1, Math.floor(longest)));
  state.pos = Math.min(state.pos, state.seq_len - 1);
  state.dim = Math.min(state.dim, widthOf(state, info) - 1);
  state.bias_head = Math.min(state.bias_head, headsOf(state, limits) - 1);
  return state;
}

/**
 * The words of the sentence, which has single spaces between them.
 * @param {State} state
 * @param {Record<string, string>} sentences
 * @param {string} lang
 * @returns {string[]}
 */
export function wordsOf(state, sentences, lang) {
  return (state.sentence ?? sentences[lang] ?? "").split(" ");
}

/** The chosen order, or the words turned round. @param {State} state @param {number} count @returns {number[]} */
export function orderOf(state, count) {
  const order = /** @type {number[] | null} */ (state.order);
  return order?.length === count ? order : Array.from({ length: count }, (_, k) => count - 1 - k);
}

/**
 * @param {State} state @param {string[]} words @param {EncodingInfo} info
 * @returns {Record<string, string | number>}
 */
export function wordOrderQuery(state, words, info) {
  /** @type {Record<string, string | number>} */
  const query = {
    sentence: words.join(" "),
    order: orderOf(state, words.length).join(","),
    encoding: info.id,
    mask: state.mask,
    strength: state.strength,
  };
  // A real table is wider than the toy vectors: its words get vectors of its own width.
  if (info.width !== null) query.embeddings = "wide";
  if ("base" in info.parameters) query.base = state.base;
  return query;
}
