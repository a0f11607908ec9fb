// Settings of every page, stored on this phone: light or dark, suit colours and signs, language, time zone. And the links to rules.
(() => {
  const root = document.documentElement;
  /** @param {string} name */
  const load = (name) => {
    try { return localStorage.getItem(name) || ""; } catch { return ""; }
  };
  /** @param {string} name @param {string} value */
  const store = (name, value) => {
    try { localStorage.setItem(name, value); } catch { /* Storage is blocked: the setting lasts until the page closes. */ }
  };
  /** @param {string} name @param {string | undefined} value */
  const apply = (name, value) => {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
  };
  const secure = location.protocol === "https:" ? "; Secure" : "";
  /** @param {string} name @param {string} value */
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

  // Before the page is painted, so that it does not flash in the other theme. signs: those of the table or of the game,
  // unless this phone has chosen its own.
  /** @type {Record<string, string | undefined>} */
  const usual = { signs: root.dataset.signs };
  const { rulesSheet, signsCss } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  const loadSigns = () => {
    if (document.querySelector(`head > [href="${signsCss}"]`)) return;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: signsCss, blocking: "render" }));
  };
  /** @param {string} name @param {string} value */
  const show = (name, value) => {
    apply(name, value || usual[name]);
    if (name === "signs" && (root.dataset.signs || "french") !== "french") loadSigns();
  };
  for (const name of ["theme", "suits", "signs"]) show(name, load(name));

  document.addEventListener("DOMContentLoaded", () => {
    const settings = document.querySelector(".display-settings");
    /** @param {string} name @param {string} value */
    const choose = (name, value) => {
      show(name, value);
      for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (settings.querySelectorAll(`[data-setting=${name}]`))) button.setAttribute("aria-pressed", String(button.value === value));
    };
    for (const name of ["theme", "suits", "signs"]) choose(name, load(name));
    settings.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (!button) return;
      choose(button.dataset.setting, button.value);
      store(button.dataset.setting, button.value);
    });
    settings.hidden = false;
    document.querySelector(".gear").addEventListener("click", loadSigns); // the buttons show them

    // The server reads this cookie (Django's own). Without scripts the links lead to a page with buttons.
    for (const link of document.querySelectorAll("[data-language]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        setCookie("django_language", link.dataset.language);
        location.reload();
      });
    }
  });

  // A rule opens over the match, so that nobody leaves it. The sheet is fetched at the first tap; if it does not come, and
  // without scripts, the link leads to the page. Without a network it leads nowhere: the match stays on the screen.
  /** @param {HTMLAnchorElement} link */
  const follow = async (link) => {
    const isThere = await fetch(link.href, { method: "HEAD" }).then(() => true, () => false);
    if (isThere || typeof handForm === "undefined") location.href = link.href;
    else handForm.showError(gettext("No network."));
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="/rules/"][href*="match="]:not([data-page])');
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !location.pathname.startsWith("/matches/")) return;
    event.preventDefault();
    import(rulesSheet).then(({ openRule }) => openRule(link.href, link)).catch(() => follow(link));
  });
})();
