// Keeps the part of a page that changes ([data-live]) up to date: at each event of its stream of versions, or every ten
// seconds without a stream (data-live=""). In a frame of another site ([data-framed]) no keys are sent.
(() => {
  const part = () => /** @type {HTMLElement} */ (document.querySelector("[data-live]"));
  if (!part()) return; // a page without such a part
  const isFramed = "framed" in part().dataset;
  let isGone = false;
  let polling = 0;
  // What somebody types here is not taken away; what is new comes with the next event or poll.
  const isTypedIn = () => part().contains(document.activeElement) && document.activeElement?.matches("input, select, textarea");
  const load = async () => {
    if (!part()) return; // another page is shown by now
    if (isTypedIn()) {
      poll();
      return;
    }
    try {
      const response = await fetch(location.href, { credentials: isFramed ? "omit" : "same-origin" });
      if (response.status === 404) {
        isGone = true; // shown here no more
        clearInterval(polling);
        if (isFramed) part().replaceChildren();
        else location.reload(); // the page says why
      }
      if (response.status !== 200) return;
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-live]");
      if (!fresh || isTypedIn()) return;
      part().replaceWith(fresh);
      if ("htmx" in window) htmx.process(fresh);
      document.dispatchEvent(new Event("part:replaced"));
    } catch { /* No network: the next event or poll tries again. */ }
  };
  const poll = () => { polling = polling || setInterval(load, 10000); };
  const listen = () => {
    if (isGone) return;
    const stream = new EventSource(/** @type {string} */ (part().dataset.live));
    stream.addEventListener("version", (event) => {
      clearInterval(polling);
      polling = 0;
      if (part() && JSON.parse(event.data).version > Number(part().dataset.version)) load();
    });
    stream.addEventListener("error", () => {
      if (isGone) stream.close();
      else {
        load();
        poll();
        if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 15000);
      }
    });
  };
  if (window.EventSource && part().dataset.live) listen();
  else poll();
})();
