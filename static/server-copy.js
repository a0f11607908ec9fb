// On a phone without a server: a match that is also on the server. Whenever the server can be reached, it gets the hands
// recorded here, and this phone gets those recorded there. If both have new hands, nothing is merged: a person compares.
(() => {
  const box = document.getElementById("server-copy");
  if (!box) return;
  const SECONDS = 5;
  const compare = box.querySelector("a");
  const id = liveMatch.id;
  const { before } = box.dataset; // the part before, while the server does not know this one
  const version = () => Number(document.getElementById("match").dataset.version);
  const jsonHeaders = { "Content-Type": "application/json" };
  let knownVersion = Number(box.dataset.version); // of the server, at the last exchange
  let different = "different" in box.dataset;
  let key = "";
  let running = false;
  let refused = false; // until the page is loaded again

  const show = (text, state) => {
    box.dataset.state = state;
    box.querySelector("span").textContent = text;
    compare.hidden = state !== "different";
  };
  const showState = () => {
    if (different) show(gettext("The server has other changes."), "different");
    else if (version() === knownVersion) show(gettext("Also on the server."), "same");
    else show(gettext("Not on the server yet."), "waiting");
  };
  const post = (address, body, headers = {}) => fetch(address, { method: "POST", headers: { ...jsonHeaders, ...headers }, body: JSON.stringify(body) });

  const given = (match, version) => post(`/matches/${match}/copy/given`, { version });
  const send = async (match, create) => {
    const copy = await (await fetch(`/matches/${match}/copy`)).json();
    key = copy.key;
    return post(`/api/v1/matches/${match}/copy?create=${create}`, copy.copy, { Authorization: `Bearer ${key}` });
  };
  const take = async (copy) => (await post("/copies", { key, copy })).json();

  // Sends the copy of this phone; takes the server's if it is newer. A new part follows the part before it.
  const exchange = async () => {
    const isNew = before && knownVersion < 0;
    let response;
    if (isNew) {
      response = await send(before, false);
      if (response.ok) {
        const { version: serverVersion, current } = await response.json();
        different = Boolean(current) && (await take(current)).comparison === "different";
        if (different) return showState();
        if (!current) await given(before, serverVersion);
      }
    }
    if (!isNew || response.ok) response = await send(id, Boolean(isNew));
    refused = response.status === 401 || response.status === 404;
    if (response.status === 401) return show(gettext("This phone’s link no longer opens it on the server."), "refused");
    if (response.status === 404) return show(gettext("The server no longer has this match."), "refused");
    if (!response.ok) return showState();
    const { version: serverVersion, current } = await response.json();
    if (current) {
      const result = await take(current);
      different = result.comparison === "different";
      if (result.comparison === "ahead") await liveMatch.refresh();
    } else {
      await given(id, serverVersion);
    }
    knownVersion = serverVersion;
    return showState();
  };
  // Whether the server's match has changed since it was last seen. Raises TypeError if it cannot be reached.
  const hasChanged = async () => {
    if (!key) return true;
    const headers = { "Authorization": `Bearer ${key}`, "If-None-Match": `"${knownVersion}"`, "Accept-Language": "en" };
    return (await fetch(`/api/v1/matches/${id}/hands?limit=1`, { headers })).status !== 304;
  };
  const follow = async () => {
    if (running || refused || different || document.hidden) return;
    running = true;
    try {
      if (version() !== knownVersion || await hasChanged()) await exchange();
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
