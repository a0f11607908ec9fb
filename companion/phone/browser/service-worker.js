// Serves the files of the Companion that this phone keeps, and the pages that Python makes in the worker of /phone/index.html.
//
// Pages in the frame of /phone/index.html are made on this phone. All other pages come from the server as before; if it
// cannot be reached, /phone/index.html is shown instead.

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

const openPage = async (request) => {
  const { pathname, search } = new URL(request.url);
  try {
    return await fetch(request);
  } catch (error) {
    if (!await readKept()) throw error;
    return Response.redirect(`${SHELL}#${request.method === "GET" ? pathname + search : "/"}`, 302);
  }
};

const answerSubrequest = async (event) => {
  const { request, clientId } = event;
  const client = clientId && await clients.get(clientId);
  const nested = client?.frameType === "nested";
  if (!nested && !(client && isShell(client))) return fetch(request);
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
  else if (request.mode === "navigate") event.respondWith(request.destination === "iframe" ? onPhone(request) : openPage(request));
  else event.respondWith(answerSubrequest(event));
});
