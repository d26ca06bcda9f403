// @ts-check
/**
 * The one way to the server's numbers. Answers are kept; a question under way is asked once, whoever wants it; what
 * nobody wants any more is given up. Matrices along a slider come in sweeps, so that a drag is a look-up.
 *
 * @typedef {[path: string, parameters: Record<string, string | number>]} Question
 * @typedef {{signal?: AbortSignal, ahead?: boolean}} Asking  what gives the question up; whether it can wait
 */

import { Answers } from "./answers.js";
import { askJson } from "./failure.js";

/** About as many characters of JSON as bytes in memory. */
const KEPT = 48_000_000;
/** Numbers asked for in one sweep: few at first, so that they are quick; reading them never halts a hand. */
const FIRST_CELLS = 40_000;
const CHUNK_CELLS = 80_000;

export class Client {
  /** @type {string} */ #root;
  /** @type {string} */ #lang;
  /** @type {() => void} */ #reached;
  #answers = new Answers(KEPT);
  /** By address; a sweep stands at the addresses of all its matrices. @type {Map<string, SharedRequest>} */
  #underway = new Map();

  /** @param {string} root @param {string} lang @param {() => void} reached  called when the server has answered */
  constructor(root, lang, reached) {
    this.#root = root;
    this.#lang = lang;
    this.#reached = reached;
  }

  /** How much is kept and asked for now. */
  get load() {
    return { kept: this.#answers.size, underway: this.#underway.size };
  }

  /** The answer in hand, if there is one. @param {Question} question @returns {any} */
  peek(question) {
    return this.#answers.get(this.#address(question));
  }

  /** Keep these answers for an owner that shows them. @param {object} owner @param {Question[]} questions */
  hold(owner, questions) {
    this.#answers.hold(owner, questions.map((question) => this.#address(question)));
  }

  /** @param {Question} question @param {Asking} [asking] @returns {Promise<any>} fails with a Failure */
  get(question, { signal, ahead = false } = {}) {
    const address = this.#address(question);
    const known = this.#answers.get(address);
    if (known !== undefined) return Promise.resolve(known);
    const asked = this.#underway.get(address);
    const request =
      asked ?? this.#ask(address, [address], ahead, ({ body, size }) => this.#answers.set(address, body, size));
    const again = () => this.get(question, { signal, ahead });
    return request.join(signal).then(
      () => this.#answers.get(address) ?? again(),
      (failure) => {
        // A sweep that fails says nothing about one matrix of it.
        if (!asked || asked.address === address || signal?.aborted) throw failure;
        return again();
      },
    );
  }

  /**
   * Fetch matrices along one axis, many with one question, in the order of the stops.
   * @param {string} encoding @param {Record<string, string | number>} parameters  of the matrix
   * @param {string} axis @param {(number | string)[]} stops  values in place of this parameter's
   * @param {number} cells  numbers in one matrix, about @param {AbortSignal} signal  gives up what is left
   */
  async sweep(encoding, parameters, axis, stops, cells, signal) {
    const { [axis]: _, ...others } = parameters;
    /** @param {number | string} stop */
    const addressOf = (stop) => this.#address([`/encodings/${encoding}/matrix`, { ...parameters, [axis]: stop }]);
    /** @param {number | string} stop */
    const isMissing = (stop) => !this.#answers.has(addressOf(stop)) && !this.#underway.has(addressOf(stop));
    const missing = stops.filter(isMissing);
    for (let budget = FIRST_CELLS; missing.length > 0; budget = CHUNK_CELLS) {
      // Some may have come, or been asked for, in the meantime.
      const chunk = missing.splice(0, Math.max(1, Math.floor(budget / cells))).filter(isMissing);
      if (chunk.length === 0) continue;
      const address = this.#address([`/encodings/${encoding}/sweep`, { ...others, axis, stops: chunk.join(",") }]);
      const request = this.#ask(address, chunk.map(addressOf), true, ({ body, size }) =>
        chunk.forEach((stop, k) => {
          const matrix = {
            encoding,
            parameters: { ...body.parameters, [axis]: stop },
            values: body.frames[k],
            columns: body.columns[k],
          };
          this.#answers.set(addressOf(stop), matrix, size / chunk.length);
        }),
      );
      await request.join(signal);
    }
  }

  /**
   * @param {string} address @param {string[]} brings  addresses of the answers that it will bring
   * @param {boolean} ahead  whether it can wait
   * @param {(answer: {body: any, size: number}) => void} keep
   */
  #ask(address, brings, ahead, keep) {
    const request = new SharedRequest(
      address,
      async (signal) => {
        const answer = await askJson(address, signal, ahead ? "low" : "auto");
        keep(answer);
        this.#reached();
      },
      () => {
        for (const one of brings) if (this.#underway.get(one) === request) this.#underway.delete(one);
      },
    );
    for (const one of brings) this.#underway.set(one, request);
    return request;
  }

  /** @param {Question} question */
  #address([path, parameters]) {
    const search = new URLSearchParams();
    for (const name of Object.keys(parameters).sort()) search.set(name, String(parameters[name]));
    search.set("lang", this.#lang);
    return `${this.#root}${path}?${search}`;
  }
}

/** A question under way that several may wait for. It is given up when the last of them has lost interest. */
class SharedRequest {
  #abort = new AbortController();
  #waiting = 0;
  /** @type {Promise<void>} */ #answered;
  /** @type {() => void} */ #ended;

  /** @param {string} address @param {(signal: AbortSignal) => Promise<void>} ask @param {() => void} ended */
  constructor(address, ask, ended) {
    this.address = address;
    this.#ended = ended;
    this.#answered = ask(this.#abort.signal).finally(ended);
    // Who waits hears of a failure; nobody else needs to.
    this.#answered.catch(() => undefined);
  }

  /** @param {AbortSignal} [signal]  ends the interest @returns {Promise<void>} */
  join(signal) {
    this.#waiting++;
    if (!signal) return this.#answered;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        if (--this.#waiting > 0) return;
        // At once: the next one who asks must not join what is being given up.
        this.#ended();
        this.#abort.abort();
      };
      if (signal.aborted) leave();
      signal.addEventListener("abort", leave, { once: true });
      this.#answered.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    });
  }
}
