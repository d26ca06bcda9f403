// @ts-check
/**
 * Matrices, fetched before the hand needs them. A drag along a slider is then a look-up.
 *
 * @typedef {import("./types.js").Frame} Frame
 * @typedef {import("./types.js").FrameQuery} FrameQuery
 */

/** Digits after the point that a picture needs; the API's own default is full precision. */
const PRECISION = 4;
/** Numbers kept in memory at the most, and asked for in one sweep (the first one is small, so that it is quick). */
const KEPT_CELLS = 8_000_000;
const FIRST_CELLS = 40_000;
const CHUNK_CELLS = 260_000;

export class Frames {
  /** @type {import("./api.js").Api} */ #api;
  /** @type {Map<string, Frame>} */ #kept = new Map();
  /** @type {Map<string, Promise<Frame>>} */ #underway = new Map();
  #cells = 0;
  /** @type {{key: string, abort: AbortController} | null} */ #sweep = null;

  /** @param {import("./api.js").Api} api */
  constructor(api) {
    this.#api = api;
  }

  /** @param {FrameQuery} query @returns {Frame | undefined} */
  peek(query) {
    return this.#kept.get(keyOf(query));
  }

  /** @param {FrameQuery} query @returns {Promise<Frame>} */
  load(query) {
    const key = keyOf(query);
    const known = this.#kept.get(key);
    if (known) return Promise.resolve(known);
    let question = this.#underway.get(key);
    if (!question) {
      question = this.#api
        .once(
          `/encodings/${query.encoding}/matrix`,
          { ...query.parameters, precision: PRECISION },
          new AbortController().signal,
        )
        .then((answer) => this.#keep(key, answer))
        .finally(() => this.#underway.delete(key));
      this.#underway.set(key, question);
    }
    return question;
  }

  /**
   * Fetch what the slider can reach along one axis, nearest stops first. A new sweep ends the one before.
   * @param {FrameQuery} query  where the slider stands
   * @param {string} axis
   * @param {(number | string)[]} stops  nearest first
   * @param {number} cells  numbers in one frame, about
   */
  async sweep(query, axis, stops, cells) {
    const key = `${axis} ${keyOf({ ...query, parameters: { ...query.parameters, [axis]: "*" } })}`;
    if (this.#sweep?.key === key) return;
    this.#sweep?.abort.abort();
    const own = { key, abort: new AbortController() };
    this.#sweep = own;
    const missing = stops.filter((stop) => !this.#kept.has(keyOf(at(query, axis, stop))));
    let budget = FIRST_CELLS;
    while (missing.length > 0) {
      const chunk = missing.splice(0, Math.max(1, Math.floor(budget / cells)));
      budget = CHUNK_CELLS;
      const parameters = { ...query.parameters, axis, stops: chunk.join(","), precision: PRECISION };
      delete (/** @type {Record<string, any>} */ (parameters)[axis]);
      try {
        const answer = await this.#api.once(`/encodings/${query.encoding}/sweep`, parameters, own.abort.signal);
        chunk.forEach((stop, k) => {
          const values = answer.frames[k];
          this.#keep(keyOf(at(query, axis, stop)), {
            encoding: query.encoding,
            parameters: { ...answer.parameters, [axis]: stop },
            values,
            columns: answer.columns[k],
          });
        });
      } catch (error) {
        // Given up for a newer sweep, or not to be had: single frames are still fetched when they are needed.
        if (this.#sweep === own) this.#sweep = null;
        return;
      }
    }
  }

  /** @param {string} key @param {Frame} frame */
  #keep(key, frame) {
    this.#kept.set(key, frame);
    this.#cells += size(frame);
    for (const [old, first] of this.#kept) {
      if (this.#cells <= KEPT_CELLS || old === key) break;
      this.#kept.delete(old);
      this.#cells -= size(first);
    }
    return frame;
  }
}

/** @param {FrameQuery} query @param {string} axis @param {number | string} stop @returns {FrameQuery} */
function at(query, axis, stop) {
  return { encoding: query.encoding, parameters: { ...query.parameters, [axis]: stop } };
}

/** @param {FrameQuery} query */
function keyOf(query) {
  return `${query.encoding} ${Object.keys(query.parameters)
    .sort()
    .map((name) => `${name}=${query.parameters[name]}`)
    .join(" ")}`;
}

/** @param {Frame} frame */
function size(frame) {
  return frame.values.length * (frame.values[0]?.length ?? 0);
}
