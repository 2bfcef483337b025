import * as l10n from "@vscode/l10n";
import type { Change } from "../resources/resource.ts";
import { verbWords } from "../resources/verbs.ts";
import type { ChunkNode } from "../tree/chunkedTree.ts";
import { kindOfGroup, type ItemNode, type PanelNode, type TreeNode } from "../tree/treeNodes.ts";
import { failureHint, failureText } from "./failureTexts.ts";
import { emptyRowHint, groupRowParts, type Aged } from "./groupTexts.ts";
import { factsInRow, rowLabel, wordInRow } from "./nodeTexts.ts";
import { clausesText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";
import { folderAttentionText, panelSpoken, type Looked } from "./panelTexts.ts";
import { asOfText } from "./timeTexts.ts";
import { factSpoken, groupText, isSaidOnce, kindText } from "./resourceTexts.ts";

/** What a row is seen with besides its node. */
export interface Heard extends Looked, Aged {
  /** The panels in a folder. */
  readonly below: readonly PanelNode[];
  /** What can be changed at it. */
  readonly changes: readonly Change[];
}

/**
 * What a screen reader says of a row of the tree: its name, what it is, how it is and what is wrong, in words. Without it,
 * VS Code would have the tooltip read. That a row is open or closed, VS Code adds.
 */
export function spokenText(node: TreeNode | ChunkNode, heard: Heard): string {
  return clausesText(partsOf(node, heard));
}

function partsOf(node: TreeNode | ChunkNode, heard: Heard): readonly string[] {
  switch (node.type) {
    case "folder":
      return [l10n.t("Tag {0}", node.tag), folderAttentionText(heard.below, heard) ?? countText(heard.below.length)];
    case "panel":
      return [panelSpoken(node, heard)];
    case "group":
      return [rowLabel(node), ...groupRowParts(node, heard)];
    case "chunk": {
      const kind = kindOfGroup(node.parentId);
      const range = l10n.t("{0} to {1}", numberText(node.from), numberText(node.to));
      return [kind === undefined ? "" : groupText(kind), range];
    }
    case "item":
      return itemParts(node, heard);
    case "failure":
      return [rowLabel(node), failureText(node.failure, node.address), failureHint(node.failure) ?? ""];
    case "unreadable":
      return [rowLabel(node), groupText(node.kind)];
    case "empty":
      return [rowLabel(node), emptyRowHint(node, heard.changes) ?? ""];
    case "more":
      return [rowLabel(node), groupText(node.kind), remainingText(node.remaining)];
    default:
      return node satisfies never;
  }
}

/** How many the panel has beyond those that are loaded; empty: it does not tell. */
export function remainingText(remaining: number | undefined): string {
  return remaining === undefined ? "" : l10n.t("{0} more", numberText(remaining));
}

function itemParts(node: ItemNode, { asOf, now }: Aged): readonly string[] {
  const { kind, state, inHand } = node;
  const label = rowLabel(node);
  const what = kindText(kind);
  // "Panel runtime" tells what it is
  const named = label.toLowerCase() === what.toLowerCase() ? [label] : [label, what];
  if (inHand !== undefined) return [...named, verbWords[inHand].inRow()];
  const facts = factsInRow(node);
  const age = asOf === undefined ? [] : [asOfText(asOf, now)];
  return [...named, isSaidOnce(state, facts) ? "" : wordInRow(node), ...facts.map(factSpoken), ...age];
}

function countText(panels: number): string {
  return panels === 1 ? l10n.t("1 panel") : l10n.t("{0} panels", numberText(panels));
}
