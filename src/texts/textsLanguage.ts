import { env, l10n } from "vscode";

/** The language of the texts that are shown: English where VS Code's own language has no translation here. */
export function textsLanguage(): string {
  return l10n.bundle === undefined ? "en" : env.language;
}
