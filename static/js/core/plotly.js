// @ts-check
/** Plotly, which comes after the text. Where it cannot be had, it is asked for again, not waited for forever. */

import { Failure } from "./failure.js";

/** @type {Promise<PlotlyStatic> | null} */
let coming = null;

/** @returns {Promise<PlotlyStatic>} fails with a Failure; the next call asks anew */
export function plotly() {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  coming ??= load().catch((error) => {
    coming = null;
    throw error;
  });
  return coming;
}

async function load() {
  let script = /** @type {HTMLScriptElement} */ (document.getElementById("plotly-script"));
  // first.js has marked it, where it failed before this module was there.
  if ("failed" in script.dataset) {
    const anew = document.createElement("script");
    anew.id = script.id;
    anew.src = script.src;
    script.replaceWith(anew);
    script = anew;
  }
  const waiting = new AbortController();
  const { signal } = waiting;
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve(/** @type {PlotlyStatic} */ (window.Plotly)), { signal });
    script.addEventListener("error", () => reject(new Failure("drawing")), { signal });
  }).finally(() => waiting.abort());
}
