// The rules as a sheet over the match: one section of a page, its search, and links to the other sections. It closes with
// one tap, with Escape and with Back; the form of the hand below it is not touched.
const dialog = document.createElement("dialog");
dialog.className = "rules-sheet";
document.body.append(dialog);
if (history.state?.rules) history.replaceState(null, ""); // reloaded while it was open

// A style sheet of the section, once for the page.
/** @param {HTMLLinkElement} link */
const load = (link) => new Promise((/** @type {(value?: unknown) => void} */ done) => {
  link.remove();
  if (document.querySelector(`head > [href="${link.getAttribute("href")}"]`)) {
    done();
    return;
  }
  link.onload = done;
  link.onerror = done;
  document.head.append(link);
});
/** @param {string} address */
const fill = async (address) => {
  const url = new URL(address);
  const response = await fetch(`${url.pathname}/part?${new URLSearchParams([...url.searchParams, ["at", url.hash.slice(1)]])}`);
  if (!response.ok) throw new Error(response.statusText);
  const part = document.createRange().createContextualFragment(await response.text());
  await Promise.all([...part.querySelectorAll("link")].map(load));
  dialog.replaceChildren(part);
  dialog.dataset.page = `${url.pathname}${url.search}`;
  htmx.process(dialog);
};

const showFromTop = () => {
  dialog.scrollTop = 0;
  const current = dialog.querySelector("[aria-current]");
  if (current) current.closest("nav").scrollLeft = current.offsetLeft - 90;
  dialog.querySelector("h2[tabindex]").focus({ preventScroll: true });
};

dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close(); // beside the sheet
  const link = event.target.closest("a");
  if (!link || "page" in link.dataset) return;
  const url = new URL(/** @type {string} */ (link.getAttribute("href")), `${location.origin}${dialog.dataset.page}`);
  if (!/^\/rules\/[^/]+$/.test(url.pathname) || url.pathname === "/rules/search") return; // a look-up, a list of games
  event.preventDefault();
  event.stopPropagation();
  fill(url.href).then(showFromTop).catch(() => { location.href = url.href; });
});
// Results come while one types; the button asks for them once more.
dialog.addEventListener("submit", (event) => {
  if (event.target.method === "dialog") return;
  event.preventDefault();
  event.target.q.dispatchEvent(new Event("search"));
});
dialog.addEventListener("close", () => { if (history.state?.rules) history.back(); });
addEventListener("popstate", () => dialog.close());

/** @param {string} address */
export const openRule = async (address) => {
  await fill(address);
  history.pushState({ rules: true }, "");
  dialog.setAttribute("aria-label", dialog.querySelector("h2[tabindex]").textContent);
  dialog.showModal();
  showFromTop();
};
