// @ts-check
/** The composition root of the page: makes the state, the client and the figures, and connects them. */

import { connectButtons } from "./controls/buttons.js";
import { Choice, ThemeChoice } from "./controls/choice.js";
import { Help } from "./controls/help.js";
import { Sentence } from "./controls/sentence.js";
import { Slider } from "./controls/slider.js";
import { Tokens } from "./controls/tokens.js";
import { Api } from "./core/api.js";
import { CurrentFrame } from "./core/current.js";
import { Format } from "./core/format.js";
import { Frames } from "./core/frames.js";
import { frameQuery, infoOf, normalise, wordOrderQuery, wordsOf } from "./core/questions.js";
import { Stage } from "./core/stage.js";
import { Store } from "./core/state.js";
import { Themes } from "./core/theme.js";
import { followState } from "./core/url.js";
import { Clocks } from "./figures/clocks.js";
import { Explorer } from "./figures/explorer.js";
import { Hook } from "./figures/hook.js";
import { WordOrder } from "./figures/word-order.js";

/** @type {import("./core/types.js").PageData} */
const page = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("page-data")).textContent ?? "{}");

const store = new Store(page.state, page.defaults, (state) => normalise(state, page.encodings));
const api = new Api(page.api, page.lang);
const frames = new Frames(api);
const themes = new Themes(page.themes);
const announcer = /** @type {HTMLElement} */ (document.getElementById("announcer"));

/** @type {import("./core/types.js").Context} */
const context = {
  page, store, api, frames, themes,
  current: new CurrentFrame(frames, page.encodings),
  format: new Format(page.lang, page.words),
  announce: (text) => {
    announcer.textContent = text;
  },
  query: (state) => frameQuery(state, infoOf(page.encodings, state.encoding)),
  rehearse: async (states) => {
    for (const state of states) {
      const question = wordOrderQuery(state, wordsOf(state, page.sentences, page.lang), infoOf(page.encodings, state.word_encoding));
      await api.get("/word-order", question).catch(() => undefined);
    }
  },
};

const stage = new Stage(store);
/** @param {import("./core/types.js").Figure} figure */
const wake = (figure) => stage.wake(figure);
/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const explorerBox = element("explorer");
const clocksBox = /** @type {HTMLElement} */ (explorerBox.querySelector('[data-part="clocks"]'));
const explorer = new Explorer(explorerBox, context);
const clocks = new Clocks(clocksBox, context);
const wordOrder = new WordOrder(element("word-order"), context, wake);
const hook = new Hook(element("hook"), context, wake);
const figures = [explorer, clocks, wordOrder, hook];
context.current.whenArrived(() => [explorer, clocks].forEach(wake));
themes.subscribe(() => figures.forEach((figure) => figure.retheme()));

const controls = { slider: Slider, choice: Choice, theme: ThemeChoice, tokens: Tokens, sentence: Sentence, help: Help };
for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-control]"))) {
  const Control = /** @type {any} */ (controls)[root.dataset.control ?? ""];
  new Control(root, context);
}
connectButtons(context, { explorer, "word-order": wordOrder });
followState(store);

// Clocks first: the explorer counts a frame when everything linked with it is painted.
stage.add(clocksBox, clocks);
stage.add(explorerBox, explorer);
stage.add(element("word-order"), wordOrder);
stage.add(element("hook"), hook);
