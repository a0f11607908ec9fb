// Several names that are pasted into the field for one go into the field for many.
(() => {
  const name = /** @type {HTMLInputElement | null} */ (document.getElementById("name"));
  const names = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("names"));
  const several = /** @type {HTMLDetailsElement | null} */ (document.getElementById("several"));
  if (!name || !names || !several) return;
  name.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    several.open = true;
    names.value = text;
    names.focus();
  });
})();
