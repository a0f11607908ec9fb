// Fields for points get the keyboard for numbers, and a button for the minus that some of these keyboards lack.
(() => {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-sign]"))) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "±";
    button.setAttribute("aria-label", gettext("Plus or minus"));
    button.addEventListener("click", () => {
      const text = field.value.trim();
      field.value = /^[-−]/.test(text) ? text.slice(1) : `−${text}`;
      field.focus();
    });
    field.inputMode = "decimal";
    field.before(button);
  }
})();
