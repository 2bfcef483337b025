/**
 * Runs the host tier: `node test/vscode/node.mjs test/host/runHost.ts [VS Code version]`. Without a version it runs in the VS Code server from npm,
 * with one (`1.105.0`, `stable`) in that desktop VS Code, which is downloaded. Expects the extension to be built.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runTests } from "@vscode/test-electron";
import { build, type Plugin } from "esbuild";
import { outDir, projectDir } from "../vscode/paths.ts";

/** A bundle has no `import.meta.url` of its own; files that tests read lie beside the sources. */
const sourceUrls: Plugin = {
  name: "source-urls",
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]test[\\/]wire[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
      loader: "ts",
    }));
  },
};

const [version] = process.argv.slice(2);
const suiteDir = join(outDir, "host");
const workspace = join(outDir, "workspace");
// short, for a desktop VS Code puts a socket in its user data, and a socket's path has at most 103 bytes
const data = mkdtempSync(join(tmpdir(), "host-"));

rmSync(suiteDir, { recursive: true, force: true });
mkdirSync(workspace, { recursive: true });
await build({
  entryPoints: ["test/host/suite.ts", ...globSync("test/host/**/*.test.ts")],
  absWorkingDir: projectDir,
  outbase: "test/host",
  outdir: suiteDir,
  outExtension: { ".js": ".cjs" },
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node22",
  external: ["vscode", "mocha"],
  plugins: [sourceUrls],
  sourcemap: "inline",
  logLevel: "warning",
});
try {
  await runTests({
    ...(version === undefined ? { vscodeExecutablePath: join(projectDir, "test/vscode/code") } : { version }),
    extensionDevelopmentPath: projectDir,
    extensionTestsPath: join(suiteDir, "suite.cjs"),
    launchArgs: [
      workspace,
      "--disable-extensions",
      `--user-data-dir=${join(data, "user-data")}`,
      `--extensions-dir=${join(data, "extensions")}`,
    ],
  });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
