import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandId } from "../manifest/commands.ts";
import type { ChunkNode } from "../tree/chunkedTree.ts";
import { factNames } from "../resources/facts.ts";
import type { ResourceState } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { urgencyOf, type CertificateLimits, type Urgency } from "../resources/trouble.ts";
import {
  contextValueOf,
  type EmptyNode,
  type FailureNode,
  type GroupNode,
  type ItemNode,
  type MoreNode,
  type TreeNode,
} from "../tree/treeNodes.ts";
import { failureHint, failureText } from "../texts/failureTexts.ts";
import { emptyRowHint, groupRowParts } from "../texts/groupTexts.ts";
import { factsInRow, rowLabel, wordInRow } from "../texts/nodeTexts.ts";
import { verbWords } from "../resources/verbs.ts";
import { factInRow, factValue, isSaidOnce, itemText } from "../texts/resourceTexts.ts";
import { remainingText, spokenText, type Heard } from "../texts/spokenTexts.ts";
import { folderItem } from "./folderItem.ts";
import { leaf, themeIcon, withTooltip } from "./itemParts.ts";
import { panelItem } from "./panelItem.ts";
import { stateColors } from "./stateColors.ts";
import { asOfText } from "../texts/timeTexts.ts";
import { listText, namedText } from "../texts/listTexts.ts";

const LOAD_MORE = "serverPanel.group.loadMore" satisfies CommandId;
const FILTER = "serverPanel.group.filter" satisfies CommandId;
const FIX = "serverPanel.node.fix" satisfies CommandId;

const { fine, warning, wrong, quiet } = stateColors;

const STATE_ICONS: Readonly<Record<ResourceState, readonly [icon: string, color: string | undefined]>> = {
  running: ["circle-filled", fine],
  starting: ["circle-filled", warning],
  restarting: ["sync", warning],
  created: ["circle-outline", quiet],
  stopped: ["circle-outline", quiet],
  dead: ["error", wrong],
  paused: ["debug-pause", warning],
  on: ["circle-filled", fine],
  off: ["circle-outline", quiet],
  valid: ["verified", fine],
  pending: ["watch", warning],
  expired: ["warning", wrong],
  failed: ["error", wrong],
  upgrading: ["sync~spin", undefined],
  stateless: ["circle-small", undefined],
  elsewhere: ["arrow-small-right", quiet],
  manual: ["edit", undefined],
  unknown: ["question", quiet],
};

/** States without a word in the row: the icon tells them, and a narrow side bar has little room. */
const USUAL: ReadonlySet<ResourceState> = new Set(["running", "valid"]);

/** Of what is in no trouble but for its certificate. */
const CERTIFICATE_ICONS: Readonly<Record<Urgency, readonly [icon: string, color: string]>> = {
  soon: ["warning", "list.warningForeground"],
  urgent: ["warning", "list.errorForeground"],
  expired: ["warning", "list.errorForeground"],
};

const IN_HAND = "loading~spin";

/** What the look of a row depends on besides its node. */
export interface Look extends Heard {
  readonly certificateLimits: CertificateLimits;
}

/**
 * How a node looks. A click selects and never changes anything; only "Load more", a failure, which offers its fixes, and a
 * filter that lets nothing through, which is shown to be changed, do something.
 */
export function treeItemOf(node: TreeNode | ChunkNode, look: Look): vscode.TreeItem {
  const item = node.type === "chunk" ? chunkItem(node) : itemFor(node, look);
  item.id = node.id;
  item.accessibilityInformation = { label: spokenText(node, look) };
  if (node.type !== "chunk") item.contextValue = contextValueOf(node, look.changes);
  return item;
}

