/**
 * `<wp-film film="…">`: plays a replay on the page's `<wp-editor>`; film.py says what a part is made of.
 *
 * Attributes: `film` names it, `ticks` its length, `locks` the tick of each piece (JSON), `tick` where to begin, `words`
 * the labels (JSON). Wherever it comes to rest for a moment it says so by `wp-moment`, the tick as its detail.
 */

const PART = 600; // ticks
const KEPT = 24; // parts
const AGAIN = 2000; // milliseconds until a part that could not be had may be asked for again
const REST = 160; // milliseconds until a moment counts as one
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
const TICK = 1000 / 60; // milliseconds
/** Buttons: name, the path of its picture on 16 by 16, its key. */
const BUTTONS = /** @type {const} */ ([
  ["first", "M3 3h2v10H3zM13 3v10L6 8z", "Home"],
  ["piece_back", "M8 3v10L1 8zM15 3v10L8 8z", "ArrowLeft"],
  ["tick_back", "M10 3v10L4 8z", ","],
  ["play", "M4 2.5v11L13.5 8z", " "],
  ["tick_on", "M6 3v10l6-5z", "."],
  ["piece_on", "M8 3v10l7-5zM1 3v10l7-5z", "ArrowRight"],
  ["last", "M11 3h2v10h-2zM3 3v10l7-5z", "End"],
]);
const PAUSE = "M4 3h3v10H4zM9 3h3v10H9z";

export class Film extends HTMLElement {
  connectedCallback() {
    this.life = new AbortController();
    this.texts = JSON.parse(this.getAttribute("words") ?? "{}");
    this.lain = JSON.parse(this.getAttribute("locks") ?? "[]");
    this.end = Number(this.getAttribute("ticks") ?? 0);
    this.now = Number(this.getAttribute("tick") ?? 0);
    this.speed = 1;
    this.playing = false;
    /** @type {Map<number, any>} parts, or promises of them */
    this.parts = new Map();
    this.build();
    this.seek(this.now);
  }

  disconnectedCallback() {
    this.life?.abort();
    this.playing = false;
    cancelAnimationFrame(this.frame ?? 0);
    window.clearTimeout(this.timer);
    this.editor?.show(null);
    this.replaceChildren();
  }

  /** @returns {any} */
  get editor() {
    return document.querySelector("wp-editor");
  }

  build() {
    const { texts } = this;
    const { signal } = /** @type {AbortController} */ (this.life);
    const row = element("div", "wp-film-buttons");
    this.buttons = Object.fromEntries(BUTTONS.map(([name, path, key]) => {
      const button = /** @type {HTMLButtonElement} */ (element("button", "wp-button"));
      button.append(icon(path));
      button.type = "button";
      button.title = texts[name] ?? name;
      button.ariaLabel = texts[name] ?? name;
      button.dataset.key = key;
      button.addEventListener("click", () => this.act(name), { signal });
      row.append(button);
      return [name, button];
    }));
    this.buttons.play.classList.add("wp-primary");
    this.slider = /** @type {HTMLInputElement} */ (document.createElement("input"));
    Object.assign(this.slider, { type: "range", min: "0", max: String(this.end), step: "1", value: "0" });
    this.slider.ariaLabel = texts.seek ?? "";
    this.slider.addEventListener("input", () => this.seek(Number(this.slider?.value)), { signal });
    this.clock = element("span", "wp-num wp-film-clock");
    const speed = /** @type {HTMLSelectElement} */ (document.createElement("select"));
    speed.ariaLabel = texts.speed ?? "";
    for (const n of SPEEDS) speed.append(new Option(`${n}×`, String(n), n === 1, n === 1));
    speed.addEventListener("change", () => (this.speed = Number(speed.value)), { signal });
    this.note = element("div", "wp-film-note wp-muted");
    this.note.role = "status";
    const bottom = element("div", "wp-film-line");
    bottom.append(this.slider, this.clock, speed);
    this.replaceChildren(row, bottom, this.note);
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    this.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, button, summary, a")) return;
    const found = BUTTONS.find(([, , key]) => key === event.key);
    if (!found) return;
    event.preventDefault();
    this.act(found[0]);
  }

  /** @param {string} name */
  act(name) {
    const [locks, ticks, tick] = [this.lain ?? [], this.end ?? 0, this.now ?? 0];
    const before = locks.filter((/** @type {number} */ lock) => lock < tick);
    if (name === "play") this.play(!this.playing);
    else {
      this.play(false);
      this.seek({
        first: 0,
        last: ticks,
        tick_back: tick - 1,
        tick_on: tick + 1,
        piece_back: before.at(-1) ?? 0,
        piece_on: locks.find((/** @type {number} */ lock) => lock > tick) ?? ticks,
      }[name] ?? tick);
    }
  }

