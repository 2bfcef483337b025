import { strict as assert } from "node:assert";
import { VsCode, type VsCodeOptions } from "./vsCode.ts";

/** The VS Code of all suites of this process that need no other environment or language. */
let shared: VsCode | undefined;
after(() => shared?.stop());

/**
 * Gives the tests of the enclosing `describe` a fresh VS Code without windows; call the result inside
 * a test. A failing test leaves pictures of all windows in `out/screenshots/failure-*.png`; a window that has asked for an
 * address beyond this machine fails the suite.
 */
export function useVsCode(options: VsCodeOptions = {}): () => VsCode {
  const { settings = {}, ...others } = options;
  const isShared = Object.keys(others).length === 0;
  let vscode: VsCode | undefined;
  before(async () => {
    if (isShared && shared !== undefined) await shared.reset(settings);
    vscode = isShared ? (shared ??= await VsCode.start(options)) : await VsCode.start(options);
  });
  afterEach(async function () {
    const test = this.currentTest;
    if (test?.state === "failed") await vscode?.screenshots(`failure-${test.fullTitle().replaceAll(/[^\w]+/g, "-")}`);
  });
  after(async () => {
    const outside = [...(vscode?.outside ?? [])];
    if (!isShared) await vscode?.stop();
    assert.deepEqual(outside, [], "addresses beyond this machine");
  });
  return () => {
    assert.ok(vscode, "VS Code has not started yet");
    return vscode;
  };
}
