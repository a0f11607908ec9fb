// Display settings of every page: light or dark, two or four suit colours, the signs of the suits, the language, the time zone. Stored on this device.
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
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const setCookie = (name, value) => {
    document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  };

  // The server shows days and times of this zone. A page that it sent before it knew is fetched again.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zoneIsKnown = () => document.cookie.split("; ").includes(`time_zone=${zone}`);
  if (zone && root.dataset.timeZone && !zoneIsKnown()) {
    setCookie("time_zone", zone);
    document.addEventListener("DOMContentLoaded", () => {
      if (zoneIsKnown() && root.dataset.timeZone !== zone && document.querySelector("main time, main [data-days]")) location.reload();
    });
  }

  const themes = ["", "light", "dark"];
  const labels = { "": gettext("Light or dark like the phone"), light: gettext("Light"), dark: gettext("Dark") };

  const packs = ["french", "german", "spanish", "italian"];
  const packLabels = {
    french: gettext("French suits"), german: gettext("German suits"), spanish: gettext("Spanish suits"), italian: gettext("Italian suits"),
  };

  // Before the page is painted, so that it does not flash in the other theme.
  apply("theme", load("theme"));
  apply("suits", load("suits"));
  // What this phone chose, else what its table says.
  apply("signs", load("signs") || root.dataset.tableSigns);

  document.addEventListener("DOMContentLoaded", () => {
    const form = document.querySelector(".display-settings");
    const themeButton = form.querySelector("[data-setting=theme]");
    const suitsButton = form.querySelector("[data-setting=suits]");
    const signsButton = form.querySelector("[data-setting=signs]");
    const updateButtons = () => {
      themeButton.querySelector("[data-theme-name]").textContent = labels[root.dataset.theme || ""];
      signsButton.querySelector("[data-signs-name]").textContent = packLabels[root.dataset.signs || "french"];
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
    signsButton.addEventListener("click", () => {
      const next = (packs.indexOf(root.dataset.signs || "french") + 1) % packs.length;
      change("signs", packs[next]);
    });
    form.hidden = false;
    updateButtons();

    // The server reads this cookie (Django's own). Without scripts the links lead to a page with buttons.
    for (const link of document.querySelectorAll("[data-language]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        setCookie("django_language", link.dataset.language);
        location.reload();
      });
    }
  });
})();
