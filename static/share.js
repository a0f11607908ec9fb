// Copying and sharing a link, printing a sheet: each button appears where the device can do it.
(() => {
  for (const button of document.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.parentElement.querySelector("input").value);
      button.textContent = "Copied";
    });
  }
  for (const button of document.querySelectorAll("[data-send]")) {
    if (!navigator.share) continue;
    button.hidden = false;
    button.addEventListener("click", () => navigator.share({ url: button.parentElement.querySelector("input").value }).catch(() => {}));
  }
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
})();
