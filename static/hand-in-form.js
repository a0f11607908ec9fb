// Sends the form of a hand and interprets the answer. Never throws, never waits for ever.
const handRequests = (() => {
  const ANSWER_TIMEOUT = 10000;
  const path = `/matches/${liveMatch.id}/hands`;

  let csrfToken = document.querySelector("[name=csrfmiddlewaretoken]")?.value || "";
  // Returns {response, html}, or {failure: "timeout" or "network"}.
  /** @typedef {{response: Response, html: string, failure?: undefined} | {response?: undefined, html?: undefined, failure: string}} Received */
  /** @param {string} address @param {RequestInit} options @param {number} [timeout] */
  const request = async (address, options, timeout = ANSWER_TIMEOUT) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeout);
    try {
      const response = await fetch(address, { redirect: "manual", ...options, signal: controller.signal });
      // The headers decide. If the body is lost, the answer still counts.
      const html = await response.text().catch(() => "");
      return { response, html };
    } catch {
      return { failure: controller.signal.aborted ? "timeout" : "network" };
    } finally {
      clearTimeout(timer);
    }
  };
  /** @param {string} address @param {Answers} fields @param {number} [timeout] */
  const postForm = (address, fields, timeout) => request(address, {
    method: "POST",
    headers: { "HX-Request": "true", "Companion-Questions": liveMatch.knownQuestions() },
    body: new URLSearchParams([["csrfmiddlewaretoken", csrfToken], ...fields]),
  }, timeout);
  const renewCsrfToken = async () => {
    const { html } = await request(`/matches/${liveMatch.id}`, {});
    const newToken = html && liveMatch.parse(html).querySelector("[name=csrfmiddlewaretoken]")?.value;
    if (!newToken) return false;
    csrfToken = newToken;
    for (const input of document.querySelectorAll("[name=csrfmiddlewaretoken]")) input.value = newToken;
    return true;
  };

  // Sends a hand to be recorded. Returns the result of readAnswer, with html; for a refusal also the reason in words, and
  // the number, the token and the people that the server expects next.
  /** @param {SentHand} hand @param {number} number @returns {Promise<Answer>} */
  const post = async (hand, number) => {
    /** @type {Answers} */
    const fields = [["_once", hand.token], ["_number", String(number)], ["_people", hand.people || ""], ...hand.fields];
    let { response, html, failure } = await liveMatch.awaitOwn(postForm(path, fields));
    if (response?.status === 403 && await renewCsrfToken()) ({ response, html, failure } = await liveMatch.awaitOwn(postForm(path, fields)));
    if (failure) return { kind: failure };
    const answer = readAnswer({
      status: /** @type {Response} */ (response).status, onSheet: /** @type {Response} */ (response).headers.get(ON_SHEET_HEADER), retryAfter: /** @type {Response} */ (response).headers.get("Retry-After"),
    });
    if (!REFUSALS.includes(answer.kind)) return { ...answer, html };
    const form = liveMatch.parse(/** @type {string} */ (html)).getElementById("entry");
    const reasons = [...(form?.querySelectorAll(".warn, .fault") || [])].map((element) => /** @type {string} */ (/** @type {ChildNode} */ (element.firstChild).textContent).trim());
    return {
      ...answer, html,
      reason: [...new Set(reasons)].join(" "),
      next: Number(form?.querySelector("[name=_number]").value) || null,
      token: form?.querySelector("[name=_once]").value || null,
      people: form?.querySelector("[name=_people]").value || null,
    };
  };
  // The form with these answers as the server renders it, or null.
  /** @param {Answers} fields @param {string} token */
  const fetchForm = async (fields, token) => {
    const { response, html } = await postForm(`${path}/try`, [["_whole", "1"], ["_once", token], ...fields], 4000);
    return response?.status === 200 ? liveMatch.parse(/** @type {string} */ (html)).getElementById("entry") : null;
  };
  return { path, post, fetchForm };
})();

