// Reads QR codes by the package that the worker of the pages uses. Arguments: its folder, a folder with pictures as PNG.
// Prints JSON: the texts of each picture, and milliseconds for all of them.

import { readdirSync, readFileSync } from "node:fs";

const [packageFolder, pictures] = process.argv.slice(2);
const { prepareZXingModule, readBarcodes } = await import(`${packageFolder}/dist/es/reader/index.js`);
const wasm = readFileSync(`${packageFolder}/dist/reader/zxing_reader.wasm`);
await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) }, fireImmediately: true });
const texts = {};
const began = performance.now();
for (const name of readdirSync(pictures).sort()) {
  const found = await readBarcodes(readFileSync(`${pictures}/${name}`), { formats: ["QRCode"], tryHarder: true, maxNumberOfSymbols: 16 });
  texts[name] = found.map(({ text }) => text);
}
console.log(JSON.stringify({ texts, milliseconds: performance.now() - began }));
