import * as l10n from "@vscode/l10n";
import { readSiteDomain } from "../siteDomain.ts";
import type { TidiedDraft } from "../tidiedDraft.ts";
import { listIn } from "../../characters/listIn.ts";
import { sentences } from "../../characters/sentences.ts";

/** Describes the cleanup of typed domains. */
export function tidyNote({ isShortened, moved, port }: TidiedDraft): string {
  return sentences(
    isShortened ? l10n.t("Shortened to the domain.") : undefined,
    port === undefined ? undefined : l10n.t("Port {0} was moved to the Port field.", port),
    moved === 0 ? undefined : movedText(moved),
  );
}

function movedText(moved: number): string {
  if (moved === 1) return l10n.t("One domain was moved to the additional domains.");
  return l10n.t("{0} domains were moved to the additional domains.", String(moved));
}

/** Shows names in other scripts as punycode; empty if there are none. */
export function punycodeNote(typed: readonly string[]): string {
  const hosts = typed.flatMap((line) => {
    const read = readSiteDomain(line);
    const isUnchanged = read.kind === "invalid" || /^[\p{ASCII}]*$/u.test(line);
    if (isUnchanged) return [];
    return [read.domain.host];
  });
  if (hosts.length === 0) return "";
  const names = listIn(document.documentElement.lang, hosts);
  if (hosts.length === 1) return l10n.t("The panel lists it as {0}.", names);
  return l10n.t("The panel lists them as {0}.", names);
}
