/**
 * `<wp-think>`: what the server draws of a thought, and which of its candidates a person looks at.
 *
 * A candidate is a button with `data-rank` and `data-cells` (JSON). A person looks at one by pointing at it, by giving it
 * the focus, or by a click, until the next one. Then the boards of the same `session` outline its cells, as their
 * attribute `pointed`, and the server is told by `wp-look` (the rank, -1 for none). `wp-room` tells it the panel's width,
 * 0 where it cannot be seen. Details of both are {n, value}, n growing, since it may hear of them in another order.
 */

const STEP = 20; // pixels; by less the width may change without another picture

class Think extends HTMLElement {
  constructor() {
    super();
    /** @type {HTMLElement | null} the candidate looked at */
    this.looked = null;
    /** @type {Record<"pointed" | "focused" | "kept", HTMLElement | null>} why, the first that there is */
    this.why = { pointed: null, focused: null, kept: null };
    this.isInView = false;
    this.room = -1;
    this.said = 0;
  }

  connectedCallback() {
    this.life = new AbortController();
    const { signal } = this.life;
    this.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.look("pointed", candidate(event.target));
    }, { signal });
    this.addEventListener("pointerleave", () => this.look("pointed", null), { signal });
    this.addEventListener("focusin", (event) => {
      const button = candidate(event.target);
      this.look("focused", button?.matches(":focus-visible") ? button : null);
    }, { signal });
    this.addEventListener("focusout", () => this.look("focused", null), { signal });
    this.addEventListener("click", (event) => {
      const button = candidate(event.target);
      if (button) this.look("kept", button === this.why.kept ? null : button);
    }, { signal });
    this.cells = new MutationObserver(() => this.outline());
    this.cells.observe(this, { attributes: true, subtree: true, attributeFilter: ["data-cells", "data-earlier"] });
    this.view = new IntersectionObserver((entries) => {
      this.isInView = entries.at(-1)?.isIntersecting ?? false;
      this.measure();
    });
    this.view.observe(this);
    this.size = new ResizeObserver(() => this.measure());
    this.size.observe(this);
    // A sheet that opens or closes around the panel changes nothing that an observer sees.
    for (const name of ["visibilitychange", "transitionend"]) {
      document.addEventListener(name, () => this.measure(), { signal });
    }
  }

  disconnectedCallback() {
    this.life?.abort();
    for (const observer of [this.cells, this.view, this.size]) observer?.disconnect();
    this.why = { pointed: null, focused: null, kept: null };
    this.looked = null;
    this.outline();
  }

  /**
   * @param {"pointed" | "focused" | "kept"} why
   * @param {HTMLElement | null} button
   */
  look(why, button) {
    this.why[why] = button;
    const now = this.why.pointed ?? this.why.focused ?? this.why.kept;
    if (now === this.looked) return;
    this.looked = now;
    this.outline();
    this.say("wp-look", Number(now?.dataset.rank ?? -1));
  }

  /** Show on the boards what is looked at. */
  outline() {
    const cells = this.hasAttribute("data-earlier") ? "null" : this.looked?.dataset.cells ?? "null";
    for (const board of document.querySelectorAll("wp-board, wp-editor")) {
      if (board.getAttribute("session") !== this.getAttribute("session")) continue;
      if (cells === "null") board.removeAttribute("pointed");
      else board.setAttribute("pointed", cells);
    }
  }

  measure() {
    const isSeen = this.isInView && !document.hidden && getComputedStyle(this).visibility === "visible";
    const width = isSeen ? Math.floor(this.clientWidth / STEP) * STEP : 0;
    if (width === this.room) return;
    this.room = width;
    this.say("wp-room", width);
  }

  /**
   * @param {string} name
   * @param {number} value
   */
  say(name, value) {
    this.dispatchEvent(new CustomEvent(name, { detail: { n: ++this.said, value } }));
  }
}

/**
 * The candidate that an event is about.
 * @param {EventTarget | null} target
 * @returns {HTMLElement | null}
 */
function candidate(target) {
  return target instanceof Element ? target.closest("button[data-cells]") : null;
}

customElements.define("wp-think", Think);
