/**
 * `<wp-race race="…">`: the boards of a race, its charts and its table, fed by one WebSocket (feed.py has the messages).
 *
 * Attributes: `race` names the race, `lanes` says who runs (JSON: [{name, note}, …]), `game` what is played, `height` how
 * many rows a board has, `columns` how many columns, `words` the labels (JSON). Of Puyo `lines`, `height` and `holes`
 * stand for the longest chain, the links that the field could fire, and the points (lane.py).
 *
 * Messages only change what is known; pictures are painted at the next frame of the screen, and then only the boards
 * that changed. Charts and the table follow four times a second, so that the eye can.
 */

import { Chart, short, swatch } from "./charts.js";
import { onColours } from "./colours.js";
import { context, emptyWell, paintWell, place } from "./paint.js";
import { paintField, paintGround } from "./puyos.js";

const CALM = 250; // milliseconds between two looks of charts and table
const WAIT = 1000; // milliseconds before a lost line is tried again
const GONE = 4404;

/**
 * @typedef {{pieces: number, lines: number, height: number, holes: number, score: number, tallest: number,
 *   seconds: number, end: string, rows: string, changed: boolean}} Look
 */

/** @returns {Look} */
const fresh = () => ({ pieces: 0, lines: 0, height: 0, holes: 0, score: 0, tallest: 0, seconds: 0, end: "", rows: "",
  changed: true });

export class Race extends HTMLElement {
  connectedCallback() {
    this.life = new AbortController();
    this.texts = JSON.parse(this.getAttribute("words") ?? "{}");
    this.names = JSON.parse(this.getAttribute("lanes") ?? "[]");
    this.high = Number(this.getAttribute("height") ?? 20);
    this.wide = Number(this.getAttribute("columns") ?? 10);
    this.puyo = this.getAttribute("game") === "puyo";
    this.tall = this.high + (this.puyo ? 1 : 0); // with the ghost row
    /** @type {Look[]} */
    this.looks = this.names.map(fresh);
    this.order = this.names.map((/** @type {any} */ _, /** @type {number} */ i) => i);
    this.state = "";
    this.chosen = -1;
    /** @type {(() => void) | null} called after each picture; for measurements */
    this.painted = null;
    this.build();
    this.observer = new ResizeObserver(() => this.resized());
    for (const lane of this.boards ?? []) this.observer.observe(lane.canvas);
    for (const chart of this.charts ?? []) this.observer.observe(chart.canvas);
    this.forgetColours = onColours(() => this.resized());
    this.connect();
  }

  disconnectedCallback() {
    this.life?.abort();
    this.observer?.disconnect();
    this.forgetColours?.();
    this.socket?.close();
    cancelAnimationFrame(this.frame ?? 0);
    window.clearTimeout(this.timer);
    window.clearTimeout(this.retry);
    this.replaceChildren();
  }

