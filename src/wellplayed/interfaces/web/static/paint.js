/**
 * Painting a frame: the well with everything in it, and the boxes of hold and queue.
 *
 * Everything is counted in device pixels and cells have a whole number of them, so edges are sharp. The empty well is
 * painted once for each size and theme; a frame is that picture, a picture for each cell, and some outlines.
 */

import { cell, isDark, palette } from "./colours.js";

/** The pieces as they appear, cells (x, y) with y up from the lowest row; tetris/srs.py has the same. */
export const SHAPES = {
  I: [[0, 0], [1, 0], [2, 0], [3, 0]],
  O: [[0, 0], [1, 0], [0, 1], [1, 1]],
  T: [[0, 0], [1, 0], [2, 0], [1, 1]],
  Z: [[0, 1], [1, 1], [1, 0], [2, 0]],
  S: [[0, 0], [1, 0], [1, 1], [2, 1]],
  J: [[0, 0], [1, 0], [2, 0], [0, 1]],
  L: [[0, 0], [1, 0], [2, 0], [2, 1]],
};
export const FLASH = 130; // milliseconds that cleared rows shine

/**
 * How the well lies on its canvas.
 * @typedef {{cell: number, left: number, floor: number, columns: number, height: number}} Place
 * `cell` device pixels a cell, `left` and `floor` the well's lower left corner, `height` its visible rows
 */

/**
 * The largest whole cell that fits, the well centred and on the floor of the canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {number} columns
 * @param {number} height visible rows
 * @param {number} rows with the hidden ones above
 * @returns {Place}
 */
export function place(canvas, columns, height, rows) {
  const border = Math.max(1, Math.round(devicePixelRatio));
  const size = Math.floor(Math.min((canvas.width - 2 * border) / columns, (canvas.height - 2 * border) / rows));
  const side = Math.max(size, 1);
  return {
    cell: side,
    left: Math.floor((canvas.width - columns * side) / 2),
    floor: canvas.height - border,
    columns,
    height,
  };
}

/**
 * The empty well as a picture.
 * @param {Place} at
 * @param {number} width
 * @param {number} height
 * @returns {HTMLCanvasElement}
 */
export function emptyWell(at, width, height) {
  const picture = document.createElement("canvas");
  picture.width = width;
  picture.height = height;
  const ctx = context(picture);
  const colours = palette();
  const line = Math.max(1, Math.round(devicePixelRatio));
  const [w, h] = [at.columns * at.cell, at.height * at.cell];
  const top = at.floor - h;
  ctx.fillStyle = colours.line;
  ctx.fillRect(at.left - line, top - line, w + 2 * line, h + 2 * line);
  ctx.fillStyle = colours.well;
  ctx.fillRect(at.left, top, w, h);
  if (at.cell >= 7) {
    ctx.fillStyle = colours.grid;
    for (let x = 1; x < at.columns; x++) ctx.fillRect(at.left + x * at.cell - 1, top, 1, h);
    for (let y = 1; y < at.height; y++) ctx.fillRect(at.left, top + y * at.cell - 1, w, 1);
  }
  return picture;
}

/**
 * Everything in the well.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {HTMLCanvasElement} empty
 * @param {any} frame
 * @param {{dim: boolean, pointed: number[][] | null, outlines: boolean}} how
 */
export function paintWell(ctx, at, empty, frame, how) {
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.drawImage(empty, 0, 0);
  ctx.globalAlpha = how.dim ? 0.4 : 1;
  const rows = frame.rows.split("/");
  rows.forEach((/** @type {string} */ row, /** @type {number} */ index) => {
    const y = rows.length - 1 - index;
    for (let x = 0; x < row.length; x++) if (row[x] !== ".") put(ctx, at, row[x], x, y);
  });
  const colours = palette();
  const width = Math.max(1, Math.round(at.cell * 0.075));
  if (how.outlines && frame.state === "play") {
    const target = frame.agent?.target; // its aim, or its advice while a person plays
    if (frame.ghost?.length && !same(frame.ghost, target)) outline(ctx, at, frame.ghost, colours.ghost, width, []);
    if (target?.length) {
      outline(ctx, at, target, colours.accent, Math.max(width, Math.round(at.cell * 0.1)), [at.cell * 0.28, at.cell * 0.2]);
    }
  }
  if (frame.piece) {
    if (isDark() && at.cell >= 14 && !how.dim) glow(ctx, at, frame.piece, colours[frame.piece.letter]);
    for (const [x, y] of frame.piece.cells) put(ctx, at, frame.piece.letter, x, y);
  }
  if (how.pointed) outline(ctx, at, how.pointed, colours.accent, Math.max(width, 2), []);
  ctx.globalAlpha = 1;
}

