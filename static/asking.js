// A question on the start page: the first search after the server's start takes a while, so the page says that it was asked.
(() => {
  const form = /** @type {HTMLFormElement} */ (document.querySelector(".ask[role=search]"));
  const status = /** @type {HTMLElement} */ (form.nextElementSibling);
  /** @param {boolean} asking */
  const show = (asking) => {
    form.querySelector("button").setAttribute("aria-busy", String(asking));
    status.textContent = asking ? gettext("One moment …") : "";
  };
  form.addEventListener("submit", () => show(true));
  addEventListener("pageshow", () => show(false)); // back again
})();
