// A module worker: loads the interpreter that is kept, in the usual way, and scores the worked examples with it.
const { origin, version, tests, examples } = await new Promise((resolve) => {
  addEventListener("message", ({ data }) => resolve(data), { once: true });
});
const base = `${origin}/phone/kept/${version}/`;
const kept = async (name) => new Uint8Array(await (await fetch(base + name)).arrayBuffer());
const { loadPyodide } = await import(`${base}pyodide.mjs`);
const lockFileContents = await (await fetch(`${base}pyodide-lock.json`)).text();
const python = await loadPyodide({ indexURL: base, lockFileContents });
for (const name of ["packages", "companion"]) {
  python.unpackArchive(await kept(`${name}.tar`), "tar", { extractDir: "/site" });
}
const compiled = "_pydantic_core.cpython-314-wasm32-emscripten.so";
python.FS.writeFile(`/site/packages/pydantic_core/${compiled}`, await kept("pydantic_core.wasm"));
python.unpackArchive(Uint8Array.from(atob(tests), (one) => one.charCodeAt(0)), "tar", { extractDir: "/tests" });
python.globals.set("examples", examples);
postMessage(python.runPython(`
import sys
sys.path[:0] = ["/site/companion", "/site/packages", "/tests"]
from tests.phone.sheets import answer
answer(examples)
`));
