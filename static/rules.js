// The rules pages: filters need no button if scripts run; the row of links marks the current section; search results
// cover the page only until one is chosen.
(() => {
  document.documentElement.classList.add("scripted");
  const sectionLinks = document.querySelector(".jump");
  if (!sectionLinks) return;
  // A result may be on this page, below the list of results: the list closes when a result is chosen.
  const hits = document.querySelector(".search-form .hits");
  hits?.addEventListener("click", (event) => { if (event.target.closest("a")) setTimeout(() => hits.replaceChildren()); });
  addEventListener("keydown", (event) => { if (event.key === "Escape") hits?.replaceChildren(); });
  const links = new Map([...sectionLinks.querySelectorAll("a[href^='#']")].map((link) => [link.hash.slice(1), link]));
  const headings = [...document.querySelectorAll(".part > h2")];
  /** @type {string | null} */
  let markedId = null;
  let scheduled = false;
  const markCurrentSection = () => {
    scheduled = false;
    // After a jump a section begins below the search field and this row, whose heights depend on the text size.
    const top = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 20;
    let currentId = null;
    for (const heading of headings) {
      if (heading.getBoundingClientRect().top < top) currentId = heading.id;
    }
    if (currentId === markedId) return;
    markedId = currentId;
    for (const [id, link] of links) {
      if (id === currentId) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const current = links.get(/** @type {string} */ (currentId));
    sectionLinks.scrollTo({ left: current ? current.offsetLeft - sectionLinks.clientWidth / 3 : 0 });
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(markCurrentSection);
  };
  // The layout can also change without a scroll.
  for (const eventName of ["scroll", "resize", "hashchange", "load"]) addEventListener(eventName, schedule, { passive: true });
  markCurrentSection();
})();
