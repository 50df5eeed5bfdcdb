/* Theme and language: set before anything is drawn, kept in this browser, switched by the bar's two buttons. */
(() => {
  "use strict";
  const THEMES = ["auto", "light", "dark"];
  const system = matchMedia("(prefers-color-scheme: dark)");
  const query = new URLSearchParams(location.search);

  /** What the browser keeps under a name, or null where it keeps nothing. */
  function kept(name) {
    try { return localStorage.getItem(name); } catch { return null; }
  }

  let choice = [query.get("theme"), kept("wp-theme")].find((theme) => THEMES.includes(theme)) ?? "auto";

  function show() {
    const dark = choice === "auto" ? system.matches : choice === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    document.documentElement.dataset.themeChoice = choice;
    const button = document.querySelector("[data-theme-switch]");
    if (button) {
      button.textContent = { auto: "◐", light: "☀", dark: "☾" }[choice];
      button.title = button.dataset[choice];
      button.setAttribute("aria-label", button.dataset[choice]);
    }
    dispatchEvent(new CustomEvent("wp-theme", { detail: { dark } }));
  }

  /** Whether signs are shown on the pieces of pictures too; prefs.js keeps it, and says when it changes. */
  function mark() {
    let on = false;
    try { on = JSON.parse(kept("wellplayed") ?? "{}").patterns === true; } catch { /* kept by nobody */ }
    document.documentElement.toggleAttribute("data-patterns", on);
  }

  /** This address without what it says about the look, since the visitor chose for themself. */
  function forget(name) {
    const address = new URL(location.href);
    address.searchParams.delete(name);
    return address;
  }

  show();
  mark();
  addEventListener("wp-prefs", mark);
  addEventListener("storage", mark);
  system.addEventListener("change", show);
  addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-theme-switch], [data-language]");
    if (!button) return;
    if ("language" in button.dataset) {
      document.cookie = `wp-lang=${button.dataset.language}; path=/; max-age=31536000; samesite=lax`;
      location.assign(forget("lang"));
      return;
    }
    choice = THEMES[(THEMES.indexOf(choice) + 1) % THEMES.length];
    try { localStorage.setItem("wp-theme", choice); } catch { /* kept for this page only */ }
    history.replaceState(history.state, "", forget("theme"));
    show();
  });
  // The bar is drawn by a script after this one has run.
  new MutationObserver((_, watcher) => {
    if (document.querySelector("[data-theme-switch]")) { watcher.disconnect(); show(); }
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
