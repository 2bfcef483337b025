import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, transform } from "esbuild";
import { thirdPartyNotices } from "./scripts/thirdPartyNotices.mjs";

/**
 * Builds `dist/`: `extension.cjs`, loaded at activation, a file for each module that is imported dynamically, files with
 * what several of them share, and the site form's browser code. What their packages demand to be passed on is in
 * `THIRD_PARTY_NOTICES.txt`. `--production` minifies and leaves source maps out, but for `--maps`.
 */
const production = process.argv.includes("--production");

const maps = !production || process.argv.includes("--maps") ? "inline" : false;
const target = "node22";

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
const { metafile, outputFiles } = await build({
  entryPoints: { extension: "src/extension.ts" },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  bundle: true,
  // what is imported dynamically becomes a file, which esbuild does for ES modules alone
  splitting: true,
  format: "esm",
  platform: "node",
  target,
  // ofetch resolves to its 10 KB build over the platform's fetch instead of 118 KB with its own
  conditions: ["wintercg"],
  external: ["vscode"],
  // names of functions in the stacks of a package are told by the maps of the same build
  minify: production,
  sourcemap: maps,
  metafile: true,
  write: false,
  logLevel: "warning",
});
const names = fileNames(metafile);
for (const { path, text } of outputFiles) {
  const { code } = await transform(
    text.replaceAll(/"\.\/([\w-]+\.cjs)"/g, (specifier, file) =>
      names.has(file) ? `"./${names.get(file)}"` : specifier,
    ),
    {
      format: "cjs",
      platform: "node",
      target,
      // as modules are
      banner: '"use strict";',
      supported: { "dynamic-import": false },
      minify: production,
      sourcemap: maps,
    },
  );
  writeFileSync(join("dist", names.get(basename(path))), withoutCopies(code));
}
const browser = await build({
  entryPoints: { siteForm: "media/siteForm.ts" },
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
  inputs: { ...metafile.inputs, ...browser.metafile.inputs },
  outputs: { ...metafile.outputs, ...browser.metafile.outputs },
};
writeFileSync("dist/meta.json", JSON.stringify(meta));
writeFileSync("dist/THIRD_PARTY_NOTICES.txt", thirdPartyNotices(Object.keys(meta.inputs)));

/** What esbuild's files are called in `dist/`: after their module, or `shared1.cjs` and so on, where esbuild adds a hash. */
function fileNames({ outputs }) {
  const named = new Map();
  const shared = [];
  for (const [path, { entryPoint, inputs }] of Object.entries(outputs)) {
    if (entryPoint === undefined)
      shared.push({
        path,
        first: Object.keys(inputs).reduce((least, input) => (inProject(input) < least ? inProject(input) : least), "~"),
      });
    else named.set(basename(path), `${basename(entryPoint, ".ts")}.cjs`);
  }
  const inOrder = shared.toSorted((a, b) => (a.first < b.first ? -1 : 1));
  for (const [index, { path }] of inOrder.entries()) named.set(basename(path), `shared${index + 1}.cjs`);
  return named;
}

/** Where packages are may differ from clone to clone, and the names must not. */
function inProject(input) {
  return input.replace(/^.*node_modules\//, "node_modules/");
}

/**
 * For each of our modules esbuild copies all names of VS Code's API into an object with a `default`, which nobody uses: half a
 * millisecond each. Spaces keep the columns of source maps.
 */
function withoutCopies(code) {
  return code.replaceAll(
    // bounded, for inline source maps are long words
    /(?<![\w$])([\w$]{1,20})(\(require\("vscode"\)\))/g,
    (_, helper, required) => " ".repeat(helper.length) + required,
  );
}
