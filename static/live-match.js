// Follows a match live: what other phones record appears on this page, or on the board, without a reload.
// This script owns the part of the page that changes (#match). It must be loaded before hand-form.js, because it
// copies the empty form as the server sent it.
const liveMatch = (() => {
  const section = () => document.getElementById("match");
  const form = () => document.getElementById("entry");
  const id = section().dataset.match;
  const version = () => Number(section().dataset.version);
  /** @param {string} html */
  const parse = (html) => new DOMParser().parseFromString(html, "text/html");

  // The answers in a form, without the page's own fields (token, number, version).
  /** @param {string} name */
  const isAnswer = (name) => !name.startsWith("_") && name !== "csrfmiddlewaretoken";
  /** @param {FormData} formData */
  const answers = (formData) => [...formData].filter(([name]) => isAnswer(name)).map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]));
  const currentAnswers = () => (form() ? JSON.stringify(answers(new FormData(/** @type {HTMLFormElement} */ (form())))) : "");

  // -- the form: empty, being filled in, replaced -------------------------------------------------------------
  let emptyForm = "";
  let emptyAnswers = "";
  // As the server rendered them, by fingerprint, the latest last. Older ones are kept because an answer may leave out the
  // questions that the phone had when it asked, and the page may have got others in between.
  /** @type {Map<string, Node>} */
  const questionsByFingerprint = new Map();
  const MAX_KEPT_QUESTIONS = 20;
  // The server leaves out the questions that this phone says it has: those of its last empty form.
  let knownQuestions = "";
  /** @param {ParentNode} root */
  const rememberQuestions = (root) => {
    const questions = root.querySelector("#questions[data-questions]");
    if (!questions) return;
    knownQuestions = questions.dataset.questions;
    const kept = questionsByFingerprint.get(knownQuestions) || questions.cloneNode(true);
    questionsByFingerprint.delete(knownQuestions);
    questionsByFingerprint.set(knownQuestions, kept);
    if (questionsByFingerprint.size > MAX_KEPT_QUESTIONS) questionsByFingerprint.delete(/** @type {string} */ (questionsByFingerprint.keys().next().value));
  };
  /** @param {HTMLElement} fresh */
  const fillInQuestions = (fresh) => {
    const questions = fresh.querySelector("#questions");
    const kept = questionsByFingerprint.get(/** @type {string} */ (questions?.dataset.questions));
    if (kept) /** @type {HTMLElement} */ (questions).replaceWith(kept.cloneNode(true));
  };
  const rememberEmptyForm = () => {
    emptyForm = form()?.outerHTML || "";
    rememberQuestions(section());
    emptyAnswers = currentAnswers();
  };
  const isFormTouched = () => Boolean(form()) && currentAnswers() !== emptyAnswers;
  const announceReplacement = () => {
    htmx.process(section());
    document.dispatchEvent(new Event("match:replaced"));
  };
  /** @param {HTMLFormElement} newForm */
  const replaceForm = (newForm) => {
    form()?.replaceWith(newForm);
    announceReplacement();
  };
  const newToken = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const newEmptyForm = () => {
    const empty = /** @type {HTMLFormElement} */ (parse(emptyForm).getElementById("entry"));
    empty.querySelector("[name=_once]").value = newToken();
    return empty;
  };

  // -- motion that explains: totals count up, the new row comes in, who has won is cheered ------------------------
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  /** @param {HTMLElement} element */
  const number = (element) => Number(element.textContent.replace("−", "-").replace(/[^\d-]/g, ""));
  const seen = () => ({
    totals: [...section().querySelectorAll(".total .figure")].map(number),
    newest: Number(newestHand()?.textContent ?? 0),
    won: Boolean(section().querySelector(".won:not(.is-cheered)")), // cut off by a second answer, the cheers begin again
  });
  // The text of the figure is the new total at once; what counts is drawn over it (match.css).
  /** @param {HTMLElement} figure @param {number | undefined} from */
  const countUp = (figure, from) => {
    const to = number(figure);
    if (from === undefined || from === to || !/^[−\d]+$/.test(figure.textContent)) return;
    figure.style.setProperty("--n", /** @type {string} */ (/** @type {unknown} */ (to)));
    figure.classList.add("is-counting");
    figure.animate({ "--n": [from, to] }, 450).onfinish = () => figure.classList.remove("is-counting");
  };
  /** @param {ReturnType<typeof seen>} before */
  const explainChange = (before) => {
    if (isStill.matches || document.hidden) return;
    section().querySelectorAll(".total .figure").forEach((figure, place) => countUp(figure, before.totals[place]));
    const newest = newestHand();
    if (Number(newest?.textContent ?? 0) > before.newest) /** @type {HTMLElement} */ (newest).closest("tbody").classList.add("is-new");
    const won = section().querySelector(".won");
    if (before.won || !won) return;
    won.classList.add("is-cheered");
    won.addEventListener("animationend", () => won.classList.remove("is-cheered"));
  };
  // The totals in one line are shown once the large ones are scrolled away.
  const watchTotals = () => {
    const head = document.querySelector("#top .head");
    if (!head || !window.IntersectionObserver) return;
    new IntersectionObserver(([entry]) => {
      /** @type {HTMLElement} */ (head.parentElement).classList.toggle("is-away", !entry.isIntersecting && entry.boundingClientRect.top < 0);
    }).observe(head);
  };
  document.addEventListener("match:replaced", watchTotals);

  // -- the match as the server has it now -----------------------------------------------------------------------
  // keepForm: somebody is filling in the form. Totals and sheet are updated; the form stays as it is.
  /** @param {string} html @param {boolean} [keepForm] */
  const show = (html, keepForm = isFormTouched()) => {
    const fresh = parse(html).getElementById("match");
    if (!fresh) return;
    fillInQuestions(fresh);
    const before = seen();
    if (keepForm) {
      const top = form()?.getBoundingClientRect().top;
      for (const part of ["top", "sheet"]) /** @type {HTMLElement} */ (document.getElementById(part)).replaceWith(/** @type {HTMLElement} */ (fresh.querySelector(`#${part}`)));
      const steps = fresh.querySelector("#entry .steps");
      if (steps) document.querySelector("#entry .steps")?.replaceWith(steps);
      const saved = fresh.querySelector("#verdict");
      if (saved && !isFormTouched()) document.getElementById("verdict")?.replaceChildren(...saved.childNodes); // not that of an earlier hand
      emptyForm = fresh.querySelector("#entry")?.outerHTML || emptyForm;
      rememberQuestions(fresh);
      section().dataset.version = fresh.dataset.version;
      if (form()) window.scrollBy(0, /** @type {HTMLFormElement} */ (form()).getBoundingClientRect().top - /** @type {number} */ (top)); // the questions stay under the thumb
    } else {
      section().replaceWith(fresh);
      rememberEmptyForm();
      tapLock.lock();
    }
    announceReplacement();
    explainChange(before);
  };
  // Reads out what was saved, and scrolls to the totals at the top of the page.
  const showSaved = () => {
    const place = document.getElementById("announcement");
    place.classList.remove("is-shown");
    place.textContent = document.getElementById("verdict")?.innerText || "";
    window.scrollTo(0, 0);
  };
  // Reads out what another phone recorded, and says that it changed something else. The board does so itself.
  /** @param {HTMLElement} element */
  const spoken = (element) => {
    const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
    for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    for (const card of copy.querySelectorAll("[role=img]")) card.replaceWith(/** @type {string} */ (card.getAttribute("aria-label")));
    return /** @type {string} */ (copy.textContent).replace(/\s+/g, " ").trim();
  };
  const newestHand = () => [...document.querySelectorAll("#sheet th.nr a")]
    .reduce((newest, link) => (Number(link.textContent) > Number(newest?.textContent ?? 0) ? link : newest), /** @type {HTMLAnchorElement | null} */ (null));
  let hiding = 0;
  // A few words are seen; more is read out.
  /** @param {string} text @param {string} [more] */
  const announce = (text, more = "") => {
    const place = document.getElementById("announcement");
    place.textContent = text;
    const rest = place.appendChild(document.createElement("span"));
    rest.className = "hush";
    rest.textContent = more;
    place.style.bottom = `${8 + (/** @type {HTMLElement | null} */ (document.querySelector(".save-bar"))?.offsetHeight ?? 0)}px`;
    place.classList.add("is-shown");
    clearTimeout(hiding);
    hiding = setTimeout(() => place.classList.remove("is-shown"), 6000);
  };
  /** @param {number} numberBefore */
  const announceNewHand = (numberBefore) => {
    if (!document.getElementById("announcement")) return; // the board
    const link = newestHand();
    if (!link || Number(link.textContent) <= numberBefore) {
      announce(gettext("The sheet was changed on another phone."));
      return;
    }
    const heads = [...document.querySelectorAll("#sheet thead .cell .head-name")].map(spoken);
    const row = link.closest("tbody");
    const totals = [...row.querySelectorAll("td.cell")].map((cell, place) => (spoken(cell) ? `${heads[place]} ${spoken(cell)}` : ""));
    const words = [...row.querySelectorAll("td.what, td.value")].map(spoken);
    const hand = interpolate(gettext("Another phone recorded %(hand)s"), { hand: link.getAttribute("aria-label") }, true);
    announce(hand, ["", ...[...words, ...totals].filter(Boolean)].join(", "));
  };
  // Changes of this phone that are on their way: what appears meanwhile is theirs, and their answer says so.
  let onTheirWay = 0;
  /** @template T @param {Promise<T>} answer */
  const awaitOwn = (answer) => {
    onTheirWay += 1;
    return answer.finally(() => { onTheirWay -= 1; });
  };
  // The page may come back older than it was left: its first change is nobody else's.
  let isBack = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0])?.type === "back_forward";
  const announceConnection = () => document.dispatchEvent(new Event("match:connected"));
  let etag = "";
  const refresh = async () => {
    try {
      const response = await fetch(section().dataset.now || `/matches/${id}/now`, { redirect: "manual", headers: etag ? { "If-None-Match": etag } : {} });
      // Deleted, or this phone's link was withdrawn. If a hand waits here, a person decides about it first.
      if (response.status === 404 && !isFormTouched()) {
        if (document.dispatchEvent(new Event("match:gone", { cancelable: true }))) location.reload();
      }
      if (response.status === 200) {
        const html = await response.text();
        const fresh = parse(html).getElementById("match");
        if (!fresh) return; // some other page, e.g. the sign-in page of a network
        etag = response.headers.get("ETag") || "";
        if (Number(fresh.dataset.version) > version()) {
          const numberBefore = Number(newestHand()?.textContent ?? 0);
          show(html);
          if (!onTheirWay && !isBack) announceNewHand(numberBefore);
        }
      }
      isBack = false;
      if (response.status === 200 || response.status === 304) announceConnection();
    } catch { /* No network: the next version event or poll tries again. */ }
  };

  // -- when to refresh: at each event of the stream of versions, or every three seconds if there is no stream -------
  let polling = 0;
  const startPolling = () => { polling = polling || setInterval(refresh, 3000); };
  const stopPolling = () => { clearInterval(polling); polling = 0; };
  const listen = () => {
    if ("alone" in document.documentElement.dataset) return; // no server: nobody else records
    if (!window.EventSource) {
      startPolling();
      return;
    }
    const stream = new EventSource(document.getElementById("next-match")?.dataset.live || section().dataset.live || `/matches/${id}/live`);
    stream.addEventListener("version", (event) => {
      stopPolling();
      const detail = JSON.parse(event.data);
      const isOurs = document.dispatchEvent(new CustomEvent("match:standing", { detail, cancelable: true })); // next-match.js
      if (isOurs && detail.version > version()) refresh();
      announceConnection();
    });
    stream.addEventListener("error", () => {
      startPolling();
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 15000);
    });
  };
  window.addEventListener("online", refresh);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
  // Undo, redo and the like replace the whole part. A list of events replaces the form only, which stays filled in.
  /** @param {HtmxEvent} event */
  const isOwn = (event) => event.detail.target?.id === "match";
  document.addEventListener("htmx:beforeSend", (event) => { if (isOwn(event)) onTheirWay += 1; });
  document.addEventListener("htmx:afterRequest", (event) => { if (isOwn(event)) onTheirWay -= 1; });
  let beforeSwap = /** @type {ReturnType<typeof seen> | null} */ (null);
  document.addEventListener("htmx:beforeSwap", () => { beforeSwap = seen(); });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "match") return;
    rememberEmptyForm();
    showSaved();
    watchTotals();
    explainChange(/** @type {ReturnType<typeof seen>} */ (beforeSwap));
  });
  // A page from this phone (keep-page.js): a hand of it was perhaps recorded since, so its token counts no more.
  const token = document.querySelector("[data-offline] #entry [name=_once]");
  if (token) token.value = newToken();
  rememberEmptyForm();
  watchTotals();
  listen();

  /** @param {Answers} fields */
  const isUntouched = (fields) => JSON.stringify(fields) === emptyAnswers;
  return { id, form, parse, answers, show, showSaved, awaitOwn, refresh, knownQuestions: () => knownQuestions, replaceForm, newEmptyForm, isFormTouched, isUntouched };
})();

// Keeps the screen awake while a match goes on. The browser releases the lock when the page is hidden, so the script asks
// again when the page comes back; and at a tap, because some phones require one.
(() => {
  if (!navigator.wakeLock) return;
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let asking = false;
  const isOver = () => Boolean(document.querySelector("#match .won"));
  const update = async () => {
    if (isOver()) lock?.release();
    if (isOver() || document.hidden || asking || (lock && !lock.released)) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch { /* A low battery, or not allowed: the screen goes dark as usual. */ }
    asking = false;
  };
  for (const event of ["visibilitychange", "pointerdown", "match:replaced", "htmx:afterSwap"]) document.addEventListener(event, update);
  update();
})();
