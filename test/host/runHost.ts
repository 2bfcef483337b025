/**
 * Runs the host tier: `node scripts/node.mjs test/host/runHost.ts [VS Code version]`. Without a version it runs in the VS Code server from npm,
 * with one (`1.105.0`, `stable`) in that desktop VS Code, which is downloaded. Expects the extension to be built.
 */
import { globSync } from "node:fs";
import { runInHost } from "./runInHost.ts";

const [version] = process.argv.slice(2);
try {
  await runInHost({ folder: "host", files: globSync("test/host/**/*.test.ts"), version });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
