/** Runs the tests of this folder inside a real extension host that speaks Chinese. Expects the extension to be built. */
import { globSync } from "node:fs";
import { runInHost } from "../host/runInHost.ts";

try {
  await runInHost({ folder: "chinese", files: globSync("test/chinese/*.test.ts"), locale: "zh-cn" });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
