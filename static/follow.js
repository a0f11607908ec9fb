// A match followed live, and hands that wait on this phone while there is no network.
(() => {
  const match = () => document.getElementById("match");
  const id = match().dataset.match;
  const shelf = `companion:waiting:${id}`;
  const strip = document.getElementById("network");
  const waiting = () => { try { return JSON.parse(localStorage.getItem(shelf) || "[]"); } catch { return []; } };
  const keep = (hands) => { try { localStorage.setItem(shelf, JSON.stringify(hands)); return true; } catch { return false; } };
  const tell = (text) => { strip.textContent = text; strip.hidden = !text; };
  const drawn = () => { htmx.process(match()); document.dispatchEvent(new Event("companion:drawn")); };
  const version = () => Number(match().dataset.version);

  // -- follow -------------------------------------------------------------------------------------------------
  let first = new FormData();
  const touched = () => {
    const form = document.getElementById("entry");
    return form && [...new FormData(form)].map(String).join("&") !== first;
  };
  const remember = () => {
    const form = document.getElementById("entry");
    first = form ? [...new FormData(form)].map(String).join("&") : "";
  };
  const show = (html) => {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const now = fresh.getElementById("match");
    if (!now) return;
    if (touched()) {
      // Somebody is tapping here: totals and sheet follow, the half-entered hand stays.
      for (const part of ["top", "sheet"]) document.getElementById(part).replaceWith(now.querySelector(`#${part}`));
      match().dataset.version = now.dataset.version;
    } else {
      match().replaceWith(now);
      remember();
    }
    drawn();
  };
  let mark = "";
  const refresh = async () => {
    try {
      const answer = await fetch(`/matches/${id}/now`, { headers: mark ? { "If-None-Match": mark } : {} });
      if (answer.status === 404) location.reload();
      if (answer.status !== 200) return answer.status === 304;
      mark = answer.headers.get("ETag") || "";
      const html = await answer.text();
      const found = Number((html.match(/data-version="(\d+)"/) || [])[1]);
      if (found > version()) show(html);
      return true;
    } catch {
      return false;
    }
  };
  let polling = 0;
  const poll = () => { if (!polling) polling = setInterval(refresh, 3000); };
  const listen = () => {
    if (!window.EventSource) return poll();
    const stream = new EventSource(`/matches/${id}/live`);
    stream.addEventListener("version", (event) => {
      clearInterval(polling);
      polling = 0;
      if (JSON.parse(event.data).version > version()) refresh();
      send();
    });
    stream.addEventListener("error", () => { poll(); if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 15000); });
    return stream;
  };

  // -- without network ------------------------------------------------------------------------------------------
  let sending = false;
  const send = async () => {
    if (sending) return;
    sending = true;
    try {
      let hands = waiting();
      while (hands.length) {
        const [hand] = hands;
        const answer = await fetch(hand.to, { method: "POST", headers: { "HX-Request": "true" }, body: new URLSearchParams(hand.fields) });
        if (answer.status >= 500) break;
        hands = waiting().slice(1);
        keep(hands);
        const html = await answer.text();
        if (answer.status === 200) {
          const now = new DOMParser().parseFromString(html, "text/html").getElementById("match");
          if (now) match().replaceWith(now);
        } else {
          const now = new DOMParser().parseFromString(html, "text/html").getElementById("entry");
          const entry = document.getElementById("entry");
          if (now && entry) entry.replaceWith(now);
          else if (answer.status === 403) tell("This form is too old to be sent. Load the page anew and enter the hand again.");
          drawn();
          return;
        }
        drawn();
        remember();
      }
      tell("");
    } catch {
      tell(words());
    } finally {
      sending = false;
    }
  };
  const words = () => {
    const count = waiting().length;
    if (!count) return "No network at the moment. Hands can be entered; they are kept on this phone until it is back.";
    return `${count === 1 ? "One hand is" : `${count} hands are`} kept on this phone and sent once when the network is back.`;
  };
  document.addEventListener("htmx:sendError", (event) => {
    const { elt, requestConfig } = event.detail;
    if (elt.id !== "entry" || requestConfig.path.endsWith("/try")) return tell(words());
    const fields = [...requestConfig.formData.entries()].map(([name, value]) => [name, String(value)]);
    if (!keep([...waiting(), { to: requestConfig.path, fields }])) return tell("No network, and this phone keeps nothing for later. Save again when it is back.");
    tell(words());
    elt.reset();
    elt.querySelector("[name=_once]").value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const number = elt.querySelector("[name=_number]");
    number.value = String(Number(number.value) + 1);
    document.dispatchEvent(new Event("companion:drawn"));
    remember();
  });
  window.addEventListener("online", () => { send(); refresh(); });
  setInterval(() => { if (waiting().length) send(); }, 4000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { send(); refresh(); } });
  document.addEventListener("htmx:afterSwap", (event) => { if (event.detail.target?.id !== "outcome") remember(); });
  remember();
  if (waiting().length) { tell(words()); send(); }
  listen();
})();
