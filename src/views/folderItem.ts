import * as vscode from "vscode";
import { folderAttentionText } from "../texts/panelTexts.ts";
import type { AttentionLimits } from "../tree/panelStates.ts";
import type { FolderNode, PanelNode } from "../tree/treeNodes.ts";
import { themeIcon, withTooltip } from "./itemParts.ts";
import { stateColors } from "./stateColors.ts";

/** The row of a folder: yellow, and with a count, where panels in it need attention, for it may be closed. */
export function folderItem({ tag }: FolderNode, below: readonly PanelNode[], limits: AttentionLimits): vscode.TreeItem {
  const item = new vscode.TreeItem(tag, vscode.TreeItemCollapsibleState.Expanded);
  const attention = folderAttentionText(below, limits);
  item.iconPath = themeIcon("tag", attention === undefined ? undefined : stateColors.warning);
  if (attention !== undefined) item.description = attention;
  // a narrow side bar cuts the row
  return withTooltip(item, attention === undefined ? [tag] : [tag, attention]);
}
