import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { fewFiles } from "./scripts/fewFiles.mjs";
import { thirdPartyNotices } from "./scripts/thirdPartyNotices.mjs";

/**
 * Builds `dist/`: `extension.cjs`, loaded at activation, a file for each module that is imported dynamically, a few with
 * what several of those share, and the site form's browser code. What their packages demand to be passed on is in
 * `THIRD_PARTY_NOTICES.txt`. `--production` minifies and leaves source maps out, but for `--maps`.
 */
const production = process.argv.includes("--production");

const maps = !production || process.argv.includes("--maps") ? "inline" : false;
const target = "node22";

/** What a window loads before all else, in this order. */
const FIRST = ["extension", "useWindowLanguage", "compose"];

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
const split = await build({
  entryPoints: { extension: "src/extension.ts" },
  outdir: "dist",
  bundle: true,
  // what is imported dynamically becomes a file, which esbuild does for ES modules alone
  splitting: true,
  format: "esm",
  platform: "node",
  target,
  external: ["vscode"],
  // names of functions in the stacks of a package are told by the maps of the same build
  minify: production,
  sourcemap: maps,
  metafile: true,
  write: false,
  logLevel: "warning",
});
for (const { name, options } of fewFiles(split, FIRST)) {
  const { outputFiles } = await build({
    ...options,
    write: false,
    format: "cjs",
    platform: "node",
    target,
    // as modules are
    banner: { js: '"use strict";' },
    supported: { "dynamic-import": false },
    minify: production,
    sourcemap: maps,
    logLevel: "warning",
  });
  writeFileSync(join("dist", name), withoutCopies(outputFiles[0].text));
}
const browser = await build({
  entryPoints: ["src/siteForm/page/siteForm.tsx", "src/siteForm/page/siteForm.css"],
  outdir: "dist",
  bundle: true,
  platform: "browser",
  format: "iife",
  // the oldest supported VS Code has Chromium 138
  target: "chrome138",
  minify: production,
  sourcemap: maps,
  metafile: true,
  logLevel: "warning",
});
const meta = {
  inputs: { ...split.metafile.inputs, ...browser.metafile.inputs },
  outputs: { ...split.metafile.outputs, ...browser.metafile.outputs },
};
writeFileSync("dist/meta.json", JSON.stringify(meta));
writeFileSync("dist/THIRD_PARTY_NOTICES.txt", thirdPartyNotices(Object.keys(meta.inputs)));

/**
 * For each of our modules esbuild copies all names of VS Code's API, and for each file all that it takes from another, into
 * an object with a `default`, which nobody uses: half a millisecond for VS Code's. Spaces keep the columns of source maps.
 */
function withoutCopies(code) {
  return code.replaceAll(
    // bounded, for inline source maps are long words
    /(?<![\w$])([\w$]{1,20})(\(require\("(?:vscode|\.\/\w+\.cjs)"\)\))/g,
    (_, helper, required) => " ".repeat(helper.length) + required,
  );
}
