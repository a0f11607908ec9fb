// The board and the phones that only watch follow all matches of their table by one stream. When its own match is over,
// the board goes on to the next one; a phone gets a link to it, since somebody may still be reading the result.
(() => {
  const section = () => /** @type {HTMLElement} */ (document.getElementById("match"));
  const place = document.getElementById("next-match");
  /** @param {string} id */
  const goTo = (id) => {
    if (!place) {
      location.replace(`/matches/${id}/board`);
      return;
    }
    /** @type {HTMLAnchorElement} */ (place.querySelector("a")).href = `/matches/${id}`;
    place.hidden = false;
  };
  // Matches that were there already: whoever opens the board of an old match wants to see that one.
  const there = new Set();
  const openedAt = performance.now();
  document.addEventListener("match:standing", (event) => {
    const { match, finished, continued_by: next } = /** @type {CustomEvent} */ (event).detail;
    if (!match) return; // the stream of one match
    if (match === section().dataset.match) {
      if (next && !place) goTo(next); // a phone has a link to the next part on its page
      return;
    }
    event.preventDefault();
    if (performance.now() - openedAt < 1000) there.add(match);
    else if (!there.has(match) && !finished && section().querySelector(".won")) goTo(match);
  });
})();
