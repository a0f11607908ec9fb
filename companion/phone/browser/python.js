// Starts Python from the memory that an earlier start stored, else from the beginning.
//
// Pyodide can store the memory of its interpreter, but not where a compiled package is in it. So pydantic_core is loaded
// before the interpreter, and gets the same place at each start. Loading all of Django takes some ten times as long as
// reading the memory. A stored memory fits only the files that it was made with; its name has their version.

import { fileSystem, folder, openFiles } from "./files.js";

const COMPILED = "/packages/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so";
const DATA = "/data";
const RULES = "/rules";
const STDLIB = "/lib", STDLIB_FILE = "python314.zip";
// Memory is stored in blocks of so many bytes, which are so many words.
const BLOCK = 4096, WORDS = BLOCK / 4;

export const keptAddress = (version, name) => `/phone/kept/${version}/${name}`;

const kept = async (version, name) => {
  const response = await caches.match(keptAddress(version, name));
  if (!response) throw new Error(`not kept: ${name}`);
  return response;
};

// -- the packages: archives that are mounted as they are -----------------------------------------------------------------------

const readArchives = async (version, names) => {
  const packages = [];
  for (const name of names) {
    const [archive, files] = [await kept(version, `${name}.tar`), await kept(version, `${name}.json`)];
    packages.push({ metadata: { files: await files.json() }, blob: await archive.blob() });
  }
  return packages;
};

// Mounts kept files for Python, which reads them in place. names: name for Python → name in the cache.
const mountFiles = async ({ FS }, version, path, names) => {
  const blobs = await Promise.all(Object.entries(names).map(async ([name, keptName]) => ({ name, data: await (await kept(version, keptName)).blob() })));
  FS.mkdirTree(path);
  FS.mount(FS.filesystems.WORKERFS, { blobs }, path);
};

const mountRules = (python, version, rules) => mountFiles(python, version, RULES, Object.fromEntries(rules.map((name) => [name, name])));

// -- the memory ----------------------------------------------------------------------------------------------------------------

const memoryName = (version) => `memory-${version}`;

const openMemory = async (version) => {
  try {
    const file = await (await folder("companion-memory")).getFileHandle(memoryName(version));
    return await file.createSyncAccessHandle();
  } catch (error) {
    if (error.name === "NotFoundError") return null;
    throw error;
  }
};

// Fills the memory that Python has freed with zeros: allocates all of it, piece by piece, until the heap grows.
const clearFree = (module) => {
  const end = () => module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];
  const pieces = [];
  for (let size = 64 * BLOCK; size >= BLOCK; size /= 2) {
    for (let before = end(); end() === before;) {
      const piece = module._malloc(size) >>> 0;
      if (!piece) break;
      pieces.push(piece);
      module.HEAPU8.fill(0, piece, piece + size);
    }
  }
  for (const piece of pieces) module._free(piece);
};

const isEmpty = (words, block) => {
  for (let at = block * WORDS; at < (block + 1) * WORDS; at += 1) if (words[at]) return false;
  return true;
};

// The parts of the memory that are not empty: start and end of each, one after the other.
const usedStretches = (heap) => {
  const words = new Uint32Array(heap.buffer), stretches = [];
  for (let block = 0; block < words.length / WORDS; block += 1) {
    if (isEmpty(words, block)) continue;
    if (stretches.at(-1) === block * BLOCK) stretches.pop();
    else stretches.push(block * BLOCK);
    stretches.push((block + 1) * BLOCK);
  }
  return stretches;
};

// The file: the length of the memory, the number of bounds, the length of Pyodide's description; the bounds of the parts
// that are not empty; the description; these parts.
const storeMemory = async (version, python) => {
  clearFree(python._module);
  const heap = python._module.HEAP8;
  // Pyodide would copy the whole memory, so it gets an empty one to describe.
  python._module.HEAP8 = new Int8Array(0);
  const description = python.makeMemorySnapshot();
  python._module.HEAP8 = heap;
  const stretches = usedStretches(heap);
  const part = `${memoryName(version)}.part`;
  const memories = await folder("companion-memory");
  const file = await memories.getFileHandle(part, { create: true });
  const handle = await file.createSyncAccessHandle();
  handle.truncate(0);
  let at = 0;
  const write = (bytes) => { at += handle.write(bytes, { at }); };
  write(new Uint32Array([heap.length, stretches.length, description.length]));
  write(new Uint32Array(stretches));
  write(description);
  for (let number = 0; number < stretches.length; number += 2) {
    write(new Uint8Array(heap.buffer, stretches[number], stretches[number + 1] - stretches[number]));
  }
  handle.flush();
  handle.close();
  await memories.removeEntry(memoryName(version)).catch(() => {});
  await file.move(memoryName(version));
};

