// "Keep on this phone": what it costs, one button, how far it is, and how to remove it again.

import { archivesFor, isPossible, keep, readKept, readManifest, readNext, remove } from "./keep.js";

const megabytes = (bytes) => new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(bytes / 1e6);
const element = (name, text, properties = {}) => Object.assign(document.createElement(name), { textContent: text, ...properties });
const button = (text, action) => {
  const made = element("button", text, { type: "button", className: "keep-button" });
  made.addEventListener("click", action);
  return made;
};

const language = () => document.documentElement.lang;

const sized = (text, manifest) => interpolate(text, { size: megabytes(archivesFor(manifest, language()).bytes) }, true);

// section: where the panel goes.
export const showPanel = async (section) => {
  const say = (...parts) => section.replaceChildren(...parts);
  const sayKept = async () => {
    const safe = await navigator.storage.persisted?.();
    const next = await readNext();
    const manifest = next ? null : await readManifest().catch(() => null); // null without a network
    const kept = await readKept();
    const newer = manifest && manifest.version !== kept.version;
    const translated = manifest && !newer && kept.language !== language() && language() !== "en";
    say(
      element("p", gettext("The Companion works on this phone without a network.")),
      element("p", safe ? gettext("The browser has promised to keep it.") : gettext("The browser may delete it when the phone runs out of room: export matches that matter."), { className: "help" }),
      ...(next ? [element("p", gettext("A new version is ready. It is used from the next start."))] : []),
      ...(newer ? [button(sized(gettext("Fetch the new version: %(size)s MB"), manifest), () => fetchAll(manifest))] : []),
      ...(translated ? [button(sized(gettext("Fetch the rules in this language: %(size)s MB"), manifest), () => fetchAll(manifest))] : []),
      ...(window.parent === window ? [element("a", gettext("Open on this phone"), { href: "/phone/index.html", className: "button first" })] : []),
      button(gettext("Remove from this phone"), askToRemove),
    );
  };
  const askToRemove = () => say(
    element("p", gettext("Matches stay on the phone, but they cannot be opened until the Companion is fetched again. That needs a network.")),
    button(gettext("Remove it"), async () => { await remove(); window.top.location.reload(); }),
    button(gettext("Keep it"), sayKept),
  );
  const fetchAll = async (manifest) => {
    const bar = element("progress", "", { max: 1, value: 0 });
    const status = element("p", "", { role: "status" });
    say(bar, status);
    try {
      await keep(manifest, language(), ({ fetched, bytes, preparing }) => {
        if (preparing) bar.removeAttribute("value");
        else bar.value = fetched / bytes;
        status.textContent = preparing
          ? gettext("Preparing. This takes a minute, once.")
          : interpolate(gettext("%(fetched)s of %(all)s MB"), { fetched: megabytes(fetched), all: megabytes(bytes) }, true);
      });
      await sayKept();
    } catch (error) {
      console.warn(error);
      const full = error.name === "QuotaExceededError";
      say(
        element("p", full ? gettext("There is not enough room on this phone.") : gettext("That did not work. Nothing was changed."), { role: "alert" }),
        button(gettext("Try again"), () => fetchAll(manifest)),
      );
    }
  };
  const sayOffer = async () => {
    const manifest = await readManifest();
    const { bytes, kept } = archivesFor(manifest, language());
    say(
      element("p", gettext("Kept on this phone, the Companion works without a server and without a network: scores, tables and rules.")),
      element("p", interpolate(gettext("%(fetched)s MB are fetched once. On the phone they take about %(kept)s MB."), { fetched: megabytes(bytes), kept: Math.round(kept / 1e6) }, true), { className: "help" }),
      button(gettext("Keep on this phone"), () => fetchAll(manifest)),
    );
  };
  if (!isPossible()) {
    say(element("p", gettext("This needs https, or the address localhost, and a browser of 2023 or later.")));
    return;
  }
  if (await readKept()) await sayKept();
  else await sayOffer();
};
