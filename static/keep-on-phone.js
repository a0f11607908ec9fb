// "Keep on this phone", on the home page: its script is fetched when it is opened. It stays hidden without https (or
// localhost), because browsers then keep no programs.
(() => {
  const details = document.querySelector("[data-keep]");
  if (!details || !window.isSecureContext || !("serviceWorker" in navigator)) return;
  details.hidden = false;
  navigator.serviceWorker.register("/service-worker.js").catch(() => {}); // so that it has the first match from the start
  caches.has("companion-kept").then((kept) => { if (kept) details.querySelector("summary").textContent = details.dataset.keep; });
  details.addEventListener("toggle", async () => {
    // @ts-expect-error - a file of the phone’s own folder (companion/phone/browser)
    const { showPanel } = await import("/phone/keep-panel.js");
    await showPanel(details.querySelector("div"));
  }, { once: true });
})();
