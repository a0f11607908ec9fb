// A worker that finds QR codes in pictures, for browsers that cannot do it themselves (static/code-reader.js). A worker has a
// policy of its own, so no page needs one that allows WebAssembly.

"use strict";

importScripts("/phone/zxing.js");

const { prepareZXingModule, readBarcodes } = self.ZXingWASM;
prepareZXingModule({ overrides: { locateFile: (name) => `/phone/${name}` } }); // else it asks another host

const OPTIONS = { formats: ["QRCode"], tryHarder: true, maxNumberOfSymbols: 16 };

addEventListener("message", async ({ data: picture, ports: [port] }) => {
  try {
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    picture.close();
    const found = await readBarcodes(context.getImageData(0, 0, width, height), OPTIONS);
    port.postMessage({ texts: found.map(({ text }) => text) });
  } catch (error) {
    port.postMessage({ error: String(error?.message || error) });
  }
});
