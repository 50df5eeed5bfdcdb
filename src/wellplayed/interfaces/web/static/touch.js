/**
 * Fingers: gestures on the well, and buttons under the thumbs.
 *
 * Sliding sideways moves a cell at a time, sliding down drops softly as long as the finger is down there, a flick down
 * drops hard, a flick up holds; a tap turns, to the side on which it falls.
 */

const TAP = 8; // pixels a finger may tremble
const FLICK = 0.7; // pixels a millisecond
const LONG = 220; // milliseconds; slower is no flick

/**
 * @typedef {{key: (name: string, down: boolean) => void}} Acts
 */

/**
 * Gestures on an element until `signal` aborts.
 * @param {HTMLElement} element
 * @param {() => number} cell the size of a cell in CSS pixels
 * @param {Acts} acts
 * @param {AbortSignal} signal
 */
export function gestures(element, cell, acts, signal) {
  /** @type {{id: number, x: number, y: number, left: number, began: number, soft: boolean, moved: boolean} | null} */
  let finger = null;
  const tap = (/** @type {string} */ name) => {
    acts.key(name, true);
    acts.key(name, false);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || finger) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    finger = { id, x, y, left: x, began: event.timeStamp, soft: false, moved: false };
    element.setPointerCapture(id);
  }, { signal });

  element.addEventListener("pointermove", (event) => {
    if (event.pointerId !== finger?.id) return;
    const [step, dy] = [cell(), event.clientY - finger.y];
    while (Math.abs(event.clientX - finger.left) >= step) {
      const right = event.clientX > finger.left;
      finger.left += right ? step : -step;
      finger.moved = true;
      tap(right ? "right" : "left");
    }
    const slow = event.timeStamp - finger.began > LONG;
    if (!finger.soft && dy > 1.5 * step && slow) {
      finger.soft = finger.moved = true;
      acts.key("soft", true);
    } else if (finger.soft && dy < step) {
      finger.soft = false;
      acts.key("soft", false);
    }
  }, { signal });

  const end = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== finger?.id) return;
    const { x, y, began, soft, moved } = finger;
    finger = null;
    if (soft) acts.key("soft", false);
    if (event.type === "pointercancel") return;
    const [dx, dy, took] = [event.clientX - x, event.clientY - y, event.timeStamp - began];
    const steep = Math.abs(dy) > 1.5 * Math.abs(dx);
    if (steep && took < 2 * LONG && Math.abs(dy) / took > FLICK && !soft) tap(dy > 0 ? "hard" : "hold");
    else if (!moved && Math.hypot(dx, dy) < TAP) {
      const box = element.getBoundingClientRect();
      tap(event.clientX < box.left + box.width / 2 ? "ccw" : "cw");
    }
  };
  element.addEventListener("pointerup", end, { signal });
  element.addEventListener("pointercancel", end, { signal });
}

const ARROW = "M12 4v13m-6-6 6 6 6-6";
const PAD = /** @type {[string, string, string][]} */ ([
  // the key, how its picture is turned, its lines on a grid of 24
  ["hold", "", "M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4"],
  ["hard", "", `${ARROW}M5 21h14`],
  ["ccw", "", "M5 5v5h5M5.5 10a7.5 7.5 0 1 1-1 5"],
  ["left", "rotate(90 12 12)", ARROW],
  ["soft", "", ARROW],
  ["right", "rotate(-90 12 12)", ARROW],
  ["cw", "", "M19 5v5h-5M18.5 10a7.5 7.5 0 1 0 1 5"],
]);

/**
 * The buttons for thumbs.
 * @param {Record<string, string>} words the name of each key
 * @param {Acts} acts
 * @returns {HTMLElement}
 */
export function pad(words, acts) {
  const element = document.createElement("div");
  element.className = "wp-pad";
  for (const [key, turn, path] of PAD) {
    if (Object.keys(words).length && !(key in words)) continue; // the game has no such key
    const button = document.createElement("button");
    button.type = "button";
    button.className = `wp-button wp-pad-${key}`;
    button.ariaLabel = words[key] ?? key;
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}" transform="${turn}"/></svg>`;
    let down = false;
    const set = (/** @type {boolean} */ to) => {
      if (to === down) return;
      down = to;
      acts.key(key, to);
    };
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault(); // the focus stays on the board
      button.setPointerCapture(event.pointerId);
      set(true);
    });
    for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
      button.addEventListener(type, () => set(false));
    }
    button.addEventListener("click", (event) => {
      if (event.detail === 0) { // by keyboard or a screen reader
        acts.key(key, true);
        acts.key(key, false);
      }
    });
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    element.append(button);
  }
  return element;
}
