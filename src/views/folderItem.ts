import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { folderAttentionText } from "../texts/panelTexts.ts";
import type { FolderNode, PanelNode } from "../tree/treeNodes.ts";
import { themeIcon } from "./itemParts.ts";
import { stateColors } from "./stateColors.ts";
import { clausesText } from "../texts/listTexts.ts";

/** The row of a folder: yellow, and with a count, where panels in it need attention, for it may be closed. */
export function folderItem({ tag }: FolderNode, below: readonly PanelNode[], now: number): vscode.TreeItem {
  const item = new vscode.TreeItem(tag, vscode.TreeItemCollapsibleState.Expanded);
  const attention = folderAttentionText(below, now);
  item.iconPath = themeIcon("tag", attention === undefined ? undefined : stateColors.warning);
  if (attention !== undefined) item.description = attention;
  item.accessibilityInformation = { label: clausesText([l10n.t("Tag {0}", tag), attention ?? ""]) };
  return item;
}
