// Keeps the page of this match on the phone, with its scripts and styles, so that a reload without a network shows it
// (companion/phone/browser/service-worker.js). Only over https or on localhost: elsewhere browsers allow no service worker.
(async () => {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  const MOST_FILES = 300; // of all matches and versions
  const address = location.pathname;
  // A service worker that takes pages from the network keeps them by itself.
  const isFirst = !navigator.serviceWorker.controller;
  await navigator.serviceWorker.register("/service-worker.js");
  if ((await (await caches.open("pages-seen")).keys()).length > MOST_FILES) await caches.delete("pages-seen");
  const seen = await caches.open("pages-seen");
  const keepPage = async () => {
    const response = await fetch(address, { redirect: "manual" });
    if (response.ok) await seen.put(address, response);
  };
  const parts = [...document.querySelectorAll("script[src], link[rel=stylesheet], use")];
  const files = parts.map((one) => new URL(/** @type {string} */ (one.getAttribute("src") || one.getAttribute("href")), location.href).pathname);
  let last = Promise.all([seen.addAll(new Set(files)), isFirst && keepPage()]).catch(() => {});
  let version = document.getElementById("match").dataset.version;
  const keepChange = () => {
    const now = document.getElementById("match")?.dataset.version;
    if (now === version) return;
    version = now;
    last = last.then(keepPage).catch(() => {}); // no network: the last one stays
  };
  document.addEventListener("match:replaced", keepChange);
  document.addEventListener("htmx:afterSwap", keepChange);
})();
