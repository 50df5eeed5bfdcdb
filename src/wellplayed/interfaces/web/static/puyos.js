/**
 * Painting a field of Puyo: round puyos, neighbours of one colour joined, the rows above the visible ones dimmed, the
 * pair that falls, where it would land, and the link that pops. drawing/field.py draws the same as a picture.
 *
 * While puyos hang in the air they are drawn on their way down, for a moment, and then where they will rest.
 */

import { isDark, paintSign, palette, sprite } from "./colours.js";
import { context } from "./paint.js";
import { prefs } from "./prefs.js";

const [RADIUS, BRIDGE] = [0.45, 0.56]; // of a puyo, and how wide a bridge is, in sides of a cell
const DIM = 0.5; // of what lies above the visible rows
const [UP, RIGHT, DOWN, LEFT] = [1, 2, 4, 8]; // neighbours that a puyo is joined with
const DEADLY = [2]; // columns whose twelfth row must stay empty, by the usual rules
/** @type {Record<string, number[][]>} lines as in colours.js */
const SIGNS = {
  R: [[0.5, 0.28, 0.5, 0.72]],
  G: [[0.35, 0.35, 0.65, 0.35], [0.65, 0.35, 0.65, 0.65], [0.65, 0.65, 0.35, 0.65], [0.35, 0.65, 0.35, 0.35]],
  B: [[0.34, 0.66, 0.66, 0.34]],
  Y: [[0.5, 0.28, 0.5, 0.72], [0.28, 0.5, 0.72, 0.5]],
  P: [[0.5, 0.5, 0.5, 0.5]],
};

/** @typedef {import("./paint.js").Place} Place */

/**
 * One puyo as a picture.
 * @param {string} letter
 * @param {number} joins the neighbours it is joined with
 * @param {number} size in device pixels
 */
function puyo(letter, joins, size) {
  return sprite(`puyo${letter}${joins} ${size}`, size, (ctx) => {
    const [middle, radius, half] = [size / 2, RADIUS * size, (BRIDGE * size) / 2];
    ctx.fillStyle = palette()[`puyo${letter}`] ?? palette().muted;
    ctx.beginPath();
    ctx.arc(middle, middle, radius, 0, 2 * Math.PI);
    if (joins & UP) ctx.rect(middle - half, 0, 2 * half, middle);
    if (joins & DOWN) ctx.rect(middle - half, middle, 2 * half, size - middle);
    if (joins & LEFT) ctx.rect(0, middle - half, middle, 2 * half);
    if (joins & RIGHT) ctx.rect(middle, middle - half, size - middle, 2 * half);
    ctx.fill();
    if (size >= 10) {
      ctx.fillStyle = "rgb(255 255 255 / 0.28)";
      ctx.beginPath();
      ctx.ellipse(middle - radius * 0.28, middle - radius * 0.42, radius * 0.4, radius * 0.24, -0.5, 0, 2 * Math.PI);
      ctx.fill();
    }
    if (prefs.patterns && size >= 6) paintSign(ctx, SIGNS[letter] ?? [], size);
  });
}

/**
 * What the empty field has besides: the ghost row above the visible ones, and a cross where a puyo ends the game.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {number[]} [deadly] the columns of the crosses
 */
