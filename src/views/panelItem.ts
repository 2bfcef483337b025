import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { PanelNode } from "../tree/treeNodes.ts";
import { dateText } from "../texts/certificateTexts.ts";
import { softwareText } from "../texts/editionTexts.ts";
import { failureText } from "../texts/failureTexts.ts";
import { guardLevelText } from "../texts/resourceTexts.ts";
import { agoText, timeText } from "../texts/timeTexts.ts";
import { themeIcon, withTooltip } from "./itemParts.ts";

/** A day without any of the times, so that each is told with its date. */
const NO_DAY = 0;

/** The row of a panel: yellow where it does not answer; else in its own colour, or green once it has answered. */
export function panelItem({ panel, state, isChecked }: PanelNode, now: number): vscode.TreeItem {
  const item = new vscode.TreeItem(panel.name, vscode.TreeItemCollapsibleState.Collapsed);
  const guard = guardLevelText(panel.guardLevel);
  const tooltip = [panel.name, panel.address, l10n.t("Protection: {0}", guard.label)];
  const description: string[] = [];
  // VS Code keeps the tooltip that was drawn first, in which an age would go stale
  const at = state.kind === "unknown" ? "" : timeText(state.atMs, NO_DAY);
  const isReadOnly = panel.guardLevel === "readOnly";
  const shape = isReadOnly ? "lock" : "server";
  const software = state.kind === "answering" ? softwareText(state.edition, state.version) : undefined;
  switch (state.kind) {
    case "unknown":
      item.iconPath = themeIcon(shape, panel.color);
      break;
    case "answering":
      item.iconPath = themeIcon(shape, panel.color ?? "testing.iconPassed");
      if (software !== undefined) {
        tooltip.push(software);
        description.push(software);
      }
      tooltip.push(l10n.t("Answered at {0}", at));
      if (isChecked) description.unshift(l10n.t("answered {0}", agoText(state.atMs, now)));
      break;
    case "failing":
      item.iconPath = themeIcon("warning", "list.warningForeground");
      tooltip.push(failureText(state.failure, panel.address), l10n.t("Last tried at {0}", at));
      if (isChecked) description.unshift(l10n.t("failed {0}", agoText(state.atMs, now)));
      break;
    default:
      state satisfies never;
  }
  if (panel.pinnedUntil !== undefined && Date.parse(panel.pinnedUntil) < now) {
    const expired = l10n.t("Certificate expired on {0}", dateText(panel.pinnedUntil));
    tooltip.push(expired);
    description.push(l10n.t("certificate expired"));
  }
  if (isReadOnly) description.unshift(l10n.t("read only"));
  // the longest part comes last: VS Code cuts a row at the side bar's width
  item.description = [...description, panel.address.replace(/^https?:\/\//, "")].join(" · ");
  return withTooltip(item, tooltip);
}
