import * as l10n from "@vscode/l10n";
import type { Fact } from "../resources/facts.ts";
import { resourceOf } from "../resources/resources.ts";
import { verbWords } from "../resources/verbs.ts";
import { panelNodeId, type ItemNode, type TreeNode, type UnreadableNode } from "../tree/treeNodes.ts";
import { capitalized, failureWord, readingText } from "./failureTexts.ts";
import { emptyRowText } from "./groupTexts.ts";
import { listText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";
import { elsewhereText, factInRow, groupText, itemText, stateText } from "./resourceTexts.ts";

/** The name of a node; `undefined`: it is a notice. */
export function nodeName(node: TreeNode): string | undefined {
  switch (node.type) {
    case "item":
      return itemText(node.kind, node.label);
    case "panel":
      return node.panel.name;
    case "folder":
      return node.tag;
    case "file":
      return node.label;
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

/** A node within a sentence: "“database” (running)". */
export function nodeText(node: TreeNode): string {
  const name = nodeName(node);
  if (name === undefined) return l10n.t("a notice");
  const state = node.type === "item" ? itemStateText(node) : "";
  return state === "" ? l10n.t("“{0}”", name) : l10n.t("“{0}” ({1})", name, state);
}

/** The state of an item, or the action that is under way on it. */
export function itemStateText({ state, inHand }: Pick<ItemNode, "state" | "inHand">): string {
  return inHand === undefined ? stateText(state) : verbWords[inHand].inRow();
}

export function rowLabel(node: TreeNode): string {
  switch (node.type) {
    case "failure":
      return capitalized(failureWord(node.failure, node.parentId === panelNodeId(node.panelId) ? "panel" : "list"));
    case "unreadable":
      return unreadableLabel(node);
    case "empty":
      return emptyRowText(node);
    case "more":
      return node.isFull ? l10n.t("Search for more…") : l10n.t("Load more…");
    case "folder":
    case "panel":
    case "group":
    case "item":
    case "file":
      return nodeName(node) ?? "";
    default:
      return node satisfies never;
  }
}

function unreadableLabel({ kind, row: { count } }: UnreadableNode): string {
  if (count === undefined)
    return kind === "file" ? l10n.t("More entries than panels list") : l10n.t("Unreadable entry");
  return count === 1
    ? l10n.t("1 more entry was not read")
    : l10n.t("{0} more entries were not read", numberText(count));
}

/** Why there is a row that could not be read. */
export function unreadableText({ kind, row: { count, fields } }: UnreadableNode): string {
  if (kind !== "file")
    return readingText(fields) ?? l10n.t("The panel sent an entry that could not be read: {0}", listText(fields));
  return count === undefined
    ? l10n.t("Panels list no more than 10,000 entries of a directory.")
    : l10n.t("The panel does not tell these names exactly, so nothing could be done to the right file.");
}

/** The facts in the row of an item, without those that equal its label. */
export function factsInRow(node: ItemNode): readonly Fact[] {
  const label = rowLabel(node);
  return resourceOf(node.kind)
    .rowFacts.flatMap((name) => node.facts.filter((fact) => fact.name === name))
    .filter((fact) => factInRow(fact) !== label);
}

/** The state of an item, or the place where it is managed. */
export function wordInRow({ state, facts }: Pick<ItemNode, "state" | "facts">): string {
  return state === "elsewhere" ? elsewhereText(facts.find(({ name }) => name === "type")?.value) : stateText(state);
}