/** The names by which a person knows a row: those that they gave it, or its panel did. */
export function namesIn(node: TreeNode | ChunkNode): readonly string[] {
  switch (node.type) {
    case "folder":
      return [node.tag];
    case "panel":
      return [node.panel.name, node.panel.address, node.panel.address.replace(/^https?:\/\//, "")];
    case "item":
      return [itemText(node.kind, node.label)];
    case "chunk":
    case "group":
    case "failure":
    case "unreadable":
    case "empty":
    case "more":
      return [];
    default:
      return node satisfies never;
  }
}

function itemFor(node: TreeNode, look: Look): vscode.TreeItem {
  switch (node.type) {
    case "folder":
      return folderItem(node, look.below, look);
    case "panel":
      return panelItem(node, look);
    case "group":
      return groupItem(node, look);
    case "item":
      return resourceItem(node, look);
    case "failure":
      return failureItem(node);
    case "unreadable":
      return leaf({
        label: rowLabel(node),
        icon: themeIcon("question", "list.warningForeground"),
        tooltip: [l10n.t("The panel sent an entry that could not be read: {0}", listText(node.row.fields))],
      });
    case "empty":
      return emptyItem(node, look);
    case "more":
      return moreItem(node);
    default:
      return node satisfies never;
  }
}

function chunkItem(node: ChunkNode): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  return new vscode.TreeItem(rowLabel(node), node.isOpen ? Expanded : Collapsed);
}

function groupItem(node: GroupNode, look: Look): vscode.TreeItem {
  const name = rowLabel(node);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.iconPath = new vscode.ThemeIcon(resourceOf(node.kind).icon);
  const description = joined(groupRowParts(node, look));
  if (description !== "") item.description = description;
  // a narrow side bar cuts the row
  return withTooltip(item, description === "" ? [name] : [name, description]);
}

/** A word or three; the rest is in the tooltip, and a click offers what can be done. */
function failureItem(node: FailureNode): vscode.TreeItem {
  const label = rowLabel(node);
  const text = failureText(node.failure, node.address);
  const item = leaf({ label, icon: themeIcon("warning", "list.warningForeground"), tooltip: [text] });
  const hint = failureHint(node.failure);
  if (hint !== undefined) item.description = hint;
  item.command = { command: FIX, title: label, arguments: [node.id] };
  return item;
}

function emptyItem(node: EmptyNode, { changes }: Look): vscode.TreeItem {
  const label = rowLabel(node);
  const hint = emptyRowHint(node, changes);
  const item = leaf({ label, icon: undefined, tooltip: [] });
  if (hint !== undefined) item.description = hint;
  if (node.filtered) item.command = { command: FILTER, title: label, arguments: [node.parentId] };
  return item;
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const label = rowLabel(node);
  const item = leaf({ label, icon: themeIcon("ellipsis", undefined), tooltip: [] });
  const left = remainingText(node.remaining);
  if (left !== "") item.description = left;
  item.command = { command: LOAD_MORE, title: label, arguments: [node.id] };
  return item;
}

/** The icon of a row where a list shows it: that of its state, else of its kind. */
export function itemIcon({ kind, state, inHand }: ItemNode): string {
  if (inHand !== undefined) return IN_HAND;
  return kind === "terminalSetting" ? resourceOf(kind).icon : (ownIcon(kind, state) ?? STATE_ICONS[state][0]);
}

function ownIcon(kind: ResourceKind, state: ResourceState): string | undefined {
  return state === "stateless" ? resourceOf(kind).rowIcon : undefined;
}

function resourceItem(node: ItemNode, { changes, certificateLimits, asOf, now }: Look): vscode.TreeItem {
  const { kind, state, facts, inHand } = node;
  const label = rowLabel(node);
  if (inHand !== undefined) return itemInHand(label, verbWords[inHand].inRow());
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  // one whose state is not known can be turned either way, and an empty box would say that it is off
  const isSwitch = state === "off" ? changes.includes("turnOn") : state === "on" && changes.includes("turnOff");
  if (isSwitch) {
    const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
    // the box is heard apart from its row
    item.checkboxState = { state: state === "on" ? Checked : Unchecked, accessibilityInformation: { label } };
  } else {
    const icon = ownIcon(kind, state);
    const urgency = urgencyOf(state, facts, certificateLimits);
    const [shape, color] = urgency === undefined ? STATE_ICONS[state] : CERTIFICATE_ICONS[urgency];
    // nobody knows whether it is still so
    const shown = asOf === undefined ? color : quiet;
    item.iconPath = icon === undefined ? themeIcon(shape, shown) : new vscode.ThemeIcon(icon);
  }
  const shown = factsInRow(node);
  const word = wordInRow(node);
  const isWordShown = !isSwitch && !USUAL.has(state) && !isSaidOnce(state, shown);
  item.description = joined([isWordShown ? word : "", ...shown.map(factInRow)]);
  const age = asOf === undefined ? [] : [asOfText(asOf, now)];
  const lines = [...age, ...facts.map((fact) => namedText(factNames[fact.name](), factValue(fact)))];
  return withTooltip(item, [word === "" ? label : l10n.t("{0} ({1})", label, word), ...lines]);
}

/** What it was before is not shown: it may be otherwise by now. */
function itemInHand(label: string, doing: string): vscode.TreeItem {
  const item = leaf({ label, icon: themeIcon(IN_HAND, undefined), tooltip: [l10n.t("{0} ({1})", label, doing)] });
  item.description = doing;
  return item;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}