/**
 * The rows that were cleared, shining and fading.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {number[]} rows from the floor
 * @param {number} share of the time that has gone, 0 to 1
 */
export function paintFlash(ctx, at, rows, share) {
  ctx.globalAlpha = (1 - share) ** 2 * 0.85;
  ctx.fillStyle = isDark() ? "#fff" : palette().accent;
  for (const y of rows) ctx.fillRect(at.left, at.floor - (y + 1) * at.cell, at.columns * at.cell, at.cell);
  ctx.globalAlpha = 1;
}

/**
 * Pieces below each other, each in the middle of its own place.
 * @param {HTMLCanvasElement} canvas
 * @param {string} letters
 * @param {number} slots how many places there are
 * @param {boolean} dim
 */
export function paintPieces(canvas, letters, slots, dim) {
  const ctx = context(canvas);
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  ctx.globalAlpha = dim ? 0.35 : 1;
  const tall = canvas.height / slots;
  const side = Math.max(1, Math.floor(Math.min(canvas.width / 4.2, tall / 2.5)));
  [...letters].slice(0, slots).forEach((letter, slot) => {
    const shape = SHAPES[/** @type {keyof typeof SHAPES} */ (letter)];
    if (!shape) return;
    const wide = 1 + Math.max(...shape.map(([x]) => x));
    const high = 1 + Math.max(...shape.map(([, y]) => y));
    const left = Math.round((canvas.width - wide * side) / 2);
    const floor = Math.round(slot * tall + (tall + high * side) / 2);
    for (const [x, y] of shape) ctx.drawImage(cell(letter, side), left + x * side, floor - (y + 1) * side);
  });
  ctx.globalAlpha = 1;
}

/**
 * Whether two lists hold the same cells, in any order.
 * @param {number[][]} cells
 * @param {number[][] | undefined} others
 */
function same(cells, others) {
  return cells.length === others?.length && cells.every(([x, y]) => others.some(([u, v]) => x === u && y === v));
}

/** @param {HTMLCanvasElement} canvas */
export function context(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {string} letter
 * @param {number} x
 * @param {number} y
 */
function put(ctx, at, letter, x, y) {
  ctx.drawImage(cell(letter, at.cell), at.left + x * at.cell, at.floor - (y + 1) * at.cell);
}

/**
 * The outline of cells taken together; never filled.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {number[][]} cells
 * @param {string} colour
 * @param {number} width
 * @param {number[]} dashes
 */
function outline(ctx, at, cells, colour, width, dashes) {
  const taken = new Set(cells.map(([x, y]) => `${x},${y}`));
  const inset = width / 2 + 1;
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineCap = dashes.length ? "butt" : "square";
  ctx.setLineDash(dashes);
  ctx.beginPath();
  for (const [x, y] of cells) {
    const is = (/** @type {number} */ dx, /** @type {number} */ dy) => taken.has(`${x + dx},${y + dy}`);
    const [l, t] = [at.left + x * at.cell, at.floor - (y + 1) * at.cell];
    const [r, b] = [l + at.cell, t + at.cell];
    // an edge goes on to the neighbour's edge, or stops short at a corner
    const from = (/** @type {boolean} */ joined, /** @type {number} */ at_) => at_ + (joined ? -inset : inset);
    const to = (/** @type {boolean} */ joined, /** @type {number} */ at_) => at_ + (joined ? inset : -inset);
    if (!is(0, 1)) line(ctx, from(is(-1, 0), l), t + inset, to(is(1, 0), r), t + inset);
    if (!is(0, -1)) line(ctx, from(is(-1, 0), l), b - inset, to(is(1, 0), r), b - inset);
    if (!is(-1, 0)) line(ctx, l + inset, from(is(0, 1), t), l + inset, to(is(0, -1), b));
    if (!is(1, 0)) line(ctx, r - inset, from(is(0, 1), t), r - inset, to(is(0, -1), b));
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} u
 * @param {number} v
 */
function line(ctx, x, y, u, v) {
  ctx.moveTo(x, y);
  ctx.lineTo(u, v);
}

/**
 * A soft light around the falling piece, of its own colour.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Place} at
 * @param {{cells: number[][]}} piece
 * @param {string} colour
 */
function glow(ctx, at, piece, colour) {
  ctx.save();
  ctx.shadowColor = colour;
  ctx.shadowBlur = at.cell * 0.55;
  ctx.fillStyle = colour;
  ctx.globalAlpha = 0.5;
  for (const [x, y] of piece.cells) {
    ctx.fillRect(at.left + x * at.cell, at.floor - (y + 1) * at.cell, at.cell, at.cell);
  }
  ctx.restore();
}
