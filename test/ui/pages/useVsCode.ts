import { strict as assert } from "node:assert";
import { VsCode, type VsCodeOptions } from "./vsCode.ts";

/**
 * Gives the tests of the enclosing `describe` one VS Code; call the result inside a test. A failing test leaves pictures of all windows in
 * `out/screenshots/failure-*.png`; a window that has asked for an address beyond this machine fails the suite.
 */
export function useVsCode(options: VsCodeOptions = {}): () => VsCode {
  let vscode: VsCode | undefined;
  before(async () => {
    vscode = await VsCode.start(options);
  });
  afterEach(async function () {
    const test = this.currentTest;
    if (test?.state === "failed") await vscode?.screenshots(`failure-${test.fullTitle().replaceAll(/[^\w]+/g, "-")}`);
  });
  after(async () => {
    await vscode?.stop();
    assert.deepEqual([...(vscode?.outside ?? [])], [], "addresses beyond this machine");
  });
  return () => {
    assert.ok(vscode, "VS Code has not started yet");
    return vscode;
  };
}
