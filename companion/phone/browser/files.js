// A folder of Emscripten's file system whose files are stored by the browser (OPFS).
//
// SQLite writes through synchronous handles, and a flush is on disk before Python continues. So SQLite's journal works as
// usual: a confirmed hand is still there after the browser was killed.

const NAMES = ["companion.sqlite3", "companion.sqlite3-journal", "companion.sqlite3.lock", "cookies.json"];

const NO_SUCH_FILE = 44, NOT_PERMITTED = 63;
const DIRECTORY = 0o40700, FILE = 0o100600;

export const folder = async (name) => (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });

// Opens the files of the database. The browser allows this to one worker at a time.
export const openFiles = async () => {
  const data = await folder("companion");
  const files = new Map();
  for (const name of NAMES) {
    const file = await data.getFileHandle(name, { create: true });
    const handle = await file.createSyncAccessHandle();
    files.set(name, { handle, exists: handle.getSize() > 0 });
  }
  return files;
};

// For FS.mount(fileSystem(FS, files), {}, "/data").
export const fileSystem = (FS, files) => {
  const fail = (code) => { throw new FS.ErrnoError(code); };
  const times = () => new Date();
  const attributes = (node) => ({
    dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0,
    size: node.file ? node.file.handle.getSize() : 4096,
    atime: times(), mtime: times(), ctime: times(), blksize: 4096, blocks: 1,
  });
  const createNode = (parent, name, mode) => {
    const node = FS.createNode(parent, name, mode, 0);
    node.node_ops = nodeOperations;
    node.stream_ops = streamOperations;
    node.file = files.get(name);
    return node;
  };
  const nodeOperations = {
    getattr: attributes,
    setattr: (node, change) => {
      if (change.size === undefined) return;
      node.file.handle.truncate(change.size);
      node.file.handle.flush();
    },
    lookup: (parent, name) => (files.get(name)?.exists ? createNode(parent, name, FILE) : fail(NO_SUCH_FILE)),
    mknod: (parent, name) => {
      const file = files.get(name) || fail(NOT_PERMITTED);
      file.exists = true;
      return createNode(parent, name, FILE);
    },
    unlink: (parent, name) => {
      const file = files.get(name) || fail(NO_SUCH_FILE);
      file.handle.truncate(0);
      file.handle.flush();
      file.exists = false;
    },
    readdir: () => [".", "..", ...[...files].filter(([, file]) => file.exists).map(([name]) => name)],
    rename: () => fail(NOT_PERMITTED),
    rmdir: () => fail(NOT_PERMITTED),
    symlink: () => fail(NOT_PERMITTED),
    readlink: () => fail(NOT_PERMITTED),
  };
  const part = (buffer, offset, length) => new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
  const streamOperations = {
    open: () => {},
    close: (stream) => { stream.node.file?.handle.flush(); },
    read: (stream, buffer, offset, length, position) => stream.node.file.handle.read(part(buffer, offset, length), { at: position }),
    write: (stream, buffer, offset, length, position) => stream.node.file.handle.write(part(buffer, offset, length), { at: position }),
    llseek: (stream, offset, whence) => {
      if (whence === 1) return offset + stream.position;
      if (whence === 2) return offset + stream.node.file.handle.getSize();
      return offset;
    },
    // SQLite also flushes the folder, which has no handle.
    fsync: (stream) => { stream.node.file?.handle.flush(); return 0; },
  };
  return { mount: () => createNode(null, "/", DIRECTORY) };
};
