import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandId } from "../manifest/commands.ts";
import { uriOf } from "../platform/fileUri.ts";
import { BY_ROW } from "../serverFiles/filePlace.ts";
import type { ResourceState } from "../resources/resource.ts";
import { factHeading, resourceOf, type ResourceKind } from "../resources/resources.ts";
import { troubleOf, urgencyOf, type CertificateLimits } from "../resources/trouble.ts";
import {
  canBeOpened,
  offerOf,
  type EmptyNode,
  type FailureNode,
  type FileNode,
  type FolderNode,
  type GroupNode,
  type ItemNode,
  type MoreNode,
  type PanelNode,
  type TreeNode,
} from "../tree/treeNodes.ts";
import { isDirectory } from "../tree/fileRows.ts";
import { contextValueOf } from "../tree/verbsAt.ts";
import { needsAttention, type AttentionLimits } from "../tree/panelStates.ts";
import { fileDescription, fileTooltip } from "../texts/fileTexts.ts";
import { failureHint, failureText } from "../texts/failureTexts.ts";
import { emptyRowHint, groupRowParts } from "../texts/groupTexts.ts";
import { namedText } from "../texts/listTexts.ts";
import { factsInRow, rowLabel, unreadableText, wordInRow } from "../texts/nodeTexts.ts";
import { folderAttentionText, panelDescription, type PanelContext } from "../texts/panelTexts.ts";
import { verbWords } from "../resources/verbs.ts";
import { factInRow, factValue, impliesState, itemText } from "../texts/resourceTexts.ts";
import { remainingText, spokenText, type RowContext } from "../texts/spokenTexts.ts";
import { troubleText } from "../texts/troubleTexts.ts";
import { asOfText } from "../texts/timeTexts.ts";
import { stateColors } from "./stateColors.ts";
import { certificateIcons, configurationIcons, stateIcons, type StateIcon } from "./stateIcons.ts";

const LOAD_MORE = "serverPanel.group.loadMore" satisfies CommandId;
const FILTER = "serverPanel.group.filter" satisfies CommandId;
const OPEN_FILE = "serverPanel.file.open" satisfies CommandId;
const FIX = "serverPanel.fix" satisfies CommandId;

/** The commands of rows that stand where a panel has no list. */
const OFFERS = {
  addEntry: "serverPanel.entry.add",
  createSite: "serverPanel.site.create",
} as const satisfies Record<string, CommandId>;

const { fine, warning, quiet } = stateColors;

/** States without a word in the row: the icon shows them, and a narrow side bar has little room. */
const USUAL: ReadonlySet<ResourceState> = new Set(["running", "valid"]);

const PENDING = "loading~spin";

/** Facts besides the node that decide the look of a row. */
export interface Look extends RowContext {
  readonly certificateLimits: CertificateLimits;
  /** Directories of the server are open under the row. */
  readonly hasFiles: boolean;
}

/**
 * Draws a node. A click only selects, except on "Load more", on a failure, which offers its fixes, and on a filter
 * without matches, which can then be changed.
 */
export function treeItemOf(node: TreeNode, look: Look): vscode.TreeItem {
  const item = itemFor(node, look);
  item.id = node.id;
  item.accessibilityInformation = { label: spokenText(node, look) };
  // what is under way may end it
  const isShown = node.type === "item" && node.pendingVerb === undefined;
  const trouble = isShown ? troubleOf(node.state, node.facts, look.certificateLimits) : undefined;
  item.contextValue = contextValueOf(node, look.changes, trouble);
  return item;
}

