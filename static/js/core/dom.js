// @ts-check
/** Small pieces of a page that several figures are made of. */

import { needsLightText, shade } from "./theme.js";

/** More numbers than these are shown as a strip of colours only. */
const NUMBERS_UP_TO = 8;

/** A named part of a figure or control. @param {ParentNode} root @param {string} name */
export function part(root, name) {
  return /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
}

/**
 * Set a text only where it differs, so that screen readers are not told the same twice.
 * @param {HTMLElement} element @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * One line of a verdict: a difference, what rounding has left of it, and a bar.
 * @param {HTMLElement} line @param {number} value @param {string} text @param {string} rounding
 */
export function showDifference(line, value, text, rounding) {
  /** @type {HTMLElement} */ (line.querySelector("output")).textContent = text;
  /** @type {HTMLElement} */ (line.querySelector(".rounding")).textContent = rounding;
  const bar = /** @type {HTMLElement} */ (line.querySelector(".bar"));
  bar.style.setProperty("--share", Math.min(1, value).toFixed(4));
}

/**
 * Put sliders away while they have no effect.
 * @param {HTMLElement} root @param {string[]} names @param {boolean} away
 */
export function hideControls(root, names, away) {
  for (const name of names) /** @type {HTMLElement} */ (root.querySelector(`[data-parameter="${name}"]`)).hidden = away;
}

/**
 * Where the colour scale of vectors ends, fixed by their kind: toy vectors have entries near 1, wide ones near 0.05.
 * @param {number} width
 */
export function scaleEnd(width) {
  return width <= NUMBERS_UP_TO ? 1.5 : 0.25;
}

/**
 * A vector as coloured cells, with its numbers where there is room.
 * @param {number[]} vector
 * @param {number} most  the value that takes the end of the colour scale
 * @param {import("./types.js").Context} page
 */
export function strip(vector, most, { format, themes }) {
  const table = themes.table("diverging");
  const line = document.createElement("span");
  const numbers = vector.length <= NUMBERS_UP_TO;
  line.className = numbers ? "strip" : "strip dense";
  line.setAttribute("role", "img");
  line.setAttribute(
    "aria-label",
    numbers
      ? vector.map((value) => format.fixed(value, 3)).join("; ")
      : format.t("vector.long", { count: vector.length }),
  );
  for (const value of vector) {
    const box = document.createElement("span");
    const fraction = (value / most + 1) / 2;
    box.style.backgroundColor = shade(table, fraction);
    if (numbers) {
      box.textContent = format.fixed(value, 3);
      box.classList.toggle("on-dark", needsLightText(table, fraction));
    }
    line.append(box);
  }
  return line;
}
