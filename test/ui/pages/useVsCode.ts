import { strict as assert } from "node:assert";
import { atEnd } from "../../atEnd.ts";
import { VsCode, type VsCodeOptions } from "./vsCode.ts";
import type { Workbench } from "./workbench.ts";

/** What windows of a language have. */
type Language = Pick<VsCodeOptions, "locale" | "title">;

/** What a test's window is like. */
interface WindowOptions extends Language {
  /** Opened for the first test, as a newcomer's. */
  readonly isNew?: true;
}

/** What the suites of this process share, one after another, whose windows speak this language. */
interface Shared {
  readonly locale: VsCodeOptions["locale"];
  readonly vscode: VsCode;
  /** The window of the suites that need no other, between them. */
  window: Workbench | undefined;
}

let shared: Shared | undefined;
atEnd(async () => shared?.vscode.stop());

/** Starts what suites share, or makes it a newcomer's again; it takes a second, where a start takes ten. */
async function share(language: Language): Promise<Shared> {
  const { locale } = language;
  if (shared !== undefined && shared.locale === locale) {
    await shared.vscode.reset();
    return shared;
  }
  await shared?.vscode.stop();
  shared = undefined;
  shared = { locale, vscode: await VsCode.start(language), window: undefined };
  return shared;
}

/**
 * Gives the tests of the enclosing `describe` a VS Code of their own without windows; call the result inside
 * a test. A failing test leaves pictures of all windows in `out/screenshots/failure-*.png`; a window that has asked for an
 * address beyond this machine fails the suite.
 */
export function useVsCode(options: VsCodeOptions = {}): () => VsCode {
  let vscode: VsCode | undefined;
  before(async () => {
    vscode = await VsCode.start(options);
  });
  afterEach(async function () {
    await takeFailure(vscode, this.currentTest);
  });
  after(async () => {
    const outside = [...(vscode?.outside ?? [])];
    await vscode?.stop();
    assert.deepEqual(outside, [], "addresses beyond this machine");
  });
  return () => {
    assert.ok(vscode, "VS Code has not started yet");
    return vscode;
  };
}

/** A window with its VS Code, for one test after another. */
export interface UsedWindow {
  /** Of the current test, which may put another in its place. */
  window: Workbench;
  vscode: VsCode;
}

/**
 * Gives each test of the enclosing `describe` a window that shows the extension's view without panels. It is the one of
 * the test before, also of another file: a window takes as long to open as what most tests do in it. What a test leaves is
 * cleared away; after one that failed, the next has a fresh window. Pictures and addresses are as in `useVsCode`.
 */
export function useWindow({ isNew, ...language }: WindowOptions = {}): UsedWindow {
  const used = {} as UsedWindow;
  if (isNew === true)
    before(() => {
      if (shared !== undefined) shared.window = undefined;
    });
  beforeEach(async () => {
    const { locale } = language;
    if (shared?.window === undefined || shared.locale !== locale) {
      const opened = await share(language);
      opened.window = await opened.vscode.open();
    }
    assert.ok(shared?.window);
    Object.assign(used, { vscode: shared.vscode, window: shared.window });
    await used.window.openView();
  });
  afterEach(async function () {
    if (shared === undefined) return;
    const { vscode } = shared;
    await takeFailure(vscode, this.currentTest);
    shared.window = undefined;
    if (this.currentTest?.state === "passed") {
      await vscode.clear(used.window);
      shared.window = used.window;
    }
    assert.deepEqual([...vscode.outside], [], "addresses beyond this machine");
  });
  return used;
}

async function takeFailure(vscode: VsCode | undefined, test: Mocha.Test | undefined): Promise<void> {
  if (test === undefined || test.state === "passed") return;
  await vscode?.screenshots(`failure-${test.fullTitle().replaceAll(/[^\w]+/g, "-")}`);
}
