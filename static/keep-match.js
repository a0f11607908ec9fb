// On a phone that keeps the Companion: keeps a copy of the open match, so that it goes on if the server cannot be reached
// (companion/phone/browser/phone.js takes it).
(async () => {
  if (!window.caches || !(await caches.has("companion-kept"))) return;
  const address = `/matches/${liveMatch.id}/copy`;
  let last = Promise.resolve();
  const keep = () => {
    last = last.then(async () => {
      const response = await fetch(address);
      if (response.ok) await (await caches.open("matches-to-take")).put(address, response);
    }).catch(() => {}); // no network: the last copy stays
  };
  document.addEventListener("match:replaced", keep);
  keep();
})();
