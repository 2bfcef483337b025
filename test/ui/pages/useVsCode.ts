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
  /** The full title of the test that has failed last. */
  let failed: string | undefined;
  beforeEach(async function () {
    // what the first run of a test has left would fail its second
    if (isShared && this.currentTest?.fullTitle() === failed) await shared?.reset(settings);
  });
  afterEach(async function () {
    const test = this.currentTest;
    // a test that will be run again has no state
    failed = test === undefined || test.state === "passed" ? undefined : test.fullTitle();
    if (failed !== undefined) await vscode?.screenshots(`failure-${failed.replaceAll(/[^\w]+/g, "-")}`);
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
