// How pages look: light or dark, two or four colours of suits. Kept on this phone only.
(() => {
  const root = document.documentElement;
  const kept = (name) => { try { return localStorage.getItem(name) || ""; } catch { return ""; } };
  const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private window: for now only */ } };
  const themes = ["", "light", "dark"];
  const words = { "": "Light or dark as the phone", light: "Light", dark: "Dark" };
  const wear = (name, value) => { if (value) root.dataset[name] = value; else delete root.dataset[name]; };
  wear("theme", kept("theme"));
  wear("suits", kept("suits"));
  document.addEventListener("DOMContentLoaded", () => {
    const form = document.querySelector(".looks");
    const theme = form.querySelector("[data-look=theme]");
    const suits = form.querySelector("[data-look=suits]");
    const tell = () => {
      theme.querySelector("[data-look-name]").textContent = words[root.dataset.theme || ""];
      suits.setAttribute("aria-pressed", String(root.dataset.suits === "four"));
    };
    theme.addEventListener("click", () => {
      const next = themes[(themes.indexOf(root.dataset.theme || "") + 1) % themes.length];
      wear("theme", next); keep("theme", next); tell();
    });
    suits.addEventListener("click", () => {
      const next = root.dataset.suits === "four" ? "" : "four";
      wear("suits", next); keep("suits", next); tell();
    });
    form.hidden = false;
    tell();
  });
})();
