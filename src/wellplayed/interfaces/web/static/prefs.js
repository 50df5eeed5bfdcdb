/**
 * What a person has set for this browser: keys, handling, patterns. Kept in localStorage, told to every board at once.
 */

const STORE = "wellplayed";

/** The keys at first, by action; names are those of KeyboardEvent.code. */
export const KEYS = {
  left: ["ArrowLeft"],
  right: ["ArrowRight"],
  soft: ["ArrowDown"],
  hard: ["Space"],
  cw: ["ArrowUp", "KeyX"],
  ccw: ["KeyZ"],
  "180": ["KeyA"],
  hold: ["KeyC", "ShiftLeft"],
  hand: ["KeyH"],
  pause: ["KeyP", "Escape"],
  restart: ["KeyR"],
  undo: ["KeyU", "Backspace"],
  step: ["Period"],
};

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Period: ".", Comma: ",", Slash: "/",
  Escape: "Esc", Backspace: "⌫", Enter: "↵", ShiftLeft: "⇧", ShiftRight: "⇧ R", ControlLeft: "Ctrl",
  ControlRight: "Ctrl R", Tab: "⇥", Semicolon: ";", Quote: "'", BracketLeft: "[", BracketRight: "]" };

/**
 * @typedef {Record<string, number> | null} Handling null until a person changes it: the server's own numbers hold
 * @typedef {{keys: Record<string, string[]>, handling: Handling, puyoHandling: Handling, patterns: boolean}} Prefs
 */

/** The actions in the order in which they are listed; an object would put the number first. */
export const ACTIONS = ["left", "right", "soft", "hard", "cw", "ccw", "180", "hold", "hand", "pause", "restart", "undo",
  "step"];

/** @returns {Prefs} */
function load() {
  /** @type {any} */
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(STORE) ?? "{}") ?? {};
  } catch {
    // a private window without storage, or text that is no JSON: begin anew
  }
  const keys = /** @type {Record<string, string[]>} */ ({ ...KEYS });
  for (const action of ACTIONS) {
    const codes = stored.keys?.[action];
    if (Array.isArray(codes) && codes.every((code) => typeof code === "string")) keys[action] = codes.slice(0, 4);
  }
  const table = (/** @type {any} */ numbers) => (numbers && typeof numbers === "object" ? numbers : null);
  return { keys, handling: table(stored.handling), puyoHandling: table(stored.puyoHandling),
    patterns: stored.patterns === true };
}

/** @type {Prefs} */
export const prefs = load();

/**
 * Under which name the handling of a game is kept.
 * @param {string} game
 * @returns {"handling" | "puyoHandling"}
 */
export const handlingName = (game) => (game === "puyo" ? "puyoHandling" : "handling");

/**
 * How keys repeat in a game.
 * @param {string} game
 */
export const handling = (game) => prefs[handlingName(game)];

/**
 * Change some of it, store it, and dispatch `wp-prefs` on the window.
 * @param {Partial<Prefs>} changes
 */
export function change(changes) {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem(STORE, JSON.stringify(prefs));
  } catch {
    // it then holds until the page is left
  }
  window.dispatchEvent(new Event("wp-prefs"));
}

window.addEventListener("storage", (event) => {
  if (event.key !== STORE) return;
  Object.assign(prefs, load()); // changed in another tab
  window.dispatchEvent(new Event("wp-prefs"));
});

/** @type {Map<string, string> | undefined} what is printed on this keyboard's keys */
let layout;
/** @type {any} */ (navigator).keyboard?.getLayoutMap?.().then((/** @type {Map<string, string>} */ map) => {
  layout = map;
  window.dispatchEvent(new Event("wp-prefs"));
}, () => {});

/**
 * What a key is called.
 * @param {string} code
 */
export function keyName(code) {
  const known = NAMES[/** @type {keyof typeof NAMES} */ (code)];
  return known ?? layout?.get(code)?.toUpperCase() ?? code.replace(/^(Key|Digit|Numpad)/, "");
}
