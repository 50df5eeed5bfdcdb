/**
 * The colours of the theme as a canvas needs them, and one ready-made picture for each kind of cell.
 *
 * Everything comes from the CSS variables of theme.css. When the theme changes, all pictures are thrown away and
 * every board that asked to be told paints itself again.
 */

import { prefs } from "./prefs.js";

const PIECES = "IOTSZJLG";
const PUYOS = { R: "r", G: "g", B: "b", Y: "y", P: "p", "#": "ojama" };
const NAMES = ["well", "grid", "line", "text", "muted", "accent", "ghost", "sign"];
const SMALL = 9; // device pixels; cells below this size get neither rounded corners nor shading

/** @type {Record<string, string> | null} */
let colours = null;
/** @type {Map<string, HTMLCanvasElement>} */
const sprites = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * The resolved colours by name: those of NAMES, `I` to `G` for the pieces, and `puyoR` to `puyo#`.
 * @returns {Record<string, string>}
 */
export function palette() {
  if (colours) return colours;
  const probe = document.createElement("span");
  probe.style.display = "none";
  document.body.append(probe);
  const read = (/** @type {string} */ name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  colours = {};
  for (const name of NAMES) colours[name] = read(name);
  for (const letter of PIECES) colours[letter] = read(`piece-${letter.toLowerCase()}`);
  for (const [letter, name] of Object.entries(PUYOS)) colours[`puyo${letter}`] = read(`puyo-${name}`);
  probe.remove();
  return colours;
}

/** Whether the dark theme is on. */
export function isDark() {
  return document.documentElement.dataset.theme !== "light";
}

/**
 * Be told when the theme, the system's colour scheme or the patterns change.
 * @param {() => void} listener
 * @returns {() => void} call it to be told no longer
 */
export function onColours(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function forget() {
  colours = null;
  sprites.clear();
  for (const listener of listeners) listener();
}

new MutationObserver(forget).observe(document.documentElement, { attributeFilter: ["data-theme"] });
window.addEventListener("load", forget); // style sheets may have come later than the first frame
window.addEventListener("wp-prefs", forget);

/**
 * One cell as a picture.
 * @param {string} letter of a piece, G for garbage; anything else is drawn as garbage
 * @param {number} size in device pixels
 * @returns {HTMLCanvasElement}
 */
export function cell(letter, size) {
  const kind = PIECES.includes(letter) ? letter : "G";
  return sprite(`${kind}${size}`, size, (ctx) => paintCell(ctx, kind, size));
}

/**
 * A square picture, painted once for each theme.
 * @param {string} key what it is called
 * @param {number} size in device pixels
 * @param {(ctx: CanvasRenderingContext2D) => void} paint
 * @returns {HTMLCanvasElement}
 */
export function sprite(key, size, paint) {
  let picture = sprites.get(key);
  if (!picture) {
    picture = document.createElement("canvas");
    picture.width = picture.height = size;
    paint(/** @type {CanvasRenderingContext2D} */ (picture.getContext("2d")));
    sprites.set(key, picture);
  }
  return picture;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} kind
 * @param {number} size
 */
function paintCell(ctx, kind, size) {
  const colour = palette()[kind];
  const gap = size < SMALL ? (size < 5 ? 0 : 1) : Math.max(1, Math.round(size / 28));
  const side = size - gap;
  ctx.fillStyle = colour;
  if (size < SMALL) {
    ctx.fillRect(0, 0, side, side);
  } else {
    ctx.beginPath();
    ctx.roundRect(gap / 2, gap / 2, side, side, size * 0.11);
    ctx.fill();
    ctx.clip();
    const edge = Math.max(1, Math.round(size * 0.09));
    ctx.fillStyle = "rgb(255 255 255 / 0.26)";
    ctx.fillRect(0, 0, size, edge + gap / 2);
    ctx.fillStyle = "rgb(0 0 0 / 0.16)";
    ctx.fillRect(0, size - edge - gap / 2, size, edge + gap);
  }
  if (prefs.patterns && size >= 6) paintSign(ctx, SIGNS[kind] ?? [], size);
}

/**
 * The signs that tell pieces apart without their colours, as lines; one without length is a dot. drawing/ink.py has
 * the same.
 * @type {Record<string, number[][]>}
 */
const SIGNS = {
  I: [[0.5, 0.2, 0.5, 0.8]],
  S: [[0.25, 0.75, 0.75, 0.25]],
  Z: [[0.25, 0.25, 0.75, 0.75]],
  J: [[0.22, 0.38, 0.78, 0.38], [0.22, 0.62, 0.78, 0.62]],
  L: [[0.5, 0.22, 0.5, 0.78], [0.22, 0.5, 0.78, 0.5]],
  O: [[0.3, 0.3, 0.7, 0.3], [0.7, 0.3, 0.7, 0.7], [0.7, 0.7, 0.3, 0.7], [0.3, 0.7, 0.3, 0.3]],
  T: [[0.5, 0.5, 0.5, 0.5]],
};

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number[][]} lines in sides of the cell
 * @param {number} size
 */
export function paintSign(ctx, lines, size) {
  const at = (/** @type {number} */ share) => size * share;
  ctx.strokeStyle = ctx.fillStyle = palette().sign;
  ctx.globalAlpha = 0.9;
  ctx.lineWidth = Math.max(1, at(0.1));
  ctx.beginPath();
  for (const [x, y, u, v] of lines) {
    ctx.moveTo(at(x), at(y));
    ctx.lineTo(at(u), at(v));
  }
  ctx.stroke();
  for (const [x, y, u, v] of lines) {
    if (x !== u || y !== v) continue;
    ctx.beginPath();
    ctx.arc(at(x), at(y), at(0.17), 0, 2 * Math.PI);
    ctx.fill();
  }
}
