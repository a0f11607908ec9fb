// Keeps a page in a frame up to date: at each event of the stream of versions, or every ten seconds without a stream.
(() => {
  const main = () => /** @type {HTMLElement} */ (document.getElementById("embedded"));
  let isGone = false;
  let polling = 0;
  const load = async () => {
    try {
      const response = await fetch(location.href, { credentials: "omit" });
      if (response.status === 404) {
        isGone = true; // shown here no more
        clearInterval(polling);
        main().replaceChildren();
      }
      if (response.status !== 200) return;
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("embedded");
      if (fresh) main().replaceWith(fresh);
    } catch { /* No network: the next event or poll tries again. */ }
  };
  const poll = () => { polling = polling || setInterval(load, 10000); };
  const listen = () => {
    if (isGone) return;
    const stream = new EventSource(/** @type {string} */ (main().dataset.live));
    stream.addEventListener("version", (event) => {
      clearInterval(polling);
      polling = 0;
      if (JSON.parse(event.data).version > Number(main().dataset.version)) load();
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
  if (window.EventSource) listen();
  else poll();
})();
