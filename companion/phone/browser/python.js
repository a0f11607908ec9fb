// Starts Python: from the memory that an earlier start has stored, else from the beginning.
//
// Pyodide can store the memory of its interpreter, but not the place of a compiled package in it. So pydantic_core is loaded
// before the interpreter: then it has the same place at each start. Loading all of Django takes some ten times as long as
// reading the memory. A stored memory fits only the very files that it was made with; its name has their version.

import { fileSystem, folder, openFiles } from "./files.js";

const COMPILED = "/packages/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so";
const DATA = "/data";
const RULES = "/rules";
const PAGE = 65536, HEAD = 12;

export const keptAddress = (version, name) => `/phone/kept/${version}/${name}`;

const kept = async (version, name) => {
  const response = await caches.match(keptAddress(version, name));
  if (!response) throw new Error(`not kept: ${name}`);
  return response;
};

// -- the packages: archives that are mounted as they are -----------------------------------------------------------------------

// The files of a tar archive (ustar): name, first and last byte.
const readTar = (bytes) => {
  const text = (from, length) => {
    const field = bytes.subarray(from, from + length);
    const end = field.indexOf(0);
    return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
  };
  const files = [];
  for (let at = 0; at + 512 <= bytes.length && bytes[at];) {
    const prefix = text(at + 345, 155), name = text(at, 100), size = parseInt(text(at + 124, 12), 8);
    files.push({ filename: `/${prefix ? `${prefix}/` : ""}${name}`, start: at + 512, end: at + 512 + size });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
};

const readArchives = async (version, names) => {
  const packages = [];
  for (const name of names) {
    const blob = await (await kept(version, `${name}.tar`)).blob();
    packages.push({ metadata: { files: readTar(new Uint8Array(await blob.arrayBuffer())) }, blob });
  }
  return packages;
};

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

// The file: the length of Pyodide's own description, where the memory starts, its length; the description; the memory.
const storeMemory = async (version, python) => {
  const heap = python._module.HEAP8;
  // Pyodide would copy all of the memory: it gets an empty one to describe.
  python._module.HEAP8 = new Int8Array(0);
  const description = python.makeMemorySnapshot();
  python._module.HEAP8 = heap;
  const part = `${memoryName(version)}.part`;
  const memories = await folder("companion-memory");
  const file = await memories.getFileHandle(part, { create: true });
  const handle = await file.createSyncAccessHandle();
  handle.truncate(0);
  const start = Math.ceil((HEAD + description.length) / PAGE) * PAGE;
  handle.write(new Uint32Array([description.length, start, heap.length]), { at: 0 });
  handle.write(description, { at: HEAD });
  handle.write(new Uint8Array(heap.buffer), { at: start });
  handle.flush();
  handle.close();
  await memories.removeEntry(memoryName(version)).catch(() => {});
  await file.move(memoryName(version));
};

const readDescription = (handle) => {
  const head = new Uint32Array(HEAD / 4);
  handle.read(head, { at: 0 });
  const [length, start, size] = head;
  if (handle.getSize() !== start + size) throw new Error("the stored memory is damaged");
  const description = new Uint8Array(length);
  handle.read(description, { at: HEAD });
  return { description, start, size };
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
      // Before the interpreter runs: at its fixed place in memory.
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
    if (stored) {
      const { size } = stored;
      if (module.HEAP8.length < size && !module._emscripten_resize_heap(size)) throw new Error("no memory");
      memory.read(new Uint8Array(module.HEAP8.buffer, 0, size), { at: stored.start });
    }
    return module;
  };
  return loadPyodide({
    indexURL: base,
    createPyodideModule,
    lockFileContents: (await kept(version, "pyodide-lock.json")).text(),
    ...(stored ? { _loadSnapshot: stored.description } : { _makeSnapshot: true }),
  });
};

const SET_UP = `
import os, sys
sys.path[:0] = ["/companion", "/packages"]
os.makedirs("${DATA}", exist_ok=True)
from companion.phone import gateway
gateway.set_up("${DATA}", secret_key)
gateway.warm_up(language)
del secret_key, language
`;

const secretKey = async () => {
  const data = await folder("companion");
  const file = await data.getFileHandle("secret_key", { create: true });
  const handle = await file.createSyncAccessHandle();
  try {
    const bytes = new Uint8Array(handle.getSize());
    handle.read(bytes, { at: 0 });
    if (bytes.length) return new TextDecoder().decode(bytes);
    const made = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    handle.write(new TextEncoder().encode(made), { at: 0 });
    handle.flush();
    return made;
  } finally {
    handle.close();
  }
};

// Python with Django loaded. Without a stored memory, or with one that this browser cannot read, it is made and stored.
const boot = async ({ version, archives, language }, afresh) => {
  const [packages, compiled] = await Promise.all([
    readArchives(version, archives), kept(version, "pydantic_core.wasm").then((response) => WebAssembly.compileStreaming(response)),
  ]);
  const memory = afresh ? null : await openMemory(version);
  if (memory) {
    try {
      return await loadPython(version, packages, compiled, memory);
    } catch (error) {
      console.warn(error);
    } finally {
      memory.close();
    }
  }
  const python = await loadPython(version, packages, compiled, null);
  python.globals.set("secret_key", await secretKey());
  python.globals.set("language", language);
  python.runPython(SET_UP);
  await storeMemory(version, python);
  return python;
};

// Stores the memory of a version, and reads the rules. version; archives: names of those to mount; language: of this phone.
// Comes back: the names of the files with the rules.
export const prepare = async (what) => {
  const python = await boot(what, true);
  // After the memory was stored: the index would double it, and not everybody looks up a rule.
  python.FS.mkdirTree(RULES);
  python.pyimport("companion.phone.gateway").read_rules(what.language);
  const cache = await caches.open(`companion-${what.version}`);
  const names = python.FS.readdir(RULES).filter((name) => name.endsWith(".pickle"));
  for (const name of names) {
    const content = python.FS.readFile(`${RULES}/${name}`);
    await cache.put(keptAddress(what.version, name), new Response(new Blob([content])));
  }
  return names;
};

// A function that answers requests: ({method, address, headers, body}) => {status, headers, body}.
// rules: names of the files with pages and search index.
export const start = async ({ rules, ...what }) => {
  const files = await openFiles();
  const python = await boot(what, false);
  python.FS.mkdirTree(DATA);
  python.FS.mount(fileSystem(python.FS, files), {}, DATA);
  const blobs = await Promise.all(rules.map(async (name) => ({ name, data: await (await kept(what.version, name)).blob() })));
  python.FS.mkdirTree(RULES);
  python.FS.mount(python.FS.filesystems.WORKERFS, { blobs }, RULES);
  const gateway = python.pyimport("companion.phone.gateway");
  gateway.open_database();
  return ({ method, address, headers, body }) => {
    const content = python.toPy(new Uint8Array(body || []));
    const bytes = content.tobytes();
    const answer = gateway.answer_json(method, address, JSON.stringify(headers), bytes);
    const [status, sent, sentBody] = answer;
    const buffer = sentBody.getBuffer("u8");
    const copy = buffer.data.slice();
    for (const one of [buffer, sentBody, answer, bytes, content]) one.release ? one.release() : one.destroy?.();
    return { status, headers: JSON.parse(sent), body: copy };
  };
};
