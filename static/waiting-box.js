// The box above the match: which hands wait on this phone, why, and what a person can do about the first one.
const waitingBox = (() => {
  const element = document.getElementById("waiting-hands");
  const connection = document.getElementById("connection");
  const [countText, handText, reasonText] = element.querySelectorAll("[role=status] p");
  const buttons = Object.fromEntries([...element.querySelectorAll("button")].map((button) => [button.dataset.action, button]));

  let askingToThrowAway = false;
  // A message of its own, shown until the next save.
  let notice = "";
  let shownIds = [];

  const setText = (part, text) => {
    // Only what changed, so that a screen reader does not repeat the rest.
    if (part.textContent !== text) part.textContent = text;
    part.hidden = !text;
  };
  // What the table calls a hand, and how it counts them: "Deal 4 of 36", as the server's heading has it for the coming one.
  const handName = (number) => {
    const heading = document.querySelector(".coming .next");
    const drawn = document.createElement("p");
    drawn.innerHTML = heading?.dataset.server ?? heading?.innerHTML ?? "";
    const [first, of] = drawn.textContent.match(/\d+/g)?.map(Number) ?? [];
    const counted = first === undefined ? number : first + number - heading.dataset.hand;
    if (first === undefined || counted > of) return interpolate(gettext("Hand %(number)s"), { number: counted }, true);
    return drawn.textContent.replace(/\d+/, counted);
  };
  const nameOf = (hand) => handName(hand.seen + 1) + (hand.description ? `: ${hand.description}` : "");
  const headingOfNextHand = (queue, count) => {
    const heading = document.querySelector(".coming .next");
    const form = liveMatch.form();
    if (!heading || !form) return;
    heading.dataset.server ??= heading.innerHTML;
    const inForm = handInForm.id();
    const number = inForm ? queue.numberOf(inForm) : handInForm.number() + count;
    if (!count || number === null) {
      if (heading.innerHTML !== heading.dataset.server) heading.innerHTML = heading.dataset.server;
      return;
    }
    const bold = document.createElement("b");
    bold.textContent = handName(number);
    const after = count === 1 ? gettext("comes after it") : gettext("comes after them");
    const place = inForm ? gettext("kept on this phone") : after;
    heading.replaceChildren(bold, ` · ${place}`);
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
      return why + (handInForm.hasSetAside()
        ? gettext("It is in the form below: correct it and save it. The hand you were entering comes back afterwards.")
        : gettext("It is in the form below: correct it and save it."));
    }
    if (handInForm.id()) return gettext("It is in the form below: save it again, or throw it away."); // the form says why
    return `${reason} ${whenItIsSent(problem)}`.trim();
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
    shownIds = hands.map((hand) => hand.id);
    // While a hand is being saved, and where the form itself says what is wrong with it, there is nothing else to say.
    const isJustSaved = count === 1 && handInForm.id() === first.id && !handInForm.isOpened();
    const isVisible = count > 0 && !(isJustSaved && (liveMatch.form()?.inert || kind === "refused"));
    const isOpened = isVisible && handInForm.isOpened();
    if (!isVisible) askingToThrowAway = false;
    const counted = ngettext("One hand is kept on this phone, not on the sheet yet.", "%(count)s hands are kept on this phone, not on the sheet yet.", count);
    setText(countText, isVisible ? interpolate(counted, { count }, true) : "");
    setText(handText, isVisible ? nameOf(first) : "");
    setText(reasonText, [notice, isVisible ? reasonFor(first, isOpened) : ""].filter(Boolean).join(" "));
    const shownActions = isVisible ? actionsFor(isOpened) : [];
    for (const [action, button] of Object.entries(buttons)) button.hidden = !shownActions.includes(action);
    buttons.retry.textContent = kind === "conflict" && next ? interpolate(gettext("Save as hand %(number)s"), { number: next }, true) : gettext("Try again");
    element.classList.toggle("is-empty", !isVisible && !notice);
    element.classList.toggle("warn", isVisible && Boolean(kind) && !TEMPORARY_PROBLEMS.includes(kind));
    if (isVisible && !connection.classList.contains("fault")) connection.hidden = true; // it would cover what the box says
    headingOfNextHand(queue, isVisible ? count : 0);
  };

  return {
    element, buttons, connection, draw,
    say: (text) => { notice = text; },
    askToThrowAway: (asking) => { askingToThrowAway = asking; },
    shows: (id) => shownIds.includes(id),
  };
})();
