import * as l10n from "@vscode/l10n";
import { withoutQuery, type CheckedAddress, type Watched } from "../actions/deploymentEnd.ts";
import { visibleText } from "../characters/plainText.ts";
import { isIncluded, sentences } from "../characters/sentences.ts";
import type { PlannedChecks } from "../resources/plannedDeployment.ts";
import { numberText } from "./numberTexts.ts";

/** That a deployment is being watched. */
export function watchingText(seconds: number | undefined): string {
  return l10n.t("watching it for {0} s…", numberText(seconds ?? 0));
}

/** How a person will know that a deployment is well, for what is shown before it; `undefined`: nothing looks. */
export function afterwardsText({ address, watch, rollsBack }: PlannedChecks): string | undefined {
  const looks = [
    address !== undefined && l10n.t("{0} is asked", visibleText(withoutQuery(address))),
    watch !== undefined && watchText(watch, address),
    address !== undefined && rollsBack === true && l10n.t("it goes back by itself if that answers worse than before"),
  ].filter(isIncluded);
  return looks.length === 0 ? undefined : looks.join(" · ");
}

function watchText(seconds: number, address: string | undefined): string {
  const time = numberText(seconds);
  if (address !== undefined) return l10n.t("it is watched for {0} s", time);
  return l10n.t("its log is shown for {0} s, and only an address in “{1}” could take it back", time, "check");
}

/** The watching of a deployment. @param checked the answer of its address, if it has one */
export function watchedText({ seconds, isStopped }: Watched, checked: CheckedAddress | undefined): string {
  const time = numberText(seconds);
  return sentences(
    isStopped ? l10n.t("Watching was stopped after {0} s.", time) : l10n.t("It was watched for {0} s.", time),
    checked === undefined && l10n.t("Nothing has asked whether it is well: name an address in “{0}”.", "check"),
  );
}

/** The lines that a log has gained. */
export function logGainedText(gained: number | "unread"): string {
  if (gained === "unread") return l10n.t("Its log could not be read.");
  if (gained === 0) return l10n.t("Its log has no new lines.");
  return l10n.t("New lines in its log: {0}. They are in the output.", numberText(gained));
}
