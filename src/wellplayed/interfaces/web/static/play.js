/**
 * What the Play page does in the browser: its buttons speak to the board's own line, so they are as quick as keys;
 * sheets open from below on narrow screens; and after a click the keys belong to the board again.
 *
 * `data-do` on a button is an action of prefs.js, `data-show` the panel that it opens, `data-tab` the part of a panel.
 */

import { keyName, prefs } from "./prefs.js";

const page = () => /** @type {HTMLElement | null} */ (document.querySelector(".play"));
const board = () => /** @type {import("./board.js").Board | null} */ (document.querySelector(".play wp-board"));
let byPointer = false;

document.addEventListener("click", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  // The page itself says in `data-show` which panel is open.
  const button = at.closest("button:is([data-do], [data-show], [data-tab])");
  const { do: act, show: panel, tab } = /** @type {HTMLElement | null} */ (button)?.dataset ?? {};
  if (act) board()?.command(act);
  if (panel) show(panel);
  if (tab) turn(tab);
  if (byPointer && at.closest(".play") && at.closest("button, input[type=checkbox]")) release(at);
});
document.addEventListener("change", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (byPointer && at.closest(".play")) release(at);
});
document.addEventListener("pointerdown", () => { byPointer = true; }, true);
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.code];
  const tabs = /** @type {HTMLElement} */ (event.target).closest?.(".play [role=tablist]");
  if (!by || !tabs) return;
  const all = /** @type {HTMLElement[]} */ ([...tabs.querySelectorAll("[role=tab]")]);
  const next = all.at((all.indexOf(/** @type {HTMLElement} */ (event.target)) + by) % all.length);
  next?.focus();
  next?.click();
});
document.addEventListener("keydown", (event) => {
  byPointer = false;
  const open = page()?.dataset.show;
  if (event.code !== "Escape" || !open || !isNarrow()) return;
  event.stopPropagation(); // it closes the sheet, and does not rest the game
  event.preventDefault();
  show(open);
}, true);

document.addEventListener("wp-state", (event) => {
  const root = page();
  if (!root || !(event instanceof CustomEvent)) return;
  tellKeys();
  const { state, agent, undo, duel } = event.detail;
  root.dataset.state = state;
  root.dataset.agent = agent && !board()?.isQuiet ? "on" : "off";
  root.toggleAttribute("data-duel", duel); // in which nothing is taken back
  for (const button of root.querySelectorAll("[data-do=undo]")) {
    /** @type {HTMLButtonElement} */ (button).disabled = !undo;
  }
});
window.addEventListener("wp-prefs", tellKeys);
document.addEventListener("wp-begin", () => {
  const root = page();
  if (root) root.dataset.agent = board()?.frame.agent?.on ? "on" : "off";
});

window.addEventListener("wp-named", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const address = new URL(location.href);
  for (const [key, value] of Object.entries(event.detail)) {
    if (value) address.searchParams.set(key, value);
    else address.searchParams.delete(key);
  }
  address.search = address.searchParams.toString().replace(/%(3A|2C|3D|40)/g, decodeURIComponent); // to be read
  history.replaceState(history.state, "", address);
});

/** Write on each button the key that stands for it now. */
function tellKeys() {
  for (const at of page()?.querySelectorAll("kbd[data-key]") ?? []) {
    const code = prefs.keys[/** @type {HTMLElement} */ (at).dataset.key ?? ""]?.[0];
    at.textContent = code ? keyName(code) : "";
    at.closest("button")?.setAttribute("aria-keyshortcuts", at.textContent);
  }
}

/**
 * Give the focus back to the board, unless the control still needs it.
 * @param {HTMLElement} at
 */
function release(at) {
  if (!at.closest("wp-settings, [role=tablist], [data-show]")) board()?.focus({ preventScroll: true });
}

/**
 * Open a panel, or close it if it is open. Only one is open at a time.
 * @param {string} name
 */
function show(name) {
  const root = page();
  if (!root) return;
  const open = root.dataset.show === name ? "" : name;
  root.dataset.show = open;
  if (open !== "think") board()?.removeAttribute("pointed"); // what a finger had touched there
  for (const button of root.querySelectorAll("[data-show]")) {
    if (button instanceof HTMLElement) button.ariaExpanded = String(button.dataset.show === open);
  }
}

/** @param {string} name of a tab */
function turn(name) {
  for (const tab of page()?.querySelectorAll("[data-tab]") ?? []) {
    if (tab instanceof HTMLElement) tab.ariaSelected = String(tab.dataset.tab === name);
  }
  for (const part of page()?.querySelectorAll("[data-part]") ?? []) {
    if (part instanceof HTMLElement) part.hidden = part.dataset.part !== name;
  }
}

function isNarrow() {
  return matchMedia("(max-width: 767px)").matches;
}
