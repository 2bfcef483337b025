/**
 * Runs the host tier: `node scripts/node.mjs test/host/runHost.ts [VS Code version] [--run 0]`. Without a version it runs in the VS Code server
 * from npm, with one (`1.105.0`, `stable`) in that desktop VS Code, which is downloaded. Runs that go side by side have different numbers.
 * Expects the extension to be built.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectDir } from "../../scripts/paths.ts";
import { runInHost } from "./runInHost.ts";
import { testFiles } from "../testFiles.ts";

const { values, positionals } = parseArgs({
  options: { run: { type: "string", default: "0" } },
  allowPositionals: true,
});
const [version] = positionals;
try {
  const others = [join(projectDir, "test/host/customEditor")];
  await runInHost({ folder: "host", bundledIn: join("host", values.run), others, files: testFiles("host"), version });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
