// A worker that fetches a version of the Companion completely, checks it and stores it in the browser's cache.

"use strict";

// A classic script, not a module: xz-decompress looks for Node's streams under this name.
self["stream/web"] = { ReadableStream };
importScripts("/phone/xz-decompress.js");

const keptAddress = (version, name) => `/phone/kept/${version}/${name}`;

const TYPES = { wasm: "application/wasm", mjs: "text/javascript", json: "application/json", tar: "application/x-tar", zip: "application/zip" };

const sha256 = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const download = async (address, length, onProgress) => {
  const response = await fetch(address, { cache: "no-store" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const bytes = new Uint8Array(length);
  let offset = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, at);
    offset += part.value.length;
    onProgress(part.value.length);
  }
  return bytes;
};

const unpack = async (bytes) => {
  const { XzReadableStream } = self["xz-decompress"];
  const stream = new XzReadableStream(new Blob([bytes]).stream());
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

// The files of a tar archive (ustar): name, first and last byte.
const filesOf = function* (tar) {
  const decoder = new TextDecoder();
  const text = (from, length) => {
    const field = tar.subarray(from, from + length);
    const end = field.indexOf(0);
    return decoder.decode(end < 0 ? field : field.subarray(0, end));
  };
  for (let offset = 0; offset + 512 <= tar.length && tar[offset];) {
    const prefix = text(offset + 345, 155), name = text(offset, 100), size = parseInt(text(offset + 124, 12), 8);
    yield { filename: `${prefix ? `${prefix}/` : ""}${name}`, start: offset + 512, end: offset + 512 + size };
    offset += 512 + Math.ceil(size / 512) * 512;
  }
};

// The script of a worker needs its policy. Headers for length and compression would be wrong for the stored file.
const headersOf = ({ headers }) => ["Content-Type", "Content-Security-Policy"].filter((name) => headers.has(name)).map((name) => [name, headers.get(name)]);

const keepArchive = async (cache, version, archive, onProgress) => {
  const packed = await download(archive.address, archive.bytes, onProgress);
  if (await sha256(packed) !== archive.sha256) throw new Error(`${archive.address} is damaged`);
  const tar = await unpack(packed);
  const put = (name, content) => {
    const type = TYPES[name.slice(name.lastIndexOf(".") + 1)];
    return cache.put(keptAddress(version, name), new Response(new Blob([content]), { headers: { "Content-Type": type } }));
  };
  const files = [...filesOf(tar)];
  if (archive.name === "interpreter") {
    for (const { filename, start, end } of files) await put(filename, tar.subarray(start, end));
    return;
  }
  await put(`${archive.name}.tar`, tar);
  // An index, so that no start has to read the whole archive.
  await put(`${archive.name}.json`, JSON.stringify(files.map(({ filename, ...place }) => ({ filename: `/${filename}`, ...place }))));
};

addEventListener("message", async ({ data: { manifest, archives }, ports: [port] }) => {
  let fetched = 0;
  const onProgress = (bytes) => { fetched += bytes; port.postMessage({ fetched }); };
  try {
    const { version } = manifest;
    const cache = await caches.open(`companion-${version}`);
    for (const address of manifest.files) {
      // The query makes the service worker pass this on, instead of responding with the file of the current version.
      const response = await fetch(`${address}?version=${version}`, { cache: "no-cache" });
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      await cache.put(address, new Response(await response.blob(), { headers: headersOf(response) }));
    }
    for (const archive of manifest.archives.filter(({ name }) => archives.includes(name))) {
      await keepArchive(cache, version, archive, onProgress);
    }
    port.postMessage({ done: true });
  } catch (error) {
    port.postMessage({ error: String(error?.message || error) });
  }
});
