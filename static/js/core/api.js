// @ts-check
/** Asks the server. Answers are kept, a question under way is asked once, and failures carry the server's words. */

export class ApiError extends Error {
  /**
   * @param {number} status @param {string} detail
   * @param {number} [retryAfter]  seconds until the server wants to be asked again; 0: it does not say
   */
  constructor(status, detail, retryAfter = 0) {
    super(detail);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

const KEPT = 400;

export class Api {
  /** @type {string} */ #root;
  /** @type {string} */ #lang;
  /** @type {Map<string, any>} */ #answers = new Map();
  /** @type {Map<string, Promise<any>>} */ #underway = new Map();

  /** @param {string} root @param {string} lang */
  constructor(root, lang) {
    this.#root = root;
    this.#lang = lang;
  }

  /**
   * @param {string} path
   * @param {Record<string, string | number>} parameters
   */
  #address(path, parameters) {
    const search = new URLSearchParams();
    for (const name of Object.keys(parameters).sort()) search.set(name, String(parameters[name]));
    search.set("lang", this.#lang);
    return `${this.#root}${path}?${search}`;
  }

  /**
   * The answer in hand, if there is one.
   * @param {string} path @param {Record<string, string | number>} parameters
   */
  peek(path, parameters) {
    return this.#answers.get(this.#address(path, parameters));
  }

  /**
   * @param {string} path @param {Record<string, string | number>} parameters
   * @returns {Promise<any>}
   */
  get(path, parameters) {
    const address = this.#address(path, parameters);
    const known = this.#answers.get(address);
    if (known !== undefined) return Promise.resolve(known);
    let question = this.#underway.get(address);
    if (!question) {
      question = this.#ask(address).finally(() => this.#underway.delete(address));
      this.#underway.set(address, question);
    }
    return question;
  }

  /**
   * One answer that is not kept here, and can be given up.
   * @param {string} path @param {Record<string, string | number>} parameters @param {AbortSignal} signal
   */
  once(path, parameters, signal) {
    return fetchJson(this.#address(path, parameters), signal);
  }

  /** @param {string} address */
  async #ask(address) {
    const answer = await fetchJson(address);
    this.#answers.set(address, answer);
    if (this.#answers.size > KEPT) this.#answers.delete(this.#answers.keys().next().value ?? "");
    return answer;
  }
}

/** @param {string} address @param {AbortSignal} [signal] */
async function fetchJson(address, signal) {
  // "no-cache" asks the server whether the stored answer still holds: after an upgrade nothing old is drawn.
  const response = await fetch(address, { cache: "no-cache", signal: signal ?? null });
  const body = await response.json();
  if (!response.ok)
    throw new ApiError(
      response.status,
      body.errors?.[0]?.rule ?? body.detail ?? response.statusText,
      Number(response.headers.get("Retry-After")) || 0,
    );
  return body;
}
