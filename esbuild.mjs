import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, transform } from "esbuild";
import { serverScripts } from "./scripts/serverScripts.ts";
import { skillFile, skillPath } from "./scripts/skills.ts";
import { thirdPartyNotices } from "./scripts/thirdPartyNotices.mjs";
import { agentPromptNames } from "./src/agents/agentPrompts.ts";

/**
 * Builds `dist/`: the bundles below, the site form's page, the scripts that servers run, and the skills for agents. The
 * notices that their packages demand are in `THIRD_PARTY_NOTICES.txt`. `--production` minifies and leaves source maps out, but for `--maps`.
 */
const production = process.argv.includes("--production");

/**
 * The bundles that `extension.cjs` and one another load with `import()`, each with the files of `src` that are imported like that.
 * What two of them need is in chunks apart.
 */
const bundles = {
  // before any text is made
  language: ["platform/useWindowLanguage.ts"],
  // the first view
  product: ["product.ts"],
  // whatever a person does first
  commands: [
    "activity/activityLog.ts",
    "activity/window/activityItem.ts",
    "commands/context/runAndTell.ts",
    "commands/panels/changeKey.ts",
    "commands/panels/editPanel.ts",
    "commands/panels/fixesFor.ts",
    "commands/panels/movePanels.ts",
    "commands/panels/openDemo.ts",
    "commands/resources/terminalSettingCommands.ts",
    "handlers.ts",
    "configurations/checkConfiguration.ts",
    "platform/workspaceLists.ts",
    "product/afterAction.ts",
    "product/createActions.ts",
    "serverFiles/serverFiles.ts",
    "serverFiles/window/changeFiles.ts",
    "serverFiles/window/fileCommands.ts",
    "serverFiles/window/serverFileSystem.ts",
    "siteSettings/window/settingsCommand.ts",
    "tasks/window/addTask.ts",
    "tasks/window/serverTasks.ts",
  ],
  deployments: [
    "deployments/abandonedDeployment.ts",
    "deployments/window/deploy.ts",
    "deployments/window/earlier/deployAgain.ts",
    "deployments/window/deployByTask.ts",
    "deployments/window/deployCommands.ts",
    "deployments/window/rollBackCommands.ts",
    "deployments/window/earlier/saveDeployment.ts",
    "deployments/window/sendFiles.ts",
  ],
  fileSearch: [
    "fileSearch/window/createSearch.ts",
    "fileSearch/window/findByName.ts",
    "fileSearch/window/searchCommands.ts",
  ],
  doctor: ["doctor/window/diagnoseConnection.ts", "doctor/window/diagnosticsCommands.ts"],
  siteForms: ["siteForm/creation/abandonedSite.ts", "product/createSiteForms.ts"],
  agentDoor: ["mcp/connect/agentPrograms.ts", "mcp/window/windowDoor.ts"],
  agentVisits: ["mcp/window/visit.ts"],
  connectAgents: ["mcp/connect/connectAgent.ts", "mcp/connect/disconnectAgent.ts"],
  agentDeployments: ["agents/window/deploymentTools.ts"],
  agents: ["agents/window/invokeTool.ts", "agents/window/readAgentAccess.ts"],
  demoPanel: ["demoPanel/startDemoPanel.ts"],
};

/** @type {import("esbuild").BuildOptions} */
const shared = {
  outdir: "dist",
  entryNames: "[name]",
  bundle: true,
  // a build with maps names the functions in the stacks of a package
  minify: production,
  sourcemap: !production || process.argv.includes("--maps") ? "inline" : false,
  metafile: true,
  // the names of chunks follow from the paths of their files: they are the same wherever the packages lie
  preserveSymlinks: true,
  logLevel: "warning",
};

/** @type {import("esbuild").BuildOptions} */
const inNode = { platform: "node", target: "node22" };

/** Leads each `import()` to its bundle, which exports all that its files export. @type {import("esbuild").Plugin} */
const loadedLater = {
  name: "bundles",
  setup(bundler) {
    bundler.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const file = relative("src", resolve(resolveDir, path)).replaceAll("\\", "/");
      const found = Object.entries(bundles).find(([, files]) => files.includes(file));
      if (found === undefined) return { errors: [{ text: `esbuild.mjs names no bundle for ${file}` }] };
      return { path: found[0], namespace: "bundle" };
    });
    bundler.onLoad({ filter: /./, namespace: "bundle" }, ({ path }) => ({
      contents: bundles[path].map((file) => `export * from "./${file}";`).join("\n"),
      resolveDir: resolve("src"),
    }));
  },
};

