/**
 * Runs the tests of this folder in a real extension host that lacks something of VS Code's API:
 * `node scripts/node.mjs test/forks/runForks.ts vscode.lm,context.secrets.keys`. Expects the extension to be built.
 */
import { join } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import { runInHost } from "../host/runInHost.ts";
import { testFiles } from "../testFiles.ts";

const [lacking = ""] = process.argv.slice(2);
try {
  await runInHost({
    folder: "forks",
    bundledIn: `forks-${lacking}`,
    others: [join(projectDir, "test/forks/editor")],
    files: testFiles("forks"),
    environment: { TEST_WITHOUT: lacking },
  });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
