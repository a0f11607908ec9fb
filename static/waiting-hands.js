// Saving on the match page, with or without network. Every hand is stored in the queue (offline-queue.js), then sent.
// The box above the match says what waits, why, and lets a person decide.
(() => {
  const ANSWER_TIMEOUT = 10000;
  const RETRY_DELAYS = [4, 4, 8, 15, 30]; // seconds

  const storage = (() => { try { return window.localStorage; } catch { return null; } })(); // cookies and storage blocked
  const queue = new OfflineQueue(liveMatch.id, storage);
  const box = document.getElementById("waiting-hands");
  const connection = document.getElementById("connection");
  const [countText, handText, reasonText] = box.querySelectorAll("[role=status] p");
  const buttons = Object.fromEntries([...box.querySelectorAll("button")].map((button) => [button.dataset.action, button]));
  const handsPath = `/matches/${liveMatch.id}/hands`;

  // What the form holds, if it is a hand of the queue: {id, opened}. opened: by "Look at it"; else it has just been saved.
  let handInForm = null;
  // The half-entered hand that gave way to "Look at it": {fields, token, number}.
  let setAside = null;
  let askingToThrowAway = false;
  // A message of its own, shown until the next save.
  let notice = "";

  // -- requests -------------------------------------------------------------------------------------------------
  let csrfToken = document.querySelector("[name=csrfmiddlewaretoken]")?.value || "";
  const request = async (path, options, timeout = ANSWER_TIMEOUT) => {
    const stalled = new AbortController();
    const timer = setTimeout(() => stalled.abort(), timeout);
    try {
      const response = await fetch(path, { redirect: "manual", ...options, signal: stalled.signal });
      // The headers decide. If the rest gets lost, the answer still counts.
      const html = await response.text().catch(() => "");
      return { response, html };
    } catch {
      return { failure: stalled.signal.aborted ? "timeout" : "network" };
    } finally {
      clearTimeout(timer);
    }
  };
  const postForm = (path, fields, timeout) => request(path, {
    method: "POST",
    headers: { "HX-Request": "true", "Companion-Questions": liveMatch.knownQuestions() },
    body: new URLSearchParams([["csrfmiddlewaretoken", csrfToken], ...fields]),
  }, timeout);
  const renewCsrfToken = async () => {
    const { html } = await request(`/matches/${liveMatch.id}`, {});
    const fresh = html && liveMatch.parse(html).querySelector("[name=csrfmiddlewaretoken]")?.value;
    if (!fresh) return false;
    csrfToken = fresh;
    for (const input of document.querySelectorAll("[name=csrfmiddlewaretoken]")) input.value = fresh;
    return true;
  };
  const post = async (hand, number) => {
    const fields = [["_once", hand.token], ["_number", String(number)], ...hand.fields];
    let { response, html, failure } = await postForm(handsPath, fields);
    if (response?.status === 403 && await renewCsrfToken()) ({ response, html, failure } = await postForm(handsPath, fields));
    if (failure) return { kind: failure };
    const answer = readAnswer({
      status: response.status, onSheet: response.headers.get(ON_SHEET_HEADER), retryAfter: response.headers.get("Retry-After"),
    });
    if (!REFUSALS.includes(answer.kind)) return { ...answer, html };
    const form = liveMatch.parse(html).getElementById("entry");
    const reasons = [...(form?.querySelectorAll(".warn, .fault") || [])].map((element) => element.firstChild.textContent.trim());
    return {
      ...answer, html,
      reason: [...new Set(reasons)].join(" "),
      next: Number(form?.querySelector("[name=_number]").value) || null,
      token: form?.querySelector("[name=_once]").value || null,
    };
  };

  // A hand in words: its result, if the page shows the result of exactly these answers; else the answers themselves.
  let previewedAnswers = "";
  const describe = (form, fields, isNext) => {
    const result = document.querySelector("#outcome .result");
    const isPreviewed = isNext && result && previewedAnswers === JSON.stringify(fields);
    return isPreviewed ? describeResult(result) : describeAnswers(form, fields);
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id === "outcome") previewedAnswers = JSON.stringify(liveMatch.answers(event.detail.requestConfig.formData));
  });

  // -- the box ------------------------------------------------------------------------------------------------------
  const setText = (element, text) => {
    // Only what changed, so that a screen reader does not repeat the rest.
    if (element.textContent !== text) element.textContent = text;
    element.hidden = !text;
  };
  const handNumber = (number) => interpolate(gettext("Hand %(number)s"), { number }, true);
  const nameOf = (hand) => handNumber(hand.seen + 1) + (hand.description ? `: ${hand.description}` : "");
  const headingOfNextHand = (count) => {
    const heading = document.querySelector(".coming .next");
    const form = liveMatch.form();
    if (!heading || !form) return;
    heading.dataset.server ??= heading.innerHTML;
    const number = handInForm ? queue.numberOf(handInForm.id) : Number(form.querySelector("[name=_number]").value) + count;
    if (!count || number === null) {
      if (heading.innerHTML !== heading.dataset.server) heading.innerHTML = heading.dataset.server;
      return;
    }
    const bold = document.createElement("b");
    bold.textContent = handNumber(number);
    const after = count === 1 ? gettext("comes after it") : gettext("comes after them");
    const place = handInForm ? gettext("kept on this phone") : after;
    heading.replaceChildren(bold, ` · ${place}`);
    form.setAttribute("aria-label", bold.textContent);
  };
  const reasonFor = (hand, isOpened) => {
    const { problem } = hand;
    if (askingToThrowAway) {
      const mayHaveArrived = problem && TEMPORARY_PROBLEMS.includes(problem.kind);
      const question = mayHaveArrived
        ? gettext("Throw hand %(number)s away? It cannot be brought back. If it did arrive, it is on the sheet all the same.")
        : gettext("Throw hand %(number)s away? It cannot be brought back.");
      return interpolate(question, { number: hand.seen + 1 }, true);
    }
    const reason = problem ? explainProblem(problem) : "";
    if (isOpened) {
      const why = problem && REFUSALS.includes(problem.kind) ? `${reason} ` : "";
      return why + (setAside
        ? gettext("It is in the form below: correct it and save it. The hand you were entering comes back afterwards.")
        : gettext("It is in the form below: correct it and save it."));
    }
    if (handInForm) return gettext("It is in the form below: save it again, or throw it away."); // the form says why
    return `${reason} ${whenItIsSent(problem)}`.trim();
  };
  const actionsFor = (isOpened) => {
    if (askingToThrowAway) return ["throw-away", "keep"];
    if (isOpened) return ["put-back", "ask"];
    if (handInForm) return ["ask"];
    return liveMatch.form() ? ["retry", "look", "ask"] : ["retry", "ask"]; // no form: the match is over
  };
  let shownIds = [];
  const draw = () => {
    const hands = queue.hands();
    const [first] = hands;
    const count = hands.length;
    const { kind, next } = first?.problem || {};
    shownIds = hands.map((hand) => hand.id);
    // While a hand is being saved, and where the form itself says what is wrong with it, there is nothing else to say.
    const formSaysIt = count === 1 && handInForm?.id === first.id && !handInForm.opened && (liveMatch.form()?.inert || kind === "refused");
    const isVisible = count > 0 && !formSaysIt;
    const isOpened = isVisible && Boolean(handInForm?.opened);
    if (!isVisible) askingToThrowAway = false;
    const counted = ngettext("One hand is kept on this phone, not on the sheet yet.", "%(count)s hands are kept on this phone, not on the sheet yet.", count);
    setText(countText, isVisible ? interpolate(counted, { count }, true) : "");
    setText(handText, isVisible ? nameOf(first) : "");
    setText(reasonText, [notice, isVisible ? reasonFor(first, isOpened) : ""].filter(Boolean).join(" "));
    const shownActions = isVisible ? actionsFor(isOpened) : [];
    for (const [action, button] of Object.entries(buttons)) button.hidden = !shownActions.includes(action);
    buttons.retry.textContent = kind === "conflict" && next ? interpolate(gettext("Save as hand %(number)s"), { number: next }, true) : gettext("Try again");
    box.classList.toggle("is-empty", !isVisible && !notice);
    box.classList.toggle("warn", isVisible && Boolean(kind) && !TEMPORARY_PROBLEMS.includes(kind));
    if (isVisible && !connection.classList.contains("fault")) connection.hidden = true; // it would cover what the box says
    headingOfNextHand(isVisible ? count : 0);
  };

  // -- the form -----------------------------------------------------------------------------------------------------
  const field = (form, name) => form.querySelector(`[name="${name}"]`);
  const fillLocally = (fields) => {
    const form = liveMatch.newEmptyForm();
    const left = [...fields];
    const take = (name, wanted) => {
      const index = left.findIndex(([each, value]) => each === name && (wanted === undefined || value === wanted));
      return index < 0 ? null : left.splice(index, 1)[0][1];
    };
    for (const input of form.querySelectorAll("input[name], select[name]")) {
      if (input.type === "hidden") continue;
      if (/radio|checkbox/.test(input.type)) input.checked = take(input.name, input.value) !== null;
      else input.value = take(input.name) ?? "";
    }
    // What has no field in this form (a list of events) is sent again as it was.
    for (const [name, value] of left) {
      if (form.querySelector(`button[name="${CSS.escape(name)}"]`)) continue;
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    liveMatch.replaceForm(form);
  };
  // Puts answers into the form: drawn by the server, else as well as it goes without. Returns the number that the server
  // expects now, or null.
  const fillForm = async (hand) => {
    const { fields, token } = hand;
    const { response, html } = await postForm(`${handsPath}/try`, [["_whole", "1"], ["_once", token], ...fields], 4000);
    const drawn = response?.status === 200 ? liveMatch.parse(html).getElementById("entry") : null;
    const expected = drawn ? Number(field(drawn, "_number").value) : null;
    if (drawn) liveMatch.replaceForm(drawn);
    else fillLocally(fields);
    const form = liveMatch.form();
    field(form, "_once").value = token;
    field(form, "_number").value = String(hand.number); // now: it may have moved while the server drew the form
    return expected;
  };
  const emptyForm = async () => {
    handInForm = null;
    if (!liveMatch.form()) return; // the match is over
    liveMatch.replaceForm(liveMatch.newEmptyForm());
    tapLock.lock();
    if (!setAside) return;
    const before = setAside;
    liveMatch.form().inert = true; // what is tapped now would be gone when the other hand comes back
    await fillForm(before);
    if (setAside === before) setAside = null;
    draw();
  };
  const isFormInUse = () => Boolean(handInForm) || liveMatch.isFormTouched();
  // Whatever is being entered comes after a hand of this phone that has just been recorded.
  const moveBehind = (number) => {
    if (setAside) setAside.number = Math.max(setAside.number, number + 1);
    const form = liveMatch.form();
    if (form && !handInForm) field(form, "_number").value = String(Math.max(Number(field(form, "_number").value), number + 1));
  };

  // Where the focus goes when the button that had it is gone.
  const focusForm = () => {
    const form = liveMatch.form();
    if (!form) return;
    form.tabIndex = -1;
    form.focus({ preventScroll: true });
  };

  // -- sending --------------------------------------------------------------------------------------------------------
  let attempts = 0;
  let retryTimer = 0;
  const scheduleRetry = () => {
    clearTimeout(retryTimer);
    const problem = queue.first()?.problem;
    if (!problem || !TEMPORARY_PROBLEMS.includes(problem.kind)) return;
    const delay = Math.max(RETRY_DELAYS[Math.min(attempts, RETRY_DELAYS.length - 1)], problem.wait || 0);
    attempts += 1;
    retryTimer = setTimeout(() => send("timer"), delay * 1000);
  };
  const showRefusedForm = (html) => {
    const form = liveMatch.parse(html).getElementById("entry");
    if (!form) return false;
    liveMatch.replaceForm(form);
    (form.querySelector(".fault, .warn") || form).scrollIntoView({ block: "center" });
    return true;
  };
  const onAnswer = (hand, answer) => {
    const inForm = handInForm?.id === hand.id;
    if (answer.kind === "recorded") {
      attempts = 0;
      if (inForm) handInForm = null;
      const keepForm = !inForm && isFormInUse();
      moveBehind(answer.number);
      if (liveMatch.parse(answer.html).getElementById("match")) liveMatch.show(answer.html, keepForm);
      else liveMatch.refresh();
      if (inForm) {
        emptyForm();
        liveMatch.showSaved();
      }
    } else if (inForm && !(REFUSALS.includes(answer.kind) && showRefusedForm(answer.html))) {
      emptyForm();
      box.scrollIntoView({ block: "nearest" });
    }
    draw();
  };
  const sender = new QueueSender({
    queue, post, onAnswer,
    lock: sendingLock(liveMatch.id, storage),
    isPaused: () => Boolean(handInForm) && !liveMatch.form()?.inert,
  });
  const send = async (reason) => {
    clearTimeout(retryTimer);
    if (reason !== "timer") attempts = 0;
    if (queue.first()) await sender.run(reason);
    scheduleRetry();
    draw();
  };

  // -- saving ---------------------------------------------------------------------------------------------------------
  // While it is being saved the form cannot be used, so a second tap does nothing and no answer is lost.
  const saveThroughQueue = async (form, hand) => {
    if (queue.first().id !== hand.id) {
      emptyForm();
      draw();
      box.scrollIntoView({ block: "nearest" });
      await send("connected");
      return;
    }
    handInForm = { id: hand.id, opened: handInForm?.id === hand.id && handInForm.opened };
    form.inert = true;
    setTimeout(() => { if (form.isConnected && form.inert) form.querySelector(".save").textContent = gettext("Saving…"); }, 1000);
    await send("person");
    if (document.activeElement === document.body) focusForm();
    if (form.isConnected && form.inert) { // another tab is sending: it sends this hand, too
      form.inert = false;
      emptyForm();
      draw();
    }
  };
  const cannotKeep = gettext("This phone cannot keep the hand for later, because its storage is full or blocked. It stays in the form: save it again in a moment.");
  // replaced: the waiting hand that this one is the correction of, if any.
  const saveWithoutStorage = async (form, hand, number, replaced) => {
    if (queue.first() && !replaced) {
      notice = gettext("This phone has no room for another hand, so yours stays in the form. Save it again when the hands that wait are on the sheet.");
      draw();
      return;
    }
    form.inert = true;
    const answer = await post(hand, number);
    form.inert = false;
    if (answer.kind === "recorded") {
      handInForm = null;
      if (replaced) queue.confirm(replaced, answer.number);
      liveMatch.show(answer.html, false);
      liveMatch.showSaved();
    } else if (!(REFUSALS.includes(answer.kind) && showRefusedForm(answer.html))) {
      notice = [gettext("Not saved."), explainProblem(answer), cannotKeep].join(" ");
      box.scrollIntoView({ block: "nearest" });
    }
    draw();
  };
  const sayNothingTapped = () => {
    const message = document.createElement("p");
    message.className = "fault";
    const button = liveMatch.form().querySelector(".nothing button");
    message.textContent = button
      ? interpolate(gettext("Nothing has been tapped yet, so there is nothing to save. If nothing is to be tapped, tap “%(button)s”."), { button: button.textContent }, true)
      : gettext("Nothing has been tapped yet, so there is nothing to save.");
    document.getElementById("whole").replaceChildren(message);
    message.scrollIntoView({ block: "nearest" });
  };
  const save = async (form, formData) => {
    if (form.inert) return;
    notice = "";
    const fields = liveMatch.answers(formData);
    if (!handInForm && liveMatch.isUntouched(fields)) {
      sayNothingTapped();
      return;
    }
    const token = field(form, "_once").value;
    const number = Number(field(form, "_number").value);
    const replaces = handInForm && queue.first()?.id === handInForm.id;
    const description = describe(form, fields, replaces || !queue.first());
    const hand = replaces
      ? queue.replaceFirst({ token, fields, description, number })
      : queue.add({ token, fields, description, seen: number - 1 });
    if (hand) await saveThroughQueue(form, hand);
    else await saveWithoutStorage(form, { token, fields }, number, replaces ? queue.first() : null);
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (elt.id !== "entry" || requestConfig.path !== handsPath) return;
    event.preventDefault();
    save(elt, requestConfig.formData);
  });

  // -- what a person decides --------------------------------------------------------------------------------------------
  const lookAtFirst = async () => {
    const hand = queue.first();
    const form = liveMatch.form();
    if (!hand || !form) return;
    if (liveMatch.isFormTouched()) {
      setAside = {
        fields: liveMatch.answers(new FormData(form)),
        token: field(form, "_once").value,
        number: Number(field(form, "_number").value),
      };
    }
    handInForm = { id: hand.id, opened: true };
    const { problem } = hand;
    const number = problem?.kind === "conflict" && problem.next ? problem.next : hand.seen + 1;
    const expected = await fillForm({ fields: hand.fields, token: problem?.token || hand.token, number });
    if (expected && expected !== number) {
      // The form says which hand it is, so that nobody saves over what another phone has done in the meantime.
      field(liveMatch.form(), "_number").value = String(expected);
      const text = gettext("The match has changed: saved now, this becomes hand %(number)s. Look at the sheet first: another phone may have recorded it.");
      notice = interpolate(text, { number: expected }, true);
    }
    draw();
    liveMatch.form().scrollIntoView({ block: "start" });
    focusForm();
  };
  const actions = {
    retry: async () => {
      if (queue.first()?.problem?.kind === "conflict" && queue.first().problem.next) queue.acceptNumber();
      await send("person");
    },
    look: lookAtFirst,
    "put-back": async () => {
      await emptyForm();
      await send("connected");
      focusForm();
    },
    ask: () => {
      askingToThrowAway = true;
      draw();
      buttons.keep.focus();
    },
    keep: () => {
      askingToThrowAway = false;
      draw();
      buttons.ask.focus();
    },
    "throw-away": async () => {
      askingToThrowAway = false;
      queue.throwAwayFirst();
      if (handInForm) await emptyForm();
      await send("connected");
      focusForm();
    },
  };
  box.addEventListener("click", async (event) => {
    const action = event.target.closest("button")?.dataset.action;
    if (!action || box.inert) return;
    notice = "";
    const { id } = queue.first() || {};
    // A hand that is on its way is not changed: its answer may say that it is on the sheet.
    box.inert = true;
    await sender.running.catch(() => {});
    if (queue.first()?.id === id) {
      box.inert = action === "look";
      await actions[action]();
    }
    box.inert = false;
    draw();
  });

  // -- when to send, when to draw -----------------------------------------------------------------------------------------
  document.addEventListener("htmx:sendError", (event) => {
    if (!event.detail.requestConfig.path.endsWith("/try") || queue.first()) return; // the box says it
    connection.textContent = gettext("No network at the moment. You can save hands all the same: this phone keeps them until it is back.");
    connection.hidden = false;
  });
  document.addEventListener("match:connected", () => {
    connection.hidden = true;
    connection.classList.remove("fault");
    // A busy or failing server is given the time that the timer gives it.
    if (!["busy", "server"].includes(queue.first()?.problem?.kind)) send("connected");
  });
  document.addEventListener("match:gone", (event) => { if (queue.first()) event.preventDefault(); });
  document.addEventListener("match:replaced", draw);
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "match") return;
    if (setAside) emptyForm();
    handInForm = null; // undo and the like: the form is a new one
    draw();
  });
  window.addEventListener("online", () => send("connected"));
  window.addEventListener("pageshow", (event) => { if (event.persisted) send("opened"); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) send("connected"); });
  window.addEventListener("storage", (event) => { // another tab of this phone
    if (event.key === queue.onSheetKey && event.newValue) {
      const { id, number } = JSON.parse(event.newValue);
      if (handInForm?.id === id && !liveMatch.form()?.inert) {
        handInForm = null;
        notice = interpolate(gettext("Hand %(number)s was sent from another tab and is on the sheet. What is in the form is not saved."), { number }, true);
      } else if (shownIds.includes(id)) moveBehind(number);
      liveMatch.refresh();
    }
    if (!event.key || event.key.startsWith(queue.prefix) || event.key === queue.onSheetKey) draw();
  });
  draw();
  send("opened");
})();
