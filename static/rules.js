// The rules pages: filters need no button where scripts run; the row of links marks the section being
// read; answers cover the page only until one is chosen.
(() => {
  document.documentElement.classList.add("scripted");
  const sectionLinks = document.querySelector(".jump");
  if (!sectionLinks) return;
  // An answer on this page is below its own list of answers: the list goes when the answer is chosen.
  const hits = document.querySelector(".search-form .hits");
  hits?.addEventListener("click", (event) => { if (event.target.closest("a")) setTimeout(() => hits.replaceChildren()); });
  addEventListener("keydown", (event) => { if (event.key === "Escape") hits?.replaceChildren(); });
  const links = new Map([...sectionLinks.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const headings = [...document.querySelectorAll(".part > h2")];
  let markedId = null;
  let scheduled = false;
  const markCurrentSection = () => {
    scheduled = false;
    // A section that was jumped to begins below the search field and this row; both are as high as the text is large.
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
    const current = links.get(currentId);
    sectionLinks.scrollTo({ left: current ? current.offsetLeft - sectionLinks.clientWidth / 3 : 0 });
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(markCurrentSection);
  };
  // Also where the page is laid out anew without being scrolled.
  for (const moved of ["scroll", "resize", "hashchange", "load"]) addEventListener(moved, schedule, { passive: true });
  markCurrentSection();
})();
