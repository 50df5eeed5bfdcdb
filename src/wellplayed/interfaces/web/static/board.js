/**
 * `<wp-board session="…">`: one live game. It draws what the server sends and sends what a person presses.
 *
 * Attributes: `session` names the game, and may change; without it frames come by `show`. `game` is what is played, by
 * default `guideline`: its keys, its numbers, and how its well is painted. `read-only` takes no input,
 * `plain` is the well alone, `quiet` a game that plays by itself behind an invitation until somebody presses a key
 * (event `wp-begin`), `pointed` cells to outline (JSON), `words` the labels (JSON). Each frame that brings another
 * state or another hand fires `wp-state`.
 *
 * A frame is drawn in the moment it arrives, not at the next picture of the screen, and frames older than the one
 * shown are dropped. What moves by itself (cleared rows that fade) is cut off by any key.
 *
 * No property is named as an attribute is: Vue, which builds the page, would set it in the attribute's place.
 */

import { onColours } from "./colours.js";
import { Keys } from "./keys.js";
import { context, emptyWell, FLASH, paintFlash, paintPieces, paintWell, place } from "./paint.js";
import { handling } from "./prefs.js";
import { paintField, paintGround, paintPairs } from "./puyos.js";
import { Rival } from "./rival.js";
import { Sides, spelt } from "./sides.js";
import { gestures, pad } from "./touch.js";
import { Wire } from "./wire.js";

