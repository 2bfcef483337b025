import * as vscode from "vscode";
import type { Redact } from "../redaction/redactor.ts";
import type { Change } from "../resources/resource.ts";
import type { CertificateLimits } from "../resources/trouble.ts";
import { attentionText, panelTooltip } from "../texts/panelTexts.ts";
import type { AttentionLimits } from "../tree/panelStates.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import type { PanelTreeOptions } from "../tree/panelTreeOptions.ts";
import { folderNodeId, panelNodeId, panelsIn, type PanelNode, type TreeNode } from "../tree/treeNodes.ts";
import { redactedItem } from "./itemParts.ts";
import { ShownAges } from "./shownAges.ts";
import { namesIn, treeItemOf, type Look } from "./treeItems.ts";

export interface DrawnRowsOptions {
  readonly tree: PanelTree;
  /** Those of the window, in whatever order. */
  readonly panels: PanelTreeOptions["panels"];
  readonly redact: Redact;
  /** What can be changed at a node. */
  readonly changesAt: (node: TreeNode) => readonly Change[];
  readonly limits: () => Limits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** From when on something needs attention. */
export type Limits = CertificateLimits & Pick<AttentionLimits, "diskPercent">;

/** Draws the rows of the tree, and knows which of them would look different by now. */
export class DrawnRows {
  readonly #options: DrawnRowsOptions;
  readonly #ages = new ShownAges();
  /** Rows that have got a tooltip since they were drawn. */
  readonly #lookedAt = new Set<string>();

  constructor(options: DrawnRowsOptions) {
    this.#options = options;
  }

  /** An empty row where the node is gone. `isOpen`: the person has opened or closed it, wherever it was then. */
  draw(id: string, isOpen?: boolean): vscode.TreeItem {
    const { tree, redact } = this.#options;
    this.#lookedAt.delete(id);
    const node = tree.node(id);
    const item =
      node === undefined
        ? new vscode.TreeItem("")
        : redactedItem(treeItemOf(node, this.#lookOf(node)), redact, namesIn(node));
    item.id = id;
    // VS Code takes a row that moves, such as a panel that gets a tag, for a new one, and after a reload all are new
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    if (isOpen !== undefined && item.collapsibleState !== None) item.collapsibleState = isOpen ? Expanded : Collapsed;
    if (node !== undefined) this.#ages.drawn(node, item);
    return item;
  }

  /** Gives the row of a panel its tooltip, whose times change more often than the row. */
  resolve(id: string, item: vscode.TreeItem): vscode.TreeItem {
    const { tree, redact, now } = this.#options;
    const node = tree.node(id);
    this.#lookedAt.add(id);
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
      ...(asOf !== undefined && { asOf }),
      below: node.type === "folder" ? this.#panelNodes(panelsIn(panels(), node.tag)) : [],
    };
  }

  #panelNodes(ids: readonly string[]): readonly PanelNode[] {
    return ids.map((id) => this.#options.tree.node(id)).filter((node) => node?.type === "panel");
  }

  /** What is to be drawn again for a node that has changed: itself, or with it the folder that looks different now. */
  changedWith(id: string | undefined): string | undefined {
    const node = id === undefined ? undefined : this.#options.tree.node(id);
    const [tag] = node?.type === "panel" ? node.panel.tags : [];
    const folder = tag === undefined ? undefined : folderNodeId(tag);
    return folder !== undefined && this.#ages.isOutdated(folder, (shown) => this.draw(shown)) ? folder : id;
  }

  /** Whether the row of a panel that has told more, or the tooltip that it has, would look different now. */
  isOutdated(id: string): boolean {
    return this.#lookedAt.has(id) || this.#ages.isOutdated(id, (shown) => this.draw(shown));
  }

  /** How many panels need attention; `undefined`: none. */
  badge(): vscode.ViewBadge | undefined {
    const { panels, now, limits } = this.#options;
    const nodes = this.#panelNodes(panels().map(({ id }) => panelNodeId(id)));
    return attentionText(nodes, { now: now(), diskPercent: limits().diskPercent });
  }

  /** Ids of the rows whose ages have changed since they were drawn. */
  outdated(): readonly string[] {
    return this.#ages.outdated((id) => this.draw(id));
  }
}
