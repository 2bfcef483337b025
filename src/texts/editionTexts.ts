import * as l10n from "@vscode/l10n";
import { isOn, type Feature } from "../resources/feature.ts";
import { resourceOf } from "../resources/resources.ts";
import { verbWords } from "../resources/verbs.ts";
import type { Edition, KnownEdition } from "../wire/answers/operation.ts";
import { listText } from "./listTexts.ts";

export function editionText(edition: KnownEdition): string {
  return { baota: l10n.t("BaoTa"), aapanel: l10n.t("aaPanel") }[edition];
}

/** Edition and version, as far as they are known: "aaPanel 8.10.0". */
export function softwareText(edition: Edition, version: string | undefined): string | undefined {
  if (edition === "documented") return l10n.t("documented operations only");
  if (edition !== "unknown") {
    if (version === undefined) return editionText(edition);
    return `${editionText(edition)} ${version}`;
  }
  if (version === undefined) return undefined;
  return l10n.t("Panel version {0}", version);
}

/** Why a command does not work on a panel whose edition lacks the feature. */
export function lacksText(panelName: string, edition: Edition, { kind, verb }: Feature): string {
  let missing = resourceOf(kind).words.all();
  if (verb !== undefined && isOn(edition, { kind }))
    missing = l10n.t("“{0}” for {1}", verbWords[verb].button(), missing);
  switch (edition) {
    case "aapanel":
      return l10n.t("“{0}” is an aaPanel, which has no {1}.", panelName, missing);
    case "baota":
      return l10n.t("“{0}” is a BaoTa panel, which has no {1}.", panelName, missing);
    case "documented":
      return l10n.t("“{0}” has the operations of the API document alone, and no {1}.", panelName, missing);
    case "unknown":
      return l10n.t("“{0}” has no {1}.", panelName, missing);
    default:
      return edition satisfies never;
  }
}

/** Why nothing that has a server run a command is done on a panel that is read only. */
export function noCommandText(panelName: string): string {
  return l10n.t("“{0}” is read-only, and this has its server run a command. Nothing was sent.", panelName);
}

export function readOnlyText(panelName: string): string {
  return l10n.t("“{0}” is read-only. Nothing was sent.", panelName);
}

/** Why there is no panel to choose. */
export function noneHasText({ kind }: Feature): string {
  return l10n.t("None of your panels has {0}.", resourceOf(kind).words.all());
}

/** Why there is no other panel to choose. */
export function noOtherHasText({ kind }: Feature): string {
  return l10n.t("No other panel has {0}.", resourceOf(kind).words.all());
}

/** The panels that are left out, and why; names come first, because VS Code truncates a notification without buttons. */
export function leftOutText(panelNames: readonly string[], { kind }: Feature): string {
  return l10n.t("Left out: {0} (no {1})", listText(panelNames), resourceOf(kind).words.all());
}
