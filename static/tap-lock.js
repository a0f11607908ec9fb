// One tap is one change. After each save, undo and page change, the buttons that change the match pause for a moment, so
// that the second half of a double tap, or a tap that was meant for the page before, does nothing.
const tapLock = (() => {
  const PAUSE = 700; // milliseconds
  const BUTTONS = ".save-bar button, .nothing button, .actions button, .remove button";
  let lockedUntil = 0;
  let timer = 0;

  const update = () => {
    const remaining = lockedUntil - performance.now();
    for (const button of document.querySelectorAll(BUTTONS)) {
      if (remaining > 0 && !button.disabled) {
        button.disabled = true;
        button.dataset.locked = "1";
      } else if (remaining <= 0 && button.dataset.locked) {
        button.disabled = false;
        delete button.dataset.locked;
      }
    }
    clearTimeout(timer);
    if (remaining > 0) timer = setTimeout(update, remaining + 5);
  };
  /** @param {number} [milliseconds] */
  const lock = (milliseconds = PAUSE) => {
    lockedUntil = performance.now() + milliseconds;
    update();
  };

  // Undo and the like are requests of htmx. A hand of the match page is sent by waiting-hands.js, which locks itself.
  /** @typedef {HtmxEvent["detail"]} Detail */
  /** @param {Detail} detail */
  const isOurs = ({ requestConfig: { elt } }) => elt.matches("form") && !(elt.id === "entry" && document.getElementById("waiting-hands"));
  /** @param {Detail} detail @param {boolean} inert */
  const setInert = ({ requestConfig: { elt } }, inert) => { if (elt.id === "entry") elt.inert = inert; };
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (!isOurs(detail)) return;
    lock(15000);
    setInert(detail, true); // input would be lost when the answer replaces the form
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!isOurs(detail)) return;
    lock();
    setInert(detail, false);
  });
  document.addEventListener("htmx:afterSwap", update);
  document.addEventListener("match:replaced", update);
  window.addEventListener("pageshow", () => lock());
  lock();

  // A form that is being saved is inert: without this, a tap on it would reach the element behind it.
  document.addEventListener("click", (event) => {
    /** @param {Element} element */
    const contains = (element) => {
      const box = element.getBoundingClientRect();
      return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    };
    const covered = [...document.querySelectorAll(".entry[inert], .entry[inert] .save-bar")].some(contains);
    if (!covered) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  return { lock };
})();
