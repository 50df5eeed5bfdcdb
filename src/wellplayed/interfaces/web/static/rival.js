/**
 * The other side of a duel, small beside the board: its field, its points, what it calls out; and what hinders that is on
 * its way, over either field.
 *
 * Its field is painted as the large one is, without what moves by itself.
 */

import { onColours } from "./colours.js";
import { context, emptyWell, place } from "./paint.js";
import { paintField, paintGround } from "./puyos.js";
import { CALL, called, element } from "./sides.js";

const SYMBOLS = [180, 30, 6, 1]; // how many ojama one symbol stands for: a star, a rock, a large and a small puyo
const MOST = 6; // symbols over a field
const HOW = { dim: false, pointed: null, outlines: false, share: 1 };

export class Rival {
  /** @param {any} words the labels by their place, see board.py */
  constructor(words) {
    this.words = words;
    this.box = element("figure", "wp-rival");
    this.name = element("figcaption", "wp-rival-name");
    this.canvas = document.createElement("canvas");
    this.canvas.role = "img";
    this.calls = element("div", "wp-rival-calls");
    this.score = element("span", "wp-num");
    this.ours = element("div", "wp-tray"); // over the large field
    this.theirs = element("div", "wp-tray");
    const well = element("div", "wp-rival-well");
    const foot = element("div", "wp-rival-foot");
    foot.append(element("span", "wp-muted", words.numbers?.score ?? ""), this.score);
    well.append(this.canvas, this.theirs, this.calls);
    this.box.append(this.name, well, foot);
    this.shown = "";
    this.timer = 0;
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(this.canvas);
    this.forgetColours = onColours(() => this.paint());
  }

  /**
   * Show a frame; nothing but what changed is written.
   * @param {any} frame
   * @param {boolean} quiet
   */
  show(frame, quiet) {
    const { rival } = frame;
    if (!rival) return;
    this.rival = rival;
    this.box.classList.toggle("wp-faint", quiet);
    const { spec, score, rows, piece, popping, waiting, calls } = rival;
    const shown = `${rows} ${piece?.letter} ${piece?.cells} ${popping} ${waiting} ${frame.waiting} ${score} ${spec}`;
    if (calls.length && !quiet) this.call(calls);
    if (shown === this.shown) return;
    this.shown = shown;
    write(this.name, spec.split(":")[0]);
    this.name.title = spec;
    write(this.score, score.toLocaleString("en"));
    this.tray(this.ours, frame.waiting);
    this.tray(this.theirs, waiting);
    const { rival: label = "", numbers = {} } = this.words;
    this.canvas.ariaLabel = `${label}, ${numbers.score} ${score}, ${numbers.waiting} ${waiting}`;
    this.paint();
  }

  paint() {
    const { canvas, rival } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((n) => Math.round(n * devicePixelRatio));
    if (!rival || !width || !height) return;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const rows = rival.rows.split("/");
    const at = place(canvas, rows[0].length, rival.height, rows.length);
    const empty = emptyWell(at, width, height);
    paintGround(context(empty), at, rival.deadly);
    paintField(context(canvas), at, empty, { ...rival, state: "race" }, HOW);
    canvas.parentElement?.style.setProperty("--cell", `${at.cell / devicePixelRatio}px`);
  }

  /**
   * What is on its way: so many symbols, the largest first, and how many ojama that is.
   * @param {HTMLElement} tray
   * @param {number} ojama
   */
  tray(tray, ojama) {
    if (tray.dataset.n === String(ojama)) return;
    tray.dataset.n = String(ojama);
    tray.title = ojama ? `${this.words.numbers?.waiting ?? ""} ${ojama}` : "";
    const marks = [];
    let left = ojama;
    for (const worth of SYMBOLS) {
      for (; left >= worth && marks.length < MOST; left -= worth) marks.push(element("span", `wp-ojama wp-ojama-${worth}`));
    }
    tray.replaceChildren(...marks, ...(ojama ? [element("span", "wp-num", String(ojama))] : []));
  }

  /** @param {[string, number][]} calls */
  call(calls) {
    const texts = this.words.calls ?? {};
    this.calls.replaceChildren(...calls.map(([name]) => element("div", "wp-call", called(name, texts))));
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.calls.replaceChildren(), CALL);
  }

  /** Listen to nothing any more. */
  close() {
    window.clearTimeout(this.timer);
    this.observer.disconnect();
    this.forgetColours();
  }
}

/**
 * @param {HTMLElement} at
 * @param {string} text
 */
function write(at, text) {
  if (at.textContent !== text) at.textContent = text;
}
