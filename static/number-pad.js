// A pad for tapping numbers, below a row or a grid of number fields. If few numbers are possible, each has its own key, so
// that one tap is a number; otherwise the keys are digits. After a number the next empty field is active. The fields can
// also be typed into, and work without this script. One field of a form is active, also if it has several pads.
(() => {
  const MAX_KEYS = 26; // the largest of the numbers from 0 that get a key each
  const MAX_KEYS_FOR_MANY = 41; // the same with four players or more, if all numbers have the same limits
  const AFTER_JUMP = 1500; // milliseconds: an arrow that comes so soon after a jump meant that jump
  const active = new WeakMap(); // form -> field
  const pressed = new WeakMap(); // form -> the field that a key changed last
  const jumps = new WeakMap(); // form -> the field that became active by itself, and when

  /** @param {HTMLElement} box */
  const formOf = (box) => box.closest("form");
  /** @param {HTMLFormElement} form */
  const boxesOf = (form) => [...form.querySelectorAll("[data-numbers]")].filter((box) => !box.closest("[hidden], details:not([open])"));
  // Without those of players who cannot have a number, such as who passed.
  /** @param {HTMLElement} box */
  const fieldsOf = (box) => [...box.querySelectorAll(".entry-of input:enabled")].filter((field) => !field.closest("[hidden]"));
  /** @param {Field} field @param {"least" | "most"} name */
  const limit = (field, name) => (field.dataset[name] === "" || field.dataset[name] === undefined ? null : Number(field.dataset[name]));
  // The numbers that get a key, for all fields of a pad: it keeps its shape for the whole hand.
  /** @param {HTMLElement} box */
  const rangeOf = (box) => {
    const fields = fieldsOf(box);
    const [leasts, mosts] = /** @type {const} */ (["least", "most"]).map((name) => fields.map((field) => limit(field, name)));
    const [least, most, step] = [Math.min(.../** @type {number[]} */ (leasts)), Math.max(.../** @type {number[]} */ (mosts)), Math.min(...fields.map((field) => Number(field.dataset.step) || 1))];
    const isMixed = new Set(mosts).size > 1;
    const maxKeys = !isMixed && fields.some((field) => field.closest(".row").querySelectorAll("input").length > 3) ? MAX_KEYS_FOR_MANY : MAX_KEYS;
    if (!fields.length || leasts.includes(null) || mosts.includes(null) || (most - least) / step > maxKeys) return null;
    return Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, place) => least + place * step);
  };
  /** @param {Field} field */
  const isEmpty = (field) => field.value === "" || Boolean(field.dataset.filled);
  /** @param {HTMLElement} box @param {Field | null} [after] */
  const firstEmpty = (box, after = null) => {
    const fields = fieldsOf(box);
    const place = fields.indexOf(/** @type {Field} */ (after)) + 1;
    return [...fields.slice(place), ...fields.slice(0, place)].find((field) => isEmpty(field) && field !== after && !isFilled(field));
  };
  /** @param {HTMLFormElement} form @param {HTMLElement | null} [after] */
  const firstEmptyBelow = (form, after = null) => {
    const boxes = boxesOf(form);
    return boxes.slice(boxes.indexOf(/** @type {HTMLElement} */ (after)) + 1).map((box) => firstEmpty(box)).find(Boolean);
  };
  // Filled in because it follows from the other figures of the row.
  /** @param {Field} field */
  const isFilled = (field) => Boolean(field.dataset.filled);

  /** @typedef {{text: string, label?: string, value?: string, digit?: string, act?: string}} Key */
  /** @param {HTMLElement} box @returns {Key[]} */
  const keysOf = (box) => {
    const range = rangeOf(box);
    const field = box.querySelector(".entry-of input");
    if (range) return range.map((number) => ({ text: String(number).replace("-", "−"), value: String(number) }));
    const least = limit(field, "least");
    /** @type {Key[]} */
    const extra = [];
    const fraction = Number(field.dataset.step) % 1;
    if (least === null || least < 0) extra.push({ text: "±", act: "sign", label: gettext("Plus or minus") });
    if (fraction === 0.5) extra.push({ text: "½", act: "half", label: gettext("And a half") });
    else if (fraction) extra.push({ text: typedNumbers.decimal, act: "point", label: gettext("Decimal point") });
    else if (extra.length) extra.push({ text: "+", act: "plus", label: gettext("Add another number") });
    /** @param {number} number */
    const digit = (number) => ({ text: String(number), digit: String(number) });
    const back = { text: "⌫", act: "back", label: gettext("Delete the last digit") };
    const next = { text: "→", act: "next", label: gettext("Next") };
    // Two rows that end with these two; match.css puts the extra keys below where a row has room for six.
    return [...[1, 2, 3, 4, 5].map(digit), ...extra.slice(0, 1), back, ...[6, 7, 8, 9, 0].map(digit), ...extra.slice(1), next];
  };

  // The number of keys in a row, so that rows are few and even, and no key is alone.
  /** @param {number} count @param {number} most */
  const columnsOf = (count, most) => {
    let columns = Math.ceil(count / Math.ceil(count / most));
    while (columns > 2 && count > columns && count % columns === 1) columns -= 1;
    return columns;
  };

  /** @param {HTMLElement} box */
  const draw = (box) => {
    const field = fieldsOf(box).find((each) => each === active.get(formOf(box)));
    for (const each of box.querySelectorAll(".entry-of input")) each.classList.toggle("is-active", each === field);
    const pad = box.querySelector(".pad");
    pad.classList.toggle("idle", !field);
    const keys = keysOf(box);
    const text = keys.map((key) => key.text).join(" ");
    if (pad.dataset.keys !== text) {
      pad.dataset.keys = text;
      pad.classList.toggle("digits", !rangeOf(box));
      pad.style.setProperty("--small", /** @type {string} */ (/** @type {unknown} */ (columnsOf(keys.length, 6))));
      pad.style.setProperty("--large", /** @type {string} */ (/** @type {unknown} */ (columnsOf(keys.length, 7))));
      pad.replaceChildren(...keys.map((key) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = key.text;
        if (key.label) button.setAttribute("aria-label", key.label);
        for (const name of /** @type {const} */ (["value", "digit", "act"])) if (key[name] !== undefined) button.dataset[name] = key[name];
        return button;
      }));
    }
    for (const key of /** @type {HTMLCollectionOf<HTMLButtonElement>} */ (pad.children)) {
      if (key.dataset.value === undefined) continue;
      key.setAttribute("aria-pressed", String(Boolean(field) && key.dataset.value === /** @type {Field} */ (field).value));
      key.disabled = Boolean(field) && (Number(key.dataset.value) < /** @type {number} */ (limit(/** @type {Field} */ (field), "least")) || Number(key.dataset.value) > /** @type {number} */ (limit(/** @type {Field} */ (field), "most")));
    }
  };
  /** @param {HTMLFormElement} form @param {Field | null | undefined} field */
  const activate = (form, field) => {
    if (field) active.set(form, field);
    else active.delete(form);
    for (const box of form.querySelectorAll("[data-numbers]")) draw(box);
  };
  /** @param {Field} field */
  const fireChange = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));
  /** @param {HTMLElement} box @param {Field} field */
  const activateNext = (box, field) => {
    const before = field.value;
    handForm.showSum(field);
    if (field.value !== before) fireChange(field);
    activate(formOf(box), firstEmpty(box, field) || firstEmptyBelow(formOf(box), box));
  };
  /** @param {HTMLElement} box @param {Field} field */
  const jumpToNext = (box, field) => {
    activateNext(box, field);
    jumps.set(formOf(box), { field: active.get(formOf(box)), at: performance.now() });
  };
  /** @param {HTMLElement} box @param {Field} field */
  const hasJustJumped = (box, field) => {
    const jump = jumps.get(formOf(box));
    return jump?.field === field && isEmpty(field) && performance.now() - jump.at < AFTER_JUMP;
  };

  // The field that a key changed last, else the last with a number that somebody entered.
  /** @param {HTMLElement} box */
  const lastOf = (box) => {
    const fields = fieldsOf(box).filter((field) => !isEmpty(field));
    return fields.find((field) => field === pressed.get(formOf(box))) || fields.at(-1);
  };
  /** @param {HTMLElement} box @param {HTMLElement} key */
  const press = (box, key) => {
    const { value, digit, act } = key.dataset;
    const next = fieldsOf(box).find((each) => each === active.get(formOf(box))) || firstEmpty(box);
    // Nothing is left to enter, or there is nothing to delete: the last number is meant.
    const field = !next || (act === "back" && isEmpty(next)) ? lastOf(box) || next : next;
    if (!field) return;
    if (field !== active.get(formOf(box))) activate(formOf(box), field);
    if (!next && act !== "back") return; // it is full: the ring shows what a next tap changes
    pressed.set(formOf(box), field);
    const most = limit(field, "most");
    if (value !== undefined) {
      if (field.value === value && !field.dataset.filled) { // the pressed key again: clear
        field.value = "";
        fireChange(field);
        draw(box);
        return;
      }
      field.value = value;
      fireChange(field);
      jumpToNext(box, field);
      return;
    }
    if (digit !== undefined) {
      const previous = field.dataset.filled || field.dataset.fresh !== "0" ? "" : field.value;
      const typed = String(previous + digit).replace(/(^|[+-])0+(?=\d)/, "$1");
      const value = /** @type {number} */ (typedNumbers.read(typed)); // keys make nothing else
      if (most !== null && value > most) return;
      field.value = typed;
      field.dataset.fresh = "0";
      fireChange(field);
      if (typedNumbers.isSum(typed)) draw(box);
      else if (most !== null && typed !== "0" && value * 10 > most) jumpToNext(box, field);
      else if (typed === "0") jumpToNext(box, field);
      else draw(box);
      return;
    }
    // The sign is that of the last number of a sum.
    if (act === "sign") field.value = field.value.replace(/([+-]?)([^+-]*)$/, (_, sign, last, at) => `${sign === "-" ? (at ? "+" : "") : "-"}${last}`);
    if (act === "half") field.value = field.value.endsWith(".5") ? field.value.slice(0, -2) : `${/\d$/.test(field.value) ? field.value : `${field.value}0`}.5`;
    if (act === "point" && /(^|[+-])\d*$/.test(field.value)) field.value += typedNumbers.decimal;
    if (act === "plus" && /\d$/.test(field.value)) field.value += "+";
    if (act === "back") field.value = field.value.slice(0, -1);
    if (act === "next") {
      if (!hasJustJumped(box, field)) activateNext(box, field);
      jumps.delete(formOf(box)); // a second arrow means the field after it
    } else {
      field.dataset.fresh = "0";
      fireChange(field);
      draw(box);
    }
  };

  const prepare = () => {
    for (const box of document.querySelectorAll("[data-numbers]")) {
      for (const field of fieldsOf(box)) field.inputMode = "none"; // the pad is the keyboard
      if (!box.querySelector(".pad")) {
        const pad = document.createElement("div");
        pad.className = "pad";
        pad.setAttribute("role", "group");
        pad.setAttribute("aria-label", gettext("Numbers"));
        box.append(pad);
      }
    }
    for (const form of document.querySelectorAll("form.entry")) {
      const field = active.get(form);
      activate(form, field?.isConnected ? field : firstEmptyBelow(form));
    }
  };
  document.addEventListener("click", (event) => {
    const key = event.target.closest?.(".pad button");
    if (key) press(key.closest("[data-numbers]"), key);
  });
  /** @param {At<Event>} event */
  const activateTapped = (event) => {
    const box = event.target.matches?.(".entry-of input") && event.target.closest("[data-numbers]");
    if (!box) return;
    delete event.target.dataset.fresh;
    activate(formOf(box), /** @type {Field} */ (event.target));
  };
  document.addEventListener("focusin", activateTapped);
  document.addEventListener("click", activateTapped);
  // In a question that appears, the first number becomes active; in one that goes, and for a player who is out, none is.
  document.addEventListener("change", ({ target: { form } }) => {
    if (!form?.matches(".entry")) return;
    const field = active.get(form);
    const isThere = field && !field.disabled && !field.closest("[hidden]");
    activate(form, isThere ? field : firstEmptyBelow(form));
  });
  prepare();
  document.addEventListener("htmx:afterSwap", prepare);
  document.addEventListener("match:replaced", prepare);
})();
