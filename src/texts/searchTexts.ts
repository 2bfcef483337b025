import * as l10n from "@vscode/l10n";
import type { PanelFailure } from "../wire/answers/failure.ts";
import { failureWord } from "./failureTexts.ts";
import { numberText } from "./numberTexts.ts";
import { listText } from "./listTexts.ts";

/**
 * A row that has panels search all of their lists; `total` is how many they have. `panel` names the only one where it could
 * be another.
 */
export function searchAllText(total: number, panels: number, panel?: string): string {
  if (panels > 1) return l10n.t("Search all {0} on {1} panels…", numberText(total), numberText(panels));
  return panel === undefined
    ? l10n.t("Search all {0} on the panel…", numberText(total))
    : l10n.t("Search all {0} on “{1}”…", numberText(total), panel);
}

export function searchingText(total: number): string {
  return l10n.t("Searching all {0}…", numberText(total));
}

/** How many the panel has found, and how many of them can be picked. */
export function foundText(
  text: string,
  { found, listed, among }: { readonly found: number; readonly listed: number; readonly among: number },
): string {
  return found > listed
    ? l10n.t(
        "{0} of {1} found for “{2}” among all {3} are listed",
        numberText(listed),
        numberText(found),
        text,
        numberText(among),
      )
    : l10n.t("{0} found for “{1}” among all {2}", numberText(found), text, numberText(among));
}

/** Of a filter that shows something. */
export function matchesText(shown: number, loaded: number, total: number): string {
  return total > loaded
    ? l10n.t("Show {0} among the {1} loaded of {2}", numberText(shown), numberText(loaded), numberText(total))
    : l10n.t("Show {0} of {1}", numberText(shown), numberText(loaded));
}

/** Beside rows that are there, while nothing is typed and more are on the panels. */
export function partlyLoadedText(loaded: number, total: number): string {
  return l10n.t("{0} of {1} are loaded. Type a name to search for the others.", numberText(loaded), numberText(total));
}

/** Panels that were not searched, or lists of them, and why. */
export function leftOutText(
  all: readonly { readonly name: string; readonly list?: string; readonly failure: PanelFailure }[],
): string {
  const names = all.map(({ name, list, failure }) =>
    list === undefined
      ? l10n.t("“{0}” ({1})", name, failureWord(failure))
      : l10n.t("“{0}”: {1} ({2})", name, list, failureWord(failure)),
  );
  return l10n.t("Not searched: {0}", listText(names));
}

/** Panels whose search failed, and why. */
export function searchFailedText(panels: readonly (readonly [name: string, failure: PanelFailure])[]): string {
  const names = panels.map(([name, failure]) => l10n.t("“{0}” ({1})", name, failureWord(failure)));
  return l10n.t("The search failed on {0}. Try again…", listText(names));
}

/** Where nothing is listed on any panel. */
export function nothingListedText(): string {
  return l10n.t("Nothing is listed on your panels.");
}
