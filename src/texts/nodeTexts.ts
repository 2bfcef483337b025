import * as l10n from "@vscode/l10n";
import type { Fact } from "../resources/facts.ts";
import { resourceOf } from "../resources/resources.ts";
import { verbWords } from "../resources/verbs.ts";
import { offerOf, panelNodeId, type ItemNode, type TreeNode, type UnreadableNode } from "../tree/treeNodes.ts";
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
  const state = node.type === "item" && itemStateText(node);
  if (!state) return l10n.t("“{0}”", name);
  return l10n.t("“{0}” ({1})", name, state);
}

/** The state of an item, or the action that is under way on it. */
export function itemStateText({ state, pendingVerb }: ItemNode): string {
  if (pendingVerb === undefined) return stateText(state);
  return verbWords[pendingVerb].inRow();
}

export function rowLabel(node: TreeNode): string {
  switch (node.type) {
    case "failure":
      if (offerOf(node) === "addEntry") return l10n.t("Add by name…");
      if (offerOf(node) === "createSite") return l10n.t("Create a website…");
      return capitalized(failureWord(node.failure, node.parentId === panelNodeId(node.panelId) ? "panel" : "list"));
    case "unreadable":
      return unreadableLabel(node);
    case "empty":
      return emptyRowText(node);
    case "more":
      if (node.isFull) return l10n.t("Search for more…");
      return l10n.t("Load more…");
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
  if (count === undefined) {
    if (kind === "file") return l10n.t("More entries than panels list");
    return l10n.t("Unreadable entry");
  }
  if (count === 1) return l10n.t("1 more entry was not read");
  return l10n.t("{0} more entries were not read", numberText(count));
}

/** Why there is a row that could not be read. */
export function unreadableText({ kind, row: { count, fields } }: UnreadableNode): string {
  if (kind !== "file")
    return readingText(fields) ?? l10n.t("The panel sent an entry that could not be read: {0}", listText(fields));
  if (count === undefined) return l10n.t("Panels list no more than 10,000 entries of a directory.");
  return l10n.t("The panel does not tell these names exactly, so nothing could be done to the right file.");
}

/** The facts in the row of an item, without those that equal its label. */
export function factsInRow(node: ItemNode): readonly Fact[] {
  const label = rowLabel(node);
  return resourceOf(node.kind)
    .rowFacts.flatMap((name) => node.facts.filter((fact) => fact.name === name))
    .filter((fact) => factInRow(fact) !== label);
}

/** The state of an item, or the place where it is managed. */
export function wordInRow({ state, facts }: ItemNode): string {
  if (state === "elsewhere") return elsewhereText(facts.find(({ name }) => name === "type")?.value);
  return stateText(state);
}
