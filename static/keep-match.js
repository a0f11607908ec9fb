// On a phone that keeps the Companion: keeps a copy of the open match and of its other parts, so that it goes on if the
// server cannot be reached (companion/phone/browser/phone.js takes them).
(async () => {
  if (!window.caches || !(await caches.has("companion-kept"))) return;
  /** @param {string} id */
  const keep = async (id) => {
    const address = `/matches/${id}/copy`;
    const response = await fetch(address);
    if (!response.ok) return [];
    await (await caches.open("matches-to-take")).put(address, response.clone());
    return (await response.json()).parts;
  };
  const keepAll = async () => {
    for (const { id } of await keep(liveMatch.id)) if (id !== liveMatch.id) await keep(id);
  };
  let last = keepAll();
  document.addEventListener("match:replaced", () => {
    last = last.catch(() => {}).then(() => keep(liveMatch.id)); // no network: the last copy stays
  });
})();
