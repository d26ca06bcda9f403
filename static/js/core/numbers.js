// @ts-check
/**
 * Numbers as people write them, in any of the ways that a reader of the page may know: understood or refused, never
 * taken for another number.
 */

/**
 * @typedef {object} Reading
 * @property {number} value
 * @property {"" | "thousands" | "decimals"} doubt  what its sign was taken for, where others write another number so:
 *   1.234 and 1,234
 */

const SPACES = /[ \u00a0\u2007\u2009\u202f]/g;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const POWER = /^(.*?)\s*(?:\*\s*)?10(?:\^\s*([+-]?\d{1,3})|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))$/;
/** Such a sign stands alone: 1½ would become 11/2. */
const ONE_SIGN_FRACTION = /^([+-]?)([¼-¾⅐-⅞])$/;

/**
 * Read a number. A dot or a comma stands between thousands where it can: before exactly three digits each, as the
 * language writes it; otherwise before the decimals. Fractions, percents and powers of ten are read, too.
 * @param {string} typed
 * @param {string} separators  the decimal sign of the language, and the sign that it writes between thousands
 * @returns {Reading | null} null if it is no number
 */
export function readNumber(typed, separators) {
  const text = plain(typed);
  const sign = ONE_SIGN_FRACTION.exec(text);
  const [above = "", below, ...rest] = (sign ? `${sign[1]}${sign[2]?.normalize("NFKC").replace("\u2044", "/")}` : text)
    .split("/");
  if (rest.length) return null;
  const percent = below === undefined && above.endsWith("%");
  const numerator = readDecimal((percent ? above.slice(0, -1) : above).trim(), separators);
  const whole = /** @type {Reading} */ ({ value: percent ? 100 : 1, doubt: "" });
  const denominator = below === undefined ? whole : readDecimal(below.trim(), separators);
  if (!numerator || !denominator) return null;
  const value = numerator.value / denominator.value;
  return Number.isFinite(value) ? { value, doubt: numerator.doubt || denominator.doubt } : null;
}

/** One way to write each sign, and no space but a single one. @param {string} typed */
function plain(typed) {
  return typed
    .replace(SPACES, " ")
    .trim()
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/[\u2044\u2215]/g, "/")
    .replace(/[’']/g, "'")
    .replace(/[·×⋅*]/g, "*");
}

/** A number without a fraction line. @param {string} text @param {string} separators @returns {Reading | null} */
function readDecimal(text, separators) {
  const power = POWER.exec(text);
  const scientific = /^(.*\d)e([+-]?\d{1,3})$/i.exec(text);
  if (power) {
    const factor = power[1] ?? "";
    // Without a sign between them, 2 10^3 may be a slip.
    if (factor !== "" && !/^[+-]$/.test(factor) && !/\*\s*10/.test(text)) return null;
    const mantissa = readMantissa(/^[+-]?$/.test(factor) ? `${factor}1` : factor, separators);
    return mantissa && scaled(mantissa, power[2] ?? normal(power[3] ?? ""));
  }
  if (scientific) {
    const mantissa = readMantissa(scientific[1] ?? "", separators);
    return mantissa && scaled(mantissa, scientific[2] ?? "");
  }
  return readMantissa(text, separators);
}

/** Times a power of ten, as if it had been typed with its zeros. @param {Reading} mantissa @param {string} exponent */
function scaled({ value, doubt }, exponent) {
  return { value: Number(`${value}e${Number(exponent)}`), doubt };
}

/** @param {string} superscript */
function normal(superscript) {
  const plain = superscript.replace("⁻", "-").replace("⁺", "+");
  return plain.replace(/[^+-]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)));
}

/**
 * A sign, digits, and what stands between them.
 * @param {string} text @param {string} separators @returns {Reading | null}
 */
function readMantissa(text, separators) {
  const [, sign = "", digits = ""] = /^([+-]?) ?([\d.,' ]+)$/.exec(text) ?? [];
  if (!/\d/.test(digits)) return null;
  const read = readDigits(digits, separators);
  return read && { ...read, value: Number(`${sign}${read.text}`) };
}

/**
 * Digits with at most one decimal sign, as JavaScript writes them.
 * @param {string} digits @param {string} separators @returns {{text: string, doubt: Reading["doubt"]} | null}
 */
function readDigits(digits, separators) {
  const group = separators.charAt(1);
  const used = [...new Set(digits.replace(/\d/g, ""))];
  const last = digits.search(/[.,][^.,]*$/);
  const lastSign = last < 0 ? "" : digits.charAt(last);
  const once = lastSign !== "" && digits.indexOf(lastSign) === last;
  // As thousands: only if every group has three digits.
  const grouped = used.length === 1 ? ungrouped(digits, used[0] ?? "") : null;
  if (used.length === 0) return { text: digits, doubt: "" };
  if (lastSign === "") return grouped === null ? null : { text: grouped, doubt: "" };
  if (grouped !== null && (!once || lastSign === group)) return { text: grouped, doubt: once ? "thousands" : "" };
  if (!once) return null;
  // As decimals: whatever else there is must part the thousands before them.
  const whole = digits.slice(0, last);
  const others = used.filter((sign) => sign !== lastSign);
  const front = others.length === 0 ? whole : others.length === 1 ? ungrouped(whole, others[0] ?? "") : null;
  const decimals = digits.slice(last + 1);
  if (front === null || !/^\d*$/.test(decimals) || front + decimals === "") return null;
  return { text: `${front || "0"}.${decimals || "0"}`, doubt: grouped === null ? "" : "decimals" };
}

/** The digits of thousands that a sign parts, or null where it does not. @param {string} digits @param {string} sign */
function ungrouped(digits, sign) {
  const [first = "", ...others] = digits.split(sign);
  const fits = /^[1-9]\d{0,2}$/.test(first) && others.length > 0 && others.every((group) => /^\d{3}$/.test(group));
  return fits ? [first, ...others].join("") : null;
}
