// A question on the start page: the first search after the server's start takes a while, so the button shows that it was
// asked.
(() => {
  const form = /** @type {HTMLFormElement} */ (document.querySelector(".ask[role=search]"));
  /** @param {boolean} asking */
  const show = (asking) => form.querySelector("button").setAttribute("aria-busy", String(asking));
  form.addEventListener("submit", () => show(true));
  addEventListener("pageshow", () => show(false)); // back again
})();
