import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { runTests } from "@vscode/test-electron";
import { build, type BuildOptions, type Plugin } from "esbuild";
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

const bundling: BuildOptions = {
  absWorkingDir: projectDir,
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node22",
  external: ["vscode", "mocha"],
  plugins: [sourceUrls],
  sourcemap: "linked",
  sourcesContent: false,
  logLevel: "warning",
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
    await build({ ...bundling, entryPoints: [`test/${folder}/suite.ts`], outfile: join(suiteDir, "suite.cjs") });
    if (files.length > 0) await bundleTests(folder, files, suiteDir);
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

/**
 * Bundles test files as one, for most of what they import is the same: `tests.cjs` evaluates each when it is asked for it. Beside it is
 * a file for each, which asks for its tests: Mocha takes files.
 */
async function bundleTests(folder: string, files: readonly string[], suiteDir: string): Promise<void> {
  const names = files.map((file) => relative(join("test", folder), file));
  const evaluated = names.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(`./${name}`)}),\n`);
  await build({
    ...bundling,
    stdin: { contents: `module.exports = {\n${evaluated.join("")}};\n`, resolveDir: join(projectDir, "test", folder) },
    outfile: join(suiteDir, "tests.cjs"),
  });
  for (const name of names) {
    const file = join(suiteDir, name.replace(/\.ts$/, ".cjs"));
    mkdirSync(dirname(file), { recursive: true });
    const bundle = JSON.stringify(join(suiteDir, "tests.cjs"));
    writeFileSync(file, `require(${bundle})[${JSON.stringify(name)}]();\n`);
  }
}
