// The worker of /phone/index.html: Python, Django and the database. It answers one request after the other.

import { prepare, readRules, start } from "./python.js";

let answer = null;

const tasks = {
  // {version, archives, language}
  readRules: async (values) => ({ rules: await readRules(values) }),
  // {version, archives, language, rules}
  prepare: async (values) => { await prepare(values); return {}; },
  // {version, archives, language, rules}
  start: async (values) => {
    const began = performance.now();
    answer = await start(values);
    return { milliseconds: Math.round(performance.now() - began) };
  },
  // {method, address, headers, body}
  request: async (values) => answer(values),
};

let last = Promise.resolve();
addEventListener("message", ({ data: { task, ...values }, ports: [port] }) => {
  last = last.then(async () => {
    try {
      port.postMessage({ result: await tasks[task](values) });
    } catch (error) {
      port.postMessage({ error: String(error?.message || error), name: error?.name || "" });
    }
  });
});
