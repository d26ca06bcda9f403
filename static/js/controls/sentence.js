// @ts-check
/** The reader's own sentence. What the server would refuse is said here at once, and nothing typed is lost. */

/** @typedef {import("../core/types.js").Context} Context */

const MOST_WORDS = 12;
const LONGEST_WORD = 40;
const REST_MS = 250;

export class Sentence {
  /** @param {HTMLInputElement} input @param {Context} page */
  constructor(input, page) {
    const { store, format } = page;
    const standard = page.page.sentences[page.page.lang] ?? "";
    const help = /** @type {HTMLElement} */ (document.getElementById(`${input.id}-help`));
    const reset = /** @type {HTMLElement} */ (input.parentElement?.querySelector(".reset"));
    const usual = help.textContent ?? "";
    let timer = 0;
    const take = () => {
      const words = input.value.trim().split(/\s+/).filter(Boolean);
      const fault =
        words.length < 2 ? format.t("sentence.few")
        : words.length > MOST_WORDS ? format.t("sentence.many", { most: MOST_WORDS, count: words.length })
        : words.some((word) => word.length > LONGEST_WORD) ? format.t("sentence.long", { most: LONGEST_WORD })
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
    store.subscribe((state, changed) => {
      reset.hidden = state.sentence === null;
      if (changed.has("sentence") && document.activeElement !== input) {
        input.value = state.sentence ?? standard;
        help.textContent = usual;
        input.setAttribute("aria-invalid", "false");
      }
    });
  }
}
