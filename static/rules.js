// Rules: a filter needs no button where scripts run; the section that is read is marked in the strip.
(() => {
  document.documentElement.classList.add("scripted");
  const strip = document.querySelector(".jump");
  if (!strip || !("IntersectionObserver" in window)) return;
  const links = new Map([...strip.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const heads = [...document.querySelectorAll(".part > h2")];
  const mark = () => {
    let now = null;
    for (const head of heads) if (head.getBoundingClientRect().top < 140) now = head;
    for (const [id, link] of links) {
      if (now && id === now.id) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    }
    const link = now && links.get(now.id);
    if (link) strip.scrollTo({ left: link.offsetLeft - strip.clientWidth / 3 });
  };
  const seen = new IntersectionObserver(mark, { rootMargin: "-130px 0px -60% 0px" });
  for (const head of heads) seen.observe(head);
  addEventListener("hashchange", mark);
})();
