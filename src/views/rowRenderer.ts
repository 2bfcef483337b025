import * as vscode from "vscode";
import type { Redact } from "../redaction/redactor.ts";
import type { Change } from "../resources/resource.ts";
import { attentionText, panelTooltip } from "../texts/panelTexts.ts";
import type { Limits } from "../tree/panelStates.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import type { PanelTreeOptions } from "../tree/panelTreeOptions.ts";
import { folderNodeId, panelNodeId, panelsIn, type PanelNode, type TreeNode } from "../tree/treeNodes.ts";
import { namesIn, treeItemOf, type Look } from "./treeItems.ts";

export interface RowRendererOptions {
  readonly tree: PanelTree;
  readonly panels: PanelTreeOptions["panels"];
  readonly redact: Redact;
  readonly changesAt: (node: TreeNode) => readonly Change[];
  readonly limits: () => Limits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Draws the rows of the tree, and knows which of them would look different now. */
export class RowRenderer {
  readonly #options: RowRendererOptions;
  /** Descriptions of the drawn rows of panels and folders, by node ids. */
  readonly #descriptions = new Map<string, vscode.TreeItem["description"]>();
  /** Rows that were given a tooltip since they were drawn. */
  readonly #withTooltip = new Set<string>();

  constructor(options: RowRendererOptions) {
    this.#options = options;
  }

  /** Draws a row, an empty one if the node is gone. `isOpen`: whether a person has opened or closed it; absent: neither. */
  draw(id: string, isOpen?: boolean): vscode.TreeItem {
    const { tree, redact } = this.#options;
    this.#withTooltip.delete(id);
    const node = tree.node(id);
    const item =
      node === undefined
        ? new vscode.TreeItem("")
        : redactedItem(treeItemOf(node, this.#lookOf(node)), redact, namesIn(node));
    item.id = id;
    // VS Code forgets what is open when a row moves, as when a panel gets a tag, and after a reload
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    if (isOpen !== undefined && item.collapsibleState !== None) item.collapsibleState = isOpen ? Expanded : Collapsed;
    if (node?.type === "panel" || node?.type === "folder") this.#descriptions.set(id, item.description);
    return item;
  }

  /** Adds the tooltip of a panel, whose times change more often than its row. */
  resolve(id: string, item: vscode.TreeItem): vscode.TreeItem {
    const { tree, redact, now } = this.#options;
    const node = tree.node(id);
    this.#withTooltip.add(id);
    if (node?.type === "panel") item.tooltip = redact(panelTooltip(node, now()).join("\n"), namesIn(node));
    return item;
  }

  #lookOf(node: TreeNode): Look {
    const { tree, panels, changesAt, limits, now } = this.#options;
    const { diskPercent, ...certificateLimits } = limits();
    const group = node.type === "item" ? node.parentId : node.id;
    const asOf = group === undefined ? undefined : tree.asOf(group);
    const name = node.type === "panel" ? node.panel.name : undefined;
    return {
      now: now(),
      hasNamesake: name !== undefined && panels().filter((panel) => panel.name === name).length > 1,
      changes: changesAt(node),
      certificateLimits,
      diskPercent,
      hasFiles: tree.hasFiles(node.id),
      ...(asOf !== undefined && { asOf }),
      below: node.type === "folder" ? this.#panelNodes(panelsIn(panels(), node.tag)) : [],
    };
  }

  #panelNodes(ids: readonly string[]): readonly PanelNode[] {
    return ids.map((id) => this.#options.tree.node(id)).filter((node) => node?.type === "panel");
  }

  /** The node to redraw after a change: the changed one, or its folder if that looks different now. */
  changedWith(id: string | undefined): string | undefined {
    const node = id === undefined ? undefined : this.#options.tree.node(id);
    const [tag] = node?.type === "panel" ? node.panel.tags : [];
    const folder = tag === undefined ? undefined : folderNodeId(tag);
    if (folder !== undefined && this.#looksDifferent(folder)) return folder;
    return id;
  }

  /** Whether a drawn row or its tooltip may look different now. */
  isOutdated(id: string): boolean {
    return this.#withTooltip.has(id) || this.#looksDifferent(id);
  }

  /** How many panels need attention; `undefined`: none. */
  badge(): vscode.ViewBadge | undefined {
    const { panels, now, limits } = this.#options;
    const nodes = this.#panelNodes(panels().map(({ id }) => panelNodeId(id)));
    return attentionText(nodes, { now: now(), diskPercent: limits().diskPercent });
  }

  /** Ids of the rows of panels and folders that look different since they were drawn. */
  outdated(): readonly string[] {
    return [...this.#descriptions.keys()].filter((id) => this.#looksDifferent(id));
  }

  #looksDifferent(id: string): boolean {
    const before = this.#descriptions.get(id);
    if (!this.#descriptions.delete(id)) return false;
    // drawing notes the description again, unless the node is gone
    return this.draw(id).description !== before && this.#descriptions.has(id);
  }
}

/** Masks secrets in all texts of a row, for panels may repeat what was sent to them; `names` are shown as they are. */
function redactedItem(item: vscode.TreeItem, redact: Redact, names: readonly string[]): vscode.TreeItem {
  if (typeof item.label === "string") item.label = redact(item.label, names);
  if (typeof item.description === "string") item.description = redact(item.description, names);
  if (typeof item.tooltip === "string") item.tooltip = redact(item.tooltip, names);
  const spoken = item.accessibilityInformation;
  if (spoken !== undefined) item.accessibilityInformation = { ...spoken, label: redact(spoken.label, names) };
  const box = item.checkboxState;
  if (typeof box === "object" && box.accessibilityInformation !== undefined)
    item.checkboxState = {
      ...box,
      accessibilityInformation: { label: redact(box.accessibilityInformation.label, names) },
    };
  return item;
}
