import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandId } from "../../manifest/commands.ts";
import { DEPLOYED, OPERATION, OPERATIONS, REPEATABLE } from "../../manifest/manifest.ts";
import { isRepeatable, recordOf, type ActivityEntry } from "../activityEntry.ts";
import { recordOfGroup } from "../activityGroups.ts";
import { isGroup, type ActivityGroup, type ActivityRow } from "../activityRows.ts";
import { groupDetails, groupFacts, groupLabel, groupSpoken, partDetails, partLabel } from "./groupTexts.ts";
import { activityDetails, activityFacts, activityLabel, activitySpoken } from "./activityTexts.ts";
import { stateColors } from "../../views/stateColors.ts";

const SHOW = "serverPanel.activity.show" satisfies CommandId;

/** Draws a row of the Activity view; a click shows its details. `now` is in milliseconds since the epoch. */
export function activityItemOf(row: ActivityRow, now: number): vscode.TreeItem {
  if (isGroup(row)) return groupItemOf(row, now);
  return entryItemOf(row, now);
}

/** Several operations in one row, with a row for each below it. */
function groupItemOf(row: ActivityGroup, now: number): vscode.TreeItem {
  const item = new vscode.TreeItem(groupLabel(row), vscode.TreeItemCollapsibleState.Collapsed);
  const { icon, tone } = recordOfGroup(row);
  item.id = row.id;
  item.contextValue = OPERATIONS;
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(stateColors[tone]));
  item.description = groupDetails(row, now).join(" · ");
  item.tooltip = groupFacts(row, now).join("\n");
  item.accessibilityInformation = { label: groupSpoken(row, now) };
  item.command = { command: SHOW, title: l10n.t("Show Details"), arguments: [row.id] };
  return item;
}

function contextOf(entry: ActivityEntry): string {
  if (isRepeatable(entry)) return REPEATABLE;
  return entry.verb === "deploy" ? DEPLOYED : OPERATION;
}

function entryItemOf(entry: ActivityEntry, now: number): vscode.TreeItem {
  const { group } = entry;
  const label = group === undefined ? activityLabel(entry) : partLabel(group);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  const { icon, tone } = recordOf(entry.result) ?? { icon: "circle-outline", tone: "quiet" };
  item.id = entry.id;
  item.contextValue = contextOf(entry);
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(stateColors[tone]));
  item.description = (group === undefined ? activityDetails : partDetails)(entry, now).join(" · ");
  // a plain string: text from a panel is never shown as Markdown (docs/architecture.md)
  item.tooltip = activityFacts(entry, now).join("\n");
  item.accessibilityInformation = { label: activitySpoken(entry, now) };
  item.command = { command: SHOW, title: l10n.t("Show Details"), arguments: [entry.id] };
  return item;
}
