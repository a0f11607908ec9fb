// "Keep on this phone", on the home page: what it needs is fetched when it is opened. Without https (or localhost) browsers
// keep no programs: then it is not shown.
(() => {
  const details = document.querySelector("[data-keep]");
  if (!details || !window.isSecureContext || !("serviceWorker" in navigator)) return;
  details.hidden = false;
  caches.has("companion-kept").then((kept) => { if (kept) details.querySelector("summary").textContent = details.dataset.keep; });
  details.addEventListener("toggle", async () => {
    const { showPanel } = await import("/phone/keep-panel.js");
    await showPanel(details.querySelector("div"));
  }, { once: true });
})();
