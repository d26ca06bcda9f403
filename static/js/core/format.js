// @ts-check
/** Numbers and sentences as the reader's language writes them. */

import { readNumber } from "./numbers.js";

export class Format {
  /** @type {Record<string, string>} */ #words;
  /** @type {Record<string, string>} what stands in place of English signs */ #signs;
  /** The decimal sign and the sign between thousands, as Plotly takes them. @type {string} */ separators;
  /** @type {number} */ #rounding;
  /** @type {Map<string, Intl.NumberFormat>} */ #formats = new Map();

  /**
   * @param {string} separators  from the server: a browser need not know every language
   * @param {Record<string, string>} words
   * @param {number} rounding  differences up to here are rounding
   */
  constructor(separators, words, rounding) {
    this.separators = separators;
    this.#signs = { ".": separators.charAt(0), ",": separators.charAt(1), "-": "−" };
    this.#rounding = rounding;
    this.#words = words;
  }

  /**
   * @param {number} value
   * @param {number} [digits]  digits after the point, exactly
   */
  fixed(value, digits = 3) {
    return this.#write(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }

  /** @param {number} value @param {number} [digits]  significant digits at the most */
  short(value, digits = 3) {
    if (Number.isInteger(value)) return this.#write(value, { maximumFractionDigits: 0 });
    return this.#write(value, {
      maximumSignificantDigits: Math.max(digits, Math.ceil(Math.log10(Math.abs(value) + 1))),
    });
  }

  /**
   * A cell of a matrix: three digits after the point, none where they would only be zeros of a count.
   * @param {number} value
   */
  cell(value) {
    return Math.abs(value) >= 2 && Number.isInteger(value) ? this.short(value) : this.fixed(value, 3);
  }

  /** A number that somebody chose, with all its digits. @param {number} value */
  given(value) {
    return this.#write(value, { maximumSignificantDigits: 15 });
  }

  /**
   * A number as the reader writes it: 2,323.45 in English, 2.323,45 in German, and what cannot be mistaken.
   * @param {string} text
   */
  parse(text) {
    return readNumber(text, this.separators);
  }

  /** A difference, six digits. @param {number} value */
  difference(value) {
    return this.fixed(value, 6);
  }

  /** What rounding has left of a zero, or nothing to say. @param {number} value */
  rounding(value) {
    return value === 0 || Math.abs(value) > this.#rounding ? "" : this.t("rounding", { value: this.power(value) });
  }

  /** A positive number as a power of ten, two digits. @param {number} value */
  power(value) {
    const exponent = Math.floor(Math.log10(value));
    return `${this.fixed(value / 10 ** exponent, 1)} · 10${superscript(exponent)}`;
  }

  /**
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  t(key, values = {}) {
    const text = this.#words[key];
    if (text === undefined) throw new Error(`no words for ${key}`);
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }

  /** @param {number} value @param {Intl.NumberFormatOptions} options */
  #write(value, options) {
    const key = JSON.stringify(options);
    let format = this.#formats.get(key);
    if (!format) {
      format = new Intl.NumberFormat("en", options);
      this.#formats.set(key, format);
    }
    // A rounded negative zero is a zero to the reader.
    return format.format(value).replace(/^-(?=[0.,]*$)/, "").replace(/[.,-]/g, (sign) => this.#signs[sign] ?? sign);
  }
}

/** @param {number} value */
function superscript(value) {
  return String(value).replace("-", "⁻").replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? digit);
}
