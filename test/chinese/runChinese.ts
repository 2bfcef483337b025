/** Runs the tests of this folder inside a real extension host that speaks Chinese. Expects the extension to be built. */
import { runInHost } from "../host/runInHost.ts";
import { testFiles } from "../testFiles.ts";

try {
  await runInHost({ folder: "chinese", files: testFiles("chinese"), locale: "zh-cn" });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
