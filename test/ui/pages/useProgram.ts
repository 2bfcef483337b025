import { globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { UsedWindow } from "./useVsCode.ts";

/**
 * Puts a script of `sh` before all programs of its name in the terminals of a window, which has none at first. The result is its place, beside
 * which it may leave what it was given.
 */
export function useProgram(here: UsedWindow, name: string, text: string): () => string {
  beforeEach(async () => {
    writeFileSync(join(here.vscode.programs, name), text, { mode: 0o755 });
    await here.window.endTerminals();
  });
  afterEach(() => {
    for (const file of globSync(`${name}*`, { cwd: here.vscode.programs })) rmSync(join(here.vscode.programs, file));
  });
  return () => join(here.vscode.programs, name);
}
