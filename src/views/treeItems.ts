import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandId } from "../manifest/commands.ts";
import type { ChunkNode } from "../tree/chunkedTree.ts";
import type { Fact, ResourceState } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { searchOf } from "../tree/searchOf.ts";
import {
  contextValueOf,
  type GroupFilter,
  type GroupNode,
  type ItemNode,
  type MoreNode,
  type TreeNode,
} from "../tree/treeNodes.ts";
import { failureText } from "../texts/failureTexts.ts";
import {
  elsewhereText,
  emptyText,
  factInRow,
  factName,
  factSpoken,
  factValue,
  groupText,
  itemText,
  stateText,
} from "../texts/resourceTexts.ts";
import { foundCountText } from "../texts/searchTexts.ts";
import { leaf, themeIcon, withTooltip } from "./itemParts.ts";
import { panelItem } from "./panelItem.ts";

const LOAD_MORE = "serverPanel.group.loadMore" satisfies CommandId;

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

const STATE_ICONS: Readonly<Record<ResourceState, readonly [icon: string, color: string | undefined]>> = {
  running: ["circle-filled", "testing.iconPassed"],
  starting: ["circle-filled", "charts.yellow"],
  restarting: ["sync", "list.warningForeground"],
  created: ["circle-outline", "disabledForeground"],
  stopped: ["circle-outline", "disabledForeground"],
  dead: ["error", "list.errorForeground"],
  paused: ["debug-pause", "testing.iconQueued"],
  on: ["circle-filled", "testing.iconPassed"],
  off: ["circle-outline", "disabledForeground"],
  valid: ["verified", "testing.iconPassed"],
  pending: ["watch", "testing.iconQueued"],
  expired: ["warning", "list.errorForeground"],
  failed: ["error", "list.errorForeground"],
  upgrading: ["sync~spin", undefined],
  stateless: ["circle-small", undefined],
  elsewhere: ["arrow-small-right", "disabledForeground"],
  manual: ["edit", undefined],
  unknown: ["question", "disabledForeground"],
};

/** States without a word in the row: the icon tells them, and a narrow side bar has little room. */
const USUAL: ReadonlySet<ResourceState> = new Set(["running", "valid"]);

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

/** How a node looks. A click selects and never changes anything; only "Load more" does something. `now` in milliseconds. */
export function treeItemOf(node: TreeNode | ChunkNode, now: number): vscode.TreeItem {
  if (node.type === "chunk") return chunkItem(node);
  const item = itemFor(node, now);
  item.id = node.id;
  item.contextValue = contextValueOf(node);
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

function itemFor(node: TreeNode, now: number): vscode.TreeItem {
  switch (node.type) {
    case "folder": {
      const item = new vscode.TreeItem(node.tag, vscode.TreeItemCollapsibleState.Expanded);
      item.iconPath = new vscode.ThemeIcon("tag");
      return item;
    }
    case "panel":
      return panelItem(node, now);
    case "group":
      return groupItem(node);
    case "item":
      return resourceItem(node);
    case "failure": {
      const text = failureText(node.failure, node.address);
      return leaf({ label: text, icon: themeIcon("warning", "list.warningForeground"), tooltip: [text] });
    }
    case "unreadable":
      return leaf({
        label:
          node.row.count === undefined
            ? l10n.t("Unreadable entry")
            : l10n.t("{0} more entries were not read", node.row.count),
        icon: themeIcon("question", "list.warningForeground"),
        tooltip: [l10n.t("The panel sent an entry that could not be read: {0}", node.row.fields.join(", "))],
      });
    case "empty": {
      const label = node.filtered ? l10n.t("No matches for the filter") : emptyText(node.kind);
      return leaf({ label, icon: undefined, tooltip: [] });
    }
    case "more":
      return moreItem(node);
    default:
      return node satisfies never;
  }
}

function chunkItem({ id, from, to, isOpen }: ChunkNode): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(`${from} – ${to}`, isOpen ? Expanded : Collapsed);
  item.id = id;
  return item;
}

function groupItem({ kind, count, filter }: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(groupText(kind), vscode.TreeItemCollapsibleState.Collapsed);
  item.iconPath = new vscode.ThemeIcon(GROUP_ICONS[kind]);
  if (count !== undefined && kind !== "terminalSetting" && kind !== "dependencyManager")
    item.description = countText(count, filter);
  return withTooltip(item, [groupText(kind)]);
}

function countText(count: NonNullable<GroupNode["count"]>, filter: GroupFilter | undefined): string {
  const { loaded, shown, total } = count;
  if (filter !== undefined) {
    const what = filter.kind === "text" ? `“${filter.text}”` : filter.states.map(stateText).join(", ");
    if (searchOf(filter) !== undefined) return foundCountText(what, count);
    return l10n.t("{0}: {1} among the {2} loaded", what, shown, loaded);
  }
  return total === undefined || total <= loaded ? String(loaded) : l10n.t("{0} of {1}", loaded, total);
}

function moreItem({ id, remaining }: MoreNode): vscode.TreeItem {
  const label = l10n.t("Load more…");
  const item = leaf({ label, icon: themeIcon("ellipsis", undefined), tooltip: [] });
  if (remaining !== undefined) item.description = l10n.t("{0} more", remaining);
  item.command = { command: LOAD_MORE, title: label, arguments: [id] };
  return item;
}

/** The icon of a row where a list shows it: that of its state, else of its kind. */
export function itemIcon({ kind, state }: ItemNode): string {
  return kind === "terminalSetting" ? GROUP_ICONS[kind] : (ownIcon(kind, state) ?? STATE_ICONS[state][0]);
}

function ownIcon(kind: ResourceKind, state: ResourceState): string | undefined {
  return state === "stateless" ? ITEM_ICONS[kind] : undefined;
}

function resourceItem({ kind, label: named, state, facts }: ItemNode): vscode.TreeItem {
  const label = itemText(kind, named);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  const isSwitch = kind === "terminalSetting" && (state === "on" || state === "off");
  if (isSwitch)
    item.checkboxState = state === "on" ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
  else {
    const icon = ownIcon(kind, state);
    item.iconPath = icon === undefined ? themeIcon(...STATE_ICONS[state]) : new vscode.ThemeIcon(icon);
  }
  const shown = IN_DESCRIPTION[kind]
    .flatMap((name) => facts.filter((fact) => fact.name === name))
    .filter((fact) => factInRow(fact) !== label);
  const word =
    state === "elsewhere" ? elsewhereText(facts.find(({ name }) => name === "type")?.value) : stateText(state);
  item.description = joined([isSwitch || USUAL.has(state) ? "" : word, ...shown.map(factInRow)], " · ");
  const lines = facts.map((fact) => `${factName(fact.name)}: ${factValue(fact)}`);
  withTooltip(item, [word === "" ? label : `${label} (${word})`, ...lines]);
  item.accessibilityInformation = { label: joined([label, word, ...shown.map(factSpoken)], ", ") };
  return item;
}

function joined(parts: readonly string[], between: string): string {
  return parts.filter((part) => part !== "").join(between);
}
