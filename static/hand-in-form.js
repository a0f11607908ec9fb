// What the form of the match page holds: the hand that is being entered, or a hand of the queue. A half-entered hand
// that gives way to one of the queue ("Look at it") is set aside, and comes back when the form is free again.
const handInForm = (() => {
  // The hand of the queue in the form: {id, opened}. opened: by "Look at it"; else it has just been saved.
  let waiting = null;
  // The half-entered hand: {fields, token, number}.
  let setAside = null;

  const field = (form, name) => form.querySelector(`[name="${name}"]`);
  const token = () => field(liveMatch.form(), "_once").value;
  const number = () => Number(field(liveMatch.form(), "_number").value);
  const setNumber = (value) => { field(liveMatch.form(), "_number").value = String(value); };

  const fillLocally = (fields) => {
    const form = liveMatch.newEmptyForm();
    const left = [...fields];
    const take = (name, wanted) => {
      const index = left.findIndex(([each, value]) => each === name && (wanted === undefined || value === wanted));
      return index < 0 ? null : left.splice(index, 1)[0][1];
    };
    for (const input of form.querySelectorAll("input[name], select[name]")) {
      if (input.type === "hidden") continue;
      if (/radio|checkbox/.test(input.type)) input.checked = take(input.name, input.value) !== null;
      else input.value = take(input.name) ?? "";
    }
    // What has no field in this form (a list of events) is sent again as it was.
    for (const [name, value] of left) {
      if (form.querySelector(`button[name="${CSS.escape(name)}"]`)) continue;
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    liveMatch.replaceForm(form);
  };
  // Puts answers into the form: drawn by the server, else as well as it goes without. Returns the number that the server
  // expects now, or null.
  const fill = async (hand) => {
    const drawn = await handRequests.drawForm(hand.fields, hand.token);
    const expected = drawn ? Number(field(drawn, "_number").value) : null;
    if (drawn) liveMatch.replaceForm(drawn);
    else fillLocally(hand.fields);
    field(liveMatch.form(), "_once").value = hand.token;
    setNumber(hand.number); // now: it may have moved while the server drew the form
    return expected;
  };

  // Empties the form, or brings back the hand that was set aside.
  const empty = async () => {
    waiting = null;
    if (!liveMatch.form()) return; // the match is over
    liveMatch.replaceForm(liveMatch.newEmptyForm());
    tapLock.lock();
    if (!setAside) return;
    const before = setAside;
    liveMatch.form().inert = true; // what is tapped now would be gone when the other hand comes back
    await fill(before);
    if (setAside === before) setAside = null;
  };
  // Opens a hand of the queue, to be saved under this token and number. Returns the number that the server expects now, or
  // null.
  const open = (hand) => {
    const form = liveMatch.form();
    if (liveMatch.isFormTouched()) setAside = { fields: liveMatch.answers(new FormData(form)), token: token(), number: number() };
    waiting = { id: hand.id, opened: true };
    return fill(hand);
  };
  // Whatever is being entered comes after a hand of this phone that has just been recorded as this number.
  const moveBehind = (recorded) => {
    if (setAside) setAside.number = Math.max(setAside.number, recorded + 1);
    if (liveMatch.form() && !waiting) setNumber(Math.max(number(), recorded + 1));
  };
  // Where the focus goes when the button that had it is gone.
  const focus = () => {
    const form = liveMatch.form();
    if (!form) return;
    form.tabIndex = -1;
    form.focus({ preventScroll: true });
  };

  return {
    token, number, setNumber, empty, open, moveBehind, focus,
    id: () => waiting?.id,
    isOpened: () => Boolean(waiting?.opened),
    hasSetAside: () => Boolean(setAside),
    isInUse: () => Boolean(waiting) || liveMatch.isFormTouched(),
    hold: (id) => { waiting = { id, opened: waiting?.id === id && waiting.opened }; },
    release: () => { waiting = null; },
  };
})();
