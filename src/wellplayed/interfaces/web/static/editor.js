/**
 * `<wp-editor>`: a board to paint on, or to show a film on, with hold and queue beside it.
 *
 * Attributes: `rows` the pile (the top row first, joined by `/`), `columns` and `height` the well's size, `piece` and
 * `ghost` what lies over it (JSON: {letter, cells} and cells), `hold` and `next` letters, `brush` what is painted (a
 * letter, or `.`), `locked` for no painting, `pointed` cells to outline (JSON), `words` the labels (JSON). When a stroke
 * ends, `wp-paint` tells the new rows and the stroke's number, and `painted` says which of them `rows` knows of.
 *
 * With the mouse: paint, and take away where the brush's own letter is, or with the right button. With keys: arrows
 * move, a letter paints it, space paints with the brush, delete takes away, shift and an arrow paint on the way.
 */

import { onColours, palette } from "./colours.js";
import { context, emptyWell, paintPieces, paintWell, place } from "./paint.js";

const ABOVE = 3; // rows shown above the visible ones, as many as a fumen has
const LETTERS = "IOTSZJLG";
const QUEUE = 5;
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
});

export class Editor extends HTMLElement {
  static observedAttributes = ["rows", "columns", "height", "piece", "ghost", "hold", "next", "pointed", "locked", "painted"];

  connectedCallback() {
    this.life = new AbortController();
    this.texts = JSON.parse(this.getAttribute("words") ?? "{}");
    /** @type {[number, number]} */
    this.cursor = [0, 0];
    /** @type {string | null} what the stroke under way puts down */
    this.stroke = null;
    this.told = 0; // strokes so far; rows that the server drew before it knew the last one are old
    /** @type {any} a picture of a film, shown in place of the attributes */
    this.picture = null;
    this.build();
    this.read();
    this.observer = new ResizeObserver(() => this.resized());
    for (const box of [this.canvas, this.holdBox, this.nextBox]) this.observer.observe(/** @type {Element} */ (box));
    this.forgetColours = onColours(() => this.resized());
  }

  disconnectedCallback() {
    this.life?.abort();
    this.observer?.disconnect();
    this.forgetColours?.();
    this.replaceChildren();
  }

  attributeChangedCallback() {
    if (!this.canvas) return;
    const before = `${this.wide} ${this.high}`;
    this.read();
    if (before !== `${this.wide} ${this.high}`) this.resized();
    this.draw();
  }

  get isLocked() {
    return this.hasAttribute("locked");
  }

  get inHand() {
    return this.getAttribute("brush") ?? "G";
  }

  build() {
    const { texts } = this;
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.role = "application";
    this.canvas.ariaLabel = texts.board ?? "";
    this.canvas.setAttribute("aria-describedby", "editor-help");
    this.holdBox = document.createElement("canvas");
    this.nextBox = document.createElement("canvas");
    this.holdBox.role = this.nextBox.role = "img";
    this.aloud = element("div", "wp-hidden");
    this.aloud.ariaLive = "polite";
    const help = element("p", "wp-hidden", texts.help);
    help.id = "editor-help";
    const left = element("div", "wp-editor-side wp-editor-hold");
    this.numbers = element("dl", "wp-editor-numbers");
    left.append(element("span", "wp-muted", texts.hold), this.holdBox, this.numbers);
    const right = element("div", "wp-editor-side wp-editor-next");
    right.append(element("span", "wp-muted", texts.next), this.nextBox);
    const well = element("div", "wp-editor-well");
    well.append(this.canvas);
    this.replaceChildren(left, well, right, help, this.aloud);
    this.listen(this.canvas);
  }

  /** Take the attributes in. */
  read() {
    const json = (/** @type {string} */ name) => JSON.parse(this.getAttribute(name) || "null");
    this.wide = Number(this.getAttribute("columns") ?? 10);
    this.high = Number(this.getAttribute("height") ?? 20);
    this.style.setProperty("--shape", `${this.wide} / ${this.high + ABOVE}`);
    this.style.setProperty("--columns", String(this.wide));
    this.style.setProperty("--rows", String(this.high + ABOVE));
    const stale = this.stroke !== null || Number(this.getAttribute("painted") ?? 0) < this.told;
    if (!stale || !this.cells) this.take((this.getAttribute("rows") ?? "").split("/").filter(Boolean).reverse());
    this.falling = json("piece");
    this.landing = json("ghost");
    this.outlined = json("pointed");
  }

