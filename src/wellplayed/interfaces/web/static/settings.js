/**
 * `<wp-settings>`: keys, handling and patterns, kept in this browser. Attributes: `game`, and as JSON `words`, the
 * labels, and `handling`, the server's own numbers and their bounds as `{name: [first, least, most, step]}`.
 */

import { ACTIONS, change, handling, handlingName, KEYS, keyName, prefs } from "./prefs.js";

const SLOTS = 2; // keys for each action
const TICK = 1000 / 60; // milliseconds

class Settings extends HTMLElement {
  connectedCallback() {
    this.labels = JSON.parse(this.getAttribute("words") ?? "{}");
    this.bounds = JSON.parse(this.getAttribute("handling") ?? "{}");
    this.life = new AbortController();
    window.addEventListener("wp-prefs", () => this.build(), { signal: this.life.signal });
    this.build();
  }

  disconnectedCallback() {
    this.life?.abort();
    this.replaceChildren();
  }

  build() {
    const { labels: words } = this;
    const focus = this.querySelector(":focus")?.getAttribute("data-name");
    if (focus?.startsWith("handling")) return; // a slider that is being moved says itself where it is
    const kept = handlingName(this.getAttribute("game") ?? "");
    const reset = button(words.reset, "wp-button wp-bare", () => change({ keys: { ...KEYS }, [kept]: null }));
    const actions = ACTIONS.filter((action) => action in words.names);
    this.replaceChildren(
      heading(words.handling), ...Object.keys(this.bounds).map((name) => this.slider(name)), note(words.handlingNote),
      heading(words.keys), ...actions.map((action) => this.row(action)), note(words.keysNote),
      heading(words.look), this.patterns(), note(words.soundNote), reset,
    );
    if (focus) this.querySelector(`[data-name="${focus}"]`)?.focus();
  }

  /** @param {string} name of a number of the handling */
  slider(name) {
    const [first, least, most, step] = this.bounds[name];
    const game = this.getAttribute("game") ?? "";
    const label = element("label", "wp-setting");
    const input = element("input", "");
    const value = element("span", "wp-num"); // an output would take the label from the slider
    const say = () => {
      const number = Number(input.value);
      value.textContent = name === "sdf"
        ? (number === most ? this.labels.instant : `×${number}`)
        : `${number} · ${Math.round(number * TICK)} ms`;
    };
    Object.assign(input, { type: "range", min: least, max: most, step, value: handling(game)?.[name] ?? first });
    input.dataset.name = `handling ${name}`;
    input.addEventListener("input", say);
    input.addEventListener("change", () => {
      const numbers = Object.fromEntries(Object.entries(this.bounds).map(([key, [start]]) => [key, start]));
      change({ [handlingName(game)]: { ...numbers, ...handling(game), [name]: Number(input.value) } });
    });
    say();
    label.append(element("span", "", this.labels.names[name]), value, input);
    return label;
  }

  /** @param {string} action */
  row(action) {
    const row = element("div", "wp-setting wp-setting-keys");
    row.append(element("span", "", this.labels.names[action]));
    for (let slot = 0; slot < SLOTS; slot++) {
      const key = button("", "wp-button wp-num", () => this.capture(key, action, slot));
      key.dataset.name = `${action} ${slot}`;
      this.tell(key, action, slot);
      row.append(key);
    }
    return row;
  }

  /**
   * Write on a button which key it stands for.
   * @param {HTMLButtonElement} at
   * @param {string} action
   * @param {number} slot
   */
  tell(at, action, slot) {
    const code = prefs.keys[action][slot];
    at.textContent = code ? keyName(code) : "–";
    at.ariaLabel = `${this.labels.names[action]}: ${code ? at.textContent : this.labels.none}`;
    at.classList.remove("wp-on");
    delete at.dataset.keys;
  }

  /**
   * Wait for the key that shall stand for an action; Esc leaves it as it is, Delete empties it.
   * @param {HTMLButtonElement} at
   * @param {string} action
   * @param {number} slot
   */
  capture(at, action, slot) {
    const waiting = new AbortController();
    const { signal } = waiting;
    const end = () => {
      waiting.abort();
      this.tell(at, action, slot);
    };
    at.dataset.keys = "all"; // keys.js leaves all keys to it
    at.textContent = "…";
    at.ariaLabel = `${this.labels.names[action]}: ${this.labels.press}`;
    at.classList.add("wp-on");
    at.addEventListener("blur", end, { signal });
    at.addEventListener("keydown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      end();
      if (event.code !== "Escape") assign(action, slot, event.code === "Delete" ? null : event.code);
    }, { signal });
  }

  patterns() {
    const label = element("label", "wp-setting wp-setting-check");
    const input = element("input", "");
    Object.assign(input, { type: "checkbox", checked: prefs.patterns });
    input.dataset.name = "patterns";
    input.addEventListener("change", () => change({ patterns: input.checked }));
    label.append(input, element("span", "", this.labels.patterns));
    return label;
  }
}

/**
 * @param {string} action
 * @param {number} slot
 * @param {string | null} code of a key, which then stands for nothing else
 */
function assign(action, slot, code) {
  const keys = Object.fromEntries(
    Object.entries(prefs.keys).map(([name, codes]) => [name, codes.filter((other) => other !== code)]),
  );
  const codes = [...prefs.keys[action]];
  if (code === null) codes.splice(slot, 1);
  else codes[Math.min(slot, codes.length)] = code;
  keys[action] = [...new Set(codes)];
  change({ keys });
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} name
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[T]}
 */
function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * @param {string} text
 * @param {string} name
 * @param {() => void} act
 */
function button(text, name, act) {
  const made = element("button", name, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** @param {string} text */
const heading = (text) => element("h3", "wp-heading", text);

/** @param {string} text */
const note = (text) => element("p", "wp-muted wp-small", text);

customElements.define("wp-settings", Settings);
