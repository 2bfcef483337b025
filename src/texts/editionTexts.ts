import * as l10n from "@vscode/l10n";
import type { KnownEdition } from "../wire/answers/operation.ts";
import { once } from "./once.ts";

const names = once((): Readonly<Record<KnownEdition, string>> => ({
  baota: l10n.t("BaoTa"),
  aapanel: l10n.t("aaPanel"),
}));

/** What a panel of this edition is called. */
export function editionText(edition: KnownEdition): string {
  return names()[edition];
}