  /** @param {string[]} rows from the floor up */
  take(rows) {
    const total = Math.max((this.high ?? 20) + ABOVE, rows.length);
    /** @type {string[][]} rows from the floor up */
    this.cells = Array.from({ length: total }, (_, y) => [...(rows[y] ?? "").padEnd(this.wide ?? 10, ".")]);
  }

  // --- hands ------------------------------------------------------------------------------------

  /** @param {HTMLCanvasElement} canvas */
  listen(canvas) {
    const { signal } = /** @type {AbortController} */ (this.life);
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) =>
      canvas.addEventListener(name, act, { signal });
    on("pointerdown", (event) => this.begin(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", () => this.end());
    on("pointercancel", () => this.end());
    on("pointerleave", () => this.hover(null));
    on("contextmenu", (event) => this.isLocked || event.preventDefault());
    on("keydown", (event) => this.key(event));
    on("keyup", (event) => event.key === "Shift" && this.end());
    on("blur", () => this.end());
    on("focus", () => this.draw());
  }

  /** @param {PointerEvent} event */
  begin(event) {
    const cell = this.under(event);
    if (this.isLocked || !cell || !this.cells) return;
    this.canvas?.setPointerCapture(event.pointerId);
    const own = this.cells[cell[1]][cell[0]] === this.inHand;
    this.stroke = event.button === 2 || own ? "." : this.inHand;
    this.put(cell);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const cell = this.under(event);
    if (this.stroke !== null && cell) this.put(cell);
    this.hover(cell);
  }

  /** The end of a stroke: tell what there is now. */
  end() {
    if (this.stroke === null) return;
    this.stroke = null;
    this.tell();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.cells) return;
    const step = STEPS[event.key];
    const letter = event.key.toUpperCase();
    if (step) {
      if (event.shiftKey && !this.isLocked) {
        this.stroke = this.inHand;
        this.put(this.cursor ?? [0, 0]);
      }
      const [x, y] = this.cursor ?? [0, 0];
      this.cursor = [clamp(x + step[0], this.wide ?? 10), clamp(y + step[1], this.cells.length)];
      if (this.stroke !== null) this.put(this.cursor);
      this.describe();
    } else if (this.isLocked) return;
    else if (event.key === " " || event.key === "Enter") this.dab(this.inHand);
    else if (event.key === "Delete" || event.key === "Backspace" || event.key === ".") this.dab(".");
    else if (letter.length === 1 && LETTERS.includes(letter)) this.dab(letter);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.draw();
  }

  /**
   * One cell at the cursor; the brush's own letter is taken away.
   * @param {string} letter
   */
  dab(letter) {
    const [x, y] = this.cursor ?? [0, 0];
    this.stroke = this.cells?.[y][x] === letter ? "." : letter;
    this.put([x, y]);
    this.end();
    this.describe();
  }

  /** @param {[number, number]} cell */
  put([x, y]) {
    if (!this.cells || this.stroke === null || this.cells[y][x] === this.stroke) return;
    this.cells[y][x] = this.stroke;
    this.draw();
  }

  tell() {
    const rows = (this.cells ?? []).map((row) => row.join("")).reverse().join("/");
    this.told += 1;
    this.dispatchEvent(new CustomEvent("wp-paint", { bubbles: true, detail: { n: this.told, rows } }));
  }

  /** Say where the cursor is and what is there. */
  describe() {
    const [x, y] = this.cursor ?? [0, 0];
    const letter = this.cells?.[y]?.[x] ?? ".";
    const what = letter === "." ? this.texts.empty : letter === "G" ? this.texts.garbage : letter;
    const text = (this.texts.cell ?? "{x} {y} {what}").replace("{x}", x + 1).replace("{y}", y + 1).replace("{what}", what);
    if (this.aloud) this.aloud.textContent = text;
  }

  /** @param {[number, number] | null} cell */
  hover(cell) {
    const key = cell ? cell.join() : "";
    if (this.hovered?.join() === key || (!cell && !this.hovered)) return;
    this.hovered = cell;
    this.draw();
  }

