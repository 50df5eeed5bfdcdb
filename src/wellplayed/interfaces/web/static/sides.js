/**
 * What stands around the well: hold and numbers at the left, the queue at the right, and what is said over it.
 *
 * Text is real text, so that it can be read aloud, selected and translated; only what changed is written. Every line
 * has its room from the beginning, so nothing moves when a number appears.
 */

import { keyName, prefs } from "./prefs.js";

const QUEUE = 5;
export const CALL = 1400; // milliseconds that a callout stays
const PATIENCE = 500; // milliseconds without a line before it is said
const LEGEND = ["left", "right", "cw", "soft", "hard", "hold"]; // the keys that are told before a game
const fingers = matchMedia("(pointer: coarse)");

/** @type {Record<string, (frame: any) => string>} the text of a number for a frame */
const TEXTS = {
  time: (f) => clock(f.tick ?? 0),
  score: (f) => (f.score ?? 0).toLocaleString("en"),
  lines: (f) => String(f.lines ?? 0),
  level: (f) => String(f.level ?? 1),
  pieces: (f) => String(f.pieces ?? 0),
  pace: (f) => (f.tick > 30 ? ((60 * f.pieces) / f.tick).toFixed(2) : "–"),
  attack: (f) => String(f.attack ?? 0),
  combo: (f) => (f.combo > 1 ? `×${f.combo - 1}` : "–"),
  chain: (f) => (f.chain > 1 ? `×${f.chain - 1}` : "–"),
  links: (f) => String(f.chain || "–"),
  longest: (f) => String(f.longest || "–"),
  waiting: (f) => (f.waiting ? String(f.waiting) : ""),
};
/** @type {Record<string, string[]>} the numbers at the left of each game */
const NUMBERS = {
  guideline: ["time", "score", "lines", "level", "pieces", "pace", "attack", "combo", "chain"],
  puyo: ["time", "score", "links", "longest", "pieces", "pace", "attack", "waiting"],
};

export class Sides {
  /**
   * @param {any} words the labels by their place, see board.py
   * @param {string} game
   * @param {boolean} plain the well alone: nothing is built but what boxes and shows nothing
   * @param {(what: string) => void} act what the buttons over the well do
   */
  constructor(words, game, plain, act) {
    this.words = words;
    this.game = game;
    this.plain = plain;
    this.act = act;
    /** @type {Map<Node, string>} what each element says */
    this.said = new Map();
    this.timer = 0;
    this.offline = 0;
    this.down = false;
    this.hold = document.createElement("canvas");
    this.queue = document.createElement("canvas");
    this.left = element("div", "wp-side wp-left");
    this.right = element("div", "wp-side wp-right");
    this.veil = element("div", "wp-veil");
    this.calls = element("div", "wp-calls");
    this.goal = element("strong", "wp-num");
    this.goalOf = element("span", "wp-label");
    this.aloud = element("div", "wp-hidden");
    this.aloud.ariaLive = "polite";
    this.notice = element("div", "wp-notice");
    this.notice.role = "status";
    if (!plain) this.build();
    this.forget();
  }

  build() {
    const { hold = "", next = "", numbers = {} } = this.words;
    const list = element("dl", "wp-numbers");
    /** @type {[HTMLElement, (frame: any) => string][]} */
    this.numbers = NUMBERS[this.game].map((name) => {
      const value = element("dd", "wp-num");
      const line = element("div", `wp-number wp-number-${name}`);
      line.append(element("dt", "", numbers[name] ?? name), value);
      list.append(line);
      return [value, TEXTS[name]];
    });
    if (this.game === "guideline") this.left.append(element("div", "wp-label", hold), this.hold);
    this.left.append(list, this.calls, this.aloud);
    const goal = element("div", "wp-goal");
    goal.append(this.goal, this.goalOf);
    this.right.append(element("div", "wp-label", next), this.queue, goal, this.notice);
    this.hold.className = "wp-hold";
    this.queue.className = "wp-queue";
    this.hold.role = this.queue.role = "img";
  }

  /** Take the canvases' sizes from the page. */
  fit() {
    for (const box of [this.hold, this.queue]) {
      box.width = Math.round(box.clientWidth * devicePixelRatio);
      box.height = Math.round(box.clientHeight * devicePixelRatio);
    }
    this.forget();
  }

  /** Forget what is painted, so that all of it is painted again. */
  forget() {
    this.painted = ["", ""];
  }

  /**
   * The boxes that need painting: canvas, pieces, places, whether faint.
   * @param {any} frame
   * @returns {[HTMLCanvasElement, string, number, boolean][]}
   */
  boxes(frame) {
    if (this.plain) return [];
    /** @type {[HTMLCanvasElement, string, number, boolean][]} */
    const boxes = [
      [this.hold, frame.hold ?? "", 1, Boolean(frame.held)],
      [this.queue, frame.next ?? "", this.game === "puyo" ? pairs(frame.next ?? "") : QUEUE, false],
    ];
    return boxes.filter(([box, letters, , faint], index) => {
      const key = `${letters} ${faint}`;
      if (this.painted?.[index] === key) return false;
      if (this.painted) this.painted[index] = key;
      box.ariaLabel = spelt(letters, this.game) || "–";
      return true;
    });
  }