export function paintGround(ctx, at, deadly = DEADLY) {
  const top = at.floor - (at.height + 1) * at.cell;
  ctx.fillStyle = palette().line;
  ctx.globalAlpha = 0.35;
  ctx.fillRect(at.left, top, at.columns * at.cell, at.cell - Math.max(1, Math.round(devicePixelRatio)));
  ctx.strokeStyle = palette().muted;
  ctx.globalAlpha = 0.5;
  ctx.lineWidth = Math.max(1, at.cell / 14);
  const arm = at.cell * 0.2;
  const y = at.floor - (at.height - 0.5) * at.cell;
  ctx.beginPath();
  for (const column of deadly) {
    const x = at.left + (column + 0.5) * at.cell;
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
    ctx.moveTo(x - arm, y + arm);
    ctx.lineTo(x + arm, y - arm);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/**
 * Everything in the field.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {HTMLCanvasElement} empty
 * @param {any} frame
 * @param {{dim: boolean, pointed: number[][] | null, outlines: boolean, share: number}} how `share` of the time of
 *   whatever moves that has gone, 0 to 1
 */
export function paintField(ctx, at, empty, frame, how) {
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.drawImage(empty, 0, 0);
  const strength = how.dim ? 0.4 : 1;
  const falls = frame.phase === "locking" || frame.phase === "falling";
  const settled = falls ? settle(frame.rows) : null;
  const rows = (settled ?? frame.rows).split("/").reverse();
  const going = new Set((frame.popping ?? []).map(([x, y]) => `${x},${y}`));
  const drops = settled && how.share < 1 ? hanging(frame.rows) : new Map();
  rows.forEach((/** @type {string} */ row, /** @type {number} */ y) => {
    [...row].forEach((letter, x) => {
      if (letter === ".") return;
      ctx.globalAlpha = strength * (y >= at.height ? DIM : 1);
      if (letter === "x") return used(ctx, at, x, y);
      if (going.has(`${x},${y}`)) return;
      const fallen = drops.get(`${x},${y}`);
      if (fallen) put(ctx, at, letter, 0, x, y + fallen * (1 - how.share * how.share));
      else put(ctx, at, letter, y < at.height ? joins(rows, x, y, at.height) : 0, x, y);
    });
  });
  ctx.globalAlpha = strength;
  paintPopping(ctx, at, rows, frame.popping ?? [], how.share);
  paintPair(ctx, at, frame, how);
  if (how.pointed) for (const [x, y] of how.pointed) ring(ctx, at, x, y, palette().accent, at.cell * 0.09, []);
  ctx.globalAlpha = 1;
}

/**
 * The pair, where it would land, and where the agent means it to.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {any} frame
 * @param {{dim: boolean, outlines: boolean}} how
 */
function paintPair(ctx, at, frame, how) {
  const { piece, ghost = [], agent, state } = frame;
  if (how.outlines && state === "play") {
    const target = (piece && agent?.target) ?? []; // while a chain runs its cells are not yet what they will be
    ghost.forEach(([x, y], /** @type {number} */ i) => {
      ring(ctx, at, x, y, palette()[`puyo${piece?.letter[i]}`], at.cell * 0.08, []);
    });
    for (const [x, y] of target) ring(ctx, at, x, y, palette().accent, at.cell * 0.1, [at.cell * 0.22, at.cell * 0.14]);
  }
  piece?.cells.forEach(([x, y], /** @type {number} */ i) => {
    if (isDark() && at.cell >= 14 && !how.dim) glow(ctx, at, x, y, palette()[`puyo${piece.letter[i]}`]);
    put(ctx, at, piece.letter[i], 0, x, y);
    if (i === 0) ring(ctx, at, x, y, palette().text, at.cell * 0.05, []); // the axis, round which the other turns
  });
}

/**
 * The puyos that pop: they shine, and then are rings until they are gone.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {string[]} rows from the floor
 * @param {number[][]} cells
 * @param {number} share
 */
function paintPopping(ctx, at, rows, cells, share) {
  for (const [x, y] of cells) {
    const letter = rows[y][x];
    const whole = ctx.globalAlpha;
    ctx.globalAlpha = whole * 0.45;
    put(ctx, at, letter, 0, x, y);
    ctx.globalAlpha = whole;
    ring(ctx, at, x, y, palette()[`puyo${letter}`], at.cell * 0.09, []);
    if (share < 1) {
      ctx.globalAlpha = whole * (1 - share) ** 2 * 0.9;
      ctx.fillStyle = isDark() ? "#fff" : palette().accent;
      ctx.beginPath();
      ctx.arc(at.left + (x + 0.5) * at.cell, at.floor - (y + 0.5) * at.cell, RADIUS * at.cell, 0, 2 * Math.PI);
      ctx.fill();
      ctx.globalAlpha = whole;
    }
  }
}

/**
 * Pairs below each other, the child above its axis as they appear.
 * @param {HTMLCanvasElement} canvas
 * @param {string} letters two for each pair
 * @param {number} slots how many places there are
 * @param {boolean} dim
 */
export function paintPairs(canvas, letters, slots, dim) {
  const { width, height } = canvas;
  const ctx = context(canvas);
  ctx.clearRect(0, 0, width, height);
  ctx.globalAlpha = dim ? 0.35 : 1;
  const tall = height / slots;
  const side = Math.max(1, Math.floor(Math.min(width / 2, tall / 2.3)));
  for (let slot = 0; slot < slots && 2 * slot < letters.length; slot++) {
    const [axis, child] = letters.slice(2 * slot);
    const left = Math.round((width - side) / 2);
    const top = Math.round((slot + 0.5) * tall - side);
    ctx.drawImage(puyo(child, child === axis ? DOWN : 0, side), left, top);
    ctx.drawImage(puyo(axis, child === axis ? UP : 0, side), left, top + side);
  }
  ctx.globalAlpha = 1;
}

// --- one puyo -------------------------------------------------------------------------------------

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {string} letter
 * @param {number} joined
 * @param {number} x
 * @param {number} y
 */
function put(ctx, at, letter, joined, x, y) {
  ctx.drawImage(puyo(letter, joined, at.cell), at.left + x * at.cell, Math.round(at.floor - (y + 1) * at.cell));
}

/**
 * An outline, never filled.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @param {number} width
 * @param {number[]} dashes
 */
function ring(ctx, at, x, y, colour, width, dashes) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1, width);
  ctx.setLineDash(dashes);
  ctx.beginPath();
  const radius = RADIUS * at.cell - ctx.lineWidth / 2;
  ctx.arc(at.left + (x + 0.5) * at.cell, at.floor - (y + 0.5) * at.cell, Math.max(radius, 1), 0, 2 * Math.PI);
  ctx.stroke();
  ctx.setLineDash([]);
}

