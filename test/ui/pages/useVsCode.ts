import { strict as assert } from "node:assert";
import { VsCode, type VsCodeOptions } from "./vsCode.ts";

/** The VS Code of the suites of this process, one after another, whose windows speak this language and need nothing else. */
let shared: { readonly locale: VsCodeOptions["locale"]; readonly vscode: VsCode } | undefined;
after(() => shared?.vscode.stop());

/** Starts what suites share, or makes it a newcomer's again; it takes a second, where a start takes ten. */
async function share(options: VsCodeOptions): Promise<VsCode> {
  const { locale, settings = {} } = options;
  if (shared !== undefined && shared.locale === locale) {
    await shared.vscode.reset(settings);
    return shared.vscode;
  }
  await shared?.vscode.stop();
  shared = undefined;
  const vscode = await VsCode.start(options);
  shared = { locale, vscode };
  return vscode;
}

/**
 * Gives the tests of the enclosing `describe` a fresh VS Code without windows; call the result inside
 * a test. A failing test leaves pictures of all windows in `out/screenshots/failure-*.png`; a window that has asked for an
 * address beyond this machine fails the suite.
 */
export function useVsCode(options: VsCodeOptions = {}): () => VsCode {
  const isShared = options.env === undefined && options.extensions === undefined;
  let vscode: VsCode | undefined;
  before(async () => {
    vscode = await (isShared ? share(options) : VsCode.start(options));
  });
  afterEach(async function () {
    const test = this.currentTest;
    if (test === undefined || test.state === "passed") return;
    await vscode?.screenshots(`failure-${test.fullTitle().replaceAll(/[^\w]+/g, "-")}`);
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
