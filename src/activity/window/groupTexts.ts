import * as l10n from "@vscode/l10n";
import { agentText } from "../../texts/agentTexts.ts";
import { agentIn } from "../../actions/agent.ts";
import { visibleText } from "../../characters/plainText.ts";
import { isIncluded } from "../../characters/sentences.ts";
import { clausesText, namedText } from "../../texts/listTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { agoText } from "../../texts/timeTexts.ts";
import type { ActivityEntry } from "../activityEntry.ts";
import { firstOf, partsOf, reachedIn } from "../activityGroups.ts";
import type { ActivityGroup } from "../activityRows.ts";
import { activitySentence, resultText, verbWord } from "./activityTexts.ts";

/** What was done, and the name of the deployment: "Deploy “shop”". */
export function groupLabel(row: ActivityGroup): string {
  const { verb } = firstOf(row);
  return l10n.t("{0} “{1}”", verbWord(verb), visibleText(row.group.deployment));
}

/** What the row shows after its label. */
export function groupDetails(row: ActivityGroup, now: number): readonly string[] {
  const [{ at, ...entry }] = row.entries;
  const agent = agentIn(entry);
  return [
    l10n.t("{0} of {1} servers", numberText(reachedIn(row)), numberText(row.group.roles.length)),
    agent && agentText(agent),
    agoText(at, now),
  ].filter(isIncluded);
}

/** The row of one server: a narrow side bar has no room for more than its name. */
export function partLabel({ role }: ActivityGroup["group"]): string {
  return visibleText(role);
}

/** What the row of one server shows after its label. */
export function partDetails(entry: ActivityEntry, now: number): readonly string[] {
  const { verb, panel, by, at } = entry;
  return [
    namedText(verbWord(verb), resultText(entry)),
    panel,
    by !== undefined && l10n.t("agent"),
    agoText(at, now),
  ].filter(isIncluded);
}

/** The row for screen readers. */
export function groupSpoken(row: ActivityGroup, now: number): string {
  return clausesText([groupLabel(row), ...groupDetails(row, now)]);
}

/** How it has ended on each server, one to a line, and what was done there before. */
export function groupFacts(row: ActivityGroup, now: number): readonly string[] {
  return [groupDetails(row, now).join(" · "), ...groupLines(row)];
}

/** The same as lines for pasting elsewhere. */
export function groupLines(row: ActivityGroup): readonly string[] {
  return partsOf(row).flatMap(({ role }) => {
    const own = row.entries.filter(({ group }) => group?.role === role).toReversed();
    const shown = visibleText(role);
    if (own.length === 0) return [l10n.t("{0}: not begun, or no longer in the list", shown)];
    return own.map((entry) => l10n.t("{0}: {1}", shown, activitySentence(entry)));
  });
}
