// Serves the files of the Companion that this phone keeps, and the pages that Python makes in the worker of /phone/index.html.
//
// Pages in the frame of /phone/index.html are made on this phone. All other pages come from the server as before; if it
// cannot be reached, /phone/index.html is shown instead. On a phone that does not keep the Companion (yet), the page of a
// match is shown as it was last seen: hands that are entered there wait for the network (static/offline-queue.js).

const SHELL = "/phone/index.html";
const TIMEOUT = 120_000, ATTEMPTS = 20;

// The kept version: {version, archives, rules, language}; null if there is none.
const readKept = async () => {
  const response = await caches.match("/phone/kept");
  return response ? response.json() : null;
};

const keptFile = async (request) => {
  const kept = await readKept();
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/phone/kept/")) return caches.match(pathname);
  if (!kept) return undefined;
  const cache = await caches.open(`companion-${kept.version}`);
  return cache.match(pathname);
};

// -- pages made on this phone ------------------------------------------------------------------------------------------

const askShell = (client, message) => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  const timer = setTimeout(() => resolve(null), TIMEOUT);
  port1.onmessage = ({ data }) => { clearTimeout(timer); resolve(data); };
  client.postMessage(message, [port2]);
});

const isShell = (client) => client.frameType === "top-level" && new URL(client.url).pathname === SHELL;
const shells = async () => (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter(isShell);

const unavailable = () => new Response("", { status: 503, headers: { "Content-Type": "text/plain" } });

const responseOf = (request, { status, headers, body }) => {
  const isEmpty = [204, 205, 304].includes(status) || request.method === "HEAD";
  return new Response(isEmpty ? null : body, { status, headers });
};

const onPhone = async (request) => {
  const body = request.method === "GET" || request.method === "HEAD" ? null : await request.arrayBuffer();
  const message = { task: "request", method: request.method, address: request.url, headers: [...request.headers], body };
  // While the database passes from a closed page to another one, nobody answers.
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    for (const shell of await shells()) {
      const answer = await askShell(shell, message);
      if (answer?.error) return unavailable();
      if (answer) return responseOf(request, answer.result);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return unavailable();
};

// -- which of the two --------------------------------------------------------------------------------------------------

// static/keep-page.js puts the files of the page there.
const SEEN = "pages-seen";
const WITHDRAWN = [403, 404, 410];

const rememberPage = async ({ method, url }, response) => {
  const { pathname } = new URL(url);
  if (method === "POST" && /\/(forget|delete)$/.test(pathname)) await caches.delete(SEEN);
  if (method !== "GET" || !/^\/matches\/[^/]+$/.test(pathname)) return;
  const seen = await caches.open(SEEN);
  if (response.ok) await seen.put(pathname, response);
  else if (WITHDRAWN.includes(response.status)) await seen.delete(pathname);
};

// The page as it was last seen, marked for its scripts; undefined if it was not.
const seenPage = async ({ method, url }) => {
  const page = method === "GET" && await caches.match(new URL(url).pathname, { cacheName: SEEN, ignoreVary: true });
  if (!page) return undefined;
  const headers = new Headers(page.headers);
  headers.delete("Content-Encoding");
  return new Response((await page.text()).replace("<html ", "<html data-offline "), { headers });
};

const openPage = async (event) => {
  const { request } = event;
  const { pathname, search } = new URL(request.url);
  try {
    const response = await fetch(request);
    event.waitUntil(rememberPage(request, response.clone()));
    return response;
  } catch (error) {
    if (await readKept()) return Response.redirect(`${SHELL}#${request.method === "GET" ? pathname + search : "/"}`, 302);
    const page = await seenPage(request);
    if (!page) throw error;
    return page;
  }
};

const fromServer = async (request) => {
  try {
    return await fetch(request);
  } catch (error) {
    const { pathname } = new URL(request.url);
    const file = !/^\/matches\//.test(pathname) && await caches.match(pathname, { cacheName: SEEN, ignoreVary: true });
    if (!file) throw error;
    return file;
  }
};

const answerSubrequest = async (event) => {
  const { request, clientId } = event;
  const client = clientId && await clients.get(clientId);
  const nested = client?.frameType === "nested";
  if (!nested && !(client && isShell(client))) return fromServer(request);
  return (request.method === "GET" && await keptFile(request)) || (nested ? onPhone(request) : fetch(request));
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || pathname === "/phone/manifest.json" || pathname.startsWith("/phone/archives/")) return;
  // The API is the server's: matches are given to it and taken from it.
  if (pathname.startsWith("/api/")) return;
  // keeper.js asks for the files of another version: ?version=…
  if (pathname.startsWith("/phone/") && search) return;
  // The address in a code of a match; what stands after # goes along.
  if (pathname === "/phone/") event.respondWith(readKept().then((kept) => (kept ? Response.redirect(SHELL, 302) : fetch(request))));
  else if (pathname.startsWith("/phone/")) event.respondWith(keptFile(request).then((file) => file || fetch(request)));
  else if (request.mode === "navigate") event.respondWith(request.destination === "iframe" ? onPhone(request) : openPage(event));
  else event.respondWith(answerSubrequest(event));
});
