// A pad for tapping numbers, below a row or a grid of number fields. If few numbers are possible, each has its own key, so
// that one tap is a number; otherwise the keys are digits. After a number the next empty field is active. The fields can
// also be typed into, and work without this script.
(() => {
  const MAX_KEYS = 26; // numbers that get a key each
  const MAX_KEYS_FOR_MANY = 41; // the same with four players or more
  const AFTER_JUMP = 1500; // milliseconds: an arrow that comes so soon after a jump meant that jump
  const active = new WeakMap(); // pad box -> field
  const jumps = new WeakMap(); // pad box -> the field that became active by itself, and when

  const fieldsOf = (box) => [...box.querySelectorAll(".entry-of input")];
  const limit = (field, name) => (field.dataset[name] === "" || field.dataset[name] === undefined ? null : Number(field.dataset[name]));
  const rangeOf = (field) => {
    const [least, most, step] = [limit(field, "least"), limit(field, "most"), Number(field.dataset.step) || 1];
    const maxKeys = field.closest(".row").querySelectorAll("input").length > 3 ? MAX_KEYS_FOR_MANY : MAX_KEYS;
    if (least === null || most === null || (most - least) / step > maxKeys) return null;
    return Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, place) => least + place * step);
  };
  const isEmpty = (field) => field.value === "" || Boolean(field.dataset.filled);
  const firstEmpty = (box, after = null) => {
    const fields = fieldsOf(box).filter((field) => !field.closest("[hidden]"));
    const place = fields.indexOf(after) + 1;
    return [...fields.slice(place), ...fields.slice(0, place)].find((field) => isEmpty(field) && field !== after && !isFilled(field));
  };
  // Filled in because it follows from the other figures of the row.
  const isFilled = (field) => Boolean(field.dataset.filled);

  const keysOf = (field) => {
    const range = rangeOf(field);
    if (range) return range.map((number) => ({ text: String(number).replace("-", "−"), value: String(number) }));
    const least = limit(field, "least");
    const extra = [];
    const fraction = Number(field.dataset.step) % 1;
    if (least === null || least < 0) extra.push({ text: "±", act: "sign", label: gettext("Plus or minus") });
    if (fraction === 0.5) extra.push({ text: "½", act: "half", label: gettext("And a half") });
    else if (fraction) extra.push({ text: typedNumbers.decimal, act: "point", label: gettext("Decimal point") });
    else if (extra.length) extra.push({ text: "+", act: "plus", label: gettext("Add another number") });
    const digit = (number) => ({ text: String(number), digit: String(number) });
    const back = { text: "⌫", act: "back", label: gettext("Delete the last digit") };
    const next = { text: "→", act: "next", label: gettext("Next") };
    // Two rows that end with these two; match.css puts the extra keys below where a row has room for six.
    return [...[1, 2, 3, 4, 5].map(digit), ...extra.slice(0, 1), back, ...[6, 7, 8, 9, 0].map(digit), ...extra.slice(1), next];
  };

  // The number of keys in a row, so that rows are few and even, and no key is alone.
  const columnsOf = (count, most) => {
    let columns = Math.ceil(count / Math.ceil(count / most));
    while (columns > 2 && count > columns && count % columns === 1) columns -= 1;
    return columns;
  };

  const draw = (box) => {
    const field = active.get(box);
    for (const each of fieldsOf(box)) each.classList.toggle("is-active", each === field);
    const pad = box.querySelector(".pad");
    const sample = field || fieldsOf(box)[0];
    const keys = keysOf(sample);
    const text = keys.map((key) => key.text).join(" ");
    if (pad.dataset.keys !== text) {
      pad.dataset.keys = text;
      pad.classList.toggle("digits", !rangeOf(sample));
      pad.style.setProperty("--small", columnsOf(keys.length, 6));
      pad.style.setProperty("--large", columnsOf(keys.length, 7));
      pad.replaceChildren(...keys.map((key) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = key.text;
        if (key.label) button.setAttribute("aria-label", key.label);
        for (const name of ["value", "digit", "act"]) if (key[name] !== undefined) button.dataset[name] = key[name];
        return button;
      }));
    }
    for (const key of pad.children) {
      if (key.dataset.value !== undefined) key.setAttribute("aria-pressed", String(Boolean(field) && key.dataset.value === field.value));
    }
  };
  const activate = (box, field) => {
    if (field) active.set(box, field);
    else active.delete(box);
    draw(box);
  };
  const fireChange = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));
  const activateNext = (box, field) => {
    const before = field.value;
    handForm.showSum(field);
    if (field.value !== before) fireChange(field);
    activate(box, firstEmpty(box, field));
  };
  const jumpToNext = (box, field) => {
    activateNext(box, field);
    jumps.set(box, { field: active.get(box), at: performance.now() });
  };
  const hasJustJumped = (box, field) => {
    const jump = jumps.get(box);
    return jump?.field === field && isEmpty(field) && performance.now() - jump.at < AFTER_JUMP;
  };

  const press = (box, key) => {
    const field = active.get(box) || firstEmpty(box);
    if (!field) return; // all numbers are entered: a tap on a field makes it active again
    active.set(box, field);
    const { value, digit, act } = key.dataset;
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
      const next = String(previous + digit).replace(/(^|[+-])0+(?=\d)/, "$1");
      const value = typedNumbers.read(next);
      if (most !== null && value > most) return;
      field.value = next;
      field.dataset.fresh = "0";
      fireChange(field);
      if (typedNumbers.isSum(next)) draw(box);
      else if (most !== null && next !== "0" && value * 10 > most) jumpToNext(box, field);
      else if (next === "0") jumpToNext(box, field);
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
      jumps.delete(box); // a second arrow means the field after it
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
      if (!active.get(box)?.isConnected) activate(box, firstEmpty(box));
      else draw(box);
    }
  };
  document.addEventListener("click", (event) => {
    const key = event.target.closest?.(".pad button");
    if (key) press(key.closest("[data-numbers]"), key);
  });
  const activateTapped = (event) => {
    const box = event.target.matches?.(".entry-of input") && event.target.closest("[data-numbers]");
    if (!box) return;
    delete event.target.dataset.fresh;
    activate(box, event.target);
  };
  document.addEventListener("focusin", activateTapped);
  document.addEventListener("click", activateTapped);
  // In a question that appears, the first number becomes active.
  document.addEventListener("change", (event) => {
    for (const box of event.target.form?.querySelectorAll("[data-numbers]") || []) if (!active.get(box)) activate(box, firstEmpty(box));
  });
  prepare();
  document.addEventListener("htmx:afterSwap", prepare);
  document.addEventListener("match:replaced", prepare);
})();
