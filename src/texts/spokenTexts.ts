import * as l10n from "@vscode/l10n";
import type { Change } from "../resources/resource.ts";
import { verbWords } from "../resources/verbs.ts";
import { offerOf, type ItemNode, type PanelNode, type TreeNode } from "../tree/treeNodes.ts";
import { failureHint, failureText } from "./failureTexts.ts";
import { fileSpoken } from "./fileTexts.ts";
import { emptyRowHint, groupRowParts, type Aged } from "./groupTexts.ts";
import { factsInRow, rowLabel, wordInRow } from "./nodeTexts.ts";
import { clausesText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";
import { folderAttentionText, panelSpoken, type PanelContext } from "./panelTexts.ts";
import { asOfText } from "./timeTexts.ts";
import { factSpoken, groupText, impliesState, kindText } from "./resourceTexts.ts";

/** The context of a row. */
export interface RowContext extends PanelContext, Aged {
  /** The panels in a folder. */
  readonly below: readonly PanelNode[];
  /** The changes that the row offers. */
  readonly changes: readonly Change[];
}

/**
 * A row for screen readers: its name, kind, state and problems. Without it, VS Code would read the tooltip; it adds
 * whether the row is expanded.
 */
export function spokenText(node: TreeNode, context: RowContext): string {
  return clausesText(partsOf(node, context));
}

function partsOf(node: TreeNode, context: RowContext): readonly string[] {
  switch (node.type) {
    case "folder":
      return [
        l10n.t("Tag {0}", node.tag),
        folderAttentionText(context.below, context) ?? countText(context.below.length),
      ];
    case "panel":
      return [panelSpoken(node, context)];
    case "group":
      return [rowLabel(node), ...groupRowParts(node, context)];
    case "item":
      return itemParts(node, context);
    case "file":
      return fileSpoken(node);
    case "failure":
      if (offerOf(node) !== undefined) return [rowLabel(node), l10n.t("this panel has no list")];
      return [rowLabel(node), failureText(node.failure, node.address), failureHint(node.failure) ?? ""];
    case "unreadable":
      return [rowLabel(node), groupText(node.kind)];
    case "empty":
      return [rowLabel(node), emptyRowHint(node, context.changes) ?? ""];
    case "more":
      return [rowLabel(node), groupText(node.kind), remainingText(node.remaining)];
    default:
      return node satisfies never;
  }
}

/** The number of items that are not loaded. */
export function remainingText(remaining: number): string {
  return l10n.t("{0} more", numberText(remaining));
}

function itemParts(node: ItemNode, { asOf, now }: Aged): readonly string[] {
  const { kind, state, pendingVerb } = node;
  const label = rowLabel(node);
  const kindWord = kindText(kind);
  const parts = [label];
  // the label may be the kind itself: "Panel runtime"
  if (label.toLowerCase() !== kindWord.toLowerCase()) parts.push(kindWord);
  if (pendingVerb !== undefined) return [...parts, verbWords[pendingVerb].inRow()];
  const facts = factsInRow(node);
  if (!impliesState(state, facts)) parts.push(wordInRow(node));
  parts.push(...facts.map(factSpoken));
  if (asOf !== undefined) parts.push(asOfText(asOf, now));
  return parts;
}

function countText(panels: number): string {
  if (panels === 1) return l10n.t("1 panel");
  return l10n.t("{0} panels", numberText(panels));
}