  // --- the line ---------------------------------------------------------------------------------

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/race/${this.getAttribute("race")}`);
    const { signal } = /** @type {AbortController} */ (this.life);
    this.socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)), { signal });
    this.socket.addEventListener("close", (event) => this.closed(event.code), { signal });
  }

  /** @param {number} code */
  closed(code) {
    this.say(code === GONE ? this.texts.gone : this.texts.waiting);
    if (code !== GONE) this.retry = window.setTimeout(() => this.connect(), WAIT);
  }

  /** @param {any} message */
  take(message) {
    for (const [i, rows, pieces, lines, height, holes, score, tallest, seconds, end] of message.boards) {
      this.looks[i] = { rows, pieces, lines, height, holes, score, tallest, seconds, end, changed: true };
    }
    for (const [i, stride, first, values] of message.series) {
      this.charts?.forEach((chart, kind) => chart.add(i, stride, first, values.map((/** @type {number[]} */ v) => v[kind])));
    }
    this.order = message.order;
    if (message.state !== this.state) {
      this.state = message.state;
      this.dispatchEvent(new CustomEvent("wp-race-state", { bubbles: true, detail: { state: message.state } }));
      this.calm();
    }
    this.say(this.state === "done" ? this.result() : "");
    this.frame ??= requestAnimationFrame(() => this.draw());
    this.timer ??= window.setTimeout(() => this.calm(), CALM);
  }

  /** Who won, in words. */
  result() {
    const [first] = this.order;
    return (this.texts.won ?? "").replace("{name}", this.title(first));
  }

  // --- what is there ----------------------------------------------------------------------------

  build() {
    const { texts, names } = this;
    const boards = element("div", "wp-race-boards");
    boards.role = "list";
    boards.ariaLabel = texts.boards ?? "";
    boards.style.setProperty("--lanes", String(names.length));
    boards.style.setProperty("--shape", `${this.wide} / ${this.tall}`);
    boards.dataset.size = names.length > 8 ? "many" : names.length > 4 ? "some" : "few";
    this.boards = names.map((/** @type {any} */ _, /** @type {number} */ i) => this.lane(i));
    boards.append(...this.boards.map((/** @type {any} */ lane) => lane.box));
    const kinds = /** @type {const} */ (["lines", "height", "holes"]);
    this.charts = kinds.map((kind) => new Chart(texts[kind] ?? kind, texts.pieces ?? "", names.length));
    const charts = element("div", "wp-race-charts");
    charts.append(...this.charts.map((chart) => chart.box));
    const side = element("div", "wp-race-side");
    this.note = element("p", "wp-race-note wp-muted");
    this.note.role = "status";
    side.append(this.table(), this.note, charts);
    this.replaceChildren(boards, side);
  }

  /** @param {number} i */
  lane(i) {
    const box = element("figure", "wp-lane");
    const canvas = document.createElement("canvas");
    const lines = element("span", "wp-num");
    const end = element("span", "wp-lane-end");
    const rank = element("span", "wp-num wp-lane-rank");
    const head = element("figcaption", "wp-lane-name");
    const well = element("div", "wp-lane-well");
    const { name, note } = this.names[i];
    box.role = "listitem";
    box.tabIndex = 0;
    box.title = this.title(i);
    canvas.role = "img";
    const words = element("span", "wp-lane-words");
    words.append(element("strong", "", name), " ", element("span", "wp-muted", note));
    head.append(swatch(i), words);
    well.append(canvas, end);
    const foot = element("div", "wp-lane-foot");
    const count = element("span", "wp-muted wp-lane-count");
    count.append(lines, ` ${this.texts.lines_short ?? ""}`);
    foot.append(rank, count);
    box.append(head, well, foot);
    this.point(box, i);
    return { box, canvas, lines, end, rank };
  }

  table() {
    const { texts } = this;
    const table = element("table", "wp-race-table");
    table.append(element("caption", "wp-hidden", texts.table));
    const head = element("thead", "");
    const row = element("tr", "");
    for (const name of ["place", "agent", "pieces", "lines", "score", "ms"]) {
      const cell = element("th", name === "agent" ? "" : "wp-right-cell", texts[`${name}_head`]);
      cell.setAttribute("scope", "col");
      cell.title = texts[`${name}_long`] ?? "";
      cell.classList.add(`wp-cell-${name}`);
      row.append(cell);
    }
    head.append(row);
    this.body = element("tbody", "");
    this.rows = this.names.map((/** @type {any} */ _, /** @type {number} */ i) => this.row(i));
    this.body.append(...this.rows.map((/** @type {any} */ line) => line.box));
    table.append(head, this.body);
    return table;
  }

  /** @param {number} i */
  row(i) {
    const box = element("tr", "");
    const cells = Object.fromEntries(["place", "agent", "pieces", "lines", "score", "ms"].map((name) => {
      const cell = element(name === "agent" ? "th" : "td", name === "agent" ? "wp-cell-agent" : "wp-num wp-right-cell");
      cell.classList.add(`wp-cell-${name}`);
      return [name, cell];
    }));
    const { name, note } = this.names[i];
    const words = element("span", "wp-lane-words");
    words.append(name, " ", element("span", "wp-muted", note));
    cells.agent.setAttribute("scope", "row");
    const line = element("div", "wp-agent-line");
    line.append(swatch(i), words);
    cells.agent.append(line);
    box.append(...Object.values(cells));
    box.title = this.title(i);
    this.point(box, i);
    return { box, cells };
  }

  /**
   * Let the charts show one lane when its board or its row is pointed at.
   * @param {HTMLElement} box
   * @param {number} i
   */
  point(box, i) {
    const { signal } = /** @type {AbortController} */ (this.life);
    for (const name of ["pointerenter", "focus"]) box.addEventListener(name, () => this.choose(i), { signal });
    for (const name of ["pointerleave", "blur"]) box.addEventListener(name, () => this.choose(-1), { signal });
  }

  /** @param {number} i */
  choose(i) {
    this.chosen = i;
    this.boards?.forEach((/** @type {any} */ lane, /** @type {number} */ k) => lane.box.classList.toggle("wp-chosen", k === i));
    this.rows?.forEach((/** @type {any} */ row, /** @type {number} */ k) => row.box.classList.toggle("wp-chosen", k === i));
    for (const chart of this.charts ?? []) chart.draw(i);
  }

  /** @param {number} i */
  title(i) {
    const { name, note } = this.names[i];
    return note ? `${name} (${note})` : name;
  }

  /** @param {string | undefined} text */
  say(text) {
    if (this.note && this.note.textContent !== (text ?? "")) this.note.textContent = text ?? "";
  }

  // --- pictures ---------------------------------------------------------------------------------

  resized() {
    const first = this.boards?.[0]?.canvas;
    if (!first?.clientWidth) return;
    for (const lane of this.boards ?? []) fit(lane.canvas);
    this.at = place(first, this.wide, this.high, this.tall);
    this.empty = emptyWell(this.at, first.width, first.height);
    if (this.puyo) paintGround(context(this.empty), this.at);
    for (const look of this.looks ?? []) look.changed = true;
    this.frame ??= requestAnimationFrame(() => this.draw());
    for (const chart of this.charts ?? []) {
      fit(chart.canvas);
      chart.draw(this.chosen ?? -1);
    }
  }

  /** Paint the boards that changed. */
  draw() {
    this.frame = undefined;
    if (!this.at || !this.empty) return;
    this.looks?.forEach((look, i) => {
      if (look.changed) this.paint(look, i);
    });
    this.painted?.();
  }

  /**
   * @param {Look} look
   * @param {number} i
   */
  paint(look, i) {
    const lane = this.boards?.[i];
    if (!lane || !this.at || !this.empty) return;
    look.changed = false;
    const rows = look.rows ? look.rows.split("/").slice(-(this.tall ?? 20)).join("/") : ".".repeat(this.wide ?? 10);
    const out = look.end === "out" || look.end === "fault";
    const how = { dim: out, pointed: null, outlines: false, share: 1 };
    (this.puyo ? paintField : paintWell)(context(lane.canvas), this.at, this.empty, { rows, state: "race" }, how);
    write(lane.lines, String(look.lines));
    write(lane.end, out ? (this.texts[look.end] ?? "").replace("{n}", String(look.pieces)) : "");
  }

  /** Charts, table, ranks. */
  calm() {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    for (const chart of this.charts ?? []) {
      this.looks?.forEach((look, i) => chart.mark(i, look));
      chart.draw(this.chosen ?? -1);
    }
    this.order?.forEach((/** @type {number} */ i, /** @type {number} */ rank) => {
      const row = this.rows?.[i];
      const lane = this.boards?.[i];
      const look = this.looks?.[i];
      if (!row || !lane || !look) return;
      if (this.body?.children[rank] !== row.box) this.body?.insertBefore(row.box, this.body.children[rank] ?? null);
      const started = look.pieces > 0;
      write(row.cells.place, started ? String(rank + 1) : "–");
      write(row.cells.pieces, look.pieces.toLocaleString("en"));
      write(row.cells.lines, look.lines.toLocaleString("en"));
      write(row.cells.score, look.score.toLocaleString("en"));
      write(row.cells.ms, started ? short((1000 * look.seconds) / look.pieces) : "–");
      row.box.classList.toggle("wp-out", look.end === "out" || look.end === "fault");
      write(lane.rank, started ? String(rank + 1) : "");
      lane.box.classList.toggle("wp-leads", started && rank === 0);
      lane.canvas.ariaLabel = `${this.title(i)}: ${look.lines} ${this.texts.lines}, ${look.height} ${this.texts.height}`;
    });
  }
}

/** @param {HTMLCanvasElement} canvas */
function fit(canvas) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((n) => Math.round(n * devicePixelRatio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/**
 * @param {HTMLElement} at
 * @param {string} text
 */
function write(at, text) {
  if (at.textContent !== text) at.textContent = text;
}

/**
 * @param {string} tag
 * @param {string} name
 * @param {string} [text]
 */
function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

customElements.define("wp-race", Race);
