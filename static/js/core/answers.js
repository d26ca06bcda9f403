// @ts-check
/** Answers kept in memory, by address: the least recently used go first, those on show never. */

/** @typedef {{answer: any, size: number}} Kept */

export class Answers {
  /** In the order of their last use. @type {Map<string, Kept>} */ #kept = new Map();
  /** What each owner shows now. @type {Map<object, string[]>} */ #held = new Map();
  /** @type {number} */ #most;
  #size = 0;

  /** @param {number} most  characters of JSON kept at the most, beyond what is held */
  constructor(most) {
    this.#most = most;
  }

  /** Characters of JSON kept now. */
  get size() {
    return this.#size;
  }

  /** Whether an answer is here; that is no use of it. @param {string} address */
  has(address) {
    return this.#kept.has(address);
  }

  /** @param {string} address @returns {any} undefined where it is not here */
  get(address) {
    const kept = this.#kept.get(address);
    if (!kept) return undefined;
    this.#kept.delete(address);
    this.#kept.set(address, kept);
    return kept.answer;
  }

  /** @param {string} address @param {any} answer @param {number} size */
  set(address, answer, size) {
    this.#size += size - (this.#kept.get(address)?.size ?? 0);
    this.#kept.delete(address);
    this.#kept.set(address, { answer, size });
    if (this.#size > this.#most) this.#makeRoom(address);
  }

  /** Say what an owner shows: that stays. @param {object} owner @param {string[]} addresses  none: nothing any more */
  hold(owner, addresses) {
    if (addresses.length > 0) this.#held.set(owner, addresses);
    else this.#held.delete(owner);
  }

  /** @param {string} newest */
  #makeRoom(newest) {
    const held = new Set([...this.#held.values()].flat());
    for (const [address, { size }] of this.#kept) {
      if (this.#size <= this.#most) return;
      if (address === newest || held.has(address)) continue;
      this.#kept.delete(address);
      this.#size -= size;
    }
  }
}
