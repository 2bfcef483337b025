import * as l10n from "@vscode/l10n";
import { agentText } from "../../texts/agentTexts.ts";
import { agentIn } from "../../actions/agent.ts";
import { visibleText } from "../../characters/plainText.ts";
import { isIncluded } from "../../characters/sentences.ts";
import { verbWords } from "../../resources/verbs.ts";
import { clausesText } from "../../texts/listTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { isKeyOf } from "../../texts/resourceTexts.ts";
import { agoText } from "../../texts/timeTexts.ts";
import { firstOf, partsOf, reachedIn } from "../activityGroups.ts";
import type { ActivityGroup } from "../activityRows.ts";
import { activitySentence } from "./activityTexts.ts";

/** What was done, and the name of the deployment: "Deploy “shop”". */
export function groupLabel(row: ActivityGroup): string {
  const { verb } = firstOf(row);
  const word = isKeyOf(verbWords, verb) ? verbWords[verb].button() : verb;
  return l10n.t("{0} “{1}”", word, visibleText(row.group.deployment));
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