  /**
   * The cell under a pointer.
   * @param {PointerEvent} event
   * @returns {[number, number] | null}
   */
  under(event) {
    if (!this.canvas || !this.at || !this.cells) return null;
    const box = this.canvas.getBoundingClientRect();
    const scale = this.canvas.width / box.width;
    const x = Math.floor(((event.clientX - box.left) * scale - this.at.left) / this.at.cell);
    const y = Math.floor((this.at.floor - (event.clientY - box.top) * scale) / this.at.cell);
    return x >= 0 && x < (this.wide ?? 10) && y >= 0 && y < this.high + ABOVE ? [x, y] : null;
  }

  // --- pictures ---------------------------------------------------------------------------------

  /**
   * Show a picture of a film; null shows the attributes again.
   * @param {{rows: string, piece: any, ghost: any, hold: string, next: string, numbers: [string, string][]} | null} film
   */
  show(film) {
    this.picture = film;
    this.count(film?.numbers ?? []);
    this.draw();
  }

  /**
   * The numbers below hold; only what changed is written.
   * @param {[string, string][]} numbers names and values
   */
  count(numbers) {
    const list = this.numbers;
    if (!list) return;
    if (list.children.length !== 2 * numbers.length) {
      list.replaceChildren(...numbers.flatMap(([name]) => [element("dt", "", name), element("dd", "wp-num", "")]));
    }
    numbers.forEach(([, value], i) => {
      const cell = list.children[2 * i + 1];
      if (cell.textContent !== value) cell.textContent = value;
    });
  }

  resized() {
    for (const box of [this.canvas, this.holdBox, this.nextBox]) {
      if (!box) continue;
      box.width = Math.round(box.clientWidth * devicePixelRatio);
      box.height = Math.round(box.clientHeight * devicePixelRatio);
    }
    if (!this.canvas?.width) return;
    this.at = place(this.canvas, this.wide ?? 10, this.high ?? 20, (this.high ?? 20) + ABOVE);
    this.empty = emptyWell(this.at, this.canvas.width, this.canvas.height);
    this.beside = "";
    this.draw();
  }

  draw() {
    if (!this.canvas || !this.at || !this.empty || !this.cells) return;
    const film = this.picture;
    const rows = film?.rows ?? this.cells.slice(0, this.high + ABOVE).map((row) => row.join("")).reverse().join("/");
    const frame = film ?? { rows, piece: this.falling, ghost: this.landing };
    const how = { dim: false, pointed: this.outlined, outlines: true };
    paintWell(context(this.canvas), this.at, this.empty, { ...frame, rows, state: "play" }, how);
    if (!this.isLocked) this.mark();
    const [hold, next] = [film?.hold ?? this.getAttribute("hold") ?? "", film?.next ?? this.getAttribute("next") ?? ""];
    if (this.beside === `${hold} ${next}` || !this.holdBox || !this.nextBox) return;
    this.beside = `${hold} ${next}`;
    paintPieces(this.holdBox, hold, 1, false);
    paintPieces(this.nextBox, next, QUEUE, false);
    this.holdBox.ariaLabel = hold || "–";
    this.nextBox.ariaLabel = [...next].join(" ") || "–";
  }

  /** The cell under the pointer, or under the cursor of the keys. */
  mark() {
    const keys = this.canvas?.matches(":focus-visible");
    const cell = this.hovered ?? (keys ? this.cursor : null);
    if (!cell || !this.canvas || !this.at) return;
    const ctx = context(this.canvas);
    const { cell: size, left, floor } = this.at;
    ctx.strokeStyle = palette().accent;
    ctx.lineWidth = Math.max(1.5, size / 14);
    ctx.strokeRect(left + cell[0] * size + 1, floor - (cell[1] + 1) * size + 1, size - 3, size - 3);
  }
}

/**
 * @param {number} value
 * @param {number} count
 */
function clamp(value, count) {
  return Math.min(Math.max(value, 0), count - 1);
}

/**
 * @param {string} tag
 * @param {string} name
 * @param {string} [text]
 */
function element(tag, name, text) {
  const made = document.createElement(tag);
  made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

customElements.define("wp-editor", Editor);
