// The form of a hand: shows the questions that apply, steps numbers, assigns cards to players by tapping.
// Everything here also works without a script; this only makes it quicker.
const handForm = (() => {
  /** @param {Element} element */
  const fireChange = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

  // -- questions that depend on other answers -------------------------------------------------------------
  /** @param {HTMLFormElement} form @param {string} name */
  const currentValue = (form, name) => {
    let value = "";
    for (const input of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if ((input.type === "radio" || input.type === "checkbox") && !input.checked) continue;
      value = input.value;
    }
    return value;
  };
  /** @param {HTMLFormElement} form */
  const showQuestions = (form) => {
    const visibleNames = new Set();
    const controls = [...form.querySelectorAll(".control")].sort((one, other) => one.dataset.place - other.dataset.place);
    for (const control of controls) {
      const conditions = Object.entries(control.dataset.when ? JSON.parse(control.dataset.when) : {});
      control.hidden = !conditions.every(([name, values]) => visibleNames.has(name) && values.includes(currentValue(form, name)));
      if (control.hidden) continue;
      for (const input of control.querySelectorAll("[name]")) visibleNames.add(input.name);
    }
    leaveOut(form);
    loadListTaps();
  };
  // Who passed takes no trick, and who took none has no points: their fields and buttons are out.
  /** @param {HTMLFormElement} form */
  const leaveOut = (form) => {
    for (const control of form.querySelectorAll("[data-among]")) {
      const picked = [...form.querySelectorAll(`[name="${control.dataset.among}"]:checked`)].map((input) => input.value);
      for (const one of control.querySelectorAll(".entry-of input, .options button")) {
        const player = one.matches("button") ? one.value : /** @type {string} */ (one.name.split(".").pop());
        one.disabled = picked.length ? !picked.includes(player) : currentValue(form, `${control.dataset.among}.${player}`) === "0";
        if (one.disabled && one.dataset.filled) one.value = "";
      }
    }
  };

  // -- numbers ----------------------------------------------------------------------------------------------
  /** @param {string | undefined} text */
  const toNumber = (text) => typedNumbers.read(text ?? "") ?? 0;
  /** @param {Field} input */
  const showSum = (input) => {
    const sum = typedNumbers.isSum(input.value) ? typedNumbers.read(input.value) : null;
    if (sum !== null) input.value = typedNumbers.asTyped(sum);
  };
  /** @param {Field} input @param {number} number */
  const withinLimits = (input, number) => {
    const { least, most } = input.dataset;
    let value = number;
    if (least !== "" && least !== undefined) value = Math.max(value, Number(least));
    if (most !== "" && most !== undefined) value = Math.min(value, Number(most));
    return String(Math.round(value * 100) / 100);
  };
  // If all figures of a row have a known sum, the last one follows from the others; all open ones, once the sum is reached.
  // In a full row that is corrected, the only figure that nobody has touched follows.
  const guesses = new Map(); // what follows from other figures stays so, also in the form of a save that was refused
  /** @param {HTMLElement} row */
  const fillLastFigure = (row) => {
    if (row.dataset.sumTo === undefined) return;
    const inputs = [...row.querySelectorAll("input:enabled")];
    if (!inputs.length) return;
    const empty = inputs.filter((input) => input.value === "" || input.dataset.filled);
    const untouched = inputs.filter((input) => !input.dataset.typed);
    const open = empty.length || untouched.length !== 1 || inputs.length === 1 ? empty : untouched;
    const entered = inputs.filter((input) => !open.includes(input)).map((input) => toNumber(input.value));
    const rest = Math.round(entered.reduce((left, figure) => left - figure, Number(row.dataset.sumTo)) * 100) / 100;
    const least = Number(inputs[0].dataset.least || 0);
    const reached = rest === 0 && entered.some((figure) => figure !== 0);
    const follows = open.length < inputs.length && rest >= least && (open.length === 1 || reached);
    for (const input of open) {
      input.value = follows ? typedNumbers.asTyped(rest) : "";
      if (follows) input.dataset.filled = "1";
      else delete input.dataset.filled;
    }
    for (const input of inputs) guesses.set(input.name, input.dataset.filled ? input.value : null);
  };
  /** @param {HTMLFormElement} form */
  const restoreGuesses = (form) => {
    for (const row of form.querySelectorAll(".row[data-sum-to]")) {
      for (const input of row.querySelectorAll("input")) if (input.value !== "" && guesses.get(input.name) === input.value) input.dataset.filled = "1";
      if ([...row.querySelectorAll("input")].some((input) => input.value !== "")) fillLastFigure(row);
    }
  };
  // A number with a button for each value: the button of the current value is pressed.
  /** @param {HTMLFormElement} form */
  const showChosenValues = (form) => {
    for (const button of form.querySelectorAll(".amount.few .quick button")) {
      button.setAttribute("aria-pressed", String(button.dataset.value === button.closest(".amount").querySelector("input").value));
    }
  };

  // -- cards assigned to players ------------------------------------------------------------------------------
  // The form has one select for each card. Here: tap a player, then tap that player's cards.
  /** @param {HTMLElement} fieldset */
  const buildCardPicker = (fieldset) => {
    const plain = fieldset.querySelector(".plain-share");
    const selects = [...plain.querySelectorAll("select[data-card]")];
    const restSelect = plain.querySelector("select[data-rest]");
    if (!selects.length || fieldset.querySelector(".tap-share")) return;
    const owners = [...selects[0].options]
      .filter((option) => option.value !== "")
      .map((option) => ({ value: option.value, name: option.textContent, column: option.className, initial: [...option.textContent.trim()][0] }));
    const picker = document.createElement("div");
    picker.className = "tap-share";
    picker.style.setProperty("--longest", `${1 + 0.6 * Math.max(...owners.map(({ name }) => name.length))}rem`); // no name is cut
    /** @param {string} className @param {string} label */
    const addGroup = (className, label) => {
      const group = document.createElement("div");
      group.className = className;
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", label);
      picker.append(group);
      return group;
    };
    /** @param {HTMLElement} group @param {string} text @param {{column: string; value: string}} [owner] */
    const addButton = (group, text, owner) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      if (owner) {
        button.className = owner.column;
        button.dataset.owner = owner.value;
      }
      group.append(button);
      return button;
    };
    let chosenOwner = owners[0].value;
    const ownerButtons = addGroup("owner-buttons", gettext("Whose cards?"));
    const cardButtons = addGroup(`card-buttons ${fieldset.dataset.share}`, gettext("The cards"));
    const update = () => {
      for (const button of /** @type {HTMLCollectionOf<HTMLElement>} */ (ownerButtons.children)) button.setAttribute("aria-pressed", String(button.dataset.owner === chosenOwner));
      [...cardButtons.children].forEach((button, index) => {
        const select = selects[index];
        const owner = owners.find((each) => each.value === select.value);
        button.className = owner ? `owned ${owner.column}` : "";
        button.classList.toggle("row-begins", select.dataset.begins === "1");
        button.querySelector(":scope > .owner").textContent = owner ? owner.initial : "";
        button.setAttribute("aria-label", select.dataset.card + (owner ? `, ${owner.name}` : ""));
      });
      for (const button of picker.querySelectorAll(".rest-buttons button")) {
        button.setAttribute("aria-pressed", String(button.dataset.owner === restSelect.value));
      }
    };
    for (const owner of owners) {
      addButton(ownerButtons, owner.name, owner).addEventListener("click", () => {
        chosenOwner = owner.value;
        update();
      });
    }
    for (const select of selects) {
      const button = addButton(cardButtons, "");
      button.innerHTML = `${/** @type {HTMLElement} */ (select.parentElement).querySelector("span").innerHTML}<i class="owner"></i>`;
      button.addEventListener("click", () => {
        select.value = select.value === chosenOwner ? "" : chosenOwner;
        update();
        fireChange(select);
      });
    }
    if (restSelect) {
      const label = document.createElement("p");
      label.className = "label";
      label.textContent = gettext("All the others to");
      picker.append(label);
      const restButtons = addGroup("rest-buttons", gettext("All the others to"));
      for (const owner of owners) {
        addButton(restButtons, owner.name, owner).addEventListener("click", () => {
          restSelect.value = restSelect.value === owner.value ? "" : owner.value;
          // Whoever has the rest gets no single cards: the next tap is a card of somebody else.
          if (restSelect.value === chosenOwner && !selects.some(({ value }) => value === chosenOwner)) chosenOwner = /** @type {{value: string}} */ (owners.find(({ value }) => value !== chosenOwner)).value;
          update();
          fireChange(restSelect);
        });
      }
    }
    fieldset.addEventListener("share:changed", update);
    plain.hidden = true;
    plain.after(picker);
    update();
  };

  // What the form begins with looks assumed until somebody taps it, also in the form of a save that was refused.
  /** @type {Set<string> & {number?: string}} */
  const touched = new Set();
  /** @param {HTMLFormElement} form */
  const showTouched = (form) => {
    if (touched.number !== form.dataset.number) touched.clear();
    touched.number = form.dataset.number;
    for (const one of form.querySelectorAll(".assumes")) one.classList.toggle("touched", touched.has(one.closest(".control").id));
  };
  document.addEventListener("click", ({ target }) => {
    const one = target.closest?.(".assumes");
    if (!one || !target.closest("input, label, button")) return;
    touched.add(one.closest(".control").id);
    showTouched(one.closest("form"));
  });

  // -- the whole form -------------------------------------------------------------------------------------------
  // The script of lists comes with the first list that is seen.
  let isLoading = false;
  /** @type {HTMLElement | null} */
  let tapped = null; // meanwhile
  const loadListTaps = () => {
    if (!document.querySelector("form.entry .control:not([hidden]) > .events") || document.querySelector("script[src*=list-taps]")) return;
    const script = document.createElement("script");
    script.src = document.getElementById("announcement").dataset.listTaps;
    script.onload = () => { isLoading = false; tapped?.click(); };
    isLoading = true;
    document.head.append(script);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".events button");
    if (!isLoading || !button) return;
    event.preventDefault();
    tapped = button;
  });
  const prepareForms = () => {
    for (const form of document.querySelectorAll("form.entry")) {
      for (const button of form.querySelectorAll(".step, .quick")) button.hidden = false;
      for (const stepper of form.querySelectorAll(".amount.few .stepper")) stepper.hidden = true;
      showChosenValues(form);
      for (const fieldset of form.querySelectorAll("[data-share]")) {
        buildCardPicker(fieldset);
        fieldset.dispatchEvent(new Event("share:changed"));
      }
      showQuestions(form);
      restoreGuesses(form);
      showTouched(form);
    }
  };
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("form.entry");
    if (!form) return;
    const pick = event.target.closest("[data-most].pick");
    const ticked = pick && event.target.checked ? [...pick.querySelectorAll("input:checked")] : [];
    if (pick && ticked.length > Number(pick.dataset.most)) /** @type {Field} */ (ticked.find((input) => input !== event.target)).checked = false;
    // A sum that was typed is shown as a number when the field is left. The pad does so itself.
    if (event.isTrusted && event.target.matches(".stepper input, .entry-of input")) showSum(event.target);
    const row = event.target.closest(".row");
    if (row) {
      delete event.target.dataset.filled;
      event.target.dataset.typed = "1";
      fillLastFigure(row);
    }
    showChosenValues(form);
    showQuestions(form);
    if (pick) for (const other of form.querySelectorAll(`[data-among="${event.target.name}"] .row`)) fillLastFigure(other);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".step, .quick button");
    if (!button) return;
    const input = button.closest(".amount").querySelector("input");
    const step = Number(button.dataset.step);
    const least = toNumber(input.dataset.least);
    if (button.dataset.value !== undefined) input.value = button.closest(".few") && input.value === button.dataset.value ? "" : button.dataset.value;
    else if (input.value === "" && step < 0 && least >= 0) input.value = withinLimits(input, least);
    else input.value = withinLimits(input, toNumber(input.value) + step);
    fireChange(input);
  });
  // Enter in a number field moves to the next field instead of saving half a hand.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.("form.entry input[type=text]")) return;
    event.preventDefault();
    const fields = [...event.target.form.querySelectorAll("input[type=text], .save")].filter((field) => field.offsetParent !== null);
    fields[fields.indexOf(event.target) + 1]?.focus();
  });
  // The link to the rules follows the question that has the focus.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(".stepper input, .entry-of input")) event.target.select();
    const rule = event.target.closest?.(".control:has(.rule)")?.querySelector("a.rule")?.getAttribute("href");
    const rulesLink = document.getElementById("rules");
    if (rule && rulesLink) rulesLink.href = rule;
  });

  // -- requests that fail (hands saved on the match page: waiting-hands.js) ---------------------
  /** @param {string} text */
  const showError = (text) => {
    const message = document.getElementById("connection") || document.getElementById("whole");
    if (!message) return;
    message.hidden = false;
    message.textContent = text;
    message.classList.add("fault");
    message.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("htmx:sendError", (event) => {
    const isPreview = event.detail.requestConfig.path.endsWith("/try");
    if (isPreview && document.getElementById("connection")) return; // waiting-hands.js says that hands can still be saved
    showError(gettext("No network. Nothing was changed; tap again when it is back."));
  });
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) showError(gettext("The Companion had a problem. Your tap was not saved; try again."));
  });

  prepareForms();
  document.addEventListener("htmx:afterSwap", (event) => {
    prepareForms();
    // A refusal may be behind the bar or below the fold.
    if (event.detail.xhr?.status >= 400) document.querySelector("#entry .fault, #entry .warn")?.scrollIntoView({ block: "center" });
  });
  document.addEventListener("match:replaced", prepareForms);

  return { showError, showSum };
})();