const readDescription = (handle) => {
  let at = 0;
  const read = (bytes) => { at += handle.read(bytes, { at }); return bytes; };
  const [size, count, length] = read(new Uint32Array(3));
  const stretches = read(new Uint32Array(count)), description = read(new Uint8Array(length));
  const stored = stretches.reduce((sum, place, number) => (number % 2 ? sum + place : sum - place), 0);
  if (handle.getSize() !== at + stored) throw new Error("the stored memory is damaged");
  return { size, stretches, description, start: at };
};

// Empty parts are not written, so the browser takes no memory for them.
const readMemory = (handle, { size, stretches, start }, module) => {
  const createdLength = module.HEAP8.length;
  if (createdLength < size && !module._emscripten_resize_heap(size)) throw new Error("no memory");
  const { buffer } = module.HEAP8;
  const words = new Uint32Array(buffer);
  let at = start, empty = 0;
  const clear = (from, to) => {
    for (let block = from / BLOCK; block < to / BLOCK; block += 1) if (!isEmpty(words, block)) words.fill(0, block * WORDS, (block + 1) * WORDS);
  };
  for (let number = 0; number < stretches.length; number += 2) {
    const [from, to] = [stretches[number], stretches[number + 1]];
    clear(empty, Math.min(from, createdLength));
    at += handle.read(new Uint8Array(buffer, from, to - from), { at });
    empty = to;
  }
  clear(empty, createdLength);
};

// -- the interpreter -----------------------------------------------------------------------------------------------------------

const loadPython = async (version, packages, compiled, memory) => {
  const base = keptAddress(version, "");
  const [{ loadPyodide }, { default: createModule }] = await Promise.all([
    import(`${base}pyodide.mjs`), import(`${base}pyodide.asm.mjs`),
  ]);
  const stored = memory && readDescription(memory);
  const createPyodideModule = async (settings) => {
    settings.preRun = [...(settings.preRun || []), (module) => {
      // Before the interpreter runs, so that its place in memory is fixed.
      module.preloadedWasm[COMPILED] = module.loadWebAssemblyModule(compiled, { loadAsync: false, nodelete: true, allowUndefined: true }, COMPILED, {});
      module.FS.mkdirTree("/packages");
      module.FS.mkdirTree("/companion");
      for (const top of ["packages", "companion"]) {
        const files = packages.map(({ metadata, blob }) => ({
          metadata: { files: metadata.files.filter((file) => file.filename.startsWith(`/${top}/`)).map((file) => ({ ...file, filename: file.filename.slice(top.length + 1) })) },
          blob,
        }));
        module.FS.mount(module.FS.filesystems.WORKERFS, { packages: files }, `/${top}`);
      }
    }];
    const instantiate = settings.instantiateWasm;
    settings.instantiateWasm = (imports, receive) => {
      // Emscripten's fdatasync does nothing, and SQLite relies on it.
      imports.env.__syscall_fdatasync = (descriptor) => {
        const stream = module?.FS.getStream(descriptor);
        stream?.stream_ops?.fsync?.(stream);
        return 0;
      };
      return instantiate(imports, receive);
    };
    let module = null;
    settings.preRun.push((created) => { module = created; });
    module = await createModule(settings);
    if (stored) readMemory(memory, stored, module);
    return module;
  };
  const python = await loadPyodide({
    indexURL: base,
    createPyodideModule,
    lockFileContents: (await kept(version, "pyodide-lock.json")).text(),
    // With a stored memory the standard library is not needed here: any small file will do.
    ...(stored ? { _loadSnapshot: stored.description, stdLibURL: `${base}pyodide-lock.json` } : { _makeSnapshot: true }),
  });
  if (stored) {
    await mountFiles(python, version, "/stdlib", { [STDLIB_FILE]: "python_stdlib.zip" });
    python.FS.unlink(`${STDLIB}/${STDLIB_FILE}`);
    python.FS.symlink(`/stdlib/${STDLIB_FILE}`, `${STDLIB}/${STDLIB_FILE}`);
  }
  return python;
};

