import * as vscode from "vscode";
import { panelDescription, type Looked } from "../texts/panelTexts.ts";
import { needsAttention } from "../tree/panelStates.ts";
import type { PanelNode } from "../tree/treeNodes.ts";
import { themeIcon } from "./itemParts.ts";
import { stateColors } from "./stateColors.ts";

/**
 * The row of a panel: yellow where it needs attention; else in its own colour, or green once it has answered. Without a
 * tooltip, which is made when somebody wants to see it.
 */
export function panelItem(node: PanelNode, looked: Looked): vscode.TreeItem {
  const { panel, state } = node;
  const item = new vscode.TreeItem(panel.name, vscode.TreeItemCollapsibleState.Collapsed);
  const shape = panel.guardLevel === "readOnly" ? "lock" : "server";
  item.iconPath = needsAttention(node, looked)
    ? themeIcon("warning", stateColors.warning)
    : themeIcon(shape, panel.color ?? (state.kind === "answering" ? stateColors.fine : undefined));
  item.description = panelDescription(node, looked);
  return item;
}
