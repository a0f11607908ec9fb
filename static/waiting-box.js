// The box above the match: the hands that wait on this phone, the reason, and the buttons for the first one.
const waitingBox = (() => {
  const element = document.getElementById("waiting-hands");
  const connection = document.getElementById("connection");
  const [countText, handText, reasonText] = element.querySelectorAll("[role=status] p");
  const buttons = Object.fromEntries([...element.querySelectorAll("button")].map((button) => [button.dataset.action, button]));

  let askingToThrowAway = false;
  // Another message in the box, shown until the next save.
  let notice = "";
  let waitingIds = [];

  const setText = (part, text) => {
    // Only what changed, so that a screen reader does not repeat the rest.
    if (part.textContent !== text) part.textContent = text;
    part.hidden = !text;
  };
  // The name of a hand in this game, "Deal 4 of 36", derived from the server's heading of the next hand.
  const handName = (number) => {
    const heading = document.querySelector(".coming .next");
    const serverHeading = document.createElement("p");
    serverHeading.innerHTML = heading?.dataset.server ?? heading?.innerHTML ?? "";
    const [first, of] = serverHeading.textContent.match(/\d+/g)?.map(Number) ?? [];
    const handNumber = first === undefined ? number : first + number - heading.dataset.hand;
    if (first === undefined || handNumber > of) return interpolate(gettext("Hand %(number)s"), { number: handNumber }, true);
    return serverHeading.textContent.replace(/\d+/, handNumber);
  };
  const nameOf = (hand) => handName(hand.seen + 1) + (hand.description ? `: ${hand.description}` : "");
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
    if (!count || number === null) {
      if (heading.innerHTML !== heading.dataset.server) heading.innerHTML = heading.dataset.server;
      return;
    }
    const bold = document.createElement("b");
    bold.textContent = handName(number);
    const position = count === 1 ? gettext("comes after it") : gettext("comes after them");
    const note = inForm ? gettext("kept on this phone") : position;
    heading.replaceChildren(bold, ` · ${note}`);
    form.setAttribute("aria-label", bold.textContent);
  };
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
  const actionsFor = (isOpened) => {
    if (askingToThrowAway) return ["throw-away", "keep"];
    if (isOpened) return ["put-back", "ask"];
    if (handInForm.id()) return ["ask"];
    return liveMatch.form() ? ["retry", "look", "ask"] : ["retry", "ask"]; // no form: the match is over
  };
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
    const text = ngettext("One hand is kept on this phone, not on the sheet yet.", "%(count)s hands are kept on this phone, not on the sheet yet.", count);
    setText(countText, isVisible ? interpolate(text, { count }, true) : "");
    setText(handText, isVisible ? nameOf(first) : "");
    setText(reasonText, [notice, isVisible ? reasonFor(first, isOpened) : ""].filter(Boolean).join(" "));
    const visibleActions = isVisible ? actionsFor(isOpened) : [];
    for (const [action, button] of Object.entries(buttons)) button.hidden = !visibleActions.includes(action);
    buttons.retry.textContent = kind === "conflict" && next ? interpolate(gettext("Save as hand %(number)s"), { number: next }, true) : gettext("Try again");
    element.classList.toggle("is-empty", !isVisible && !notice);
    element.classList.toggle("warn", isVisible && Boolean(kind) && !TEMPORARY_PROBLEMS.includes(kind));
    if (isVisible && !connection.classList.contains("fault")) connection.hidden = true; // it would cover the box
    headingOfNextHand(queue, isVisible ? count : 0);
  };

  return {
    element, buttons, connection, draw,
    setNotice: (text) => { notice = text; },
    askToThrowAway: (asking) => { askingToThrowAway = asking; },
    isWaiting: (id) => waitingIds.includes(id),
  };
})();
