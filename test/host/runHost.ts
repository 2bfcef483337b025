/**
 * Runs the host tier: `node scripts/node.mjs test/host/runHost.ts [VS Code version] [--part 0/2]`. Without a version it runs in the VS Code server
 * from npm, with one (`1.105.0`, `stable`) in that desktop VS Code, which is downloaded; with a part, every other file. Expects the extension to
 * be built.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectDir } from "../../scripts/paths.ts";
import { runInHost } from "./runInHost.ts";
import { testFiles } from "../testFiles.ts";

const { values, positionals } = parseArgs({
  options: { part: { type: "string", default: "0/1" } },
  allowPositionals: true,
});
const [version] = positionals;
const [part, parts = 1] = values.part.split("/").map(Number);
try {
  const others = [join(projectDir, "test/host/customEditor")];
  const files = testFiles("host").filter((_file, index) => index % parts === part);
  await runInHost({ folder: "host", bundledIn: join("host", String(part)), others, files, version });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
