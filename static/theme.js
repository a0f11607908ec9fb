// The two display settings of every page: light or dark, and two or four suit colours. Stored on this device only.
(() => {
  const root = document.documentElement;
  const load = (name) => {
    try { return localStorage.getItem(name) || ""; } catch { return ""; }
  };
  const store = (name, value) => {
    try { localStorage.setItem(name, value); } catch { /* Storage is blocked: the setting lasts until the page closes. */ }
  };
  const apply = (name, value) => {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
  };
  const themes = ["", "light", "dark"];
  const labels = { "": "Light or dark as the phone", light: "Light", dark: "Dark" };

  // Before the page is painted, so that it does not flash in the other theme.
  apply("theme", load("theme"));
  apply("suits", load("suits"));

  document.addEventListener("DOMContentLoaded", () => {
    const form = document.querySelector(".display-settings");
    const themeButton = form.querySelector("[data-setting=theme]");
    const suitsButton = form.querySelector("[data-setting=suits]");
    const updateButtons = () => {
      themeButton.querySelector("[data-theme-name]").textContent = labels[root.dataset.theme || ""];
      suitsButton.setAttribute("aria-pressed", String(root.dataset.suits === "four"));
    };
    const change = (name, value) => {
      apply(name, value);
      store(name, value);
      updateButtons();
    };
    themeButton.addEventListener("click", () => {
      const next = (themes.indexOf(root.dataset.theme || "") + 1) % themes.length;
      change("theme", themes[next]);
    });
    suitsButton.addEventListener("click", () => change("suits", root.dataset.suits === "four" ? "" : "four"));
    form.hidden = false;
    updateButtons();
  });
})();
