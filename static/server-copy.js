// On a phone without a server: a match that is also on the server. Whenever the server can be reached, it gets the hands
// recorded here, and this phone gets those recorded there; with them the other parts of the match, if its people changed.
// If both have new hands, nothing is merged: a person compares.
(() => {
  const box = document.getElementById("server-copy");
  if (!box) return;
  const SECONDS = 5;
  const compare = box.querySelector("a");
  const id = liveMatch.id;
  const version = () => Number(document.getElementById("match").dataset.version);
  const jsonHeaders = { "Content-Type": "application/json" };
  /** @typedef {{id: string, version: number, waits: boolean, different: boolean}} PartCopy Of a part of this match. */
  /** @type {PartCopy[]} */
  const atStart = JSON.parse(/** @type {string} */ (document.getElementById("part-copies").textContent));
  let knownVersion = /** @type {PartCopy} */ (atStart.find((part) => part.id === id)).version; // of the server, at the last exchange
  let othersWait = atStart.some((part) => part.waits && part.id !== id);
  let different = atStart.find((part) => part.different)?.id; // the part that a person has to compare
  let key = "";
  let running = false;
  let refused = false; // until the page is loaded again

  /** @param {string} text @param {string} state */
  const show = (text, state) => {
    box.dataset.state = state;
    box.querySelector("span").textContent = text;
    compare.hidden = state !== "different";
  };
  const showState = () => {
    if (different) {
      compare.href = `/matches/${different}/differences`;
      show(gettext("The server has other changes."), "different");
    } else if (version() === knownVersion && !othersWait) show(gettext("Also on the server."), "same");
    else show(gettext("Not on the server yet."), "waiting");
  };
  /** @param {string} address @param {object} body @param {Record<string, string>} [headers] */
  const post = (address, body, headers = {}) => fetch(address, { method: "POST", headers: { ...jsonHeaders, ...headers }, body: JSON.stringify(body) });

  /** @param {string} match @returns {Promise<{key: string, parts: PartCopy[], copy: object}>} */
  const onPhone = async (match) => (await fetch(`/matches/${match}/copy`)).json();
  /** @param {string} match */
  const onServer = (match) => `/api/v1/matches/${match}/copy`;
  const access = () => ({ Authorization: `Bearer ${key}` });
  /** @param {object} copy */
  const take = async (copy) => (await post("/copies", { key, copy })).json();
  // Takes the parts in which a match of the server goes on, and which this phone does not have.
  /** @param {{match: {part_after: string | null}}} copy @param {PartCopy[]} parts */
  const takeNextParts = async (copy, parts) => {
    let next = copy.match.part_after;
    while (next && !parts.some((part) => part.id === next)) {
      const response = await fetch(onServer(next), { headers: access() });
      if (!response.ok) return;
      const later = await response.json();
      await take(later);
      next = later.match.part_after;
    }
  };

  // Sends the copies of this phone; takes those of the server that are newer.
  const exchange = async () => {
    const { key: own, parts } = await onPhone(id);
    key = own;
    for (const part of parts.filter(({ id: one, waits }) => waits || one === id)) {
      const { copy } = await onPhone(part.id);
      const response = await post(`${onServer(part.id)}?create=${part.version < 0}`, copy, access());
      refused = response.status === 401 || response.status === 404;
      if (response.status === 401) return show(gettext("This phone’s link no longer opens it on the server."), "refused");
      if (response.status === 404) return show(gettext("The server no longer has this match."), "refused");
      if (!response.ok) return showState();
      const { version: serverVersion, current } = await response.json();
      if (current) {
        await takeNextParts(current, parts);
        const { comparison } = await take(current);
        if (comparison === "different") {
          different = part.id;
          return showState();
        }
        if (comparison === "ahead" && part.id === id) await liveMatch.refresh();
      } else {
        await post(`/matches/${part.id}/copy/given`, { version: serverVersion });
      }
      if (part.id === id) knownVersion = serverVersion;
    }
    othersWait = false;
    return showState();
  };
  // Whether the server's match has changed since it was last seen. Raises TypeError if it cannot be reached.
  const hasChanged = async () => {
    if (!key) return true;
    const headers = { ...access(), "If-None-Match": `"${knownVersion}"`, "Accept-Language": "en" };
    return (await fetch(`/api/v1/matches/${id}/hands?limit=1`, { headers })).status !== 304;
  };
  const follow = async () => {
    if (running || refused || different || document.hidden) return;
    running = true;
    try {
      if (version() !== knownVersion || othersWait || await hasChanged()) await exchange();
    } catch {
      showState();
    }
    running = false;
  };

  document.addEventListener("match:replaced", follow);
  window.addEventListener("online", follow);
  document.addEventListener("visibilitychange", follow);
  setInterval(follow, SECONDS * 1000);
  showState();
  follow();
})();
