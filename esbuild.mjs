import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { build } from "esbuild";
import { thirdPartyNotices } from "./scripts/thirdPartyNotices.mjs";

/**
 * Builds `dist/`: `extension.cjs`, which activation loads, `product.cjs` with everything else that a window needs,
 * `startDemoPanel.cjs`, the site form's page, and the script that servers run for deployments. The notices that their packages demand are in `THIRD_PARTY_NOTICES.txt`.
 * `--production` minifies and leaves source maps out, but for `--maps`.
 */
const production = process.argv.includes("--production");

/** @type {import("esbuild").BuildOptions} */
const shared = {
  outdir: "dist",
  entryNames: "[name]",
  bundle: true,
  // a build with maps names the functions in the stacks of a package
  minify: production,
  sourcemap: !production || process.argv.includes("--maps") ? "inline" : false,
  metafile: true,
  logLevel: "warning",
};

/**
 * Leaves a module that is imported dynamically to the bundle of its name, and has the modules of a bundle share one copy of
 * VS Code's API: esbuild copies all its names for each import, which takes half a millisecond.
 */
const bundles = {
  name: "bundles",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: `./${basename(path, ".ts")}.cjs`, external: true } : undefined,
    );
    onResolve({ filter: /^vscode$/ }, ({ path, namespace }) =>
      namespace === "api" ? { path, external: true } : { path, namespace: "api" },
    );
    onLoad({ filter: /^vscode$/, namespace: "api" }, () => ({ contents: 'export * from "vscode"' }));
  },
};

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
const extension = await build({
  ...shared,
  entryPoints: ["src/extension.ts", "src/product.ts", "src/demoPanel/startDemoPanel.ts"],
  outExtension: { ".js": ".cjs" },
  format: "cjs",
  platform: "node",
  target: "node22",
  // ofetch resolves to its 10 KB build over the platform's fetch instead of 118 KB with its own
  conditions: ["wintercg"],
  // what jsonc-parser has for `require` cannot be bundled
  mainFields: ["module", "main"],
  plugins: [bundles],
  // VS Code provides its API to `require` alone
  supported: { "dynamic-import": false },
});
const page = await build({
  ...shared,
  entryPoints: ["src/siteForm/page/siteForm.tsx", "src/siteForm/page/siteForm.css"],
  format: "iife",
  platform: "browser",
  // the oldest supported VS Code has Chromium 138
  target: "chrome138",
});
const inputs = { ...extension.metafile.inputs, ...page.metafile.inputs };
// servers run it as it is
copyFileSync("src/deployments/exchange/exchange.sh", "dist/exchange.sh");
writeFileSync("dist/meta.json", JSON.stringify({ inputs }));
writeFileSync("dist/THIRD_PARTY_NOTICES.txt", thirdPartyNotices(Object.keys(inputs)));
