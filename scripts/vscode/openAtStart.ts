import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes a copy of the extension start by itself, so that a newcomer sees the demo panel without a click. The product
 * itself waits until somebody opens its view.
 */
export function openAtStart(extensionDir: string): void {
  const file = join(extensionDir, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, activationEvents: ["onStartupFinished"] }, undefined, 2));
}
