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
import { Client } from "./core/client.js";
import { FigureScheduler } from "./core/figure-scheduler.js";
import { Format } from "./core/format.js";
import { keepLanding } from "./core/landing.js";
import { LazyMount } from "./core/lazy-mount.js";
import { Prefetcher } from "./core/prefetch.js";
import { connectPrinting } from "./core/printing.js";
import { frameQuery, infoOf, normalise } from "./core/questions.js";
import { Recovery } from "./core/recovery.js";
import { skipUnseen } from "./core/skip-unseen.js";
import { Store } from "./core/state.js";
import { Themes } from "./core/theme.js";
import { followState } from "./core/url.js";

/** @type {import("./core/types.js").PageData} */
const page = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("page-data")).textContent ?? "{}");

const store = new Store(page.state, page.defaults, (state) => normalise(state, page.encodings, page.limits));
const recovery = new Recovery();
const client = new Client(page.api, page.lang, () => recovery.reached());
const themes = new Themes(page.themes);
const scheduler = new FigureScheduler(store);
const prefetcher = new Prefetcher(page, store, scheduler);
const announcer = /** @type {HTMLElement} */ (document.getElementById("announcer"));

/** @type {import("./core/types.js").Context} */
const context = {
  page, store, client, recovery, themes,
  format: new Format(page.separators, page.words, page.limits.rounding),
  announce: (text) => {
    announcer.textContent = text;
  },
  query: (state) => frameQuery(state, infoOf(page.encodings, state.encoding)),
  prefetch: (name, values) => prefetcher.near(name, values),
};

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
themes.subscribe(() => scheduler.restyle());

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
    const wake = (/** @type {any} */ one, /** @type {boolean} */ look) => scheduler.wake(one, look);
    const figure = new /** @type {any} */ (classes[k]).default(part, context, wake);
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
    waiting: recovery.size,
  };
}

/** How much is kept and asked for now, and whether nothing more is to be done until somebody moves. */
export function activity() {
  return { ...client.load, atRest: scheduler.isAtRest };
}

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
keepLanding(main);
void skipUnseen(main);
connectPrinting(context, async () => {
  await lazyMount.mountAll();
  for (const figure of Object.values(figures)) figure.prepareForPrint();
  scheduler.drawAll();
});