/** The names of a row, which people or panels gave it; they are shown unmasked. */
export function namesIn(node: TreeNode): readonly string[] {
  switch (node.type) {
    case "folder":
      return [node.tag];
    case "panel":
      return [node.panel.name, node.panel.address, node.panel.address.replace(/^https?:\/\//, "")];
    case "item":
      return [itemText(node.kind, node.label)];
    case "file":
      return [node.label, node.path];
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
    case "file":
      return fileItem(node);
    case "failure":
      return failureItem(node);
    case "unreadable":
      return leaf({
        label: rowLabel(node),
        icon: themeIcon("question", warning),
        tooltip: [unreadableText(node)],
      });
    case "empty":
      return emptyItem(node, look);
    case "more":
      return moreItem(node);
    default:
      return node satisfies never;
  }
}

/** The row of a folder, yellow and with a count if panels in it need attention, for it may be closed. */
function folderItem({ tag }: FolderNode, below: readonly PanelNode[], limits: AttentionLimits): vscode.TreeItem {
  const item = new vscode.TreeItem(tag, vscode.TreeItemCollapsibleState.Expanded);
  const attention = folderAttentionText(below, limits);
  item.iconPath = themeIcon("tag", attention === undefined ? undefined : warning);
  if (attention !== undefined) item.description = attention;
  // a narrow side bar cuts the row
  return withTooltip(item, attention === undefined ? [tag] : [tag, attention]);
}

/** The row of a panel: yellow if it needs attention, else in its own colour, or green once it has answered. */
function panelItem(node: PanelNode, looked: PanelContext): vscode.TreeItem {
  const { panel, state } = node;
  const item = new vscode.TreeItem(panel.name, vscode.TreeItemCollapsibleState.Collapsed);
  const shape = panel.guardLevel === "readOnly" ? "lock" : "server";
  const color = panel.color ?? (state.kind === "answering" ? fine : undefined);
  item.iconPath = needsAttention(node, looked) ? themeIcon("warning", warning) : themeIcon(shape, color);
  item.description = panelDescription(node, looked);
  // without a tooltip: VS Code has it resolved when it is shown
  return item;
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

/** Shows a word or three; the rest is in the tooltip, and a click offers fixes. */
function failureItem(node: FailureNode): vscode.TreeItem {
  const label = rowLabel(node);
  const offer = offerOf(node);
  if (offer !== undefined) {
    const description = l10n.t("this panel has no list");
    // a narrow side bar cuts it off
    const row = leaf({ label, icon: themeIcon("add", undefined), tooltip: [label, description] });
    row.description = description;
    row.command = { command: OFFERS[offer], title: label, arguments: [node.parentId] };
    return row;
  }
  const text = failureText(node.failure, node.address);
  const item = leaf({ label, icon: themeIcon("warning", warning), tooltip: [text] });
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
  const item = leaf({ label, icon: themeIcon(node.isFull ? "search" : "ellipsis", undefined), tooltip: [] });
  item.description = remainingText(node.remaining);
  item.command = node.isFull
    ? { command: FILTER, title: label, arguments: [node.parentId] }
    : { command: LOAD_MORE, title: label, arguments: [node.id] };
  return item;
}

/** The icon of an item in lists: that of its state, else of its kind. */
export function itemIcon({ kind, state, pendingVerb }: ItemNode): string {
  if (pendingVerb !== undefined) return PENDING;
  if (kind === "terminalSetting") return resourceOf(kind).icon;
  return ownIcon(kind, state) ?? stateIcons[state][0];
}

function ownIcon(kind: ResourceKind, state: ResourceState): string | undefined {
  if (state === "stateless") return resourceOf(kind).rowIcon;
  return undefined;
}

/** The row of a file or directory, with the icon that the person's theme has for it. */
function fileItem(node: FileNode): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const { label, panelId, path } = node;
  const isFolder = isDirectory(node);
  const item = new vscode.TreeItem(label, isFolder ? Collapsed : None);
  item.resourceUri = uriOf({ panelId, path });
  item.iconPath = isFolder ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
  item.description = fileDescription(node);
  if (canBeOpened(node)) item.command = { command: OPEN_FILE, title: label, arguments: [node.id, BY_ROW] };
  return withTooltip(item, fileTooltip(node));
}

function resourceItem(node: ItemNode, { changes, certificateLimits, asOf, now, hasFiles }: Look): vscode.TreeItem {
  const { kind, state, facts, pendingVerb } = node;
  const label = rowLabel(node);
  if (pendingVerb !== undefined) return pendingItem(label, verbWords[pendingVerb].inRow());
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, hasFiles ? Collapsed : None);
  // no checkbox if the state is unknown: an empty one would mean off
  const isSwitch = state === "off" ? changes.includes("turnOn") : state === "on" && changes.includes("turnOff");
  if (isSwitch) {
    const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
    // a screen reader reads the box apart from its row
    item.checkboxState = { state: state === "on" ? Checked : Unchecked, accessibilityInformation: { label } };
  } else {
    const icon = ownIcon(kind, state);
    const [shape, color] = iconInRow(node, certificateLimits);
    // an old state may have changed
    const shown = asOf === undefined ? color : quiet;
    item.iconPath = icon === undefined ? themeIcon(shape, shown) : new vscode.ThemeIcon(icon);
  }
  const shown = factsInRow(node);
  const word = wordInRow(node);
  const isWordShown = !isSwitch && !USUAL.has(state) && !impliesState(state, shown);
  item.description = joined([isWordShown ? word : "", ...shown.map(factInRow)]);
  const age = asOf === undefined ? [] : [asOfText(asOf, now)];
  const why = troubleText(node, certificateLimits) ?? [];
  const lines = [...age, ...facts.map((fact) => namedText(factHeading(fact.name), factValue(fact)))];
  return withTooltip(item, [word === "" ? label : l10n.t("{0} ({1})", label, word), why, ...lines].flat());
}

function iconInRow({ state, facts }: ItemNode, limits: CertificateLimits): StateIcon {
  const trouble = troubleOf(state, facts, limits);
  if (trouble === "misconfigured" || trouble === "outdated") return configurationIcons[trouble];
  const urgency = urgencyOf(state, facts, limits);
  if (urgency === undefined) return stateIcons[state];
  return certificateIcons[urgency];
}

/** Shows only what is being done: the earlier state may have changed. */
function pendingItem(label: string, doing: string): vscode.TreeItem {
  const item = leaf({ label, icon: themeIcon(PENDING, undefined), tooltip: [l10n.t("{0} ({1})", label, doing)] });
  item.description = doing;
  return item;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

/** A row without children. */
function leaf(look: {
  readonly label: string;
  readonly icon: vscode.ThemeIcon | undefined;
  readonly tooltip: readonly string[];
}): vscode.TreeItem {
  const item = new vscode.TreeItem(look.label, vscode.TreeItemCollapsibleState.None);
  if (look.icon !== undefined) item.iconPath = look.icon;
  return withTooltip(item, look.tooltip);
}

function themeIcon(icon: string, color: string | undefined): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** Adds a plain string: text from a panel is never shown as Markdown (docs/architecture.md). */
function withTooltip(item: vscode.TreeItem, lines: readonly string[]): vscode.TreeItem {
  if (lines.length > 0) item.tooltip = lines.join("\n");
  return item;
}
