import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { runTests } from "@vscode/test-electron";
import { build, type Plugin } from "rolldown";
import { outDir, projectDir } from "../../scripts/paths.ts";
import type { Locale } from "../../scripts/vscode/languagePack.ts";

/** What runs in the extension host, and in which. */
export interface HostRun {
  /** A folder of `test` with a `suite.ts`, whose `run` the extension host calls. */
  readonly folder: string;
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
  transform: {
    filter: { id: /[\\/]test[\\/](?:wire|live)[\\/].*\.ts$/ },
    handler: (code, id) => code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)),
  },
};

/** Runs a suite inside a real extension host, with the extension as it is built. Rejects where the suite fails. */
export async function runInHost({
  folder,
  extension = projectDir,
  others = [],
  files = [],
  version,
  locale,
  environment = {},
}: HostRun): Promise<void> {
  const suiteDir = join(outDir, folder);
  // short, for a desktop VS Code puts a socket in its user data, and a socket's path has at most 103 bytes
  const data = mkdtempSync(join(tmpdir(), "host-"));
  const workspace = join(data, "workspace");
  rmSync(suiteDir, { recursive: true, force: true });
  mkdirSync(workspace);
  try {
    await build({
      cwd: projectDir,
      input: Object.fromEntries([`test/${folder}/suite.ts`, ...files].map((file) => [nameIn(folder, file), file])),
      platform: "node",
      transform: { target: "node22" },
      external: ["vscode", "mocha"],
      plugins: [sourceUrls],
      output: {
        dir: suiteDir,
        format: "cjs",
        strict: true,
        entryFileNames: "[name].cjs",
        chunkFileNames: "shared/[name].cjs",
        sourcemap: "inline",
      },
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

/** The name of a file of a suite without its ending, from the suite's folder. */
function nameIn(folder: string, file: string): string {
  return relative(`test/${folder}`, file).replace(/\.ts$/, "");
}
