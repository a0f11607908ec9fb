// The page around the pages of a phone without a server. It stays while people go from page to page in its frame, so that the
// interpreter is started once. The service worker hands it the requests of the frame.

import { missingPieces, readKept, switchToNext } from "./keep.js";
import { showPanel } from "./keep-panel.js";

const frame = document.getElementById("page");
const starting = document.getElementById("starting");
const HOST = "companion-phone";

let worker = null;
let ready = null;

// "#m=…" is a match in a code (static/match-code.js).
const address = () => {
  if (location.hash.startsWith("#m=")) return `/code${location.hash}`;
  return location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
};

const call = (task, values) => new Promise((resolve, reject) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.result));
  worker.postMessage({ task, ...values }, [port2]);
});

const fail = (error) => {
  console.error(error);
  document.getElementById("failed").hidden = false;
  starting.hidden = true;
};

// Matches that were open on the server's own pages (static/keep-match.js): they go on here.
const takeMatches = async () => {
  const store = await caches.open("matches-to-take");
  for (const request of await store.keys()) {
    const body = await (await store.match(request)).arrayBuffer();
    const headers = [["Content-Type", "application/json"], ["Cookie", document.cookie]];
    const { status } = await call("request", { method: "POST", address: `${location.origin}/copies`, headers, body });
    if (status < 500) await store.delete(request);
  }
};

// One page at a time has the database. Other open pages ask it, and one of them takes over when it is closed.
const begin = async (kept, onStart = () => {}) => {
  if (await switchToNext()) {
    location.reload(); // this page itself may have changed
    return new Promise(() => {});
  }
  worker = new Worker("/phone/worker.js", { type: "module" });
  worker.onerror = fail;
  ready = call("start", kept).then(async (result) => {
    await takeMatches().catch((error) => console.error(error));
    return result;
  });
  onStart();
  ready.then(({ milliseconds }) => { document.documentElement.dataset.startMilliseconds = milliseconds; }, fail);
  return new Promise(() => {}); // as long as this page is open
};
let hostDecision = null;
const becomeHost = (kept) => new Promise((resolve) => {
  navigator.locks.request(HOST, { ifAvailable: true }, (lock) => {
    if (lock) return begin(kept, resolve);
    resolve();
    navigator.locks.request(HOST, () => begin(kept)).catch(fail);
    return undefined;
  }).catch(fail);
});

navigator.serviceWorker?.addEventListener("message", async ({ data, ports: [port] }) => {
  await hostDecision;
  if (!worker) {
    port.postMessage(null);
    return;
  }
  try {
    await ready;
    // The language that was chosen in the page. The other cookies are the worker's.
    worker.postMessage({ ...data, headers: [...data.headers, ["Cookie", document.cookie]] }, [port]);
  } catch (error) {
    port.postMessage({ error: String(error) });
  }
});

const showPage = () => {
  frame.hidden = false;
  frame.contentWindow.location.replace(address());
};

frame.addEventListener("load", () => {
  const { location: frameLocation, document: page } = frame.contentWindow;
  if (frameLocation.href === "about:blank") return;
  history.replaceState(null, "", `#${frameLocation.pathname}${frameLocation.search}${frameLocation.hash}`);
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  starting.hidden = true;
});

addEventListener("hashchange", () => {
  const { pathname, search, hash } = frame.contentWindow.location;
  if (address() !== `${pathname}${search}${hash}`) showPage();
});

const loadTexts = (code) => new Promise((resolve, reject) => {
  document.documentElement.lang = code;
  document.head.append(Object.assign(document.createElement("script"), { src: `/phone/texts/${code}.js`, onload: resolve, onerror: reject }));
});

// The language that was chosen, else the phone's.
const language = () => {
  const offered = document.documentElement.dataset.languages.split(" ");
  const chosen = document.cookie.match(/(?:^|; )django_language=([^;]+)/)?.[1];
  for (const wanted of [chosen, ...navigator.languages].filter(Boolean).map((one) => one.toLowerCase())) {
    const code = offered.find((one) => one === wanted) || offered.find((one) => wanted.split("-")[0] === one.split("-")[0]);
    if (code) return code;
  }
  return offered[0];
};

await loadTexts(language());
const kept = missingPieces().length ? null : await readKept();
if (kept) {
  document.getElementById("starting-text").textContent = gettext("One moment …");
  document.getElementById("failed-text").textContent = gettext("The Companion did not start on this phone. Nothing is lost.");
  document.getElementById("reload").textContent = gettext("Try again");
  document.getElementById("reload").addEventListener("click", () => location.reload());
  starting.hidden = false;
  await navigator.serviceWorker.register("/service-worker.js").catch(() => {});
  await navigator.serviceWorker.ready;
  hostDecision = becomeHost(kept);
  showPage();
} else {
  document.getElementById("offer").hidden = false;
  await showPanel(document.getElementById("keep"));
}
