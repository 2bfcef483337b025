import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandId } from "../../manifest/commands.ts";
import { OPERATION, REPEATABLE } from "../../manifest/manifest.ts";
import { isRepeatable, type ActivityEntry } from "../activityEntry.ts";
import { activityDetails, activityFacts, activityLabel, activitySpoken } from "./activityTexts.ts";
import { stateColors } from "../../views/stateColors.ts";

const SHOW = "serverPanel.activity.show" satisfies CommandId;

const ICONS: Readonly<Record<string, readonly [icon: string, color: string]>> = {
  done: ["pass", stateColors.fine],
  sent: ["send", stateColors.warning],
  uncertain: ["question", stateColors.warning],
  wentWrong: ["error", stateColors.wrong],
  failed: ["error", stateColors.wrong],
  halfway: ["error", stateColors.wrong],
  unchanged: ["dash", stateColors.warning],
  already: ["pass", stateColors.quiet],
  gone: ["circle-slash", stateColors.quiet],
};

/** Draws an operation for the Activity view; a click shows its details. `now` is in milliseconds since the epoch. */
export function activityItemOf(entry: ActivityEntry, now: number): vscode.TreeItem {
  const label = activityLabel(entry);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  const [icon, color] = ICONS[entry.result] ?? ["circle-outline", stateColors.quiet];
  item.id = entry.id;
  item.contextValue = isRepeatable(entry) ? REPEATABLE : OPERATION;
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
  item.description = activityDetails(entry, now).join(" · ");
  // a plain string: text from a panel is never shown as Markdown (docs/architecture.md)
  item.tooltip = activityFacts(entry, now).join("\n");
  item.accessibilityInformation = { label: activitySpoken(entry, now) };
  item.command = { command: SHOW, title: l10n.t("Show Details"), arguments: [entry.id] };
  return item;
}
