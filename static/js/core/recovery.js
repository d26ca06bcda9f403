// @ts-check
/**
 * When to try again, without anybody having to ask: when the server wants it, when the connection is back, as soon as
 * another question has been answered, and else after pauses that grow.
 *
 * @typedef {object} Waiting
 * @property {() => void} retry
 * @property {number} attempts  that have failed so far
 * @property {ReturnType<typeof setTimeout>} timer
 * @property {boolean} cutOff  whether the server could not be reached
 * @property {number} since  when it failed last
 */

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

export class Recovery {
  /** @type {Map<object, Waiting>} */ #waiting = new Map();

  constructor() {
    addEventListener("online", () => this.#retryCutOff(0));
  }

  /** How many wait for another try. */
  get size() {
    return this.#waiting.size;
  }

  /** Plan another try. @param {object} owner  one try an owner @param {import("./failure.js").Failure} failure
   * @param {() => void} retry */
  later(owner, failure, retry) {
    const attempts = (this.#waiting.get(owner)?.attempts ?? 0) + 1;
    this.#stop(owner);
    if (!failure.passes) return;
    // Many readers of one server must not all come back in the same second.
    const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempts - 1)) * (1 + Math.random() / 4);
    const timer = setTimeout(retry, Math.max(pause, 1000 * failure.retryAfter));
    const cutOff = failure.kind === "offline" || failure.kind === "unreachable";
    this.#waiting.set(owner, { retry, attempts, timer, cutOff, since: performance.now() });
  }

  /** It has worked, or nobody wants it any more. @param {object} owner */
  done(owner) {
    this.#stop(owner);
    this.#waiting.delete(owner);
  }

  /** The server has answered somebody: who could not reach it tries again. */
  reached() {
    if (this.#waiting.size > 0) this.#retryCutOff(FIRST_MS);
  }

  /** @param {number} pause  milliseconds since the last failure at the least */
  #retryCutOff(pause) {
    const before = performance.now() - pause;
    for (const { cutOff, since, timer, retry } of [...this.#waiting.values()]) {
      if (!cutOff || since > before) continue;
      clearTimeout(timer);
      retry();
    }
  }

  /** @param {object} owner */
  #stop(owner) {
    clearTimeout(this.#waiting.get(owner)?.timer);
  }
}
