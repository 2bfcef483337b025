import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandId } from "../manifest/commands.ts";
import type { ChunkNode } from "../tree/chunkedTree.ts";
import type { Change, Fact, ResourceState } from "../resources/resource.ts";
import { listedKinds, type ResourceKind } from "../resources/resources.ts";
import { urgencyOf, type CertificateLimits, type Urgency } from "../resources/trouble.ts";
import {
  contextValueOf,
  type EmptyNode,
  type FailureNode,
  type GroupNode,
  type ItemNode,
  type MoreNode,
  type PanelNode,
  type TreeNode,
} from "../tree/treeNodes.ts";
import { capitalized, failureHint, failureText, failureWord } from "../texts/failureTexts.ts";
import { emptyRowTexts, groupParts } from "../texts/groupTexts.ts";
import { numberText } from "../texts/numberTexts.ts";
import type { Looked } from "../texts/panelTexts.ts";
import {
  elsewhereText,
  factInRow,
  factName,
  factSpoken,
  factValue,
  groupText,
  inHandText,
  isSaidOnce,
  itemText,
  kindText,
  stateText,
} from "../texts/resourceTexts.ts";
import { folderItem } from "./folderItem.ts";
import { leaf, themeIcon, withTooltip } from "./itemParts.ts";
import { panelItem } from "./panelItem.ts";
import { stateColors } from "./stateColors.ts";
import { clausesText, listText, namedText } from "../texts/listTexts.ts";

const LOAD_MORE = "serverPanel.group.loadMore" satisfies CommandId;
const FILTER = "serverPanel.group.filter" satisfies CommandId;
const FIX = "serverPanel.node.fix" satisfies CommandId;

const GROUP_ICONS: Readonly<Record<ResourceKind, string>> = {
  site: "globe",
  javaProject: "coffee",
  container: "package",
  certificateOrder: "lock",
  terminalSetting: "terminal",
  savedHost: "remote",
  savedCommand: "list-selection",
  dependencyManager: "tools",
  runtime: "tools",
};

/** For items whose state says nothing. */
const ITEM_ICONS: Readonly<Partial<Record<ResourceKind, string>>> = {
  savedHost: "remote",
  savedCommand: "terminal",
  dependencyManager: "versions",
  runtime: "server-process",
};

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

/** What is as usual but for its certificate; of the others, the icon tells the state and words the rest. */
const CERTIFICATE_ICONS: Readonly<Record<Urgency, readonly [icon: string, color: string]>> = {
  soon: ["warning", "list.warningForeground"],
  urgent: ["warning", "list.errorForeground"],
  expired: ["warning", "list.errorForeground"],
};

const IN_HAND = "loading~spin";

/** What a row says besides its name and state, the most telling first; everything is in the tooltip. */
const IN_DESCRIPTION: Readonly<Record<ResourceKind, readonly Fact["name"][]>> = {
  site: ["certificateDays", "php", "type"],
  javaProject: ["port", "pid"],
  container: ["image", "ports"],
  certificateOrder: ["daysLeft", "orderDaysLeft"],
  terminalSetting: [],
  savedHost: ["address"],
  savedCommand: ["command"],
  dependencyManager: ["version"],
  runtime: ["upgrade"],
};

/** What the look of a row depends on besides its node. */
export interface Look extends Looked {
  readonly certificateLimits: CertificateLimits;
  /** What can be changed at it. */
  readonly changes: readonly Change[];
  /** The panels in a folder. */
  readonly below: readonly PanelNode[];
}

/**
 * How a node looks. A click selects and never changes anything; only "Load more", a failure, which offers its fixes, and a
 * filter that lets nothing through, which is shown to be changed, do something. Each has a name for screen readers, which would otherwise read its tooltip.
 */
export function treeItemOf(node: TreeNode | ChunkNode, look: Look): vscode.TreeItem {
  if (node.type === "chunk") return chunkItem(node);
  const item = itemFor(node, look);
  item.id = node.id;
  item.contextValue = contextValueOf(node, look.changes);
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
      return folderItem(node, look.below, look.now);
    case "panel":
      return panelItem(node, look);
    case "group":
      return groupItem(node);
    case "item":
      return resourceItem(node, look);
    case "failure":
      return failureItem(node);
    case "unreadable": {
      const label =
        node.row.count === undefined
          ? l10n.t("Unreadable entry")
          : l10n.t("{0} more entries were not read", numberText(node.row.count));
      const item = leaf({
        label,
        icon: themeIcon("question", "list.warningForeground"),
        tooltip: [l10n.t("The panel sent an entry that could not be read: {0}", listText(node.row.fields))],
      });
      return spoken(item, [label]);
    }
    case "empty":
      return emptyItem(node);
    case "more":
      return moreItem(node);
    default:
      return node satisfies never;
  }
}

function chunkItem({ id, from, to, isOpen }: ChunkNode): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(`${numberText(from)} – ${numberText(to)}`, isOpen ? Expanded : Collapsed);
  item.id = id;
  return spoken(item, [l10n.t("{0} to {1}", numberText(from), numberText(to))]);
}