// The hand in the form of the match page: the one being entered, or one of the queue. When a hand of the queue is opened
// ("Look at it"), a half-entered hand is kept as a draft, and comes back when the form is free again.
const handInForm = (() => {
  // The hand of the queue in the form: {id, opened}. opened: by "Look at it"; else it has just been saved.
  /** @type {{id: string, opened?: boolean} | null} */
  let waiting = null;
  // The half-entered hand: {fields, token, number, people}.
  /** @type {FormHand | null} */
  let draft = null;

  // Asked only while there is a form.
  /** @param {HTMLFormElement | null} form @param {string} name */
  const field = (form, name) => /** @type {Field} */ (/** @type {HTMLFormElement} */ (form).querySelector(`[name="${name}"]`));
  const token = () => field(liveMatch.form(), "_once").value;
  const number = () => Number(field(liveMatch.form(), "_number").value);
  // For whom the hand is entered. The server asks if others sit there by then.
  const people = () => field(liveMatch.form(), "_people").value;
  /** @param {number} value */
  const setNumber = (value) => { field(liveMatch.form(), "_number").value = String(value); };

  /** @param {Answers} fields */
  const fillLocally = (fields) => {
    const form = liveMatch.newEmptyForm();
    const remaining = [...fields];
    /** @param {string} name @param {string} [wanted] */
    const take = (name, wanted) => {
      const index = remaining.findIndex(([each, value]) => each === name && (wanted === undefined || value === wanted));
      return index < 0 ? null : remaining.splice(index, 1)[0][1];
    };
    for (const input of form.querySelectorAll("input[name], select[name]")) {
      if (input.type === "hidden") continue;
      if (/radio|checkbox/.test(input.type)) /** @type {Field} */ (input).checked = take(input.name, input.value) !== null;
      else input.value = take(input.name) ?? "";
    }
    // Answers without a field in this form (a list of events) are sent again unchanged.
    for (const [name, value] of remaining) {
      if (form.querySelector(`button[name="${CSS.escape(name)}"]`)) continue;
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    liveMatch.replaceForm(form);
  };
  // Puts answers into the form: rendered by the server, or as far as possible without it. Returns the number that the
  // server expects now, or null.
  /** @param {FormHand} hand */
  const fill = async (hand) => {
    const serverForm = await handRequests.fetchForm(hand.fields, hand.token);
    const expected = serverForm ? Number(field(serverForm, "_number").value) : null;
    if (serverForm) liveMatch.replaceForm(serverForm);
    else fillLocally(hand.fields);
    field(liveMatch.form(), "_once").value = hand.token;
    if (hand.people) field(liveMatch.form(), "_people").value = hand.people;
    setNumber(hand.number); // set it now: it may have changed while the server rendered the form
    return expected;
  };

  // Empties the form, or brings back the draft.
  const empty = async () => {
    waiting = null;
    if (!liveMatch.form()) return; // the match is over
    liveMatch.replaceForm(liveMatch.newEmptyForm());
    tapLock.lock();
    if (!draft) return;
    const previous = draft;
    /** @type {HTMLFormElement} */ (liveMatch.form()).inert = true; // taps would be lost when the draft comes back
    await fill(previous);
    if (draft === previous) draft = null;
  };
  // Opens a hand of the queue, to be saved under this token and number. Returns the number that the server expects now, or
  // null.
  /** @param {FormHand & {id: string}} hand */
  const open = (hand) => {
    const form = liveMatch.form();
    if (liveMatch.isFormTouched()) draft = { fields: liveMatch.answers(new FormData(/** @type {HTMLFormElement} */ (form))), token: token(), number: number(), people: people() };
    waiting = { id: hand.id, opened: true };
    return fill(hand);
  };
  // The hand being entered comes after a hand of this phone that has just been recorded with this number.
  /** @param {number} recordedNumber */
  const moveAfter = (recordedNumber) => {
    if (draft) draft.number = Math.max(draft.number, recordedNumber + 1);
    if (liveMatch.form() && !waiting) setNumber(Math.max(number(), recordedNumber + 1));
  };
  // Moves the focus to the form when the button that had it is gone.
  const focus = () => {
    const form = liveMatch.form();
    if (!form) return;
    form.tabIndex = -1;
    form.focus({ preventScroll: true });
  };

  return {
    token, number, people, setNumber, fill, empty, open, moveAfter, focus,
    id: () => waiting?.id,
    isOpened: () => Boolean(waiting?.opened),
    hasDraft: () => Boolean(draft),
    isInUse: () => Boolean(waiting) || liveMatch.isFormTouched(),
    /** @param {string} id */
    hold: (id) => { waiting = { id, opened: waiting?.id === id && waiting.opened }; },
    release: () => { waiting = null; },
  };
})();
