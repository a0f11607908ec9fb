// What Safari 16.4 and Firefox 115 know (requirements/linters/package.json, "browserslist"), and plain mistakes.

import { readFileSync } from "node:fs";

import js from "@eslint/js";
import compat from "eslint-plugin-compat";
import esx from "eslint-plugin-es-x";

const { browserslist } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const page = Object.fromEntries([
  "document", "window", "self", "navigator", "location", "history", "localStorage", "sessionStorage", "caches", "crypto", "performance",
].map((name) => [name, "readonly"]));

export default [
  js.configs.recommended,
  compat.configs["flat/recommended"],
  esx.configs["flat/restrict-to-es2023"],
  {
    languageOptions: { ecmaVersion: 2025, globals: page },
    // Scripts of a page use each other's names; TypeScript's checker finds what is missing.
    // wake-lock.js and code-reader.js ask first whether there is one.
    settings: { browsers: browserslist, polyfills: ["navigator.wakeLock", "BarcodeDetector"] },
    rules: { "no-undef": "off", "no-unused-vars": ["error", { vars: "local", args: "after-used", ignoreRestSiblings: true }] },
  },
  { files: ["static/**"], ignores: ["static/rules-sheet.js"], languageOptions: { sourceType: "script" } },
];
