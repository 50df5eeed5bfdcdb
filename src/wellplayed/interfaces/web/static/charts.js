/**
 * Lines that grow: one value for each lane against pieces placed, on a canvas, with a cross where a game was lost.
 *
 * A lane's values come every `stride` pieces; where the stride changes they all come anew, so a chart never holds more
 * than the server does. The latest value is that of the lane itself.
 */

import { palette } from "./colours.js";
import { context } from "./paint.js";

const LETTERS = "IOTSZJL";
const TEXT = 11; // CSS pixels

/**
 * The colour of a lane, a piece's, and whether its line is broken, for those after the seventh.
 * @param {number} i
 */
export function colour(i) {
  return { letter: LETTERS[i % LETTERS.length], broken: i >= LETTERS.length };
}

/**
 * A mark in a lane's colour; solid for the first seven, broken for the others, as its line in the charts.
 * @param {number} i
 */
export function swatch(i) {
  const mark = document.createElement("span");
  mark.className = "wp-swatch";
  mark.style.setProperty("--mark", `var(--piece-${colour(i).letter.toLowerCase()})`);
  mark.classList.toggle("wp-broken", colour(i).broken);
  mark.ariaHidden = "true";
  return mark;
}

/**
 * Milliseconds in at most four characters or so.
 * @param {number} ms
 */
export function short(ms) {
  return ms >= 10 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(2);
}

export class Chart {
  /**
   * @param {string} title
   * @param {string} across what is counted to the right
   * @param {number} lanes
   */
  constructor(title, across, lanes) {
    this.title = title;
    this.across = across;
    this.box = document.createElement("figure");
    this.box.className = "wp-chart";
    const caption = document.createElement("figcaption");
    caption.textContent = title;
    this.canvas = document.createElement("canvas");
    this.canvas.role = "img";
    this.canvas.ariaLabel = `${title} / ${across}`;
    this.box.append(caption, this.canvas);
    /** @type {{stride: number, values: number[], pieces: number, last: number, lost: boolean}[]} */
    this.lines = Array.from({ length: lanes }, () => ({ stride: 1, values: [], pieces: 0, last: 0, lost: false }));
    this.kind = "";
  }

  /**
   * @param {number} lane
   * @param {number} stride
   * @param {number} first
   * @param {number[]} values
   */
  add(lane, stride, first, values) {
    const line = this.lines[lane];
    line.stride = stride;
    line.values.length = first;
    line.values.push(...values);
  }

  /**
   * Where a lane stands.
   * @param {number} lane
   * @param {any} look
   */
  mark(lane, look) {
    const line = this.lines[lane];
    line.pieces = look.pieces;
    line.lost = look.end === "out" || look.end === "fault";
  }

  /** @param {number} chosen the lane to bring out; below 0 for none */
  draw(chosen) {
    const { canvas } = this;
    if (!canvas.width || !canvas.height) return;
    const ctx = context(canvas);
    const scale = devicePixelRatio;
    const [width, height] = [canvas.width / scale, canvas.height / scale];
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const most = nice(Math.max(20, ...this.lines.map((line) => line.pieces)));
    const top = nice(Math.max(4, ...this.lines.map((line) => Math.max(0, ...line.values))));
    const at = { left: 34, right: width - 10, floor: height - 18, roof: 6, most, top };
    this.grid(ctx, at);
    const others = this.lines.map((_, i) => i).filter((i) => i !== chosen);
    for (const i of chosen < 0 ? others : [...others, chosen]) {
      ctx.globalAlpha = chosen < 0 || i === chosen ? 1 : 0.22;
      this.line(ctx, at, i, i === chosen);
    }
    ctx.globalAlpha = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {any} at
   */
  grid(ctx, at) {
    const colours = palette();
    ctx.font = `${TEXT}px ${getComputedStyle(this.canvas).fontFamily}`;
    ctx.lineWidth = 1;
    for (const share of [0, 0.5, 1]) {
      const y = Math.round(at.floor - share * (at.floor - at.roof)) + 0.5;
      ctx.strokeStyle = share ? colours.grid : colours.line;
      ctx.beginPath();
      ctx.moveTo(at.left, y);
      ctx.lineTo(at.right, y);
      ctx.stroke();
      ctx.fillStyle = colours.muted;
      ctx.textAlign = "right";
      ctx.textBaseline = "middle";
      ctx.fillText(plain(share * at.top), at.left - 6, y);
    }
    ctx.textBaseline = "alphabetic";
    ctx.fillText(`${plain(at.most)} ${this.across}`, at.right, at.floor + TEXT + 4);
    ctx.textAlign = "left";
    ctx.fillText("0", at.left, at.floor + TEXT + 4);
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {any} at
   * @param {number} i
   * @param {boolean} strong
   */
  line(ctx, at, i, strong) {
    const { stride, values, lost } = this.lines[i];
    if (!values.length) return;
    const { letter, broken } = colour(i);
    const x = (/** @type {number} */ pieces) => at.left + (pieces / at.most) * (at.right - at.left);
    const y = (/** @type {number} */ value) => at.floor - (value / at.top) * (at.floor - at.roof);
    ctx.strokeStyle = palette()[letter];
    ctx.lineWidth = strong ? 2.5 : 1.5;
    ctx.lineJoin = "round";
    ctx.setLineDash(broken ? [5, 3] : []);
    ctx.beginPath();
    values.forEach((value, k) => ctx.lineTo(x(k * stride), y(value)));
    ctx.stroke();
    ctx.setLineDash([]);
    if (!lost) return;
    const [u, v] = [x((values.length - 1) * stride), y(values[values.length - 1])];
    ctx.lineWidth = 2;
    ctx.beginPath();
    for (const side of [-1, 1]) {
      ctx.moveTo(u - 3.5, v - 3.5 * side);
      ctx.lineTo(u + 3.5, v + 3.5 * side);
    }
    ctx.stroke();
  }
}

/**
 * The least even number of a calm scale that is not below a value, so that half of it is whole too.
 * @param {number} value
 */
function nice(value) {
  const power = Math.max(10 ** Math.floor(Math.log10(value)), 10);
  const steps = [0.4, 0.6, 0.8, 1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];
  return Math.round((steps.find((step) => step * power >= value) ?? 10) * power);
}

/** @param {number} value */
function plain(value) {
  return value >= 10_000 ? `${value / 1000}k` : String(value);
}
