/** Runs the tests of this folder inside a real extension host, against the panels of the live tier. Expects the extension to be built. */
import { globSync } from "node:fs";
import { runInHost } from "../host/runInHost.ts";

try {
  await runInHost({ folder: "liveHost", files: globSync("test/liveHost/*.test.ts") });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