const NOTHING = { piece: null, ghost: [], hold: null, next: "", state: "play", agent: null };
/** @type {Record<string, any>} */
const EMPTY = {
  guideline: { ...NOTHING, rows: Array(22).fill(".".repeat(10)).join("/"), height: 20 },
  puyo: { ...NOTHING, rows: Array(14).fill(".".repeat(6)).join("/"), height: 12 },
};
const MOVING = new Set(["locking", "popping", "falling"]); // phases of a turn of Puyo
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board extends HTMLElement {
  static observedAttributes = ["session", "quiet", "pointed"];

  constructor() {
    super();
    /** @type {any} the frame shown */
    this.frame = EMPTY.guideline;
    this.f = -1;
    /** @type {((frame: any) => void) | null} called after each frame drawn; for measurements */
    this.drawn = null;
    /** @type {{rows: number[], began: number} | null} what moves by itself: rows that were cleared, or a link */
    this.flash = null;
    this.going = ""; // which phase of a turn is shown
    this.told = "";
    this.described = "";
    this.look = "";
    this.animation = 0;
  }

  get isReadOnly() {
    return this.hasAttribute("read-only");
  }

  /** What is played. */
  get kind() {
    return this.getAttribute("game") === "puyo" ? "puyo" : "guideline";
  }

  get isQuiet() {
    return this.hasAttribute("quiet");
  }

  connectedCallback() {
    this.life = new AbortController();
    this.labels = JSON.parse(this.getAttribute("words") ?? "{}");
    if (this.f < 0) this.frame = EMPTY[this.kind];
    this.build();
    this.observer = new ResizeObserver((entries) => this.resized(entries));
    this.observer.observe(/** @type {HTMLElement} */ (this.canvas));
    this.forgetColours = onColours(() => this.repaint());
    const { signal } = this.life;
    document.addEventListener("visibilitychange", () => this.repaint(), { signal });
    if (!this.isReadOnly) document.addEventListener("visibilitychange", () => this.hidden(), { signal });
    window.addEventListener("wp-prefs", () => this.sendHandling(), { signal });
    if (!this.isReadOnly) this.listen(signal);
    this.connect();
  }

  disconnectedCallback() {
    this.life?.abort();
    this.observer?.disconnect();
    this.forgetColours?.();
    this.keys?.close();
    this.wire?.close();
    this.rival?.close();
    cancelAnimationFrame(this.animation);
    this.replaceChildren();
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(name, before, now) {
    if (!this.isConnected || !this.canvas || before === now) return;
    if (name === "session") this.connect();
    this.repaint();
  }

  build() {
    const plain = this.hasAttribute("plain");
    this.canvas = document.createElement("canvas");
    this.canvas.role = "img";
    const well = document.createElement("div");
    well.className = "wp-well";
    this.sides = new Sides(this.labels, this.kind, plain, (what) => this.command(what));
    this.rival = plain ? null : new Rival(this.labels);
    well.append(this.canvas, ...(this.rival ? [this.rival.ours, this.sides.veil] : []));
    if (this.rival) this.sides.right.append(this.rival.box);
    this.replaceChildren(...(plain ? [well] : [this.sides.left, well, this.sides.right]));
    if (!this.isReadOnly) {
      this.tabIndex = 0;
      this.role = "application";
      this.append(pad(this.labels.keys ?? {}, { key: (name, down) => this.press(name, down) }));
    }
    this.ariaLabel = this.labels.board ?? "";
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const acts = {
      key: (/** @type {string} */ name, /** @type {boolean} */ down) => this.press(name, down),
      command: (/** @type {string} */ name) => this.command(name),
    };
    this.keys = new Keys(acts);
    const well = /** @type {HTMLElement} */ (this.canvas?.parentElement);
    gestures(well, () => (this.at?.cell ?? 1) / devicePixelRatio, acts, signal);
    well.addEventListener("click", () => this.isQuiet && this.begin(), { signal });
  }

  connect() {
    this.wire?.close();
    this.wire = undefined;
    this.f = -1;
    const session = this.getAttribute("session");
    if (!session) return;
    this.wire = new Wire(session, {
      message: (message) => message.k === "frame" && this.show(message),
      state: (state, reason) => {
        this.sides?.line(state, reason);
        if (state === "open") this.sendHandling();
      },
    });
  }

  sendHandling() {
    const numbers = handling(this.kind);
    if (numbers && !this.isReadOnly) this.wire?.send({ k: "do", what: "set", handling: numbers });
  }

  // --- input ------------------------------------------------------------------------------------

  /**
   * @param {string} name
   * @param {boolean} down
   */
  press(name, down) {
    if (this.labels.keys && !(name in this.labels.keys)) return; // a key of another game
    if (down && this.isQuiet) this.begin();
    if (down) this.cut();
    this.wire?.key(name, down);
  }

  /** @param {string} name an action of prefs.js that is no key of the game */
  command(name) {
    this.cut();
    if (this.isQuiet) {
      if (name !== "hand" && name !== "step") return this.begin();
      this.begun(); // the agent that plays already goes on
      if (name === "hand") return;
    }
    const { state, agent } = this.frame;
    const what = {
      hand: agent?.on ? "take_back" : "hand_over",
      pause: state === "paused" ? "resume" : "pause",
    }[name] ?? name;
    this.wire?.send({ k: "do", what });
  }

  /** The first key: the game that played by itself ends, and a new one is the person's. */
  begin() {
    if (!this.wire?.isOpen) return;
    this.begun();
    this.wire?.send({ k: "do", what: "take_back" });
    this.wire?.send({ k: "do", what: "restart" });
  }

  /** The invitation goes. */
  begun() {
    if (!this.isQuiet) return;
    this.removeAttribute("quiet");
    this.dispatchEvent(new CustomEvent("wp-begin", { bubbles: true }));
    this.focus({ preventScroll: true });
  }

  /** Nobody looks: a person's game rests. */
  hidden() {
    const { state, agent } = this.frame;
    if (document.hidden && state === "play" && !agent?.on) this.wire?.send({ k: "do", what: "pause" });
  }

  /** Whatever moves by itself is over. */
  cut() {
    if (!this.flash) return;
    this.flash = null;
    this.draw();
  }

  // --- pictures ---------------------------------------------------------------------------------

  /**
   * Show a frame, unless a newer one has been shown.
   * @param {any} frame
   */
  show(frame) {
    if (frame.f !== undefined && frame.f <= this.f) return;
    this.f = frame.f ?? this.f;
    const ground = (/** @type {any} */ f) => `${f.rows.length} ${f.height} ${f.deadly}`;
    const sizes = ground(frame) !== ground(this.frame);
    this.frame = frame;
    this.toggleAttribute("duel", Boolean(frame.rival));
    if (sizes) this.repaint();
    this.move(frame);
    if (!document.hidden) {
      if (this.flash || appearance(frame) !== this.look) this.draw(); // most frames only tell the time
      this.sides?.show(this.shown, this.isQuiet);
      this.rival?.show(this.shown, this.isQuiet);
      this.describe();
    }
    const detail = { state: frame.state, agent: frame.agent?.on ?? false, undo: frame.undo ?? false,
      duel: Boolean(frame.rival) };
    const told = JSON.stringify(detail);
    if (told !== this.told) {
      this.told = told;
      this.dispatchEvent(new CustomEvent("wp-state", { bubbles: true, detail }));
    }
    this.drawn?.(frame);
  }

  /** What is to be seen: the frame, or nothing of a game that plays by itself where nothing may move. */
  get shown() {
    return this.isQuiet && still.matches ? EMPTY[this.kind] : this.frame;
  }

  draw() {
    if (!this.canvas || !this.at || !this.empty) return;
    this.look = appearance(this.frame);
    const ctx = context(this.canvas);
    const { shown, frame: { state, why } } = this;
    const dim = this.isQuiet || (state !== "play" && why !== "start");
    const share = this.flash ? Math.min((performance.now() - this.flash.began) / FLASH, 1) : 1;
    const how = { dim, pointed: this.outlined, outlines: !this.isQuiet, share };
    const pairs = this.kind === "puyo";
    (pairs ? paintField : paintWell)(ctx, this.at, this.empty, shown, how);
    if (this.flash && share < 1) {
      paintFlash(ctx, this.at, this.flash.rows, share);
      cancelAnimationFrame(this.animation);
      this.animation = requestAnimationFrame(() => this.draw());
    } else this.flash = null;
    for (const [box, letters, slots, faint] of this.sides?.boxes(shown) ?? []) {
      (pairs ? paintPairs : paintPieces)(box, letters, slots, faint || this.isQuiet);
    }
  }

  /**
   * Begin what moves by itself with a frame, unless nothing may: cleared rows shine; so do links, and puyos come down.
   * @param {any} frame
   */
  move(frame) {
    const going = frame.phase ? `${frame.phase} ${frame.chain} ${frame.pieces}` : "";
    const begins = going !== this.going && this.going !== "" && MOVING.has(frame.phase);
    this.going = going;
    if (!frame.cleared?.length && !begins) return;
    this.flash = still.matches ? null : { rows: frame.cleared ?? [], began: performance.now() };
  }

  /** Say in words what the canvas shows, once for each piece. */
  describe() {
    const { pieces, lines, piece, hold, next, score } = this.frame;
    const key = `${pieces} ${piece?.letter} ${hold}`;
    if (key === this.described || !this.canvas) return;
    this.described = key;
    const { hold: holding = "", next: coming = "", numbers = {} } = this.labels;
    const count = this.kind === "puyo" ? `${numbers.score ?? ""} ${score}` : `${numbers.lines ?? ""} ${lines}`;
    const parts = [piece?.letter, hold && `${holding} ${hold}`, next && `${coming} ${spelt(next, this.kind)}`,
      lines !== undefined && count];
    this.canvas.ariaLabel = parts.filter(Boolean).join(", ");
  }

  /** Draw everything anew: another size, theme or state of the page. */
  repaint() {
    if (!this.canvas?.width || document.hidden) return;
    const rows = this.frame.rows.split("/");
    this.outlined = JSON.parse(this.getAttribute("pointed") ?? "null");
    this.at = place(this.canvas, rows[0].length, this.frame.height, rows.length);
    this.empty = emptyWell(this.at, this.canvas.width, this.canvas.height);
    if (this.kind === "puyo") paintGround(context(this.empty), this.at, this.frame.deadly);
    this.sides?.forget();
    this.draw();
    this.sides?.show(this.shown, this.isQuiet);
  }

  /** @param {ResizeObserverEntry[]} entries */
  resized(entries) {
    for (const entry of entries) {
      const canvas = /** @type {HTMLCanvasElement} */ (entry.target);
      const exact = entry.devicePixelContentBoxSize?.[0];
      const { width, height } = entry.contentRect;
      canvas.width = whole(width, exact?.inlineSize);
      canvas.height = whole(height, exact?.blockSize);
    }
    this.sides?.fit();
    this.repaint();
  }
}

/**
 * All that the canvases show of a frame.
 * @param {any} frame
 */
function appearance({ rows, piece, ghost, hold, held, next, state, why, agent, phase, popping }) {
  return `${rows} ${piece?.letter} ${piece?.cells} ${ghost} ${hold} ${held} ${next} ${state} ${why} ${agent?.target} `
    + `${phase} ${popping}`;
}

/**
 * A length in device pixels: what the browser says, where that is right; emulated screens can have it wrong.
 * @param {number} length in CSS pixels
 * @param {number | undefined} exact
 */
function whole(length, exact) {
  const pixels = length * devicePixelRatio;
  return exact !== undefined && Math.abs(exact - pixels) < 1 ? exact : Math.round(pixels);
}

customElements.define("wp-board", Board);
