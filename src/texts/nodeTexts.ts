import * as l10n from "@vscode/l10n";
import type { ItemNode, TreeNode } from "../tree/treeNodes.ts";
import { groupText, inHandText, itemText, stateText } from "./resourceTexts.ts";

/** The name of what a row of the tree stands for; `undefined`: it is a notice. */
export function nodeName(node: TreeNode): string | undefined {
  switch (node.type) {
    case "item":
      return itemText(node.kind, node.label);
    case "panel":
      return node.panel.name;
    case "folder":
      return node.tag;
    case "group":
      return groupText(node.kind);
    case "more":
    case "empty":
    case "unreadable":
    case "failure":
      return undefined;
    default:
      return node satisfies never;
  }
}

/** What a row of the tree is called in a sentence, with its state: "“database” (running)". */
export function nodeText(node: TreeNode): string {
  const name = nodeName(node);
  if (name === undefined) return l10n.t("a notice");
  const state = node.type === "item" ? itemStateText(node) : "";
  return state === "" ? l10n.t("“{0}”", name) : l10n.t("“{0}” ({1})", name, state);
}

/** What an item is doing, or what is being done to it. */
export function itemStateText({ state, inHand }: Pick<ItemNode, "state" | "inHand">): string {
  return inHand === undefined ? stateText(state) : inHandText(inHand);
}
