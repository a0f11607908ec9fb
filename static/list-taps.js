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

  // -- merging the server's form into the one on the page: only differences are touched --------------------------------
  /** @param {HTMLElement} element @param {string} name */
  const isClientState = (element, name) => name === "open" || name === "data-filled" || name === "data-locked"
    || (name === "disabled" && element.dataset.locked) || (name === "hidden" && element.classList.contains("plain-share"))
    || name === "inputmode";
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
    if (button.name.endsWith(".drop")) {
      if (running || performance.now() - removedAt < REMOVE_PAUSE) return;
      removedAt = performance.now();
    }
    taps.push({ name: button.name, value: button.value, path: button.formAction });
    running ??= sendAll();
  });
  // A hand is saved with an event that was begun and not added. If it lacks an answer, this is asked before the hand is in
  // the queue, also without a network.
  /** @param {HTMLFormElement} form @param {string} name */
  const answers = (form, name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
  /** @param {HTMLFormElement} form */
  const openQuestion = (form) => {
    for (const kind of form.querySelectorAll(".control:not([hidden]) > .events [data-needed]")) {
      const needed = /** @type {string} */ (kind.dataset.needed).split(" ").map((name) => answers(form, name));
      const open = needed.filter((inputs) => !inputs.some((input) => input.checked));
      if (open.length === needed.length || !(open.length || kind.matches(".at-once"))) continue;
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
    const fault = Object.assign(document.createElement("p"), { className: "fault", textContent: question.closest(".events")?.dataset.asks });
    question.querySelector(":scope > .errors")?.replaceChildren(fault);
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
