import * as l10n from "@vscode/l10n";
import type { PanelFailure } from "../wire/answers/failure.ts";
import { failureWord } from "./failureTexts.ts";
import { numberText } from "./numberTexts.ts";
import { listText } from "./listTexts.ts";

/**
 * The row that searches the whole lists on the panels.
 * @param total the number of items on them
 * @param panel the name of the only panel, if there are others
 */
export function searchAllText(total: number, panels: number, panel?: string): string {
  if (panels > 1) return l10n.t("Search all {0} on {1} panels…", numberText(total), numberText(panels));
  if (panel === undefined) return l10n.t("Search all {0} on the panel…", numberText(total));
  return l10n.t("Search all {0} on “{1}”…", numberText(total), panel);
}

export function searchingText(total: number): string {
  return l10n.t("Searching all {0}…", numberText(total));
}

/** The number of matches on the panel, and how many of them can be picked. */
export function foundText(
  text: string,
  { found, listed, among }: { readonly found: number; readonly listed: number; readonly among: number },
): string {
  if (found > listed)
    return l10n.t(
      "{0} of {1} found for “{2}” among all {3} are listed",
      numberText(listed),
      numberText(found),
      text,
      numberText(among),
    );
  return l10n.t("{0} found for “{1}” among all {2}", numberText(found), text, numberText(among));
}

/** The matches of a filter while it is typed. */
export function matchesText(shown: number, loaded: number, total: number): string {
  if (total > loaded)
    return l10n.t("Show {0} among the {1} loaded of {2}", numberText(shown), numberText(loaded), numberText(total));
  return l10n.t("Show {0} of {1}", numberText(shown), numberText(loaded));
}

/** A hint above the loaded rows, while nothing is typed and the panels have more. */
export function partlyLoadedText(loaded: number, total: number): string {
  return l10n.t("{0} of {1} are loaded. Type a name to search for the others.", numberText(loaded), numberText(total));
}

/** The panels or lists that were not searched, and why. */
export function leftOutText(
  leftOut: readonly { readonly name: string; readonly list?: string; readonly failure: PanelFailure }[],
): string {
  const names = leftOut.map(({ name, list, failure }) => {
    if (list === undefined) return l10n.t("“{0}” ({1})", name, failureWord(failure));
    return l10n.t("“{0}”: {1} ({2})", name, list, failureWord(failure));
  });
  return l10n.t("Not searched: {0}", listText(names));
}

/** The groups that are not searched because a person has hidden them, and how to show them. */
export function hiddenText(panels: readonly (readonly [name: string, groups: readonly string[]])[]): string {
  const names = panels.map(([name, groups]) => l10n.t("“{0}”: {1}", name, listText(groups)));
  return l10n.t("Hidden, and not searched: {0}. Show them with Organize Panel.", listText(names));
}

/** The panels whose search failed, and why. */
export function searchFailedText(panels: readonly (readonly [name: string, failure: PanelFailure])[]): string {
  const names = panels.map(([name, failure]) => l10n.t("“{0}” ({1})", name, failureWord(failure)));
  return l10n.t("The search failed on {0}. Try again…", listText(names));
}