/**
 * A cell of row 14 that a puyo has used up.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {number} x
 * @param {number} y
 */
function used(ctx, at, x, y) {
  const [left, top, inset] = [at.left + x * at.cell, at.floor - (y + 1) * at.cell, at.cell * 0.36];
  ctx.fillStyle = palette().muted;
  ctx.fillRect(left + inset, top + at.cell * 0.45, at.cell - 2 * inset, at.cell * 0.1);
}

/**
 * A soft light around a puyo of the pair.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function glow(ctx, at, x, y, colour) {
  ctx.save();
  ctx.shadowColor = ctx.fillStyle = colour;
  ctx.shadowBlur = at.cell * 0.5;
  ctx.globalAlpha = 0.5;
  ctx.beginPath();
  ctx.arc(at.left + (x + 0.5) * at.cell, at.floor - (y + 0.5) * at.cell, RADIUS * 0.9 * at.cell, 0, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
}

// --- rows of letters ------------------------------------------------------------------------------

/**
 * The visible neighbours that a puyo is joined with.
 * @param {string[]} rows from the floor
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
function joins(rows, x, y, height) {
  const letter = rows[y][x];
  if (letter === "#") return 0;
  const same = (/** @type {number} */ u, /** @type {number} */ v) => v < height && rows[v]?.[u] === letter;
  return (same(x, y + 1) ? UP : 0) | (same(x + 1, y) ? RIGHT : 0) | (same(x, y - 1) ? DOWN : 0)
    | (same(x - 1, y) ? LEFT : 0);
}

/**
 * The letters of each column from the floor up, and how high each lies. What is used up in row 14 does not fall.
 * @param {string} text
 */
function columns(text) {
  const rows = text.split("/").reverse();
  return [...rows[0]].map((_, x) => rows.map((row, y) => ({ letter: row[x], y }))
    .filter(({ letter }) => letter !== "." && letter !== "x"));
}

/**
 * The rows once everything has come down.
 * @param {string} text
 */
export function settle(text) {
  const rows = text.split("/");
  const fallen = columns(text);
  return rows.map((row, index) => [...row].map((letter, x) => (letter === "x" ? "x"
    : fallen[x][rows.length - 1 - index]?.letter ?? ".")).join("")).join("/");
}

/**
 * By how many rows each puyo hangs above the place where it will rest, by that place; only those that do.
 * @param {string} text
 * @returns {Map<string, number>}
 */
function hanging(text) {
  const found = new Map();
  columns(text).forEach((column, x) => column.forEach(({ y }, rest) => {
    if (y > rest) found.set(`${x},${rest}`, y - rest);
  }));
  return found;
}
