// Rules: a filter needs no button where scripts run; the section that is read is marked in the strip.
(() => {
  document.documentElement.classList.add("scripted");
  const strip = document.querySelector(".jump");
  if (!strip) return;
  const links = new Map([...strip.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const heads = [...document.querySelectorAll(".part > h2")];
  let shown = null;
  let waiting = false;
  const mark = () => {
    waiting = false;
    let now = null;
    for (const head of heads) if (head.getBoundingClientRect().top < 140) now = head.id;
    if (now === shown) return;
    shown = now;
    for (const [id, link] of links) {
      if (id === now) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    }
    const link = links.get(now);
    strip.scrollTo({ left: link ? link.offsetLeft - strip.clientWidth / 3 : 0 });
  };
  addEventListener("scroll", () => { if (!waiting) { waiting = true; requestAnimationFrame(mark); } }, { passive: true });
  mark();
})();
