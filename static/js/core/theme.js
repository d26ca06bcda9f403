// @ts-check
/** Which theme is shown, its colors, and the colour scales as look-up tables. */

/** @typedef {import("./types.js").ThemeData} ThemeData */

const SHADES = 512;

export class Themes {
  /** @type {Record<string, ThemeData>} */ #themes;
  /** @type {Set<() => void>} */ #listeners = new Set();
  /** @type {Map<string, Uint8ClampedArray>} */ #tables = new Map();
  #dark = matchMedia("(prefers-color-scheme: dark)");
  #print = matchMedia("print");

  /** @param {Record<string, ThemeData>} themes */
  constructor(themes) {
    this.#themes = themes;
    this.#dark.addEventListener("change", () => this.#tell());
    this.#print.addEventListener("change", () => this.#tell());
  }

  /** @returns {"light" | "dark"} */
  get name() {
    if (this.#print.matches) return "light";
    const chosen = document.documentElement.dataset.theme;
    if (chosen === "light" || chosen === "dark") return chosen;
    return this.#dark.matches ? "dark" : "light";
  }

  /** @returns {ThemeData} */
  get current() {
    return /** @type {ThemeData} */ (this.#themes[this.name]);
  }

  /** @returns {ThemeData} slides and paper are light */
  get light() {
    return /** @type {ThemeData} */ (this.#themes.light);
  }

  /** @param {"auto" | "light" | "dark"} name */
  choose(name) {
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    try {
      if (name === "auto") localStorage.removeItem("theme");
      else localStorage.setItem("theme", name);
    } catch {
      // Storage can be forbidden: the choice then lasts as long as the page.
    }
    this.#tell();
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /**
   * A colour scale as red, green, blue bytes, lowest value first.
   * @param {"diverging" | "sequential"} kind
   * @returns {Uint8ClampedArray} SHADES × 3
   */
  table(kind) {
    const key = `${this.name} ${kind}`;
    let table = this.#tables.get(key);
    if (!table) {
      table = tabulate(this.current[kind]);
      this.#tables.set(key, table);
    }
    return table;
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}

/** @param {[number, string][]} scale */
function tabulate(scale) {
  const table = new Uint8ClampedArray(SHADES * 3);
  const channels = scale.map(([, colour]) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));
  for (let shade = 0, right = 1; shade < SHADES; shade++) {
    const fraction = shade / (SHADES - 1);
    while (right < scale.length - 1 && fraction > /** @type {any} */ (scale)[right][0]) right++;
    const [from, to] = [/** @type {any} */ (scale)[right - 1], /** @type {any} */ (scale)[right]];
    const share = (fraction - from[0]) / (to[0] - from[0]);
    for (let c = 0; c < 3; c++) {
      const [a, b] = [/** @type {any} */ (channels)[right - 1][c], /** @type {any} */ (channels)[right][c]];
      table[shade * 3 + c] = a + (b - a) * share;
    }
  }
  return table;
}

/** A CSS colour of a value on a scale. @param {Uint8ClampedArray} table @param {number} fraction 0…1 */
export function shade(table, fraction) {
  const at = 3 * Math.round(Math.min(1, Math.max(0, fraction)) * (table.length / 3 - 1));
  return `rgb(${table[at]} ${table[at + 1]} ${table[at + 2]})`;
}

/**
 * Whether white text on a scale's colour is easier to read than black; one of them always has a contrast of 4.5.
 * @param {Uint8ClampedArray} table @param {number} fraction 0…1
 */
export function needsLightText(table, fraction) {
  const at = 3 * Math.round(Math.min(1, Math.max(0, fraction)) * (table.length / 3 - 1));
  const [red = 0, green = 0, blue = 0] = table.subarray(at, at + 3);
  const linear = [red, green, blue].map((c) =>
    c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0) < 0.179;
}
