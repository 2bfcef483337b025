/** Runs the tests of this folder inside a real extension host, against the panels of the live tier. Expects the extension to be built. */
import { runInHost } from "../host/runInHost.ts";
import { testFiles } from "../testFiles.ts";

try {
  await runInHost({ folder: "liveHost", files: testFiles("liveHost") });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
