// @ts-check
/** The composition root of the page: makes the state, the client and the figures, and connects them. */

import { Bar } from "./controls/bar.js";
import { connectButtons } from "./controls/buttons.js";
import { Choice, ThemeChoice } from "./controls/choice.js";
import { Help } from "./controls/help.js";
import { connectHighlights } from "./controls/highlights.js";
import { Sentence } from "./controls/sentence.js";
import { Slider } from "./controls/slider.js";
import { Tokens } from "./controls/tokens.js";
import { Api } from "./core/api.js";
import { CurrentFrame } from "./core/current.js";
import { FigureScheduler } from "./core/figure-scheduler.js";
import { Format } from "./core/format.js";
import { Frames } from "./core/frames.js";
import { LazyMount } from "./core/lazy-mount.js";
import { connectPrinting } from "./core/printing.js";
import { frameQuery, infoOf, normalise } from "./core/questions.js";
import { Store } from "./core/state.js";
import { Themes } from "./core/theme.js";
import { followState } from "./core/url.js";

/** @type {import("./core/types.js").PageData} */
const page = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("page-data")).textContent ?? "{}");

const store = new Store(page.state, page.defaults, (state) => normalise(state, page.encodings, page.limits));
const api = new Api(page.api, page.lang);
const frames = new Frames(api);
const themes = new Themes(page.themes);
const announcer = /** @type {HTMLElement} */ (document.getElementById("announcer"));

/** @type {import("./core/types.js").Context} */
const context = {
  page, store, api, frames, themes,
  current: new CurrentFrame(frames, page.encodings),
  format: new Format(page.separators, page.words, page.limits.rounding),
  announce: (text) => {
    announcer.textContent = text;
  },
  query: (state) => frameQuery(state, infoOf(page.encodings, state.encoding)),
  prefetch,
};

const scheduler = new FigureScheduler(store);
let prefetches = 0;
/** @param {string} name @param {import("./core/types.js").State[]} states */
async function prefetch(name, states) {
  const turn = ++prefetches;
  const asking = scheduler.dependents(store.state, name).filter((figure) => figure.prefetches);
  for (const state of states) {
    const questions = asking.flatMap((figure) =>
      Object.values(figure.questions(normalise({ ...state }, page.encodings, page.limits))),
    );
    await Promise.all(questions.map(([path, parameters]) => api.get(path, parameters).catch(() => undefined)));
    // The hand is at another slider now: what that one needs comes first.
    if (turn !== prefetches) return;
  }
}

const controls = {
  bar: Bar,
  slider: Slider,
  choice: Choice,
  theme: ThemeChoice,
  tokens: Tokens,
  sentence: Sentence,
  help: Help,
};
for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-control]"))) {
  const Control = /** @type {any} */ (controls)[root.dataset.control ?? ""];
  new Control(root, context);
}

/** @type {Record<string, import("./core/types.js").Figure>} by id; those that are mounted */
const figures = {};
connectButtons(context, figures);
connectHighlights(figures);
followState(store);
themes.subscribe(() => Object.values(figures).forEach((figure) => figure.redraw()));

/**
 * A figure and those within it. These come first: the outer one counts a picture when everything in it is painted.
 * @param {HTMLElement} root
 */
function partsOf(root) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-figure]"), root]);
}

/** One file a figure, named by its id. @param {HTMLElement} root */
async function make(root) {
  const parts = partsOf(root);
  const classes = await Promise.all(parts.map((part) => import(`./figures/${part.dataset.figure}.js`)));
  parts.forEach((part, k) => {
    const figure = new /** @type {any} */ (classes[k]).default(part, context, (/** @type {any} */ one) =>
      scheduler.wake(one),
    );
    figures[part.dataset.figure ?? ""] = figure;
    scheduler.add(part, figure);
  });
}

const everyFigure = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-figure]")]);
const outer = everyFigure.filter((root) => !root.parentElement?.closest("[data-figure]"));
const lazyMount = new LazyMount(outer, make);

/** Mount a figure that the reader has not come near yet, or one that was unmounted. @param {HTMLElement} root */
export function mount(root) {
  return lazyMount.mount(root);
}

/**
 * Unmount a figure: its box is as the server sent it, and it is mounted anew when the reader comes near.
 * @param {string} id
 */
export async function unmount(id) {
  const root = outer.find(({ dataset }) => dataset.figure === id);
  if (!root || !(await lazyMount.release(root))) return;
  for (const part of partsOf(root)) {
    const name = part.dataset.figure ?? "";
    scheduler.remove(part);
    figures[name]?.destroy();
    delete figures[name];
  }
}

/** How much is connected now: what was mounted and unmounted leaves these as they were. */
export function connections() {
  return {
    figures: Object.keys(figures).length,
    scheduled: scheduler.size,
    subscribers: store.subscribers,
    waiting: context.current.size,
  };
}

connectPrinting(context, async () => {
  await lazyMount.mountAll();
  for (const figure of Object.values(figures)) figure.prepareForPrint();
});
