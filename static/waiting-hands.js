// Saves hands on the match page, with or without a network. Every hand is stored in the queue (offline-queue.js), then
// sent (hand-in-form.js). The box above the match shows the waiting hands and the buttons to decide.

// -- the box and its texts ---------------------------------------------------------------------------------------------

// Texts about waiting hands: what was entered, and why it was not accepted.

// problem: the result of readAnswer (offline-queue.js), with the server's own reason if it gave one.
/** @param {Problem} problem */
const explainProblem = (problem) => {
  const reasons = {
    network: gettext("No network."),
    timeout: gettext("No answer from the server in time."),
    server: interpolate(gettext("The server has a problem (%(status)s)."), problem, true),
    busy: gettext("The server is busy."),
    foreign: gettext("Something else answered, not the Companion: perhaps this network wants you to sign in first."),
    refused: problem.reason
      ? interpolate(gettext("Not accepted. %(reason)s"), problem, true)
      : gettext("Not accepted. The server gave no reason."),
    conflict: problem.reason || gettext("Another phone has changed the match in the meantime."),
    gone: gettext("The server does not know this match, or this phone may not open it any more. Open the link to the match again, then try again."),
    forbidden: gettext("This phone may not save hands in this match at the moment. Open the scorer’s link again, then try again."),
    "sign-in": gettext("The server wants you to sign in. Reload the page, then try again."),
    rejected: interpolate(gettext("The server did not accept it (%(status)s). Reload the page, then try again."), problem, true),
  };
  return reasons[/** @type {keyof typeof reasons} */ (problem.kind)];
};

/** @param {Problem | null} problem */
const retryText = (problem) => {
  if (!problem) return gettext("It is sent as soon as possible.");
  if (problem.kind === "network") return gettext("It is sent when the network is back.");
  return TEMPORARY_PROBLEMS.includes(problem.kind) ? gettext("It is sent again in a moment.") : "";
};

/** @param {string} label @param {string} text */
const labelled = (label, text) => interpolate(gettext("%(label)s: %(text)s"), { label, text }, true);

