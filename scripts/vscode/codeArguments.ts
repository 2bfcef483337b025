import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import type { Locale } from "./languagePack.ts";

/** Options of the desktop VS Code's command line that also apply to the server and its workbench. */
export interface CodeArguments {
  readonly version: boolean;
  readonly folder: string | undefined;
  readonly developmentPaths: readonly string[];
  readonly testsPath: string | undefined;
  readonly userDataDir: string | undefined;
  readonly extensionsDir: string | undefined;
  readonly locale: Locale | undefined;
  readonly disableExtensions: boolean;
  readonly installExtensions: readonly string[];
  readonly listExtensions: boolean;
}

/** Reads the arguments that `@vscode/test-electron` gives to VS Code; flags without a meaning here are dropped. */
export function parseCodeArguments(args: readonly string[]): CodeArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: {
      version: { type: "boolean", short: "v" },
      "folder-uri": { type: "string" },
      extensionDevelopmentPath: { type: "string", multiple: true },
      extensionTestsPath: { type: "string" },
      "user-data-dir": { type: "string" },
      "extensions-dir": { type: "string" },
      locale: { type: "string" },
      "disable-extensions": { type: "boolean" },
      "install-extension": { type: "string", multiple: true },
      "list-extensions": { type: "boolean" },
    },
  });
  const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  const texts = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  const folderUri = text(values["folder-uri"]);
  return {
    version: values.version === true,
    folder: folderUri === undefined ? positionals[0] : fileURLToPath(folderUri),
    developmentPaths: texts(values.extensionDevelopmentPath),
    testsPath: text(values.extensionTestsPath),
    userDataDir: text(values["user-data-dir"]),
    extensionsDir: text(values["extensions-dir"]),
    locale: values.locale === "zh-cn" ? values.locale : undefined,
    disableExtensions: values["disable-extensions"] === true,
    installExtensions: texts(values["install-extension"]),
    listExtensions: values["list-extensions"] === true,
  };
}
