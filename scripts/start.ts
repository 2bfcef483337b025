/**
 * Shows the packaged extension with its demo panel, until Ctrl+C: in the desktop VS Code where `code` is on the PATH and there is a display, else in
 * VS Code's server, for any browser. `PORT` picks the server's port. Nothing is kept and no process is left.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasServer } from "./paths.ts";
import type { ShownVsCode } from "./vscode/shownVsCode.ts";
import { findDesktopCode, startDesktop } from "./startDesktop.ts";
import { startInBrowser } from "./startInBrowser.ts";

const dataDir = mkdtempSync(join(tmpdir(), "start-"));
const workspace = join(dataDir, "workspace");
mkdirSync(workspace);
// npm and the terminal both send the signal: a second one means nothing new
const askedToStop = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
});

try {
  const shown = await show();
  console.log(`\n${shown.greeting.join("\n")}\n`);
  await Promise.race([askedToStop, shown.exited]);
  await shown.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();

async function show(): Promise<ShownVsCode> {
  const code = findDesktopCode();
  if (code !== undefined) return startDesktop(code, dataDir, workspace);
  if (hasServer) return startInBrowser(dataDir, workspace);
  throw new Error(`On ${process.platform}-${process.arch}, install VS Code and put its "code" command on the PATH.`);
}
