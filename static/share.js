// Buttons to send or copy a link or a text, and to print a sheet. Each appears only if the device can do it.
(() => {
  /** @param {HTMLElement} button */
  const field = (button) => /** @type {HTMLElement} */ (button.closest(".link, .to-send")).querySelector("input, textarea");
  // Without https a browser has no clipboard object; the older command copies what is selected.
  /** @param {HTMLInputElement | HTMLTextAreaElement} source */
  const copy = async (source) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(source.value);
    source.select();
    if (!document.execCommand("copy")) throw new Error("not copied");
  };
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await copy(field(button));
        button.textContent = gettext("Copied");
      } catch {
        field(button).select();
        button.textContent = gettext("Not allowed here: selected, copy it yourself");
      }
    });
  }
  for (const button of document.querySelectorAll("[data-send]")) {
    if (!navigator.share) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      const source = field(button);
      const content = source.tagName === "INPUT" ? { url: source.value } : { text: source.value };
      navigator.share(content).catch(() => {}); // the person changed their mind
    });
  }
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
})();
