// Texts about waiting hands: what was entered, and why it was not accepted.

// problem: the result of readAnswer (offline-queue.js), with the server's own reason if it gave one.
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
  return reasons[problem.kind];
};

const retryText = (problem) => {
  if (!problem) return gettext("It is sent as soon as possible.");
  if (problem.kind === "network") return gettext("It is sent when the network is back.");
  return TEMPORARY_PROBLEMS.includes(problem.kind) ? gettext("It is sent again in a moment.") : "";
};

// The answers in a form, by its labels: "Ben · ♥ · Won". fields: with the value of the button that was pressed.
const describeAnswers = (form, fields) => {
  const labelOf = (element) => {
    const text = element?.querySelector("span > span") || element?.querySelector("span") || element;
    return text?.textContent.trim() || "";
  };
  const parts = [];
  for (const control of form.querySelectorAll(".control:not([hidden])")) {
    for (const event of control.querySelectorAll(".event-list li > span")) parts.push(event.textContent.trim());
    for (const input of control.querySelectorAll("input[name], select[name]")) {
      const isOption = input.type === "radio" || input.type === "checkbox";
      if (input.type === "hidden" || !input.value || (isOption && !input.checked)) continue;
      // Rare questions appear only if they were answered, and with their label: "Bid 30".
      const isRare = Boolean(input.closest("details.more"));
      if (isOption && isRare && input.defaultChecked) continue;
      const question = isRare && input.type === "radio" ? `${labelOf(control.querySelector(".label"))} ` : "";
      if (isOption) parts.push(question + labelOf(input.closest("label")));
      else if (input.tagName === "SELECT") parts.push(`${labelOf(input.closest("label"))} ${input.selectedOptions[0].textContent}`);
      else parts.push(`${labelOf(input.labels[0])} ${input.value}`);
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
const describeResult = (result) => {
  const changes = [...result.querySelectorAll(".changes li")].map((change) => {
    const [name, points] = [change.querySelector(".name"), change.querySelector("b")];
    return `${name.textContent} ${points.textContent}`;
  });
  return `${result.querySelector("h2").innerText.trim()}: ${changes.join(", ")}`;
};