const SET_UP = `
import os, sys
sys.path[:0] = ["/companion", "/packages"]
os.makedirs("${DATA}", exist_ok=True)
from companion.phone import gateway
gateway.set_up("${DATA}", secret_key)
del secret_key
`;

const secretKey = async () => {
  const data = await folder("companion");
  const file = await data.getFileHandle("secret_key", { create: true });
  const handle = await file.createSyncAccessHandle();
  try {
    const bytes = new Uint8Array(handle.getSize());
    handle.read(bytes, { at: 0 });
    if (bytes.length) return new TextDecoder().decode(bytes);
    const secret = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    handle.write(new TextEncoder().encode(secret), { at: 0 });
    handle.flush();
    return secret;
  } finally {
    handle.close();
  }
};

const load = async ({ version, archives }, memory) => {
  const [packages, compiled] = await Promise.all([
    readArchives(version, archives), kept(version, "pydantic_core.wasm").then((response) => WebAssembly.compileStreaming(response)),
  ]);
  return loadPython(version, packages, compiled, memory);
};

// From the beginning, with Django loaded.
const begin = async (release) => {
  const python = await load(release, null);
  python.globals.set("secret_key", await secretKey());
  python.runPython(SET_UP);
  return python;
};

// Reads all rules pages, makes their search index and keeps both. release: {version, archives to mount, language of this
// phone}. Returns the names of the files.
export const readRules = async (release) => {
  const python = await begin(release);
  python.FS.mkdirTree(RULES);
  python.pyimport("companion.phone.gateway").read_rules(release.language);
  const cache = await caches.open(`companion-${release.version}`);
  const names = python.FS.readdir(RULES).filter((name) => name.endsWith(".pickle"));
  for (const name of names) {
    const content = python.FS.readFile(`${RULES}/${name}`);
    await cache.put(keptAddress(release.version, name), new Response(new Blob([content])));
  }
  return names;
};

// Stores the memory of a release that has answered the usual requests. rules: names of the files with pages and search index.
export const prepare = async ({ rules, ...release }) => {
  const python = await begin(release);
  await mountRules(python, release.version, rules);
  python.pyimport("companion.phone.gateway").warm_up(release.language);
  await storeMemory(release.version, python);
  return python;
};

// Starts from the stored memory. If there is none, or this browser cannot read it, a new one is made and stored.
const boot = async ({ rules, ...release }) => {
  const memory = await openMemory(release.version);
  if (memory) {
    try {
      const python = await load(release, memory);
      await mountRules(python, release.version, rules);
      return python;
    } catch (error) {
      console.warn(error);
    } finally {
      memory.close();
    }
  }
  return prepare({ rules, ...release });
};

// A function that answers requests: ({method, address, headers, body}) => {status, headers, body}.
// rules: names of the files with pages and search index.
export const start = async (release) => {
  const files = await openFiles();
  const python = await boot(release);
  python.FS.mkdirTree(DATA);
  python.FS.mount(fileSystem(python.FS, files), {}, DATA);
  const gateway = python.pyimport("companion.phone.gateway");
  gateway.open_database();
  gateway.use_clock((time) => -new Date(time).getTimezoneOffset());
  return ({ method, address, headers, body }) => {
    const content = python.toPy(new Uint8Array(body || []));
    const bytes = content.tobytes();
    const answer = gateway.answer_json(method, address, JSON.stringify(headers), bytes);
    const [status, responseHeaders, responseBody] = answer;
    const buffer = responseBody.getBuffer("u8");
    const copy = buffer.data.slice();
    for (const one of [buffer, responseBody, answer, bytes, content]) one.release ? one.release() : one.destroy?.();
    return { status, headers: JSON.parse(responseHeaders), body: copy };
  };
};
