// @ts-check
/** The reader's own sentence. What the server would refuse is said here at once, and nothing typed is lost. */

import { lengthOf, Words } from "../core/words.js";

/** @typedef {import("../core/types.js").Context} Context */

const REST_MS = 250;

export class Sentence {
  /** @param {HTMLInputElement} input @param {Context} page */
  constructor(input, page) {
    const { store, format } = page;
    const { words: mostWords, letters: mostLetters } = page.page.limits;
    const rule = new Words(page.page.limits);
    const standard = page.page.sentences[page.page.lang] ?? "";
    const help = /** @type {HTMLElement} */ (document.getElementById(`${input.id}-help`));
    const reset = /** @type {HTMLElement} */ (input.parentElement?.querySelector(".reset"));
    const usual = help.textContent ?? "";
    let timer = 0;
    const take = () => {
      const words = rule.split(input.value);
      const refused = rule.refused(input.value);
      const fault =
        refused ? format.t("sentence.refused", { code: refused })
        : words.length < 2 ? format.t("sentence.few")
        : words.length > mostWords ? format.t("sentence.many", { most: mostWords, count: words.length })
        : words.some((word) => lengthOf(word) > mostLetters) ? format.t("sentence.long", { most: mostLetters })
        : "";
      help.textContent = fault || usual;
      input.setAttribute("aria-invalid", String(fault !== ""));
      if (fault) return;
      const text = words.join(" ");
      store.set({ sentence: text === standard ? null : text, order: null });
    };
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(take, REST_MS);
    });
    input.addEventListener("change", take);
    store.subscribe(["sentence"], (state) => {
      reset.hidden = state.sentence === null;
      if (document.activeElement !== input) {
        input.value = state.sentence ?? standard;
        help.textContent = usual;
        input.setAttribute("aria-invalid", "false");
      }
    });
  }
}
