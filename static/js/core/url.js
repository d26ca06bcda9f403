// @ts-check
/** The address holds the whole state: what differs from the standard values, in the query. */

import { same } from "./state.js";

/** Safari refuses more than about 100 history changes in 30 s, so the address waits for the hand to rest. */
const REST_MS = 500;

/**
 * @param {import("./types.js").State} state
 * @param {import("./types.js").State} defaults
 * @returns {string} "" or "?name=value…"
 */
export function query(state, defaults) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value === null || value === undefined || same(value, defaults[name])) continue;
    search.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const text = search.toString().replaceAll("%2C", ",");
  return text ? `?${text}` : "";
}

/** @param {import("./state.js").Store} store */
export function followState(store) {
  let timer = 0;
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (
    document.querySelectorAll("a[data-language], a[data-keeps-state]")
  );
  const write = () => {
    clearTimeout(timer);
    timer = 0;
    const search = query(store.state, store.defaults);
    if (search !== location.search) history.replaceState(history.state, "", location.pathname + search + location.hash);
    for (const link of links) {
      link.search = search;
      if (link.dataset.language) link.hash = location.hash;
    }
  };
  store.subscribe(null, () => {
    clearTimeout(timer);
    timer = setTimeout(write, REST_MS);
  });
  addEventListener("hashchange", write);
  write();
  // Leaving within the rest must not lose the last move.
  addEventListener("pagehide", () => timer && write());
  for (const event of ["click", "auxclick", "contextmenu", "focusin"])
    document.addEventListener(event, () => timer && write(), true);
}
