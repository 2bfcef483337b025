import { env, l10n } from "vscode";
import { useLanguage } from "../texts/language.ts";

/** Has all texts be in the language of the window. Call it before modules are loaded that make texts while they load. */
export function useWindowLanguage(): void {
  useLanguage(env.language, l10n.bundle);
}
