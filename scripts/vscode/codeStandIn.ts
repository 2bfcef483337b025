/**
 * Takes the command line of the desktop VS Code as `@vscode/test-electron` uses it, and runs the suite in the extension host of the VS Code
 * server, with the web workbench in a headless Chromium for its window. The environment reaches the extension host through the server.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { launchBrowser, UNSEEN_SIZE } from "./browser.ts";
import { parseCodeArguments } from "./codeArguments.ts";
import { addDevelopmentOptions, workbenchUrl } from "./developmentOptions.ts";
import { runExtensionTests } from "./extensionTests.ts";
import { installServer } from "./installServer.ts";
import { codeServerDir } from "../paths.ts";
import { STILL } from "./settings.ts";
import { proveSuite } from "./suiteProof.ts";
import { runServerCommand, startVsCodeServer } from "./vsCodeServer.ts";

const SUITE_DEADLINE_MS = Number(process.env["SUITE_DEADLINE_MS"] ?? 30 * 60_000);

const args = parseCodeArguments(process.argv.slice(2));
if (args.version) {
  const { version } = JSON.parse(readFileSync(join(codeServerDir, "lib/vscode/package.json"), "utf8")) as {
    version: string;
  };
  console.log(version);
  process.exit();
}
await installServer();

const temporary = mkdtempSync(join(tmpdir(), "vscode-host-"));
const locations = {
  dataDir: args.userDataDir === undefined ? temporary : join(dirname(args.userDataDir), "server"),
  userDataDir: args.userDataDir ?? join(temporary, "user-data"),
  extensionsDir: args.extensionsDir ?? join(temporary, "extensions"),
};
const isShortCommand = args.installExtensions.length > 0 || args.listExtensions;
try {
  process.exitCode = isShortCommand ? runShortCommand() : await runSuite();
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
process.exit();

function runShortCommand(): number {
  const installs = args.installExtensions.flatMap((extension) => ["--install-extension", extension]);
  return runServerCommand(locations, [...installs, ...(args.listExtensions ? ["--list-extensions"] : [])]);
}

async function runSuite(): Promise<number> {
  const suite = args.testsPath === undefined ? undefined : proveSuite(args.testsPath, temporary);
  const server = await startVsCodeServer({ ...locations, locale: args.locale, settings: STILL });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(1)));
  }
  try {
    const context = await launchBrowser(join(temporary, "browser"), UNSEEN_SIZE);
    await addDevelopmentOptions(context, server, { extensions: args.developmentPaths, testsPath: suite?.testsPath });
    const folder = args.folder !== undefined && existsSync(args.folder) ? args.folder : undefined;
    const url = workbenchUrl(server, folder, args.disableExtensions ? [["disableExtensions", "true"]] : []);
    const code = await runExtensionTests(context, url, SUITE_DEADLINE_MS);
    await context.close();
    if (code !== 0 || suite === undefined || suite.hasPassed()) return code;
    console.error(`The extension host went away before the suite had finished:\n${server.output().slice(-2000)}`);
    return 1;
  } finally {
    await server.stop();
  }
}
