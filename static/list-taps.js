// Lists that grow by taps: tricks, declarations, purchases. Every tap counts, also one that comes while the answer to the
// tap before is on its way, and no button is replaced while a thumb is on it.
(() => {
  const REMOVE_PAUSE = 500; // milliseconds: a second tap on × would hit the entry that has moved up
  /** @type {{name: string, value: string, path: string}[]} */
  const taps = [];
  /** @typedef {Field & Text} Part A node of a form; its type says which of them it is. */
  /** @type {Promise<void> | null} */
  let running = null;
  let removedAt = -REMOVE_PAUSE;

  // -- the form as it was when a tap was sent: later changes are kept --------------------------------------------------
  /** @param {Field | HTMLSelectElement} field */
  const currentValue = (field) => (/radio|checkbox/.test(field.type) ? /** @type {Field} */ (field).checked : field.value);
  /** @param {Field | HTMLSelectElement} field */
  const renderedValue = (field) => {
    if (/radio|checkbox/.test(field.type)) return field.hasAttribute("checked");
    return field.tagName === "SELECT" ? field.value : field.getAttribute("value") ?? "";
  };
  /** @param {HTMLFormElement} form */
  const fieldsOf = (form) => [...form.querySelectorAll("input, select")];
  /** @param {Field} field @param {Field} fresh @param {Map<Node, string | boolean>} valuesBefore */
  const updateField = (field, fresh, valuesBefore) => {
    if (valuesBefore.get(field) !== currentValue(field)) return;
    if (/radio|checkbox/.test(field.type)) field.checked = /** @type {boolean} */ (renderedValue(fresh));
    else if (field.value !== renderedValue(fresh)) field.value = /** @type {string} */ (renderedValue(fresh));
  };

  /** @param {HTMLFormElement} form @param {string} name */
  const answers = (form, name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];

  // -- merging the server's form into the one on the page: only differences are touched --------------------------------
  /** @param {HTMLElement} element @param {string} name */
  const isClientState = (element, name) => name === "open" || name === "data-filled" || name === "data-locked"
    || (name === "disabled" && element.dataset.locked) || (name === "hidden" && element.classList.contains("plain-share"))
    || name === "inputmode" || (element.dataset.waits && /^(data-waits|aria-pressed)$/.test(name));
  /** @param {Node} node */
  const childrenOf = (node) => [.../** @type {NodeListOf<Part>} */ (node.childNodes)].filter((child) => !child.classList?.contains("tap-share") && !child.classList?.contains("pad"));
  /** @param {Part} old @param {Part} fresh @param {Map<Node, string | boolean>} valuesBefore */
  const update = (old, fresh, valuesBefore) => {
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
      old.replaceWith(fresh);
      return;
    }
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !isClientState(old, name)) old.removeAttribute(name);
    for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const [oldChildren, newChildren] = [childrenOf(old), childrenOf(fresh)];
    oldChildren.forEach((child, place) => { if (newChildren[place]) update(child, newChildren[place], valuesBefore); else child.remove(); });
    for (const child of newChildren.slice(oldChildren.length)) old.append(child);
    if (valuesBefore.has(old)) updateField(old, fresh, valuesBefore);
  };

  // -- without a network: the tap waits in the form and is sent with the hand --------------------------------------------
  /** @param {Element} part */
  const blockOf = (part) => /** @type {HTMLElement | null} */ (part.closest(".at-once, .kind"));
  /** @param {HTMLFormElement} form @param {HTMLElement} block */
  const openAnswers = (form, block) => /** @type {string} */ (block.dataset.needed).split(" ").filter(Boolean)
    .map((each) => answers(form, each)).filter((inputs) => !inputs.some((input) => input.checked));
  /** @param {HTMLElement} question */
  const ask = (question) => {
    const fault = Object.assign(document.createElement("p"), { className: "fault", textContent: question.closest(".events")?.dataset.asks });
    question.querySelector(":scope > .errors")?.replaceChildren(fault);
  };
  /** @param {ParentNode} place */
  const waiting = (place) => /** @type {HTMLButtonElement | null} */ (place.querySelector("button[data-waits]"));
  /** @param {HTMLElement} block */
  const stopWaiting = (block) => {
    const button = waiting(block);
    button?.removeAttribute("data-waits");
    button?.removeAttribute("aria-pressed");
    for (const errors of block.querySelectorAll(".errors")) errors.replaceChildren();
  };
  /** @param {HTMLElement} block */
  const emptyAnswers = (block) => {
    stopWaiting(block);
    const empty = typeof liveMatch === "undefined" ? null : liveMatch.newEmptyForm();
    for (const field of /** @type {NodeListOf<Field>} */ (block.querySelectorAll("input, select"))) {
      const initial = empty && answers(empty, field.name).find((one) => !/radio|checkbox/.test(one.type) || one.value === field.value);
      if (/radio|checkbox/.test(field.type)) field.checked = Boolean(initial?.checked);
      else field.value = initial?.value ?? "";
    }
  };
  /** @param {HTMLElement} button @param {HTMLElement | null} block */
  const wordsOf = (button, block) => {
    const isFolded = Boolean(block?.matches(".kind"));
    const label = button.getAttribute("aria-label") || button.querySelector("span");
    const chosen = block ? [...block.querySelectorAll(".control:not([hidden]) :is(input:checked + span, input[type=text])")] : [];
    const parts = isFolded ? [block?.querySelector("summary"), ...chosen] : [...chosen, label];
    return parts.flatMap((part) => {
      if (!part || typeof part === "string") return [part || "", " "];
      const field = /** @type {Field} */ (part);
      return part.matches("input") ? [field.value, " "] : [...[...part.childNodes].map((node) => node.cloneNode(true)), " "];
    });
  };
  // The buttons of events of which only one may be in the list, like this one (see "once" in scoring/engine/form.py).
  /** @param {HTMLElement} button */
  const alike = (button) => (button.dataset.alike ? [.../** @type {Element} */ (button.closest(".events")).querySelectorAll("button[data-alike]")].filter((one) => one.dataset.alike === button.dataset.alike) : []);
  /** @param {HTMLElement} button */
  const showNotUsed = (button) => {
    for (const one of alike(button)) {
      one.classList.remove("used-in", "used-out");
      one.removeAttribute("aria-pressed");
      one.querySelector(".owner")?.remove();
      one.querySelector(".hush")?.remove();
    }
  };
  /** @param {HTMLElement} button @param {HTMLElement | null} block */
  const showUsed = (button, block) => {
    for (const one of alike(button)) one.classList.add(one === button ? "used-in" : "used-out");
    button.setAttribute("aria-pressed", "true");
    const who = block?.querySelector("input:checked + span")?.textContent.trim();
    if (!who) return;
    button.append(Object.assign(document.createElement("i"), { className: "owner", textContent: [...who][0], ariaHidden: "true" }));
    button.append(Object.assign(document.createElement("span"), { className: "hush", textContent: `: ${who}` }));
  };
  /** @param {HTMLElement} button @param {Element} list @param {string} control @param {URLSearchParams} body */
  const entryOf = (button, list, control, body) => {
    const tapped = new URLSearchParams([...body].filter(([name]) => name.startsWith(`${control}.`) && name !== `${control}.taps`));
    const entry = document.createElement("li");
    const words = document.createElement("span");
    words.append(...wordsOf(button, blockOf(button)));
    entry.append(words, Object.assign(document.createElement("input"), { type: "hidden", name: `${control}.taps`, value: String(tapped) }));
    if (button.dataset.alike) entry.dataset.alike = button.dataset.alike;
    else {
      const drop = Object.assign(document.createElement("button"), { type: "submit", className: "plain drop", name: `${control}.drop`, textContent: "×" });
      drop.setAttribute("formaction", button.getAttribute("formaction") || "");
      entry.append(drop);
    }
    list.append(entry);
  };
  // An event whose questions are answered is put into the list. Says whether the tap did what it is for.
  /** @param {HTMLFormElement} form @param {HTMLElement} button @param {Element} list @param {string} control @param {URLSearchParams} body */
  const keepAdded = (form, button, list, control, body) => {
    const block = blockOf(button);
    const before = button.dataset.alike && [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("li[data-alike]"))].find((one) => one.dataset.alike === button.dataset.alike);
    if (!before && button.matches(".used-in, .used-out")) return false; // it would take out what the server has put there
    const isTakenOut = button.matches(".used-in");
    const [open] = block && !isTakenOut ? openAnswers(form, block) : [];
    if (open) {
      ask(/** @type {HTMLElement} */ (open[0].closest(".control")));
      return true;
    }
    if (before) before.remove();
    showNotUsed(button);
    if (isTakenOut) return true;
    entryOf(button, list, control, body);
    if (button.dataset.alike) showUsed(button, block);
    if (block) emptyAnswers(block);
    return true;
  };
  // Says whether this tap needs no network.
  /** @param {HTMLFormElement} form @param {{name: string, value: string}} tap @param {URLSearchParams} body */
  const keep = (form, { name, value }, body) => {
    const button = answers(form, name).find((one) => one.value === value);
    const list = button?.closest(".events")?.querySelector(".event-list");
    if (!button || !list) return false;
    const block = blockOf(button);
    if (name.endsWith(".add")) {
      if (!keepAdded(form, button, list, name.replace(/\.add$/, ""), body)) return false;
    } else if (button.matches(".leave-out") && block) emptyAnswers(block);
    else button.closest("li")?.remove();
    list.querySelectorAll(".drop").forEach((drop, place) => { /** @type {HTMLButtonElement} */ (drop).value = String(place); });
    form.dispatchEvent(new Event("change", { bubbles: true }));
    list.scrollLeft = list.scrollWidth;
    return true;
  };

  // -- one tap at a time ------------------------------------------------------------------------------------------------
  /** @param {{name: string, value: string, path: string}} tap */
  const send = async ({ name, value, path }) => {
    const form = document.getElementById("entry");
    if (!form) return;
    const valuesBefore = new Map(fieldsOf(form).map((field) => [field, currentValue(field)]));
    const body = new URLSearchParams(/** @type {Record<string, string>} */ (/** @type {unknown} */ (new FormData(form))));
    body.append(name, value);
    document.getElementById("outcome")?.dispatchEvent(new Event("htmx:abort")); // a preview of the form without this tap
    let response;
    let html = "";
    try {
      response = await fetch(path, { method: "POST", redirect: "manual", headers: { "HX-Request": "true" }, body });
      html = await response.text();
    } catch {
      if (!form.isConnected || keep(form, { name, value }, body)) return;
      taps.length = 0;
      handForm.showError(gettext("No network. Your last tap was not counted; tap again when it is back."));
      return;
    }
    const fresh = response.status === 200 ? new DOMParser().parseFromString(html, "text/html").getElementById("entry") : null;
    if (!fresh && response.status !== 204) {
      taps.length = 0;
      handForm.showError(gettext("Your last tap was not counted. Reload the page, then tap again."));
    }
    if (!fresh || !form.isConnected) return;
    update(/** @type {Part} */ (/** @type {Node} */ (form)), /** @type {Part} */ (/** @type {Node} */ (fresh)), valuesBefore);
    document.dispatchEvent(new Event("match:replaced"));
    form.querySelector("details .fault")?.scrollIntoView({ block: "nearest" });
    for (const list of form.querySelectorAll(".event-list")) list.scrollLeft = list.scrollWidth; // the last entry in view
  };
  const sendAll = async () => {
    while (taps.length) await send(/** @type {typeof taps[0]} */ (taps.shift())); // each answer is the next form
    running = null;
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.('form.entry button[name$=".add"], form.entry button[name$=".drop"]');
    if (!button) return;
    event.preventDefault();
    const block = blockOf(button);
    if (block?.matches(".at-once") && !button.matches(".leave-out, .used-in")) {
      const wasWaiting = waiting(block) === button;
      const [open] = openAnswers(/** @type {HTMLFormElement} */ (button.form), block);
      stopWaiting(block);
      if (open && wasWaiting) return;
      if (open) { // the tap waits for the answers that come before it
        button.dataset.waits = "1";
        button.setAttribute("aria-pressed", "true");
        ask(/** @type {HTMLElement} */ (open[0].closest(".control")));
        return;
      }
    }
    if (button.matches(".leave-out")) {
      if (block) stopWaiting(block);
    } else if (button.name.endsWith(".drop")) {
      if (running || performance.now() - removedAt < REMOVE_PAUSE) return;
      removedAt = performance.now();
    }
    taps.push({ name: button.name, value: button.value, path: button.formAction });
    running ??= sendAll();
  });
  document.addEventListener("change", (event) => {
    const block = event.target.closest?.("form.entry .at-once");
    const button = block && waiting(block);
    if (button && !openAnswers(/** @type {HTMLFormElement} */ (button.form), block).length) button.click();
  });
  // A hand is saved with an event that was begun and not added. If it lacks an answer, this is asked before the hand is in
  // the queue, also without a network.
  /** @param {HTMLFormElement} form */
  const openQuestion = (form) => {
    for (const kind of form.querySelectorAll(".control:not([hidden]) > .events [data-needed]")) {
      const needed = /** @type {string} */ (kind.dataset.needed).split(" ").map((name) => answers(form, name));
      const open = needed.filter((inputs) => !inputs.some((input) => input.checked));
      if ((open.length === needed.length && !waiting(kind)) || !(open.length || kind.matches(".at-once"))) continue;
      return /** @type {HTMLElement} */ ((open[0] || needed[needed.length - 1])[0].closest(".control"));
    }
    return null;
  };
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const isTry = event.submitter?.getAttribute("formaction")?.endsWith("/try");
    const question = !running && !isTry && form.matches("form.entry") && openQuestion(form);
    if (!question) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const fold of form.querySelectorAll("details")) if (fold.contains(question)) fold.open = true;
    ask(question);
    question.scrollIntoView({ block: "center" });
  }, true);
  // A hand is saved with all taps that came before it.
  document.addEventListener("submit", (event) => {
    if (!running || !event.target.matches("form.entry")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { target, submitter } = event;
    running.then(() => { if (target.isConnected) target.requestSubmit(submitter); });
  }, true);
})();
