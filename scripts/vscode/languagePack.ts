import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serverPackageDir } from "../paths.ts";

/** A language that the extension has texts in beside English, as VS Code calls it. */
export type Locale = "zh-cn";

/** The workbench's Chinese texts as VS Code reads them, which `installServer` has written. */
export const workbenchTexts = join(serverPackageDir, "node_modules/.cache/workbench.zh-cn.json");

/**
 * Lets a server that starts with this user data speak Chinese too. Which language a window is in, its `--locale` says, or `User/argv.json`, or
 * else the browser.
 */
export function writeLanguagePack(userDataDir: string): void {
  const pack = {
    "zh-cn": {
      hash: "1",
      label: "中文(简体)",
      // with none, no extension is loaded at all
      extensions: [{ extensionIdentifier: { id: "ms-ceintl.vscode-language-pack-zh-hans" }, version: "1.0.0" }],
      translations: { vscode: workbenchTexts },
    },
  };
  mkdirSync(userDataDir, { recursive: true });
  writeFileSync(join(userDataDir, "languagepacks.json"), JSON.stringify(pack));
}
