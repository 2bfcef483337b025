import * as vscode from "vscode";
import type { CommandId } from "../manifest.ts";
import { contextValueOf, type GroupNode, type ItemNode, type PanelNode, type TreeNode } from "../model/treeNodes.ts";
import type { Fact, ResourceState } from "../model/resource.ts";
import type { ResourceKind } from "../model/resources/table.ts";
import { failureText } from "../platform/texts/failureTexts.ts";
import {
  emptyText,
  factInRow,
  factName,
  factValue,
  groupText,
  guardLevelText,
  stateText,
} from "../platform/texts/resourceTexts.ts";

const { None, Collapsed } = vscode.TreeItemCollapsibleState;

const GROUP_ICONS: Readonly<Record<ResourceKind, string>> = {
  site: "globe",
  javaProject: "coffee",
  container: "package",
};

const STATE_ICONS: Readonly<Record<ResourceState, readonly [icon: string, color: string | undefined]>> = {
  running: ["circle-filled", "testing.iconPassed"],
  starting: ["circle-filled", "charts.yellow"],
  stopped: ["circle-outline", "disabledForeground"],
  paused: ["debug-pause", "testing.iconQueued"],
  unknown: ["question", "disabledForeground"],
};

/** How a node looks. A click selects and never changes anything; only "Load more" and a retry do something. */
export function treeItemOf(node: TreeNode): vscode.TreeItem {
  const item = itemFor(node);
  item.id = node.id;
  item.contextValue = contextValueOf(node);
  return item;
}

function itemFor(node: TreeNode): vscode.TreeItem {
  switch (node.type) {
    case "panel":
      return panelItem(node);
    case "group":
      return groupItem(node);
    case "item":
      return resourceItem(node);
    case "failure":
      return leaf({
        label: failureText(node.failure),
        icon: themeIcon("warning", "list.warningForeground"),
        tooltip: [failureText(node.failure)],
      });
    case "unreadable":
      return leaf({
        label: vscode.l10n.t("Unreadable entry"),
        icon: themeIcon("question", "list.warningForeground"),
        tooltip: [vscode.l10n.t("The panel sent an entry that could not be read: {0}", node.row.fields.join(", "))],
      });
    case "empty":
      return leaf({ label: emptyText(node.kind), icon: undefined, tooltip: [] });
    case "more": {
      const label = vscode.l10n.t("Load more…");
      const item = leaf({ label, icon: themeIcon("ellipsis", undefined), tooltip: [] });
      if (node.remaining !== undefined) item.description = vscode.l10n.t("{0} more", node.remaining);
      item.command = { command: LOAD_MORE, title: label, arguments: [node.id] };
      return item;
    }
    default:
      return node satisfies never;
  }
}

const LOAD_MORE = "serverPanel.group.loadMore" satisfies CommandId;

function panelItem({ panel, state }: PanelNode): vscode.TreeItem {
  const item = new vscode.TreeItem(panel.name, Collapsed);
  const host = panel.address.replace(/^https?:\/\//, "");
  const guard = guardLevelText(panel.guardLevel);
  const tooltip = [panel.name, panel.address, vscode.l10n.t("Protection: {0}", guard.label)];
  item.description = panel.guardLevel === "readOnly" ? `${host} · ${guard.label}` : host;
  switch (state.kind) {
    case "unknown":
      item.iconPath = new vscode.ThemeIcon("server");
      break;
    case "answering":
      item.iconPath = themeIcon("server", "testing.iconPassed");
      if (state.version !== undefined) tooltip.push(vscode.l10n.t("Panel version {0}", state.version));
      break;
    case "failing":
      item.iconPath = themeIcon("server", "list.warningForeground");
      tooltip.push(failureText(state.failure));
      break;
    default:
      state satisfies never;
  }
  return withTooltip(item, tooltip);
}

function groupItem({ kind, count }: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(groupText(kind), Collapsed);
  item.iconPath = new vscode.ThemeIcon(GROUP_ICONS[kind]);
  if (count !== undefined) item.description = countText(count);
  return withTooltip(item, [groupText(kind)]);
}

function countText({ loaded, total }: NonNullable<GroupNode["count"]>): string {
  return total === undefined || total <= loaded ? String(loaded) : vscode.l10n.t("{0} of {1}", loaded, total);
}

function resourceItem({ kind, label, state, facts }: ItemNode): vscode.TreeItem {
  const item = new vscode.TreeItem(label, None);
  item.iconPath = themeIcon(...STATE_ICONS[state]);
  const shown = facts.filter(({ name }) => IN_DESCRIPTION[kind].includes(name)).map(factInRow);
  item.description = [stateText(state), ...shown].join(" · ");
  const lines = facts.map((fact) => `${factName(fact.name)}: ${factValue(fact)}`);
  withTooltip(item, [`${label} (${stateText(state)})`, ...lines]);
  item.accessibilityInformation = { label: `${label}, ${item.description}` };
  return item;
}

/** What a row says besides its name; everything is in the tooltip. */
const IN_DESCRIPTION: Readonly<Record<ResourceKind, readonly Fact["name"][]>> = {
  site: ["php", "type"],
  javaProject: ["port"],
  container: ["image"],
};

function leaf(look: {
  readonly label: string;
  readonly icon: vscode.ThemeIcon | undefined;
  readonly tooltip: readonly string[];
}): vscode.TreeItem {
  const item = new vscode.TreeItem(look.label, None);
  if (look.icon !== undefined) item.iconPath = look.icon;
  return withTooltip(item, look.tooltip);
}

function themeIcon(icon: string, color: string | undefined): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** A plain string: what a panel sends is never shown as Markdown (design.md, rule 3). */
function withTooltip(item: vscode.TreeItem, lines: readonly string[]): vscode.TreeItem {
  if (lines.length > 0) item.tooltip = lines.join("\n");
  return item;
}