/** Has all modules share one copy of VS Code's API: esbuild copies all its names for each import, which takes half a millisecond. */
const oneApi = {
  name: "api",
  setup(bundler) {
    bundler.onResolve({ filter: /^vscode$/ }, ({ path, namespace }) =>
      namespace === "api" ? { path, external: true } : { path, namespace: "api" },
    );
    bundler.onLoad({ filter: /^vscode$/, namespace: "api" }, () => ({ contents: 'export * from "vscode"' }));
  },
};

/** The files of the shim that are run now: what they make is bundled, without the tables from which they make it. */
const madeNow = ["mcp/shim/toolList.ts", "mcp/shim/version.ts"];

/** @type {import("esbuild").Plugin} */
const madeWhenBuilt = {
  name: "made when built",
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const file = relative("src", path).replaceAll("\\", "/");
      if (!madeNow.includes(file)) return undefined;
      const made = Object.entries(await import(pathToFileURL(path).href));
      return { contents: made.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join("\n") };
    });
  },
};

/**
 * What checks values by JSON schemas is left out of the shim, of which it would be a third: the window checks what is sent.
 *
 * @type {import("esbuild").Plugin}
 */
const withoutValidator = {
  name: "without validator",
  setup(bundler) {
    const namespace = "without validator";
    bundler.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({ path, namespace }));
    bundler.onLoad({ filter: /./, namespace }, () => ({
      contents: 'export { default as process } from "node:process"; export class DefaultJsonSchemaValidator {}',
    }));
  },
};

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
const extension = await build({
  ...shared,
  ...inNode,
  entryPoints: ["src/extension.ts"],
  outExtension: { ".js": ".cjs" },
  // only ES modules can be split
  format: "esm",
  splitting: true,
  write: false,
  // ofetch resolves to its 10 KB build over the platform's fetch instead of 118 KB with its own
  conditions: ["wintercg"],
  // what jsonc-parser has for `require` cannot be bundled
  mainFields: ["module", "main"],
  plugins: [loadedLater, oneApi],
});
// VS Code provides its API to `require` alone
await Promise.all(
  extension.outputFiles.map(async ({ path, text }) => {
    const { minify, sourcemap } = shared;
    const options = { ...inNode, minify, sourcemap, format: "cjs", supported: { "dynamic-import": false } };
    writeFileSync(path, (await transform(text, options)).code);
  }),
);
const page = await build({
  ...shared,
  entryPoints: ["src/siteForm/page/siteForm.tsx", "src/siteForm/page/siteForm.css"],
  format: "iife",
  platform: "browser",
  // the oldest supported VS Code has Chromium 138
  target: "chrome138",
});
// agents' programs run it, with whatever Node they or the editor have: it uses nothing that Node 20 lacks
const shim = await build({
  ...shared,
  ...inNode,
  target: "node20",
  entryPoints: { mcp: "src/mcp/shim/main.ts" },
  outExtension: { ".js": ".cjs" },
  format: "cjs",
  // what the library has for `require` cannot be cut down to what is used
  mainFields: ["module", "main"],
  plugins: [madeWhenBuilt, withoutValidator],
});
// servers run it as it is
for (const script of serverScripts) copyFileSync(script, join("dist", basename(script)));
for (const name of agentPromptNames) {
  mkdirSync(dirname(skillPath(name)), { recursive: true });
  writeFileSync(skillPath(name), skillFile(name));
}
const inputs = { ...extension.metafile.inputs, ...page.metafile.inputs, ...shim.metafile.inputs };
writeFileSync(
  "dist/meta.json",
  JSON.stringify({ inputs, outputs: { ...extension.metafile.outputs, ...shim.metafile.outputs } }),
);
writeFileSync("dist/THIRD_PARTY_NOTICES.txt", thirdPartyNotices(Object.keys(inputs)));
