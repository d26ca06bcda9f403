// @ts-check
/**
 * A picture cut into patches and shuffled, what attention makes of both, and how alike the positions of patches are.
 */

import { part, setText, showDifference, strip } from "../core/dom.js";
import { Failure } from "../core/failure.js";
import { LiveFigure } from "../core/figure.js";
import { Size } from "../core/size.js";

/**
 * @typedef {import("../core/types.js").State} State
 * @typedef {[rows: number, columns: number]} Grid
 */

const CODE_WIDTH = 8;
const GAP = 3;
/** CSS pixels from tile to tile in the row of patches. */
const TILE = 44;

export default class Patches extends LiveFigure {
  /** @type {Map<string, HTMLImageElement>} by address */ #pictures = new Map();
  #row = "";
  /** @type {Size} of the row of patches */ #size;

  /**
   * @param {HTMLElement} root @param {import("../core/types.js").Context} page
   * @param {(figure: any, look?: boolean) => void} wake
   */
  constructor(root, page, wake) {
    super(root, page, wake);
    this.#size = new Size(part(root, "row"), () => wake(this, true), this.listening.signal);
  }

  /** Rows and columns of the trained table. */
  get #side() {
    return this.page.page.limits.patch_side;
  }

  get names() {
    return [
      "image_height",
      "image_width",
      "patch_side",
      "class_token",
      "patch_seed",
      "patch_positions",
      "grid_order",
      "patch_y",
      "patch_x",
      "base",
    ];
  }

  /** @param {State} state @returns {Record<string, import("../core/client.js").Question>} */
  questions(state) {
    const { patch_side: side, patch_width } = this.page.page.limits;
    const cut = {
      image_height: state.image_height,
      image_width: state.image_width,
      patch: state.patch_side,
      class_token: String(state.class_token === "with"),
    };
    const [height, width] = gridOf(state);
    const [y, x] = within(state, [height, width]);
    // Without positions neither base nor order plays a part: then the answer in hand stays.
    /** @type {Record<string, string | number>} */
    const places = state.patch_positions === "none" ? {} : { base: state.base, grid_order: state.grid_order };
    return {
      counted: ["/patches", cut],
      attention: [
        "/patches/attention",
        { ...cut, ...places, positions: state.patch_positions, seed: state.patch_seed },
      ],
      learned: [
        "/encodings/patches_learned/similarity",
        { row: state.patch_y * side + state.patch_x, metric: "cosine", precision: 3 },
      ],
      // As wide as the trained table, so that the two maps compare like with like.
      sine: [
        "/encodings/sincos2d/similarity",
        { height, width, d_model: patch_width, base: state.base, row: y * width + x, metric: "cosine", precision: 3 },
      ],
      code: [
        "/encodings/sincos2d/matrix",
        { height, width, d_model: CODE_WIDTH, base: state.base, order: state.grid_order, precision: 3 },
      ],
    };
  }

  /** @param {any} answers @param {State} state */
  show({ counted, attention, learned, sine, code }, state) {
    const grid = /** @type {Grid} */ (attention.grid);
    this.#picture(attention.order, grid, counted, state);
    this.#count(counted, state);
    this.#verdict(attention.verdict);
    this.#maps(learned.values[0], sine.values[0], grid, state);
    const [y, x] = within(state, grid);
    this.#code(code.values[y * grid[1] + x], state);
    this.#describe(learned.values[0], grid, state);
  }

  /** @param {number[]} order @param {Grid} grid @param {any} counted @param {State} state */
  #picture(order, grid, counted, state) {
    const size = `image_height=${state.image_height}&image_width=${state.image_width}`;
    const address = `${this.page.page.api}/patches/picture?${size}`;
    const image = this.#pictures.get(address) ?? this.#load(address);
    if (!image.complete || image.naturalWidth === 0) {
      this.markOutdated();
      return;
    }
    const straight = order.map((_, k) => k);
    const chosen = within(state, grid);
    const cut = canvasOf(this.root, "cut");
    drawPatches(cut, image, grid, straight, state.patch_side);
    outlinePatch(cut, grid, state.patch_side, chosen, this.page.themes.current.colors.ink ?? "");
    drawPatches(canvasOf(this.root, "shuffled"), image, grid, order, state.patch_side);
    const first = counted.class_token_index === null ? 0 : 1;
    const room = Math.max(4, Math.floor(this.#size.width / TILE));
    const key = [address, state.patch_side, state.patch_seed, first, room].join();
    if (key === this.#row) return;
    this.#row = key;
    part(this.root, "row").replaceChildren(...this.#tiles(address, grid, straight, first, room));
    part(this.root, "shuffled-row").replaceChildren(...this.#tiles(address, grid, order, first, room));
    this.root.dataset.picture = key;
  }

  /** @param {string} address */
  #load(address) {
    const image = new Image();
    this.#pictures.set(address, image);
    const { signal } = this.listening;
    image.addEventListener("load", () => this.wake(), { once: true, signal });
    image.addEventListener("error", () => {
      this.#pictures.delete(address);
      this.failBeside(new Failure(navigator.onLine ? "unreachable" : "offline"), () => this.wake());
    }, { once: true, signal });
    image.src = address;
    return image;
  }

  /**
   * The first places of the row and its last one, with what stands there.
   * @param {string} address @param {Grid} grid @param {number[]} order @param {number} first  place of the first patch
   * @param {number} room
   */
  #tiles(address, [rows, columns], order, first, room) {
    const places = order.length + first;
    const shown = places <= room ? places : room - 2;
    const tile = (/** @type {number} */ place) => {
      const item = document.createElement("li");
      const box = document.createElement("span");
      box.className = "tile";
      if (place < first) {
        box.classList.add("class-token");
        box.textContent = this.page.format.t("patches.class");
      } else {
        const patch = order[place - first] ?? 0;
        box.style.backgroundImage = `url("${address}")`;
        box.style.backgroundSize = `${100 * columns}% ${100 * rows}%`;
        const [x, y] = [percent(patch % columns, columns), percent(Math.floor(patch / columns), rows)];
        box.style.backgroundPosition = `${x} ${y}`;
      }
      const number = document.createElement("span");
      number.textContent = this.page.format.short(place);
      item.append(box, number);
      return item;
    };
    const items = Array.from({ length: shown }, (_, place) => tile(place));
    if (shown === places) return items;
    const more = document.createElement("li");
    more.className = "more";
    more.textContent = "…";
    return [...items, more, tile(places - 1)];
  }

  /** @param {any} counted @param {State} state */
  #count(counted, state) {
    const { format } = this.page;
    const [rows, columns] = counted.grid;
    const text = format.t("patches.counted", {
      height: state.image_height,
      width: state.image_width,
      side: state.patch_side,
      rows,
      columns,
      patches: counted.n_patches,
    });
    setText(
      part(this.root, "counted"),
      format.t(state.class_token === "with" ? "patches.rows_with" : "patches.rows_without", {
        counted: text,
        rows: counted.seq_len,
      }),
    );
  }

  /** @param {any} verdict */
  #verdict(verdict) {
    const { format } = this.page;
    for (const name of ["per_patch", "class_token", "pooled", "row_by_row"]) {
      const line = /** @type {HTMLElement} */ (this.root.querySelector(`[data-verdict="${name}"]`));
      const value = /** @type {number | null} */ (verdict[`${name}_max_abs`]);
      if (value === null) showDifference(line, 0, format.t("patches.no_token"), "");
      else showDifference(line, value, format.difference(value), format.rounding(value));
    }
    setText(part(this.root, "verdict"), format.t(verdict.equivariant ? "patches.same" : "patches.differ"));
  }

  /** @param {number[]} learned @param {number[]} sine @param {Grid} grid @param {State} state */
  #maps(learned, sine, grid, state) {
    const [y, x] = within(state, grid);
    this.plot?.paint({
      scale: "diverging",
      limits: [-1, 1],
      axes: { ...this.#square("xaxis", "yaxis", [this.#side, this.#side]), ...this.#square("xaxis2", "yaxis2", grid) },
      traces: {
        learned: { z: rowsOf(learned, this.#side) },
        sine: { z: rowsOf(sine, grid[1]) },
        "learned-here": { x: [state.patch_x], y: [state.patch_y] },
        "sine-here": { x: [x], y: [y] },
      },
    });
  }

  /**
   * Ranges that make every patch a square, row 0 on top.
   * @param {string} xaxis @param {string} yaxis @param {Grid} grid
   */
  #square(xaxis, yaxis, [rows, columns]) {
    const area = this.plot?.area(xaxis, yaxis) ?? { width: 1, height: 1 };
    const cell = Math.min(area.width / columns, area.height / rows);
    const [left, top] = [(area.width / cell - columns) / 2 + 0.5, (area.height / cell - rows) / 2 + 0.5];
    const ticks = (/** @type {number} */ count) => [0, Math.floor((count - 1) / 2), count - 1];
    return {
      [xaxis]: { range: /** @type {[number, number]} */ ([-left, columns - 1 + left]), tickvals: ticks(columns) },
      [yaxis]: { range: /** @type {[number, number]} */ ([rows - 1 + top, -top]), tickvals: ticks(rows) },
    };
  }

  /** @param {number[] | undefined} code @param {State} state */
  #code(code, state) {
    const { format } = this.page;
    const halves = ["patches.first_half", "patches.second_half"].map((half, k) => {
      const box = document.createElement("div");
      const label = document.createElement("span");
      label.className = "help";
      label.textContent = format.t(half, { axis: state.grid_order[k] });
      box.append(strip((code ?? []).slice((k * CODE_WIDTH) / 2, ((k + 1) * CODE_WIDTH) / 2), 1, this.page), label);
      return box;
    });
    part(this.root, "code").replaceChildren(...halves);
  }

  /** @param {number[]} learned @param {Grid} grid @param {State} state */
  #describe(learned, grid, state) {
    const { format } = this.page;
    const own = state.patch_y * this.#side + state.patch_x;
    const best = learned.reduce(
      (most, value, k) => (k !== own && (most === own || value > (learned[most] ?? -2)) ? k : most),
      own,
    );
    const said = [
      format.t("patches.now", {
        y: state.patch_y,
        x: state.patch_x,
        other_y: Math.floor(best / this.#side),
        other_x: best % this.#side,
        cosine: format.fixed(learned[best] ?? 0, 3),
      }),
    ];
    const [y, x] = within(state, grid);
    if (y !== state.patch_y || x !== state.patch_x) said.push(format.t("patches.nearest_edge", { y, x }));
    this.setCaption(said.join(" "));
  }

  /**
   * The cell under the pointer in one of the maps.
   * @param {PointerEvent | MouseEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers
   */
  #cellUnder(event, plot, { learned, sine, attention }) {
    for (const [xaxis, yaxis, [rows, columns], values] of /** @type {[string, string, Grid, number[]][]} */ ([
      ["xaxis", "yaxis", [this.#side, this.#side], learned.values[0]],
      ["xaxis2", "yaxis2", attention.grid, sine.values[0]],
    ])) {
      const at = plot.locate(event, xaxis, yaxis);
      if (!at) continue;
      const [y, x] = [Math.round(at.y), Math.round(at.x)];
      if (y >= 0 && y < rows && x >= 0 && x < columns) return { y, x, value: values[y * columns + x] ?? 0 };
    }
    return null;
  }

  /** @param {PointerEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers */
  under(event, plot, answers) {
    const cell = this.#cellUnder(event, plot, answers);
    return cell
      ? this.page.format.t("patches.cell", { y: cell.y, x: cell.x, cosine: this.page.format.fixed(cell.value, 3) })
      : "";
  }

  /** @param {MouseEvent} event @param {import("../core/plot.js").Plot} plot @param {any} answers */
  choose(event, plot, answers) {
    const cell = this.#cellUnder(event, plot, answers);
    if (cell) this.page.store.set({ patch_y: cell.y, patch_x: cell.x });
  }
}

