// The panel "Keep on this phone": size, button, progress, removal.

import { archivesFor, keep, missingPieces, readKept, readManifest, readNext, remove } from "./keep.js";

const megabytes = (bytes) => new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(bytes / 1e6);
const element = (name, text, properties = {}) => Object.assign(document.createElement(name), { textContent: text, ...properties });
const button = (text, action) => {
  const node = element("button", text, { type: "button", className: "keep-button" });
  node.addEventListener("click", action);
  return node;
};

const language = () => document.documentElement.lang;

const sized = (text, manifest) => interpolate(text, { size: megabytes(archivesFor(manifest, language()).bytes) }, true);

const failedAt = (step) => ({
  "service worker": gettext("The browser did not start the program that answers without a network."),
  fetch: gettext("Fetching failed."),
  readRules: gettext("Preparing the rules failed."),
  prepare: gettext("Preparing the program failed."),
}[step] || gettext("Storing it failed."));

// What a person can send to somebody who can help.
const detailsOf = (error, manifest) => [
  `${error.step}: ${error.name}: ${error.message}`, `version ${manifest.version}`, navigator.userAgent, new Date().toISOString(),
].join("\n");

// section: where the panel goes.
export const showPanel = async (section) => {
  const showContent = (...parts) => section.replaceChildren(...parts);
  const showKept = async () => {
    const safe = await navigator.storage.persisted?.();
    const next = await readNext();
    const manifest = next ? null : await readManifest().catch(() => null); // null without a network
    const kept = await readKept();
    const newer = manifest && manifest.version !== kept.version;
    const translated = manifest && !newer && kept.language !== language() && language() !== "en";
    showContent(
      element("p", gettext("The Companion works on this phone without a network.")),
      element("p", safe ? gettext("The browser has promised to keep it.") : gettext("The browser may delete it when the phone runs out of room: export matches that matter."), { className: "help" }),
      ...(next ? [element("p", gettext("A new version is ready. It is used from the next start."))] : []),
      ...(newer ? [button(sized(gettext("Fetch the new version: %(size)s MB"), manifest), () => fetchAll(manifest))] : []),
      ...(translated ? [button(sized(gettext("Fetch the rules in this language: %(size)s MB"), manifest), () => fetchAll(manifest))] : []),
      ...(window.parent === window ? [element("a", gettext("Open on this phone"), { href: "/phone/index.html", className: "button first" })] : []),
      button(gettext("Remove from this phone"), askToRemove),
    );
  };
  const askToRemove = () => showContent(
    element("p", gettext("Matches stay on the phone, but they cannot be opened until the Companion is fetched again. That needs a network.")),
    button(gettext("Remove it"), async () => { await remove(); window.top.location.reload(); }),
    button(gettext("Keep it"), showKept),
  );
  const fetchAll = async (manifest) => {
    const bar = element("progress", "", { max: 1, value: 0 });
    const status = element("p", "", { role: "status" });
    const stop = new AbortController();
    showContent(bar, status, button(gettext("Stop fetching"), () => stop.abort()));
    try {
      await keep(manifest, language(), ({ fetched, bytes, preparing }) => {
        if (preparing) bar.removeAttribute("value");
        else bar.value = fetched / bytes;
        status.textContent = preparing
          ? gettext("Preparing. This takes a minute, once.")
          : interpolate(gettext("%(fetched)s of %(all)s MB"), { fetched: megabytes(fetched), all: megabytes(bytes) }, true);
      }, stop.signal);
      await showKept();
      // Firefox asks the person, and answers only then.
      navigator.storage.persist?.().then((safe) => { if (safe) showKept(); });
    } catch (error) {
      if (stop.signal.aborted) { await (await readKept() ? showKept() : showOffer()); return; }
      console.warn(error);
      const full = error.name === "QuotaExceededError";
      const details = element("details", "");
      details.append(element("summary", gettext("Details, to send to somebody who can help")), element("pre", detailsOf(error, manifest)));
      showContent(
        element("p", full ? gettext("There is not enough room on this phone.") : [failedAt(error.step), gettext("Nothing was changed.")].join(" "), { role: "alert" }),
        details,
        button(gettext("Try again"), () => fetchAll(manifest)),
      );
    }
  };
  const showOffer = async () => {
    const manifest = await readManifest();
    const { bytes, kept } = archivesFor(manifest, language());
    showContent(
      element("p", gettext("Kept on this phone, the Companion works without a server and without a network: scores, tables and rules.")),
      element("p", interpolate(gettext("%(fetched)s MB are fetched once. On the phone they take about %(kept)s MB."), { fetched: megabytes(bytes), kept: Math.round(kept / 1e6) }, true), { className: "help" }),
      button(gettext("Keep on this phone"), () => fetchAll(manifest)),
    );
  };
  const missing = missingPieces();
  if (missing[0] === "https") showContent(element("p", gettext("This needs https, or the address localhost.")));
  else if (missing.length) showContent(element("p", interpolate(gettext("This browser lacks what that needs: %(missing)s."), { missing: missing.join(", ") }, true)));
  if (missing.length) return;
  if (await readKept()) await showKept();
  else await showOffer();
};
