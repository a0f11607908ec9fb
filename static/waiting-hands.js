// Saves hands on the match page, with or without a network. Every hand is stored in the queue (offline-queue.js), then
// sent (hand-in-form.js). The box above the match (waiting-box.js) shows the waiting hands and the buttons to decide.
(() => {
  const RETRY_DELAYS = [4, 4, 8, 15, 30]; // seconds

  const storage = (() => { try { return window.localStorage; } catch { return null; } })(); // cookies and storage blocked
  const queue = new OfflineQueue(liveMatch.id, storage);
  const box = waitingBox.element;
  /** @param {string} text */
  const sayInBar = (text) => {
    const words = Object.assign(document.createElement("span"), { className: "verdict-text", textContent: text });
    document.getElementById("verdict").replaceChildren(words);
  };
  // While hands wait, the bar does not say that an earlier one was saved.
  // Who sits out now, and which stakes there are, is only known when the hands that wait are on the sheet: nothing is
  // shut, and the server says what cannot be.
  const openChoices = () => {
    for (const one of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#entry input:disabled"))) {
      if (!one.closest("[data-among]")) one.disabled = false;
    }
  };
  const draw = () => {
    waitingBox.draw(queue);
    if (queue.first()) openChoices();
    if (!box.matches(".is-empty") && document.querySelector("#verdict .saved")) sayInBar(gettext("Kept on this phone"));
  };
  const emptyForm = () => handInForm.empty().then(draw);

  // A hand in words, with its points by side: its result, if the page previews exactly these answers; otherwise the
  // answers, and what was typed where that is added to the totals.
  let previewedAnswers = "";
  /** @param {HTMLFormElement} form @param {Answers} fields @param {boolean} isNext */
  const describe = (form, fields, isNext) => {
    const result = document.querySelector("#outcome .result");
    const isPreviewed = isNext && result && previewedAnswers === JSON.stringify(fields);
    return isPreviewed
      ? { description: describeResult(result), points: /** @type {HTMLElement} */ (result.querySelector(".changes")).dataset.points.split(" ") }
      : { description: describeAnswers(form, fields), points: [...form.querySelectorAll(".control:not([hidden]) [data-adds] input")].map((input) => input.value || "0") };
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id === "outcome") previewedAnswers = JSON.stringify(liveMatch.answers(event.detail.requestConfig.formData));
  });

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
  /** @param {string} html */
  const showRefusedForm = (html) => {
    const form = liveMatch.parse(html).getElementById("entry");
    if (!form) return false;
    liveMatch.replaceForm(form);
    (form.querySelector(".control:has(> .errors .fault)") || form.querySelector(".fault, .warn") || form).scrollIntoView({ block: "nearest" });
    return true;
  };
  // Shows the sheet with the recorded hand. inForm: the hand was in the form, which is free now.
  /** @param {Recorded} answer @param {boolean} inForm */
  const showRecorded = ({ html, number }, inForm) => {
    if (inForm) handInForm.release();
    const keepForm = !inForm && handInForm.isInUse();
    handInForm.moveAfter(number);
    if (liveMatch.parse(html).getElementById("match")) liveMatch.show(html, keepForm);
    else liveMatch.refresh();
    if (!inForm) return;
    emptyForm();
    liveMatch.showSaved();
  };
  /** @param {WaitingHand} hand @param {Answer} answer */
  const onAnswer = (hand, answer) => {
    const inForm = handInForm.id() === hand.id;
    if (answer.kind === "recorded") {
      attempts = 0;
      showRecorded(/** @type {Recorded} */ (answer), inForm);
    } else if (inForm && !(REFUSALS.includes(answer.kind) && showRefusedForm(/** @type {string} */ (answer.html)))) {
      emptyForm();
      box.scrollIntoView({ block: "nearest" });
    }
    draw();
  };
  const sender = new QueueSender({
    queue, onAnswer,
    post: handRequests.post,
    lock: sendingLock(liveMatch.id, storage),
    isPaused: () => Boolean(handInForm.id()) && !liveMatch.form()?.inert,
  });
  /** @param {string} reason */
  const send = async (reason) => {
    clearTimeout(retryTimer);
    if (reason !== "timer") attempts = 0;
    if (queue.first()) await sender.run(reason);
    scheduleRetry();
    draw();
  };

  // -- saving ---------------------------------------------------------------------------------------------------------
  // While it is being saved the form cannot be used, so a second tap does nothing and no answer is lost.
  /** @param {HTMLFormElement} form @param {WaitingHand} hand */
  const saveThroughQueue = async (form, hand) => {
    if (/** @type {WaitingHand} */ (queue.first()).id !== hand.id) {
      emptyForm();
      draw();
      box.scrollIntoView({ block: "nearest" });
      await send("connected");
      return;
    }
    handInForm.hold(hand.id);
    form.inert = true;
    setTimeout(() => { if (form.isConnected && form.inert) form.querySelector(".save").textContent = gettext("Saving…"); }, 1000);
    await send("person");
    if (document.activeElement === document.body) handInForm.focus();
    if (form.isConnected && form.inert) { // another tab is sending, and sends this hand too
      form.inert = false;
      emptyForm();
      draw();
    }
  };
  const cannotStoreText = gettext("This phone cannot keep the hand for later, because its storage is full or blocked. It stays in the form: save it again in a moment.");
  // corrected: the waiting hand that this one corrects, if any.
  /** @param {HTMLFormElement} form @param {SentHand} hand @param {number} number @param {WaitingHand | null} corrected */
  const saveWithoutStorage = async (form, hand, number, corrected) => {
    if (queue.first() && !corrected) {
      waitingBox.setNotice(gettext("This phone has no room for another hand, so yours stays in the form. Save it again when the hands that wait are on the sheet."));
      draw();
      return;
    }
    form.inert = true;
    const answer = await handRequests.post(hand, number);
    form.inert = false;
    if (answer.kind === "recorded") {
      if (corrected) queue.confirm(corrected, /** @type {number} */ (answer.number));
      showRecorded(/** @type {Recorded} */ (answer), true);
      send("connected"); // the hands behind it
    } else if (!(REFUSALS.includes(answer.kind) && showRefusedForm(/** @type {string} */ (answer.html)))) {
      waitingBox.setNotice([gettext("Not saved."), explainProblem(answer), cannotStoreText].join(" "));
      box.scrollIntoView({ block: "nearest" });
    }
    draw();
  };
  const showNothingTapped = () => {
    const message = document.createElement("p");
    message.className = "fault";
    const button = /** @type {HTMLFormElement} */ (liveMatch.form()).querySelector(".nothing button");
    message.textContent = button
      ? interpolate(gettext("Nothing has been tapped yet, so there is nothing to save. If nothing is to be tapped, tap “%(button)s”."), { button: button.textContent }, true)
      : gettext("Nothing has been tapped yet, so there is nothing to save.");
    // Shown at the first open question; the bar shows what is still to tap instead of what was saved.
    const missing = document.querySelector("#outcome .missing");
    const question = document.getElementById(/** @type {string} */ (missing?.dataset.first)) || document.querySelector("#questions .control:not([hidden])");
    const box = question?.querySelector(":scope > .errors") || document.getElementById("whole");
    box.replaceChildren(message);
    sayInBar(missing?.textContent || gettext("Nothing tapped yet"));
    (question || message).scrollIntoView({ block: /** @type {HTMLElement} */ (question)?.offsetHeight > innerHeight / 2 ? "start" : "nearest" });
  };
  /** @param {HTMLFormElement} form @param {FormData} formData */
  const save = async (form, formData) => {
    if (form.inert) return;
    waitingBox.setNotice("");
    const fields = liveMatch.answers(formData);
    const inForm = handInForm.id();
    if (!inForm && liveMatch.isUntouched(fields)) {
      showNothingTapped();
      return;
    }
    const token = handInForm.token();
    const people = handInForm.people();
    const number = handInForm.number();
    const isCorrection = Boolean(inForm) && queue.first()?.id === inForm;
    const words = describe(form, fields, isCorrection || !queue.first());
    const hand = isCorrection
      ? queue.replaceFirst({ token, fields, people, ...words, number })
      : queue.add({ token, fields, people, ...words, seen: number - 1 });
    if (hand) {
      keptDraft.forget();
      await saveThroughQueue(form, hand);
    } else await saveWithoutStorage(form, { token, fields, people }, number, isCorrection ? queue.first() : null);
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (elt.id !== "entry" || requestConfig.path !== handRequests.path) return;
    event.preventDefault();
    save(/** @type {HTMLFormElement} */ (elt), requestConfig.formData);
  });

  // -- buttons of the box ------------------------------------------------------------------------------------------------
  const lookAtFirst = async () => {
    const hand = queue.first();
    if (!hand || !liveMatch.form()) return;
    const { problem } = hand;
    const number = problem?.kind === "conflict" && problem.next ? problem.next : hand.seen + 1;
    const expected = await handInForm.open({ id: hand.id, fields: hand.fields, token: problem?.token || hand.token, people: problem?.people || hand.people, number });
    if (expected && expected !== number) {
      // The form shows the new number, so that nobody records a hand twice that another phone has recorded meanwhile.
      handInForm.setNumber(expected);
      const text = gettext("The match has changed: saved now, this becomes hand %(number)s. Look at the sheet first: another phone may have recorded it.");
      waitingBox.setNotice(interpolate(text, { number: expected }, true));
    }
    draw();
    /** @type {HTMLFormElement} */ (liveMatch.form()).scrollIntoView({ block: "start" });
    handInForm.focus();
  };
  const actions = {
    retry: async () => {
      if (queue.first()?.problem?.kind === "conflict" && /** @type {Problem} */ (/** @type {WaitingHand} */ (queue.first()).problem).next) queue.acceptNumber();
      await send("person");
    },
    look: lookAtFirst,
    "put-back": async () => {
      await emptyForm();
      await send("connected");
      handInForm.focus();
    },
    ask: () => {
      waitingBox.askToThrowAway(true);
      draw();
      waitingBox.buttons.keep.focus();
    },
    keep: () => {
      waitingBox.askToThrowAway(false);
      draw();
      waitingBox.buttons.ask.focus();
    },
    "throw-away": async () => {
      waitingBox.askToThrowAway(false);
      queue.throwAwayFirst();
      if (handInForm.id()) await emptyForm();
      await send("connected");
      handInForm.focus();
    },
  };
  box.addEventListener("click", async (event) => {
    const action = event.target.closest("button")?.dataset.action;
    if (!action || box.inert) return;
    waitingBox.setNotice("");
    const { id } = queue.first() || {};
    // A hand that is being sent is not changed: its answer may confirm that it is on the sheet.
    box.inert = true;
    await sender.running.catch(() => {});
    if (queue.first()?.id === id) {
      box.inert = action === "look";
      await actions[/** @type {keyof typeof actions} */ (action)]();
    }
    box.inert = false;
    draw();
  });

  // -- when to send, when to draw -----------------------------------------------------------------------------------------
  const { connection } = waitingBox;
  document.addEventListener("htmx:sendError", (event) => {
    if (!event.detail.requestConfig.path.endsWith("/try")) return;
    sayInBar(""); // what it says is of the form before this tap
    if (queue.first()) return; // the box shows it
    connection.textContent = gettext("No network at the moment. You can save hands all the same: this phone keeps them until it is back.");
    connection.hidden = false;
  });
  document.addEventListener("match:connected", () => {
    connection.hidden = true;
    connection.classList.remove("fault");
    // A busy or failing server is given the time that the timer gives it.
    if (!["busy", "server"].includes(/** @type {string} */ (queue.first()?.problem?.kind))) send("connected");
  });
  document.addEventListener("match:gone", (event) => { if (queue.first()) event.preventDefault(); });
  document.addEventListener("match:replaced", draw);
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "match") return;
    if (handInForm.hasDraft()) emptyForm();
    handInForm.release(); // undo and the like: the form is a new one
    draw();
  });
  window.addEventListener("online", () => send("connected"));
  window.addEventListener("pageshow", (event) => { if (event.persisted) send("opened"); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) send("connected"); });
  window.addEventListener("storage", (event) => { // another tab of this phone
    if (event.key === queue.onSheetKey && event.newValue) {
      const { id, number } = JSON.parse(event.newValue);
      if (handInForm.id() === id && !liveMatch.form()?.inert) {
        handInForm.release();
        waitingBox.setNotice(interpolate(gettext("Hand %(number)s was sent from another tab and is on the sheet. What is in the form is not saved."), { number }, true));
      } else if (waitingBox.isWaiting(id)) handInForm.moveAfter(number);
      liveMatch.refresh();
    }
    if (!event.key || event.key.startsWith(queue.prefix) || event.key === queue.onSheetKey) draw();
  });
  draw();
  send("opened");
})();