/** @param {State} state @returns {Grid} */
function gridOf(state) {
  return [state.image_height / state.patch_side, state.image_width / state.patch_side];
}

/** The chosen patch, or the nearest one that the grid has: row, column. @param {State} state @param {Grid} grid */
function within(state, [rows, columns]) {
  return /** @type {const} */ ([Math.min(state.patch_y, rows - 1), Math.min(state.patch_x, columns - 1)]);
}

/** @param {number[]} values @param {number} columns */
function rowsOf(values, columns) {
  return Array.from({ length: values.length / columns }, (_, row) => values.slice(row * columns, (row + 1) * columns));
}

/** Place of a tile in a background that is larger than its box. @param {number} at @param {number} count */
function percent(at, count) {
  return `${count > 1 ? (100 * at) / (count - 1) : 0}%`;
}

/** @param {ParentNode} root @param {string} name */
function canvasOf(root, name) {
  return /** @type {HTMLCanvasElement} */ (part(root, name));
}

/**
 * The patches with gaps between them.
 * @param {HTMLCanvasElement} canvas @param {HTMLImageElement} image @param {Grid} grid
 * @param {number[]} order  which patch stands at each place
 * @param {number} side
 */
function drawPatches(canvas, image, [rows, columns], order, side) {
  const step = side + GAP;
  [canvas.width, canvas.height] = [columns * step + GAP, rows * step + GAP];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  order.forEach((patch, place) => {
    const [x, y] = [GAP + (place % columns) * step, GAP + Math.floor(place / columns) * step];
    pen.drawImage(image, (patch % columns) * side, Math.floor(patch / columns) * side, side, side, x, y, side, side);
  });
}

/**
 * @param {HTMLCanvasElement} canvas @param {Grid} grid @param {number} side @param {readonly [number, number]} chosen
 * @param {string} color
 */
function outlinePatch(canvas, [, columns], side, [row, column], color) {
  const step = side + GAP;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.lineWidth = GAP;
  pen.strokeStyle = color;
  pen.strokeRect(GAP / 2 + (column % columns) * step, GAP / 2 + row * step, side + GAP, side + GAP);
}
