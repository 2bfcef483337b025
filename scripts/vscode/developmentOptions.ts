import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { patchPage } from "./patchPage.mjs";
import type { BrowserContext } from "./playwright.ts";
import type { VsCodeServer } from "./vsCodeServer.ts";

/** What a workbench loads besides the installed extensions; paths on this machine. */
export interface Development {
  readonly extensions: readonly string[];
  /** The module whose `run()` is the test suite. */
  readonly testsPath?: string | undefined;
}

/**
 * Gives every page of the browser the extension under development, and a SecretStorage that outlasts a reload. Call before the first page opens
 * the workbench.
 *
 * A released VS Code takes these paths from the address only with `--enable-smoke-test-driver`, which suppresses notifications. So they go into
 * the page's web configuration, as an embedder's would. (Rewriting the page on its way makes Chromium refuse the page's WebSocket.)
 */
export async function addDevelopmentOptions(
  context: BrowserContext,
  server: VsCodeServer,
  development: Development,
): Promise<void> {
  const authority = `127.0.0.1:${server.port}`;
  const uri = (path: string): object => ({ scheme: "vscode-remote", authority, path: resolve(path) });
  const options = {
    extensions: development.extensions.map(uri),
    ...(development.testsPath === undefined ? {} : { extensionTestsPath: uri(development.testsPath) }),
  };
  await context.addInitScript(patchPage, { origin: server.origin, options, key: [...mintKey(server.dataDir)] });
}

/** The workbench's address. With a `.code-workspace` file as `folder` it opens that workspace, without any it is empty. */
export function workbenchUrl(
  server: VsCodeServer,
  folder?: string,
  payload: readonly (readonly [string, string])[] = [],
): string {
  const query = new URLSearchParams({ tkn: server.token });
  if (folder === undefined) query.set("ew", "true");
  else query.set(folder.endsWith(".code-workspace") ? "workspace" : "folder", resolve(folder));
  query.set("payload", JSON.stringify([["skipWelcome", "true"], ["skipReleaseNotes", "true"], ...payload]));
  return `${server.origin}/?${query.toString()}`;
}

/** The server's half of the key that seals SecretStorage in the browser. */
function mintKey(dataDir: string): Buffer {
  const file = join(dataDir, "mint-key");
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return readFileSync(file);
}
