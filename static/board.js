// The board follows all matches of its table by one stream, and goes on to the next one when its own is over.
(() => {
  const board = () => /** @type {HTMLElement} */ (document.getElementById("match"));
  /** @param {string} id */
  const goTo = (id) => location.replace(`/matches/${id}/board`);
  // Matches that were there already: whoever opens the board of an old match wants to see that one.
  const there = new Set();
  const openedAt = performance.now();
  document.addEventListener("match:standing", (event) => {
    const { match, finished, continued_by: next } = /** @type {CustomEvent} */ (event).detail;
    if (!match) return; // the stream of one match
    if (match === board().dataset.match) {
      if (next) goTo(next);
      return;
    }
    event.preventDefault();
    if (performance.now() - openedAt < 1000) there.add(match);
    else if (!there.has(match) && !finished && board().querySelector(".won")) goTo(match);
  });
})();