  /**
   * @param {any} frame
   * @param {boolean} quiet
   */
  show(frame, quiet) {
    if (this.plain) return;
    for (const [at, text] of this.numbers ?? []) this.say(at, text(frame));
    const ahead = frame.left !== null && frame.left !== undefined;
    this.say(this.goal, !ahead ? "" : frame.mode === "ultra" ? clock(frame.left) : String(frame.left));
    this.say(this.goalOf, (ahead && this.words.goals?.[frame.mode]) || "");
    this.cover(frame, quiet);
    if (!this.down) this.say(this.notice, frame.agent?.error || frame.rival?.error || "");
    if (frame.calls?.length && !quiet) this.call(frame.calls, !frame.agent?.on);
  }

  /**
   * @param {[string, number][]} calls
   * @param {boolean} aloud whether they are read aloud too: a person's are, those of an agent would never end
   */
  call(calls, aloud) {
    const names = calls.map(([name]) => called(name, this.words.calls ?? {}));
    this.calls.replaceChildren(...names.map((name) => element("div", "wp-call", name)));
    if (aloud) this.aloud.textContent = names.join(", ");
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.calls.replaceChildren(), CALL);
  }

  /**
   * What is said over the well: how to begin, that it rests, how it ended.
   * @param {any} frame
   * @param {boolean} quiet
   */
  cover(frame, quiet) {
    const { states = {} } = this.words;
    const kind = frame.tick === undefined ? "preparing" : quiet || frame.why === "start" ? "start" : frame.state;
    const key = kind === "play" ? "" : `${kind} ${frame.why} ${quiet}`;
    if (this.said.get(this.veil) === key) return;
    this.said.set(this.veil, key);
    this.veil.className = `wp-veil wp-veil-${kind}`;
    if (!key) {
      this.veil.replaceChildren();
      return;
    }
    const box = element("div", "wp-veil-box");
    const title = (kind === "start" && fingers.matches && states.tap) || states[`duel ${frame.why}`] || states[kind] || kind;
    box.append(element("strong", "", title));
    const counted = kind === "done" || (kind === "over" && frame.rival);
    const note = counted ? result(frame, this.words) : states[kind === "over" ? frame.why : `${kind} note`];
    if (note) box.append(element("span", "wp-muted", note));
    if (kind === "start" && !fingers.matches) box.append(legend(this.words.keys ?? {}));
    const [action, text] = kind === "paused" ? ["pause", states.resume] : ["restart", states.again];
    if (!["start", "preparing"].includes(kind)) {
      const button = /** @type {HTMLButtonElement} */ (element("button", "wp-button", text));
      button.type = "button";
      button.addEventListener("click", () => this.act(action));
      box.append(button);
    }
    this.veil.replaceChildren(box);
    this.aloud.textContent = [title, note].filter(Boolean).join(". ");
  }

  /**
   * How the line to the server is.
   * @param {"open" | "waiting" | "lost"} state
   * @param {string} reason
   */
  line(state, reason) {
    window.clearTimeout(this.offline);
    const { states = {} } = this.words;
    const text = { open: "", waiting: states.waiting ?? "", lost: states.lost ?? reason }[state];
    this.down = state !== "open";
    this.offline = window.setTimeout(() => this.say(this.notice, text), state === "waiting" ? PATIENCE : 0);
  }

  /**
   * @param {HTMLElement} at
   * @param {string} text
   */
  say(at, text) {
    if (this.said.get(at) === text) return;
    this.said.set(at, text);
    at.textContent = text;
  }
}

/**
 * @param {string} tag
 * @param {string} name
 * @param {string} [text]
 */
export function element(tag, name, text) {
  const made = document.createElement(tag);
  made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * Which key does what.
 * @param {Record<string, string>} names
 */
function legend(names) {
  const list = element("dl", "wp-legend");
  for (const action of LEGEND) {
    const code = prefs.keys[action]?.[0];
    if (!code || (names.left && !names[action])) continue; // no key, or one of another game
    const term = element("dt", "");
    term.append(element("kbd", "", keyName(code)));
    list.append(term, element("dd", "", names[action] ?? action));
  }
  return list;
}

/**
 * A callout in words: `t-spin-mini-double`, `combo-3` and the like are put together from their parts.
 * @param {string} name
 * @param {Record<string, string>} texts
 */
export function called(name, texts) {
  const counted = /^(combo|chain)-(\d+)$/.exec(name);
  if (counted) return texts[counted[1]]?.replace("{n}", counted[2]) ?? name;
  const spin = /^([a-z])-spin(-mini)?(?:-(\w+))?$/.exec(name);
  if (!spin) return texts[name] ?? name;
  const [, piece, mini, clear] = spin;
  const parts = [texts.spin?.replace("{piece}", piece.toUpperCase()), mini && texts.mini, clear && texts[clear]];
  return parts.filter(Boolean).join(" ");
}

/**
 * Pieces as they are read aloud; of pairs two letters belong together.
 * @param {string} letters
 * @param {string} game
 */
export function spelt(letters, game) {
  return (game === "puyo" ? letters.match(/../g) ?? [] : [...letters]).join(" ");
}

/**
 * Places for pairs: two, and more where more are seen.
 * @param {string} letters
 */
const pairs = (letters) => Math.min(Math.max(letters.length / 2, 2), QUEUE);

/** @param {number} ticks */
function clock(ticks) {
  const tenths = Math.floor(ticks / 6);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${minutes}:${String(Math.floor(rest / 10)).padStart(2, "0")}.${rest % 10}`;
}

/**
 * @param {any} frame
 * @param {any} words
 */
function result(frame, words) {
  const { numbers = {} } = words;
  if (frame.rival) return [frame, frame.rival].map(TEXTS.score).join(" : ");
  return frame.mode === "sprint"
    ? `${numbers.time} ${clock(frame.tick)}`
    : `${numbers.score} ${frame.score.toLocaleString("en")}`;
}
