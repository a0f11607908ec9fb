// On a phone without a server: a match that is also on the server. Whenever the server can be reached, it gets the hands
// recorded here, and this phone gets those recorded there. If both have new hands, nothing is merged: a person compares.
(() => {
  const box = document.getElementById("server-copy");
  if (!box) return;
  const SECONDS = 5;
  const compare = box.querySelector("a");
  const id = liveMatch.id;
  const copyAddress = `/api/v1/matches/${id}/copy?create=false`;
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

  // Sends the copy of this phone; takes the server's if it is newer.
  const exchange = async () => {
    const copy = await (await fetch(`/matches/${id}/copy`)).json();
    key = copy.key;
    const response = await post(copyAddress, copy.copy, { Authorization: `Bearer ${key}` });
    refused = response.status === 401 || response.status === 404;
    if (response.status === 401) return show(gettext("This phone’s link no longer opens it on the server."), "refused");
    if (response.status === 404) return show(gettext("The server no longer has this match."), "refused");
    if (!response.ok) return showState();
    const { version: serverVersion, current } = await response.json();
    if (current) {
      const result = await (await post("/copies", { key, copy: current })).json();
      different = result.comparison === "different";
      if (result.comparison === "ahead") await liveMatch.refresh();
    } else {
      await post(`/matches/${id}/copy/given`, { version: serverVersion });
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
