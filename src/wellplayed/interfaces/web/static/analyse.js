/**
 * `<wp-desk>`: what the analysis page does without the server: opening what is pasted, dropped or chosen, copying what
 * the address and the buttons carry, choosing a brush, and the shortcuts of the line.
 *
 * It tells the server by `wp-open` (a text) and `wp-opened` (the token of what was sent as a file, or `!` and why it
 * was refused). Buttons inside carry `data-brush`, `data-copy` (`address`, or an attribute of the desk), `data-opens`
 * (the id of what they show).
 */

import "./editor.js";
import "./film.js";

const SAID = 1600; // milliseconds that a button says it is done
const LONGEST = 10_000; // letters that go as a message; longer texts go as files do

class Desk extends HTMLElement {
  connectedCallback() {
    this.life = new AbortController();
    const { signal } = this.life;
    this.texts = JSON.parse(this.getAttribute("words") ?? "{}");
    this.addEventListener("click", (event) => this.click(event), { signal });
    this.addEventListener("change", (event) => this.change(event), { signal });
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("paste", (event) => this.paste(event), { signal });
    document.addEventListener("dragover", (event) => event.preventDefault(), { signal });
    document.addEventListener("drop", (event) => this.drop(event), { signal });
    window.addEventListener("hashchange", () => this.hash(), { signal });
    this.brush("G");
  }

  disconnectedCallback() {
    this.life?.abort();
  }

  /** A replay in the address, which the server has not seen. */
  hash() {
    if (location.hash.startsWith("#replay=")) this.open(location.hash);
  }

  /** @param {string} text */
  open(text) {
    if (text.length > LONGEST) this.send(new Blob([text]));
    else if (text.trim()) this.dispatchEvent(new CustomEvent("wp-open", { detail: text }));
  }

  /** @param {Blob} file */
  async send(file) {
    const answer = await fetch(`/analyse/open?game=${this.dataset.game ?? ""}`, { method: "POST", body: file });
    const told = answer.ok ? await answer.text() : `!${await answer.text()}`;
    this.dispatchEvent(new CustomEvent("wp-opened", { detail: told }));
  }

  /** @param {Event} event */
  click(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    const { brush, copy, opens } = button.dataset;
    if (brush) this.brush(brush);
    if (copy) this.copy(button, copy === "address" ? location.href : this.dataset[copy] ?? "");
    if (opens) this.toggle(button, opens);
    if (button.dataset.do === "read") {
      const area = /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea"));
      this.open(area.value);
    }
  }

  /** @param {Event} event */
  change(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.type !== "file" || !input.files?.[0]) return;
    this.send(input.files[0]);
    input.value = "";
  }

  /**
   * @param {HTMLElement} button
   * @param {string} id
   */
  toggle(button, id) {
    const panel = document.getElementById(id);
    if (!panel) return;
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden) panel.querySelector("textarea")?.focus();
  }

  /** @param {string} letter */
  brush(letter) {
    document.querySelector("wp-editor")?.setAttribute("brush", letter);
    for (const button of this.querySelectorAll("[data-brush]")) {
      button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.brush === letter));
    }
  }

  /**
   * @param {HTMLElement} button
   * @param {string} text
   */
  async copy(button, text) {
    let done = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      done = copied(text); // the clipboard needs a secure context; over plain HTTP the old way is left
    }
    const label = button.querySelector("span") ?? button;
    button.dataset.label ??= label.textContent ?? "";
    label.textContent = (done ? this.texts.copied : this.texts.failed) ?? "";
    window.clearTimeout(Number(button.dataset.timer));
    button.dataset.timer = String(window.setTimeout(() => (label.textContent = button.dataset.label ?? ""), SAID));
  }

  /** @param {ClipboardEvent} event */
  paste(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest?.("input, textarea")) return;
    const file = event.clipboardData?.files[0];
    if (file) this.send(file);
    else this.open(event.clipboardData?.getData("text") ?? "");
  }

  /** @param {DragEvent} event */
  drop(event) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) this.send(file);
    else this.open(event.dataTransfer?.getData("text") ?? "");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!(event.ctrlKey || event.metaKey) || target.closest?.("input, textarea")) return;
    const key = event.key.toLowerCase();
    const name = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : "";
    if (!name) return;
    event.preventDefault();
    /** @type {HTMLButtonElement | null} */ (this.querySelector(`[data-do="${name}"]`))?.click();
  }
}

/**
 * Copy without the clipboard's own interface.
 * @param {string} text
 * @returns {boolean} whether it worked
 */
function copied(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "wp-hidden";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

customElements.define("wp-desk", Desk);