  /** @param {boolean} on */
  play(on) {
    if (on && this.now >= this.end) this.now = 0;
    if (on === this.playing) return;
    this.playing = on;
    this.toggleAttribute("data-playing", on);
    cancelAnimationFrame(this.frame ?? 0);
    if (on) {
      this.last = performance.now();
      this.rest = 0;
      this.frame = requestAnimationFrame((now) => this.step(now));
    } else this.settle();
    this.show();
  }

  /** @param {number} now */
  step(now) {
    if (!this.playing) return;
    const part = this.parts?.get(Math.floor(this.now / PART));
    if (part?.frames) {
      this.rest += (Math.max(now - this.last, 0) * this.speed) / TICK; // a picture may be of before the button
      const whole = Math.floor(this.rest);
      this.rest -= whole;
      this.now = Math.min(this.now + whole, this.end);
    }
    this.last = now;
    this.show();
    if (this.now >= this.end) this.play(false);
    else this.frame = requestAnimationFrame((then) => this.step(then));
  }

  /** @param {number} tick */
  seek(tick) {
    this.now = Math.min(Math.max(Math.round(tick), 0), this.end);
    this.show();
    if (!this.playing) this.settle();
  }

  /** Say where it is, once it has been there for a moment. */
  settle() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (!this.playing) this.dispatchEvent(new CustomEvent("wp-moment", { bubbles: true, detail: this.now }));
    }, REST);
  }

  // --- parts ------------------------------------------------------------------------------------

  /**
   * A part if it is here; else it is asked for, and shown when it comes.
   * @param {number} number
   */
  part(number) {
    const known = this.parts?.get(number);
    if (known) return known.frames ? known : null;
    if (number * PART > this.end) return null;
    this.parts?.set(number, this.fetch(number));
    return null;
  }

  /** @param {number} number */
  async fetch(number) {
    try {
      const answer = await fetch(`/film/${this.getAttribute("film")}/${number}`);
      if (!answer.ok) throw new Error(await answer.text());
      this.parts?.set(number, await answer.json());
    } catch (error) {
      this.dataset.why = String(error);
      if (this.note) this.note.textContent = this.texts.gone ?? "";
      window.setTimeout(() => this.parts?.delete(number), AGAIN);
      return;
    }
    for (const old of this.parts?.keys() ?? []) {
      if ((this.parts?.size ?? 0) <= KEPT) break;
      if (Math.abs(old - Math.floor(this.now / PART)) > 2) this.parts?.delete(old);
    }
    this.show();
  }

  show() {
    const [tick, ticks] = [this.now ?? 0, this.end ?? 0];
    if (this.slider && Number(this.slider.value) !== tick) this.slider.value = String(tick);
    if (this.slider) this.slider.setAttribute("aria-valuetext", clock(tick));
    if (this.clock) this.clock.textContent = `${clock(tick)} / ${clock(ticks)}`;
    if (this.buttons) {
      const { play } = this.buttons;
      play.querySelector("path")?.setAttribute("d", this.playing ? PAUSE : BUTTONS[3][1]);
      play.ariaLabel = play.title = (this.playing ? this.texts.pause : this.texts.play) ?? "";
    }
    const number = Math.floor(tick / PART);
    const part = this.part(number);
    if (tick % PART > PART / 2) this.part(number + 1);
    if (!part) return;
    const [, pile, letter, cells, ghost, hold, next, score, lines, pieces, level, over] = at(part.frames, tick);
    const piece = letter ? { letter, cells: pairs(cells) } : null;
    const told = { lines, pieces, score: score.toLocaleString("en"), level };
    const numbers = Object.entries(told).map(([name, value]) => [this.texts[name] ?? name, String(value)]);
    this.editor?.show({ rows: part.piles[pile], piece, ghost: pairs(ghost), hold, next, numbers });
    if (this.note) this.note.textContent = over ? this.texts[over] ?? over : "";
  }
}

/**
 * The last picture that is not later than a tick.
 * @param {any[][]} frames
 * @param {number} tick
 */
function at(frames, tick) {
  let [low, high] = [0, frames.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (frames[middle][0] <= tick) low = middle;
    else high = middle - 1;
  }
  return frames[low];
}

/** @param {number[]} numbers */
function pairs(numbers) {
  const found = [];
  for (let i = 0; i < numbers.length; i += 2) found.push([numbers[i], numbers[i + 1]]);
  return found;
}

/** @param {number} ticks */
function clock(ticks) {
  const tenths = Math.floor(ticks / 6);
  const seconds = Math.floor(tenths / 10);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}.${tenths % 10}`;
}

/** @param {string} path */
function icon(path) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  picture.setAttribute("viewBox", "0 0 16 16");
  picture.setAttribute("aria-hidden", "true");
  shape.setAttribute("d", path);
  picture.append(shape);
  return picture;
}

/**
 * @param {string} tag
 * @param {string} name
 * @param {string} [text]
 */
function element(tag, name, text) {
  const made = document.createElement(tag);
  made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

customElements.define("wp-film", Film);
