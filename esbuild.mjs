import { rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { thirdPartyNotices } from "./scripts/thirdPartyNotices.mjs";

/**
 * Builds `dist/`: `extension.cjs`, loaded at activation, the files it requires when they are first needed, and the site
 * form's browser code. What their packages demand to be passed on is in `THIRD_PARTY_NOTICES.txt`.
 * `--production` minifies and leaves source maps out.
 */
const production = process.argv.includes("--production");

/** Modules that become a file of their own, so that activation does not load them. */
const lazyEntries = { compose: "src/compose.ts", demoPanel: "src/demoPanel/startDemoPanel.ts" };

/** `import("…/compose.ts")` becomes `require("./compose.cjs")` at run time. */
const lazyFiles = {
  name: "lazy-files",
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
      if (kind !== "dynamic-import") return undefined;
      const name = Object.keys(lazyEntries).find((entry) => path.endsWith(lazyEntries[entry].split("/").at(-1)));
      return name === undefined ? undefined : { path: `./${name}.cjs`, external: true };
    });
  },
};

rmSync("dist", { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { extension: "src/extension.ts", ...lazyEntries },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node22",
  // ofetch resolves to its 10 KB build over the platform's fetch instead of 118 KB with its own
  conditions: ["wintercg"],
  external: ["vscode"],
  supported: { "dynamic-import": false },
  plugins: [lazyFiles],
  minifySyntax: production,
  minifyWhitespace: production,
  // names stay as they are, for they are part of logged errors: `keepNames` would set them anew whenever a function is made,
  // which takes as long as what the function does where that is done for each of ten thousand rows
  minifyIdentifiers: false,
  sourcemap: !production,
  metafile: true,
  logLevel: "warning",
});
const browser = await build({
  entryPoints: { siteForm: "media/siteForm.ts" },
  outdir: "dist",
  bundle: true,
  platform: "browser",
  format: "iife",
  // the oldest supported VS Code has Chromium 138
  target: "chrome138",
  minify: production,
  sourcemap: production ? false : "inline",
  metafile: true,
  logLevel: "warning",
});
const meta = {
  inputs: { ...metafile.inputs, ...browser.metafile.inputs },
  outputs: { ...metafile.outputs, ...browser.metafile.outputs },
};
writeFileSync("dist/meta.json", JSON.stringify(meta));
writeFileSync("dist/THIRD_PARTY_NOTICES.txt", thirdPartyNotices(Object.keys(meta.inputs)));
