/**
 * Runs the host tier: `node scripts/node.mjs test/host/runHost.ts [VS Code version]`. Without a version it runs in the VS Code server from npm,
 * with one (`1.105.0`, `stable`) in that desktop VS Code, which is downloaded. Expects the extension to be built.
 */
import { join } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import { runInHost } from "./runInHost.ts";
import { testFiles } from "../testFiles.ts";

const [version] = process.argv.slice(2);
try {
  const others = [join(projectDir, "test/host/customEditor")];
  await runInHost({ folder: "host", others, files: testFiles("host"), version });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
