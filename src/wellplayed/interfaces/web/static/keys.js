/**
 * Keyboard and gamepad. Keys are told as they go down and up and never repeat: how fast a held key moves a piece is the
 * game's business, on the server, where one tick is like another.
 */

import { prefs } from "./prefs.js";

/** The keys of the game; the other actions of prefs.js are commands. */
export const GAME = new Set(["left", "right", "soft", "hard", "cw", "ccw", "180", "hold"]);

// The standard layout of the Gamepad API: the cross, the four buttons at the right, the shoulders, the middle.
const BUTTONS = {
  14: "left", 15: "right", 13: "soft", 12: "hard", 0: "ccw", 1: "cw", 2: "180", 3: "cw",
  4: "hold", 5: "hold", 6: "ccw", 7: "cw", 8: "hand", 9: "pause",
};
const STICK = [0.6, 0.4]; // where a stick begins to count as pushed, and where it stops

/**
 * @typedef {{key: (name: string, down: boolean) => void, command: (name: string) => void}} Acts
 */

export class Keys {
  /**
   * Listen on the whole page until `close`.
   * @param {Acts} acts
   */
  constructor(acts) {
    this.acts = acts;
    /** @type {Map<string, string>} what is held, by the physical key: the action it stands for */
    this.held = new Map();
    this.frame = 0;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    document.addEventListener("keydown", (event) => this.down(event), { signal, capture: true });
    document.addEventListener("keyup", (event) => this.up(event.code), { signal, capture: true });
    window.addEventListener("blur", () => this.releaseAll(), { signal });
    document.addEventListener("visibilitychange", () => this.releaseAll(), { signal });
    window.addEventListener("gamepadconnected", () => this.poll(), { signal });
    window.addEventListener("wp-prefs", () => this.learn(), { signal });
    this.learn();
    if (navigator.getGamepads?.().some(Boolean)) this.poll();
  }

  /** Read which key stands for what. */
  learn() {
    this.actions = new Map();
    for (const [action, codes] of Object.entries(prefs.keys)) for (const code of codes) this.actions.set(code, action);
  }

  /** @param {KeyboardEvent} event */
  down(event) {
    const action = this.actions?.get(event.code);
    if (!action || isTyping(event) || this.isShortcut(event)) return;
    event.preventDefault(); // no scrolling by arrows, no "click" by the space bar
    if (event.repeat || this.held.has(event.code)) return;
    this.press(event.code, action);
  }

  /**
   * Ctrl+R and the like are the browser's, except where Ctrl itself is a key of the game and held as such.
   * @param {KeyboardEvent} event
   */
  isShortcut(event) {
    if (event.metaKey || event.altKey) return true;
    const modifier = event.code.startsWith("Control") || [...this.held.keys()].some((c) => c.startsWith("Control"));
    return event.ctrlKey && !modifier;
  }

  /** @param {string} code */
  up(code) {
    const action = this.held.get(code);
    if (action === undefined) return;
    this.held.delete(code);
    if (GAME.has(action) && ![...this.held.values()].includes(action)) this.acts.key(action, false);
  }

  /**
   * @param {string} code
   * @param {string} action
   */
  press(code, action) {
    const again = [...this.held.values()].includes(action);
    this.held.set(code, action);
    if (!GAME.has(action)) this.acts.command(action);
    else if (!again) this.acts.key(action, true);
  }

  /** Let everything go, since the page will not hear of it any more. */
  releaseAll() {
    for (const code of [...this.held.keys()]) this.up(code);
  }

  /** Read the gamepads once for every picture, as long as there is one. */
  poll() {
    cancelAnimationFrame(this.frame);
    const pads = [...(navigator.getGamepads?.() ?? [])].filter((pad) => pad !== null);
    if (!pads.length || this.listeners.signal.aborted) return;
    for (const pad of pads) this.read(pad);
    this.frame = requestAnimationFrame(() => this.poll());
  }

  /** @param {Gamepad} pad */
  read(pad) {
    const name = `pad${pad.index}`;
    for (const [button, action] of Object.entries(BUTTONS)) {
      this.set(`${name}.${button}`, action, pad.buttons[Number(button)]?.pressed ?? false);
    }
    const [x = 0, y = 0] = pad.axes;
    for (const [action, push] of /** @type {[string, number][]} */ ([["left", -x], ["right", x], ["soft", y]])) {
      const code = `${name}.${action}`;
      this.set(code, action, push > STICK[this.held.has(code) ? 1 : 0]);
    }
  }

  /**
   * @param {string} code
   * @param {string} action
   * @param {boolean} pressed
   */
  set(code, action, pressed) {
    if (pressed && !this.held.has(code)) this.press(code, action);
    else if (!pressed && this.held.has(code)) this.up(code);
  }

  close() {
    this.releaseAll();
    this.listeners.abort();
    cancelAnimationFrame(this.frame);
  }
}

/**
 * Whether a key belongs to the control that has the focus.
 * @param {KeyboardEvent} event
 */
function isTyping(event) {
  const at = /** @type {HTMLElement} */ (event.target);
  if (at.isContentEditable || at.closest("[data-keys=all]")) return true;
  if (at instanceof HTMLInputElement) {
    const takesText = !["checkbox", "radio", "range", "button"].includes(at.type);
    return takesText || event.code === "Space" || event.code.startsWith("Arrow");
  }
  if (at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return true;
  const presses = at.closest("a, button, summary, [role=button], [role=tab], [role=option], [role=checkbox]");
  if (presses && (event.code === "Space" || event.code === "Enter")) return true;
  return event.code.startsWith("Arrow") && Boolean(at.closest("[role=tablist], [role=listbox], [role=slider]"));
}
