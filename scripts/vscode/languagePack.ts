import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serverPackageDir } from "../paths.ts";

/** A language that the extension has texts in beside English, as VS Code calls it. */
export type Locale = "zh-cn";

const workbenchTexts = join(serverPackageDir, "node_modules/.cache/workbench.zh-cn.json");

/** Makes of the npm package's texts, which are an older workbench's and those of nearly half of this one, what VS Code reads. */
export async function unpackWorkbenchTexts(): Promise<void> {
  const file = "node_modules/@codingame/monaco-vscode-language-pack-zh-hans/translations/main.i18n.json.js";
  const { default: contents } = (await import(pathToFileURL(join(serverPackageDir, file)).href)) as {
    readonly default: object;
  };
  writeFileSync(workbenchTexts, JSON.stringify({ contents }));
}

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
