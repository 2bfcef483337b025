import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runTests } from "@vscode/test-electron";
import { build, type Plugin } from "esbuild";
import { outDir, projectDir } from "../../scripts/paths.ts";
import type { Locale } from "../../scripts/vscode/languagePack.ts";

/** What runs in the extension host, and in which. */
export interface HostRun {
  /** A folder of `test` with a `suite.ts`, whose `run` the extension host calls. */
  readonly folder: string;
  /** Where it is bundled, below `out`: of runs that go side by side each needs its own. The name of the folder unless told. */
  readonly bundledIn?: string;
  /** The folder of our extension; the project by default. */
  readonly extension?: string;
  /** Folders of other extensions in the same window. */
  readonly others?: readonly string[];
  /** Bundled beside the suite, for it to find. */
  readonly files?: readonly string[];
  /** A desktop VS Code (`1.105.0`, `stable`), which is downloaded; VS Code's server from npm unless told. */
  readonly version?: string | undefined;
  /** What VS Code speaks; English unless told. The server from npm alone can do it. */
  readonly locale?: Locale | undefined;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A bundle has no `import.meta.url` of its own; files that tests read lie beside the sources. */
const sourceUrls: Plugin = {
  name: "source-urls",
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]test[\\/](?:wire|live)[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
      loader: "ts",
    }));
  },
};

/** Runs a suite inside a real extension host, with the extension as it is built. Rejects where the suite fails. */
export async function runInHost({
  folder,
  bundledIn = folder,
  extension = projectDir,
  others = [],
  files = [],
  version,
  locale,
  environment = {},
}: HostRun): Promise<void> {
  const suiteDir = join(outDir, bundledIn);
  // short, for a desktop VS Code puts a socket in its user data, and a socket's path has at most 103 bytes
  const data = mkdtempSync(join(tmpdir(), "host-"));
  const workspace = join(data, "workspace");
  rmSync(suiteDir, { recursive: true, force: true });
  mkdirSync(workspace);
  try {
    await build({
      entryPoints: [`test/${folder}/suite.ts`, ...files],
      absWorkingDir: projectDir,
      outbase: `test/${folder}`,
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
    await runTests({
      ...(version === undefined ? { vscodeExecutablePath: join(projectDir, "scripts/vscode/code") } : { version }),
      extensionDevelopmentPath: [extension, ...others],
      extensionTestsPath: join(suiteDir, "suite.cjs"),
      extensionTestsEnv: environment,
      launchArgs: [
        workspace,
        "--disable-extensions",
        ...(locale === undefined ? [] : [`--locale=${locale}`]),
        `--user-data-dir=${join(data, "user-data")}`,
        `--extensions-dir=${join(data, "extensions")}`,
      ],
    });
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
}
