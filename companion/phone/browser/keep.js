// Fetches, prepares and removes what this phone keeps. For the panel on the home page and in /phone/index.html.

const MARKS = "companion-kept";
const KEPT = "/phone/kept", NEXT = "/phone/kept-next";
// Made on the phone in addition to what is fetched: the memory of the interpreter, and the parsed rules of one language.
const MEMORY_BYTES = 52e6, RULES_BYTES = 15e6;

// {version, archives, rules, language}, null if there is none.
const readMark = async (address) => {
  if (!await caches.has(MARKS)) return null; // opening it would make it
  const response = await (await caches.open(MARKS)).match(address);
  return response ? response.json() : null;
};
const writeMark = async (address, kept) => (await caches.open(MARKS)).put(address, new Response(JSON.stringify(kept), { headers: { "Content-Type": "application/json" } }));

// The version that this phone runs, and a newer one that it will run from its next start.
export const readKept = () => readMark(KEPT);
export const readNext = () => readMark(NEXT);

// Switches to the newer version, if there is one. Call it only when no page of the older one is open. True if it switched.
export const switchToNext = async () => {
  const next = await readNext();
  if (!next) return false;
  await writeMark(KEPT, next);
  await (await caches.open(MARKS)).delete(NEXT);
  await forgetOthers(next.version);
  return true;
};

// What this browser lacks, by the names under which browsers list it; none if it can keep the Companion.
export const missingPieces = () => [
  ["https", window.isSecureContext],
  ["Service Workers", "serviceWorker" in navigator],
  ["Cache Storage", "caches" in window],
  ["Web Locks", "locks" in navigator],
  ["Origin Private File System", navigator.storage?.getDirectory],
].filter(([, has]) => !has).map(([name]) => name);

export const readManifest = async () => {
  const response = await fetch("/phone/manifest.json", { cache: "no-store" });
  if (!response.ok) throw new Error(`manifest.json: ${response.status}`);
  return response.json();
};

// The archives for a phone in this language, their size over the network, and what the phone stores in the end, in bytes.
export const archivesFor = (manifest, language) => {
  const wanted = manifest.archives.filter(({ lang }) => !lang || lang === language);
  const sum = (field) => wanted.reduce((all, one) => all + one[field], 0);
  const kept = sum("unpacked") + MEMORY_BYTES + RULES_BYTES * (language === "en" ? 1 : 2);
  return { names: wanted.map(({ name }) => name), bytes: sum("bytes"), kept };
};

const stopped = () => new DOMException("stopped", "AbortError");

// Sends a message to a worker and returns its result; onProgress gets all other answers. Terminates the worker, also
// when the signal is aborted.
const run = (worker, message, signal, onProgress = () => {}) => new Promise((resolve, reject) => {
  const { port1, port2 } = new MessageChannel();
  const end = (settle, value) => { worker.terminate(); settle(value); };
  signal.addEventListener("abort", () => end(reject, stopped()), { once: true });
  if (signal.aborted) { end(reject, stopped()); return; }
  worker.onerror = (event) => end(reject, new Error(event.message || "worker"));
  port1.onmessage = ({ data }) => {
    if (data.error) end(reject, Object.assign(new Error(data.error), { name: data.name || "Error" }));
    else if (data.done || data.result) end(resolve, data.result);
    else onProgress(data);
  };
  worker.postMessage(message, [port2]);
});

const waitForController = async () => {
  await navigator.serviceWorker.register("/service-worker.js");
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
};

// An error of this work says at which step it was.
const at = async (step, work) => {
  try {
    return await work;
  } catch (error) {
    throw Object.assign(new Error(error.message, { cause: error }), { name: error.name, step });
  }
};

// Fetches a whole version and prepares it. It is used from the next start of /phone/index.html, never in the middle of a match.
// onProgress: {fetched, bytes} while it is fetched, {preparing: true} from then on. signal: stops it; nothing is changed.
// An error has the step at which it happened: "service worker", "fetch", "readRules", "prepare" or "store".
export const keep = async (manifest, language, onProgress, signal) => {
  const abort = new Promise((_, reject) => signal.addEventListener("abort", () => reject(stopped()), { once: true }));
  abort.catch(() => {}); // it may come when nothing waits for it any more
  await at("service worker", Promise.race([waitForController(), abort]));
  // Held open in the meantime: in a private window, WebKit empties a cache that no page or worker has open.
  const cache = await caches.open(`companion-${manifest.version}`);
  const { names, bytes } = archivesFor(manifest, language);
  const archives = names.filter((name) => name !== "interpreter");
  await at("fetch", run(new Worker("/phone/keeper.js"), { manifest, archives: names }, signal, ({ fetched }) => onProgress({ fetched, bytes })));
  onProgress({ preparing: true });
  const kept = { version: manifest.version, archives, language };
  // In two workers, so that the memory used for reading the rules is not stored.
  for (const task of ["readRules", "prepare"]) {
    Object.assign(kept, await at(task, run(new Worker("/phone/worker.js", { type: "module" }), { task, ...kept }, signal)));
  }
  if (!(await cache.keys()).length) throw Object.assign(new Error("the browser has emptied its cache"), { step: "store" });
  await at("store", writeMark(await readKept() ? NEXT : KEPT, kept));
};

const forgetOthers = async (version) => {
  const root = await navigator.storage.getDirectory();
  const memories = await root.getDirectoryHandle("companion-memory", { create: true });
  const names = [];
  for await (const name of memories.keys()) names.push(name);
  for (const name of names) if (name !== `memory-${version}`) await memories.removeEntry(name);
  for (const name of await caches.keys()) if (name.startsWith("companion-") && name !== MARKS && name !== `companion-${version}`) await caches.delete(name);
};

// Removes the program. Matches stay: they are small, and nobody else has them.
export const remove = async () => {
  await caches.delete(MARKS);
  await forgetOthers("");
  const registration = await navigator.serviceWorker.getRegistration("/");
  await registration?.unregister();
};
