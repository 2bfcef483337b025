import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { rolldown } from "rolldown";
import { thirdPartyNotices } from "./scripts/thirdPartyNotices.mjs";

/**
 * Builds `dist/`: the bundles below, the site form's page, and the script that servers run for deployments. The notices that
 * their packages demand are in `THIRD_PARTY_NOTICES.txt`. `--production` minifies and leaves source maps out, but for `--maps`.
 */
const production = process.argv.includes("--production");

/**
 * The bundles of the extension, and the files with which each begins. A bundle has what these import, but for what a bundle
 * above it has, which is loaded by then: whatever is needed by two of them goes into the first.
 */
const bundles = {
  // VS Code loads it; it loads all others with `import()` when they are needed
  extension: /src\/extension\.ts$|^\0rolldown\//,
  // the first view
  product: /src\/product\.ts$/,
  // the first command, or whatever else a person does
  commands: /src\/(handlers|commands\/.*|serverFiles\/window\/(fileCommands|changeFiles))\.ts$/,
  serverFiles: /src\/serverFiles\/window\/serverFileSystem\.ts$/,
  tasks: /src\/tasks\/window\/serverTasks\.ts$/,
  deployments: /src\/(deployments\/.*|tasks\/window\/addTask)\.ts$/,
  doctor: /src\/doctor\/window\/.*\.ts$/,
  siteForms: /src\/(window\/createSiteForms|siteForm\/creation\/resumeSite)\.ts$/,
  agents: /src\/agents\/window\/.*\.ts$/,
  workspaceLists: /src\/platform\/workspaceLists\.ts$/,
  demoPanel: /src\/demoPanel\/startDemoPanel\.ts$/,
};

/** @type {import("rolldown").OutputOptions} */
const output = {
  dir: "dist",
  // a build with maps names the functions in the stacks of a package
  minify: production,
  sourcemap: !production || process.argv.includes("--maps") ? "inline" : false,
  comments: !production,
  strict: true,
};

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
const built = [
  ...(await build(
    {
      input: "src/extension.ts",
      external: "vscode",
      platform: "node",
      transform: { target: "node22" },
      resolve: {
        // ofetch resolves to its 10 KB build over the platform's fetch instead of 118 KB with its own
        conditionNames: ["wintercg", "import", "module", "default"],
        // what jsonc-parser has for `require` cannot be bundled
        mainFields: ["module", "main"],
      },
      // the extension's own entry is the bundle itself
      preserveEntrySignatures: "allow-extension",
    },
    {
      format: "cjs",
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name].cjs",
      // VS Code provides its API to `require` alone
      dynamicImportInCjs: false,
      externalLiveBindings: false,
      codeSplitting: {
        groups: Object.entries(bundles).map(([name, beginning], index, all) => ({
          name,
          test: (id) => beginning.test(withSlashes(id)),
          priority: all.length - index,
        })),
      },
    },
  )),
  ...(await build(
    // the oldest supported VS Code has Chromium 138
    { input: "src/siteForm/page/siteForm.tsx", platform: "browser", transform: { target: "chrome138" } },
    { format: "iife", entryFileNames: "[name].js" },
  )),
];
// servers and pages take them as they are
copyFileSync("src/deployments/exchange/exchange.sh", "dist/exchange.sh");
copyFileSync("src/siteForm/page/siteForm.css", "dist/siteForm.css");
const modules = Object.fromEntries(built.map(({ fileName, moduleIds }) => [fileName, moduleIds]));
writeFileSync("dist/meta.json", JSON.stringify(modules));
writeFileSync("dist/THIRD_PARTY_NOTICES.txt", thirdPartyNotices(Object.values(modules).flat()));

/** A path as it is written here, also on Windows. */
function withSlashes(path) {
  return path.replaceAll("\\", "/");
}

/** Writes the bundles of one entry, and says which modules each is made of. */
async function build(input, outputOfIt) {
  const bundle = await rolldown({
    ...input,
    // a bundle loads at once what it has itself
    checks: { ineffectiveDynamicImport: false },
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const written = await bundle.write({ ...output, ...outputOfIt });
  await bundle.close();
  return written.output.map(({ fileName, moduleIds = [] }) => ({
    fileName,
    moduleIds: moduleIds.map((id) => withSlashes(relative(process.cwd(), id))),
  }));
}