// The answers in a form, by its labels: "Who played? Ben · ♥ · Won". fields: with the value of the button that was pressed.
/** @param {HTMLFormElement} form @param {Answers} fields */
const describeAnswers = (form, fields) => {
  /** @param {Element | null | undefined} element */
  const labelOf = (element) => {
    const text = element?.querySelector("span > span") || element?.querySelector("span") || element;
    return text?.textContent.trim() || "";
  };
  const parts = [];
  const hasRows = form.querySelectorAll(".control.is-row:not([hidden])").length > 1;
  let named = null; // the kind of event whose name stands already
  for (const control of form.querySelectorAll(".control:not([hidden])")) {
    for (const event of control.querySelectorAll(".event-list li > span")) parts.push(event.textContent.trim());
    let question = `${control.querySelector(".label")?.firstChild?.textContent?.trim()} `;
    for (const input of control.querySelectorAll("input[name], select[name]")) {
      if (input.closest(".control") !== control) continue; // of an event
      const isOption = input.type === "radio" || input.type === "checkbox";
      if (input.type === "hidden" || !input.value || (isOption && !input.checked)) continue;
      // Rare questions appear only if they were answered, and with their label: "Bid 30". So do numbers and people.
      const isRare = Boolean(input.closest("details.more"));
      if (isOption && isRare && input.defaultChecked) continue;
      const label = (input.type === "radio" && (isRare || input.closest(".hue"))) || (hasRows && control.matches(".is-row")) ? question : "";
      question = "";
      const kind = control.closest("details.kind");
      if (kind && kind !== named) parts.push(labelOf(kind.querySelector("summary")));
      named = kind;
      if (isOption) parts.push(label + labelOf(input.closest("label")));
      else if (input.tagName === "SELECT") parts.push(`${labelOf(input.closest("label"))} ${/** @type {HTMLSelectElement} */ (input).selectedOptions[0].textContent}`);
      else parts.push(`${label + labelOf(/** @type {NodeListOf<HTMLLabelElement>} */ (input.labels)[0])} ${input.value}`);
    }
  }
  for (const [name, value] of fields) {
    const button = form.querySelector(`button[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    if (button) parts.push(labelOf(button));
  }
  const text = parts.join(" · ");
  return text.length > 140 ? `${text.slice(0, 140).trim()}…` : text;
};

// The result of a hand, as the page previews it: "Hearts with 2: Ben +30".
/** @param {HTMLElement} result */
const describeResult = (result) => {
  const changes = [...result.querySelectorAll(".changes li")].map((change) => {
    const [name, points] = [change.querySelector(".name"), change.querySelector("b")];
    return `${name.textContent} ${points.textContent}`;
  });
  return labelled(result.querySelector("h2").innerText.trim(), changes.join(", "));
};

// The box above the match: the hands that wait on this phone, the reason, and the buttons for the first one.
const waitingBox = (() => {
  const element = document.getElementById("waiting-hands");
  const connection = document.getElementById("connection");
  const [countText, handText, reasonText] = element.querySelectorAll("[role=status] p");
  const otherHands = /** @type {HTMLElement} */ (element.querySelector(".others"));
  const buttons = Object.fromEntries([...element.querySelectorAll("button")].map((button) => [button.dataset.action, button]));

  let askingToThrowAway = false;
  // Another message in the box, shown until the next save.
  let notice = "";
  /** @type {string[]} */
  let waitingIds = [];

  /** @param {HTMLElement} part @param {string} text */
  const setText = (part, text) => {
    // Only what changed, so that a screen reader does not repeat the rest.
    if (part.textContent !== text) part.textContent = text;
    part.hidden = !text;
  };
  // The name of a hand in this game, "Deal 4 of 36", derived from the server's heading of the next hand.
  /** @param {number} number */
  const handName = (number) => {
    const heading = document.querySelector(".coming .next");
    const serverHeading = document.createElement("p");
    serverHeading.innerHTML = heading?.dataset.server ?? heading?.innerHTML ?? "";
    const [first, of] = serverHeading.textContent.match(/\d+/g)?.map(Number) ?? [];
    const handNumber = first === undefined ? number : first + number - /** @type {number} */ (/** @type {unknown} */ (/** @type {HTMLElement} */ (heading).dataset.hand));
    if (first === undefined || handNumber > of) return interpolate(gettext("Hand %(number)s"), { number: handNumber }, true);
    return serverHeading.textContent.replace(/\d+/, /** @type {string} */ (/** @type {unknown} */ (handNumber)));
  };
  /** @param {WaitingHand} hand @param {number} place */
  const nameOf = (hand, place) => [handName(hand.seen + place + 1), hand.description].filter(Boolean).reduce(labelled);
  let saveAs = ""; // the button's text after a conflict
  /** @param {boolean} isWith @param {number} count */
  const totalsText = (isWith, count) => interpolate(isWith
    ? ngettext("totals with %(count)s kept hand", "totals with %(count)s kept hands", count)
    : ngettext("totals without %(count)s kept hand", "totals without %(count)s kept hands", count), { count }, true);
  // The totals with the hands that wait, if this phone knows what each of them adds. Returns whether it does.
  /** @param {WaitingHand[]} hands */
  const showTotals = (hands) => {
    /** @param {string | undefined} text */
    const read = (text) => typedNumbers.read(text || "") ?? NaN;
    let isKnown = !document.querySelector(".its-points");
    for (const row of [".total .figure", ".short-totals b"].map((place) => [...document.querySelectorAll(place)])) {
      const sums = row.map((figure, side) => hands.reduce((sum, { points }) => sum + read(points?.[side]), read(figure.dataset.server ??= figure.textContent)));
      isKnown &&= !sums.some(Number.isNaN);
      row.forEach((figure, side) => setText(figure, isKnown && hands.length ? typedNumbers.asTyped(sums[side]).replace("-", "−") : figure.dataset.server ?? ""));
    }
    return isKnown;
  };
  // Who deals after the hands that wait, where players take turns.
  /** @param {DOMStringMap} next @param {WaitingHand[]} hands */
  const showDealer = ({ dealing, again }, hands) => {
    const places = dealing?.split(" ") || [];
    const deals = hands.filter(({ fields }) => !fields.some(([, value]) => again && again.split(" ").includes(value)));
    document.querySelectorAll(".player")[Number(places[deals.length % places.length])]?.querySelector(".name").after(...document.querySelectorAll(".badge.dealer"));
  };
  // While a kept hand is looked at, the bar says which one its buttons change, or as which hand they save it after a
  // conflict. name: "" for the next hand.
  /** @param {HTMLFormElement} form @param {string} name */
  const nameInBar = (form, name) => {
    const save = /** @type {HTMLElement} */ (form.querySelector(".save"));
    const change = saveAs || interpolate(gettext("Change: %(hand)s"), { hand: name }, true);
    save.dataset.server ??= save.textContent;
    setText(save, name ? change : save.dataset.server);
    const head = /** @type {HTMLElement} */ (form.querySelector(".bar-head"));
    const line = head.querySelector(".kept-hand") || Object.assign(document.createElement("p"), { className: "kept-hand" });
    if (!name) {
      line.remove();
      return;
    }
    // Where the answers themselves save, there is no other button to name it.
    const isSavedByAnswer = form.querySelector(".saving:not([hidden])");
    const kept = gettext("kept on this phone");
    setText(/** @type {HTMLElement} */ (line), `${isSavedByAnswer ? change : name} · ${kept}`);
    if (!line.isConnected) head.prepend(line);
  };
  /** @param {OfflineQueue} queue @param {number} count */
  const headingOfNextHand = (queue, count) => {
    const heading = document.querySelector(".coming .next");
    const form = liveMatch.form();
    if (!heading || !form) return;
    heading.dataset.server ??= heading.innerHTML;
    const inForm = handInForm.id();
    const number = inForm ? queue.numberOf(inForm) : handInForm.number() + count;
    // The page knows who deals and leads in its own next hand, not in one after waiting hands.
    const isLater = count > 0 && number !== null && number !== Number(heading.dataset.hand);
    document.getElementById("top").classList.toggle("is-later-hand", isLater);
    const hands = count ? queue.hands() : [];
    showDealer(heading.dataset, isLater ? hands : []);
    const sent = hands.filter(({ problem }) => !problem || TEMPORARY_PROBLEMS.includes(problem.kind)); // a refused one adds nothing yet
    const isWith = showTotals(sent) && sent.length === hands.length;
    const title = document.querySelector("#sheet h2");
    if (title) title.textContent = (title.dataset.server ??= title.textContent) + (count ? ` · ${totalsText(false, count)}` : "");
    nameInBar(form, handInForm.isOpened() && count && number !== null ? handName(number) : "");
    if (!count || number === null) {
      if (heading.innerHTML !== heading.dataset.server) heading.innerHTML = heading.dataset.server;
      return;
    }
    const bold = document.createElement("b");
    bold.textContent = handName(number);
    // Not within a template string: its texts are not collected for translation.
    const where = inForm ? gettext("kept on this phone") : totalsText(isWith, count);
    heading.replaceChildren(bold, ` · ${where}`);
    form.setAttribute("aria-label", bold.textContent);
  };
  /** @param {WaitingHand} hand @param {boolean} isOpened */
  const reasonFor = ({ problem }, isOpened) => {
    if (askingToThrowAway) {
      const mayHaveArrived = problem && TEMPORARY_PROBLEMS.includes(problem.kind);
      return mayHaveArrived
        ? gettext("Throw it away? It cannot be brought back. If it did arrive, it is on the sheet all the same.")
        : gettext("Throw it away? It cannot be brought back.");
    }
    const reason = problem ? explainProblem(problem) : "";
    if (isOpened) {
      const why = problem && REFUSALS.includes(problem.kind) ? `${reason} ` : "";
      return why + (handInForm.hasDraft()
        ? gettext("It is in the form below: correct it and save it. The hand you were entering comes back afterwards.")
        : gettext("It is in the form below: correct it and save it."));
    }
    if (handInForm.id()) return gettext("It is in the form below: save it again, or throw it away."); // the form shows the reason
    return `${reason} ${retryText(problem)}`.trim();
  };
  /** @param {boolean} isOpened */
  const actionsFor = (isOpened) => {
    if (askingToThrowAway) return ["throw-away", "keep"];
    if (isOpened) return ["put-back", "ask"];
    if (handInForm.id()) return ["ask"];
    return liveMatch.form() ? ["retry", "look", "ask"] : ["retry", "ask"]; // no form: the match is over
  };
  /** @param {OfflineQueue} queue */
  const draw = (queue) => {
    const hands = queue.hands();
    const [first] = hands;
    const count = hands.length;
    const { kind, next } = first?.problem || {};
    waitingIds = hands.map((hand) => hand.id);
    // The box is empty while a hand is being saved, and if the form itself shows what is wrong with it.
    const isJustSaved = count === 1 && handInForm.id() === first.id && !handInForm.isOpened();
    const isVisible = count > 0 && !(isJustSaved && (liveMatch.form()?.inert || kind === "refused"));
    const isOpened = isVisible && handInForm.isOpened();
    if (!isVisible) askingToThrowAway = false;
    const names = hands.map(nameOf);
    const text = ngettext("One hand is kept on this phone, not on the sheet yet.", "%(count)s hands are kept on this phone, not on the sheet yet.", count);
    setText(countText, isVisible ? interpolate(text, { count }, true) : "");
    setText(handText, isVisible ? names[0] : "");
    setText(reasonText, [notice, isVisible ? reasonFor(first, isOpened) : ""].filter(Boolean).join(" "));
    const others = isVisible ? names.slice(1) : [];
    otherHands.replaceChildren(...others.map((textContent) => Object.assign(document.createElement("li"), { textContent })));
    otherHands.hidden = !others.length;
    const visibleActions = isVisible ? actionsFor(isOpened) : [];
    for (const [action, button] of Object.entries(buttons)) button.hidden = !visibleActions.includes(action);
    saveAs = kind === "conflict" && next ? interpolate(gettext("Save as hand %(number)s"), { number: next }, true) : "";
    buttons.retry.textContent = saveAs || gettext("Try again");
    element.classList.toggle("is-empty", !isVisible && !notice);
    element.classList.toggle("warn", isVisible && Boolean(kind) && !TEMPORARY_PROBLEMS.includes(/** @type {string} */ (kind)));
    if (isVisible && !connection.classList.contains("fault")) connection.hidden = true; // it would cover the box
    headingOfNextHand(queue, isVisible ? count : 0);
  };

  return {
    element, buttons, connection, draw,
    /** @param {string} text */
    setNotice: (text) => { notice = text; },
    /** @param {boolean} asking */
    askToThrowAway: (asking) => { askingToThrowAway = asking; },
    /** @param {string} id */
    isWaiting: (id) => waitingIds.includes(id),
  };
})();

// -- saving and deciding -----------------------------------------------------------------------------------------------
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
      ? { description: describeResult(result), points: /** @type {HTMLElement} */ (result.querySelector(".changes")).dataset.points?.split(" ") }
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
    const open = document.getElementById(/** @type {HTMLElement | null} */ (form.querySelector("#outcome .missing"))?.dataset.first || "");
    (form.querySelector(".control:has(> .errors .fault)") || open || form.querySelector(".fault, .warn") || form).scrollIntoView({ block: "nearest" });
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
    if (expected === null) sayInBar(""); // without the server it still speaks of an empty form
    if (expected && expected !== number) {
      // The form shows the new number, so that nobody records a hand twice that another phone has recorded meanwhile.
      handInForm.setNumber(expected);
      const text = gettext("The match has changed: saved now, this becomes hand %(number)s. Look at the sheet first: another phone may have recorded it.");
      waitingBox.setNotice(interpolate(text, { number: expected }, true));
    }
    draw();
    // With its title in sight: it is not the next hand.
    /** @type {HTMLElement} */ (document.querySelector(".coming")).scrollIntoView({ block: "start" });
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
  const sayNoNetwork = () => {
    if (queue.first()) return; // the box shows it
    connection.textContent = gettext("No network at the moment. You can save hands all the same: this phone keeps them until it is back.");
    connection.hidden = false;
  };
  document.addEventListener("htmx:sendError", (event) => {
    if (!event.detail.requestConfig.path.endsWith("/try")) return;
    sayInBar(""); // what it says is of the form before this tap
    sayNoNetwork();
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
  if (document.querySelector("[data-offline]")) sayNoNetwork();
  send("opened");
})();
