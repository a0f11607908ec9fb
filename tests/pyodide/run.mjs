// Runs sheets.py in Python for WebAssembly: node run.mjs FOLDER_OF_PYODIDE EXAMPLES.json ARCHIVE... > sheets.json
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, examples, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder + path.sep });
for (const archive of archives) {
  python.unpackArchive(new Uint8Array(fs.readFileSync(archive)), "zip", { extractDir: "/site" });
}
python.globals.set("examples", fs.readFileSync(examples, "utf8"));
try {
  process.stdout.write(python.runPython(`
import sys
sys.path.insert(0, "/site")
from tests.pyodide.sheets import answer
answer(examples)
`));
} catch (error) {
  // The traceback of Python alone: node would print a line of the interpreter's minified source with it.
  console.error(error.message);
  process.exitCode = 1;
}
