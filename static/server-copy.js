// On a phone without a server: a match that the server has as well. What is recorded here is given to the server whenever it can
// be reached, and what others recorded there is taken. Where both went on, nothing is merged: a person compares.
(() => {
  const box = document.getElementById("server-copy");
  if (!box) return;
  const SECONDS = 5;
  const compare = box.querySelector("a");
  const id = liveMatch.id;
  const copyAddress = `/api/v1/matches/${id}/copy?create=false`;
  const version = () => Number(document.getElementById("match").dataset.version);
  const asJson = { "Content-Type": "application/json" };
  let known = Number(box.dataset.version); // of the server, when it was last seen
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
    else if (version() === known) show(gettext("Also on the server."), "same");
    else show(gettext("Not on the server yet."), "waiting");
  };
  const post = (address, body, headers = {}) => fetch(address, { method: "POST", headers: { ...asJson, ...headers }, body: JSON.stringify(body) });

  // Gives what is here; takes what is there.
  const exchange = async () => {
    const mine = await (await fetch(`/matches/${id}/copy`)).json();
    key = mine.key;
    const response = await post(copyAddress, mine.copy, { Authorization: `Bearer ${key}` });
    refused = response.status === 401 || response.status === 404;
    if (response.status === 401) return show(gettext("This phone’s link no longer opens it on the server."), "refused");
    if (response.status === 404) return show(gettext("The server no longer has this match."), "refused");
    if (!response.ok) return showState();
    const { version: there, current } = await response.json();
    if (current) {
      const taken = await (await post("/copies", { key, copy: current })).json();
      different = taken.comparison === "different";
      if (taken.comparison === "ahead") await liveMatch.refresh();
    } else {
      await post(`/matches/${id}/copy/given`, { version: there });
    }
    known = there;
    return showState();
  };
  // Whether the server's match has changed since it was last seen. Raises TypeError if it cannot be reached.
  const hasChanged = async () => {
    if (!key) return true;
    const headers = { "Authorization": `Bearer ${key}`, "If-None-Match": `"${known}"`, "Accept-Language": "en" };
    return (await fetch(`/api/v1/matches/${id}/hands?limit=1`, { headers })).status !== 304;
  };
  const follow = async () => {
    if (running || refused || different || document.hidden) return;
    running = true;
    try {
      if (version() !== known || await hasChanged()) await exchange();
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
