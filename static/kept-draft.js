// Keeps what is in the form of a hand on this phone until it is saved or thrown away. A look at the rules, a reload or a
// phone that drops the page loses nothing.
const keptDraft = (() => {
  const PREFIX = "companion:draft:";
  const MAX_AGE = 30 * 24 * 3600 * 1000; // of a draft that nobody came back to
  const storage = /** @type {Storage} */ ((() => { try { return window.localStorage; } catch { return null; } })()); // cookies and storage blocked
  // Where there is none nothing is asked of it: see store and restore.
  const form = () => /** @type {HTMLFormElement} */ (document.getElementById("entry"));
  const notice = document.getElementById("draft");
  const onMatchPage = typeof liveMatch !== "undefined";
  const key = PREFIX + (form()?.getAttribute("action") || "");

  /** @param {string} name */
  const own = (name) => form().querySelector(`[name="${name}"]`)?.value || "";
  // Without numbers that follow from others: they follow again, and stay guesses.
  /** @param {string} name */
  const isGuess = (name) => form().querySelector(`[name="${CSS.escape(name)}"]`)?.dataset.filled;
  /** @param {[string, unknown]} answer */
  const isAnswer = ([name]) => !name.startsWith("_") && name !== "csrfmiddlewaretoken" && !isGuess(name);
  const answers = () => [...new FormData(form())].filter(isAnswer).map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]));
  const untouchedAnswers = form() ? JSON.stringify(answers()) : "";
  const isTouched = () => (onMatchPage ? liveMatch.isFormTouched() : JSON.stringify(answers()) !== untouchedAnswers);

  let isSaving = false; // the hand is in the queue, or on its way
  const forget = () => {
    try { storage.removeItem(key); } catch { /* It was never stored. */ }
    notice.hidden = true;
  };
  const store = () => {
    if (isSaving || !form() || (onMatchPage && handInForm.id())) return;
    if (!isTouched()) {
      forget();
      return;
    }
    const draft = { fields: answers(), token: own("_once"), number: Number(own("_number")), people: own("_people"), version: own("_version"), at: Date.now() };
    try { storage.setItem(key, JSON.stringify(draft)); } catch { /* It lasts until the page closes. */ }
  };
  const read = () => {
    try { return /** @type {FormHand & {version: string} | null} */ (JSON.parse(/** @type {string} */ (storage.getItem(key)))); } catch { return null; }
  };
  const removeOld = () => {
    for (const name of Object.keys(storage || {}).filter((each) => each.startsWith(PREFIX))) {
      try {
        if (Date.now() - JSON.parse(/** @type {string} */ (storage.getItem(name))).at > MAX_AGE) storage.removeItem(name);
      } catch { /* Another page has removed it. */ }
    }
  };

  // The form of a correction with these answers, as the server draws it. Without a network it stays as it is recorded.
  /** @param {FormHand & {version: string}} draft */
  const fillCorrection = async (draft) => {
    const body = new URLSearchParams([["csrfmiddlewaretoken", own("csrfmiddlewaretoken")], ["_whole", "1"], ["_once", draft.token], ...draft.fields]);
    const response = await fetch(`${form().getAttribute("action")}/try`, { method: "POST", headers: { "HX-Request": "true" }, body });
    const filled = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("entry");
    if (!response.ok || !filled) return;
    form().replaceWith(filled);
    // The version that was seen: if somebody has changed the match since, saving says so.
    filled.querySelector("[name=_version]").value = draft.version;
    htmx.process(filled);
    document.dispatchEvent(new Event("match:replaced"));
  };
  const restore = async () => {
    const draft = form() && read();
    if (!draft || isTouched() || (onMatchPage && handInForm.id())) return;
    form().inert = true; // taps would be lost when the answers come
    const current = Number(own("_number"));
    try {
      if (onMatchPage) await handInForm.fill({ ...draft, number: Math.max(current, draft.number) });
      else await fillCorrection(draft);
    } catch { /* No network: the draft stays stored. */ }
    form().inert = false;
    if (!isTouched()) return;
    const isLater = current > draft.number;
    const text = isLater
      ? gettext("You had entered this before hand %(number)s was recorded. Is it still to be saved?")
      : gettext("You had begun this. It is not saved yet.");
    notice.querySelector("span").textContent = interpolate(text, { number: current - 1 }, true);
    notice.hidden = false;
  };
  notice.querySelector("button").addEventListener("click", () => {
    forget();
    if (onMatchPage) liveMatch.replaceForm(liveMatch.newEmptyForm());
    else location.reload();
    isSaving = !onMatchPage; // nothing is stored on the way
  });

  let timer = 0;
  const storeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(store, 150);
  };
  for (const name of ["input", "change", "click", "match:replaced", "htmx:afterSwap"]) document.addEventListener(name, storeSoon);
  window.addEventListener("pagehide", store);
  document.addEventListener("visibilitychange", () => { if (document.hidden) store(); });

  // A correction is sent by htmx; a hand of the match page is in the queue before it is sent (waiting-hands.js).
  if (!onMatchPage) {
    document.addEventListener("htmx:beforeRequest", ({ detail }) => {
      if (detail.elt.id !== "entry" || detail.requestConfig.path.endsWith("/try")) return;
      isSaving = true;
    });
    document.addEventListener("htmx:afterRequest", ({ detail }) => {
      if (detail.elt.id !== "entry" || detail.requestConfig.path.endsWith("/try")) return;
      // htmx does not call an answer that leads to another page successful
      if (Math.trunc(detail.xhr.status / 100) === 2) forget();
      else isSaving = false;
    });
    for (const other of document.querySelectorAll("form.remove")) other.addEventListener("submit", () => { forget(); isSaving = true; });
  }
  removeOld();
  restore();
  return { forget };
})();
