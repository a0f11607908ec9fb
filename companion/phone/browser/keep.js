// Fetches, prepares and removes the Companion on this phone. For the panel on the home page and in /phone/index.html.

const CACHE = "companion-kept";
const KEPT = "/phone/kept", NEXT = "/phone/kept-next";
// Size of files that are made on the phone: the memory of the interpreter, and the parsed rules of one language.
const MEMORY_BYTES = 52e6, RULES_BYTES = 15e6;

// Returns {version, archives, rules, language}, or null.
const readRecord = async (address) => {
  const response = await (await caches.open(CACHE)).match(address);
  return response ? response.json() : null;
};
const writeRecord = async (address, kept) => (await caches.open(CACHE)).put(address, new Response(JSON.stringify(kept), { headers: { "Content-Type": "application/json" } }));

// The version that this phone runs, and a newer one that it will run from its next start.
export const readKept = () => readRecord(KEPT);
export const readNext = () => readRecord(NEXT);

// Switches to the newer version, if there is one, and returns whether it did. No page of the older one may be open.
export const switchToNext = async () => {
  const next = await readNext();
  if (!next) return false;
  await writeRecord(KEPT, next);
  await (await caches.open(CACHE)).delete(NEXT);
  await deleteOtherVersions(next.version);
  return true;
};

export const isPossible = () => window.isSecureContext && "serviceWorker" in navigator && "locks" in navigator && Boolean(navigator.storage?.getDirectory);

export const readManifest = async () => {
  const response = await fetch("/phone/manifest.json", { cache: "no-store" });
  if (!response.ok) throw new Error(`manifest.json: ${response.status}`);
  return response.json();
};

// Archives for a phone in this language, the bytes to fetch, and the bytes stored in the end.
export const archivesFor = (manifest, language) => {
  const wanted = manifest.archives.filter(({ lang }) => !lang || lang === language);
  const sum = (field) => wanted.reduce((all, one) => all + one[field], 0);
  const kept = sum("unpacked") + MEMORY_BYTES + RULES_BYTES * (language === "en" ? 1 : 2);
  return { names: wanted.map(({ name }) => name), bytes: sum("bytes"), kept };
};

// Sends a message to a worker, and returns its last message. Calls onProgress with all others. Then ends the worker.
const run = (worker, message, onProgress = () => {}) => new Promise((resolve, reject) => {
  const { port1, port2 } = new MessageChannel();
  const end = (settle, value) => { worker.terminate(); settle(value); };
  worker.onerror = (event) => end(reject, new Error(event.message || "worker"));
  port1.onmessage = ({ data }) => {
    if (data.error) end(reject, Object.assign(new Error(data.error), { name: data.name || "Error" }));
    else if (data.done || data.result) end(resolve, data.result);
    else onProgress(data);
  };
  worker.postMessage(message, [port2]);
});

const waitForServiceWorker = async () => {
  await navigator.serviceWorker.register("/service-worker.js");
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
};

// Fetches a version completely and prepares it. It is used from the next start of /phone/index.html, never during a match.
// onProgress: gets {fetched, bytes} while it is fetched, then {preparing: true}.
export const keep = async (manifest, language, onProgress) => {
  await waitForServiceWorker();
  const { names, bytes } = archivesFor(manifest, language);
  const mounted = names.filter((name) => name !== "interpreter");
  await run(new Worker("/phone/keeper.js"), { manifest, archives: names }, ({ fetched }) => onProgress({ fetched, bytes }));
  onProgress({ preparing: true });
  const kept = { version: manifest.version, archives: mounted, language };
  // In two workers, so that the memory for reading the rules is not stored.
  for (const task of ["readRules", "prepare"]) {
    Object.assign(kept, await run(new Worker("/phone/worker.js", { type: "module" }), { task, ...kept }));
  }
  await writeRecord(await readKept() ? NEXT : KEPT, kept);
  return navigator.storage.persist ? navigator.storage.persist() : false;
};

const deleteOtherVersions = async (version) => {
  const root = await navigator.storage.getDirectory();
  const memories = await root.getDirectoryHandle("companion-memory", { create: true });
  const names = [];
  for await (const name of memories.keys()) names.push(name);
  for (const name of names) if (name !== `memory-${version}`) await memories.removeEntry(name);
  for (const name of await caches.keys()) if (name.startsWith("companion-") && name !== CACHE && name !== `companion-${version}`) await caches.delete(name);
};

// Removes the program. Matches stay: they are small, and exist nowhere else.
export const remove = async () => {
  await caches.delete(CACHE);
  await deleteOtherVersions("");
  const registration = await navigator.serviceWorker.getRegistration("/");
  await registration?.unregister();
};