function groupItem(node: GroupNode): vscode.TreeItem {
  const name = groupText(node.kind);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.iconPath = new vscode.ThemeIcon(GROUP_ICONS[node.kind]);
  const parts = listedKinds.includes(node.kind) ? groupParts(node) : [];
  if (parts.length > 0) item.description = joined(parts, " · ");
  return spoken(withTooltip(item, [name]), [name, ...parts]);
}

/** A word or three where there is little room; the rest is in the tooltip, and a click offers what can be done. */
function failureItem({ id, parentId, failure, address }: FailureNode): vscode.TreeItem {
  const label = capitalized(failureWord(failure, parentId?.startsWith("group:") === true ? "list" : "panel"));
  const text = failureText(failure, address);
  const item = leaf({ label, icon: themeIcon("warning", "list.warningForeground"), tooltip: [text] });
  const hint = failureHint(failure);
  if (hint !== undefined) item.description = hint;
  item.command = { command: FIX, title: label, arguments: [id] };
  return spoken(item, [label, text, hint ?? ""]);
}

function emptyItem(node: EmptyNode): vscode.TreeItem {
  const { label, hint } = emptyRowTexts(node);
  const item = leaf({ label, icon: undefined, tooltip: [] });
  if (hint !== undefined) item.description = hint;
  if (node.filtered) item.command = { command: FILTER, title: label, arguments: [node.parentId] };
  return spoken(item, [label, hint ?? ""]);
}

function moreItem({ id, remaining }: MoreNode): vscode.TreeItem {
  const label = l10n.t("Load more…");
  const item = leaf({ label, icon: themeIcon("ellipsis", undefined), tooltip: [] });
  const left = remaining === undefined ? "" : l10n.t("{0} more", numberText(remaining));
  if (left !== "") item.description = left;
  item.command = { command: LOAD_MORE, title: label, arguments: [id] };
  return spoken(item, [label, left]);
}

/** The icon of a row where a list shows it: that of its state, else of its kind. */
export function itemIcon({ kind, state, inHand }: ItemNode): string {
  if (inHand !== undefined) return IN_HAND;
  return kind === "terminalSetting" ? GROUP_ICONS[kind] : (ownIcon(kind, state) ?? STATE_ICONS[state][0]);
}

function ownIcon(kind: ResourceKind, state: ResourceState): string | undefined {
  return state === "stateless" ? ITEM_ICONS[kind] : undefined;
}

function resourceItem(node: ItemNode, { changes, certificateLimits }: Look): vscode.TreeItem {
  const { kind, label: named, state, facts, inHand } = node;
  const label = itemText(kind, named);
  if (inHand !== undefined) return itemInHand(label, kindText(kind), inHandText(inHand));
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  // one whose state is not known can be turned either way, and an empty box would say that it is off
  const isSwitch = state === "off" ? changes.includes("turnOn") : state === "on" && changes.includes("turnOff");
  if (isSwitch)
    item.checkboxState = state === "on" ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
  else {
    const icon = ownIcon(kind, state);
    const urgency = USUAL.has(state) ? urgencyOf(facts, certificateLimits) : undefined;
    const look = urgency === undefined ? STATE_ICONS[state] : CERTIFICATE_ICONS[urgency];
    item.iconPath = icon === undefined ? themeIcon(...look) : new vscode.ThemeIcon(icon);
  }
  const shown = IN_DESCRIPTION[kind]
    .flatMap((name) => facts.filter((fact) => fact.name === name))
    .filter((fact) => factInRow(fact) !== label);
  const word =
    state === "elsewhere" ? elsewhereText(facts.find(({ name }) => name === "type")?.value) : stateText(state);
  const isWordShown = !isSwitch && !USUAL.has(state) && !isSaidOnce(state, shown);
  item.description = joined([isWordShown ? word : "", ...shown.map(factInRow)], " · ");
  const lines = facts.map((fact) => namedText(factName(fact.name), factValue(fact)));
  withTooltip(item, [word === "" ? label : l10n.t("{0} ({1})", label, word), ...lines]);
  return spoken(item, [label, kindText(kind), isSaidOnce(state, shown) ? "" : word, ...shown.map(factSpoken)]);
}

/** What a screen reader says of a row; that it is open or closed, VS Code adds. */
function spoken(item: vscode.TreeItem, parts: readonly string[]): vscode.TreeItem {
  item.accessibilityInformation = { label: clausesText(parts) };
  return item;
}

/** What it was before is not shown: it may be otherwise by now. */
function itemInHand(label: string, kind: string, doing: string): vscode.TreeItem {
  const item = leaf({ label, icon: themeIcon(IN_HAND, undefined), tooltip: [l10n.t("{0} ({1})", label, doing)] });
  item.description = doing;
  return spoken(item, [label, kind, doing]);
}

function joined(parts: readonly string[], between: string): string {
  return parts.filter((part) => part !== "").join(between);
}
