import * as vscode from "vscode";
import type { Redact } from "../redaction/redactor.ts";
import type { Change } from "../resources/resource.ts";
import type { CertificateLimits } from "../resources/trouble.ts";
import { attentionText, panelTooltip } from "../texts/panelTexts.ts";
import type { ChunkedTree, ChunkNode } from "../tree/chunkedTree.ts";
import type { PanelDetails } from "../tree/panelDetails.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import type { PanelTreeOptions } from "../tree/panelTreeOptions.ts";
import { folderNodeId, panelNodeId, panelsIn, type PanelNode, type TreeNode } from "../tree/treeNodes.ts";
import { redactedItem } from "./itemParts.ts";
import { ShownAges } from "./shownAges.ts";
import { namesIn, treeItemOf, type Look } from "./treeItems.ts";

export interface DrawnRowsOptions {
  readonly tree: PanelTree;
  readonly shownTree: ChunkedTree;
  /** Those of the window, in whatever order. */
  readonly panels: PanelTreeOptions["panels"];
  readonly details: Pick<PanelDetails, "of">;
  readonly redact: Redact;
  /** What can be changed at a node. */
  readonly changesAt: (node: TreeNode) => readonly Change[];
  readonly certificateLimits: () => CertificateLimits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Draws the rows of the tree, and knows which of them would look different by now. */
export class DrawnRows {
  readonly #options: DrawnRowsOptions;
  readonly #ages = new ShownAges();

  constructor(options: DrawnRowsOptions) {
    this.#options = options;
  }

  /** An empty row where the node is gone. `isOpen`: the person has opened or closed it, wherever it was then. */
  draw(id: string, isOpen?: boolean): vscode.TreeItem {
    const { tree, shownTree, redact } = this.#options;
    const node = shownTree.chunk(id) ?? tree.node(id);
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

  /** Gives a row the tooltip that it was drawn without, which may take a request. Never rejects. */
  async resolve(id: string, item: vscode.TreeItem, signal: AbortSignal): Promise<vscode.TreeItem> {
    const { tree, details, redact, now } = this.#options;
    if (tree.node(id)?.type !== "panel") return item;
    const seen = await details.of(id, signal);
    const node = tree.node(id);
    if (node?.type === "panel") item.tooltip = redact(panelTooltip(node, seen, now()).join("\n"), namesIn(node));
    return item;
  }

  #lookOf(node: TreeNode | ChunkNode): Look {
    const { panels, changesAt, certificateLimits, now } = this.#options;
    const name = node.type === "panel" ? node.panel.name : undefined;
    return {
      now: now(),
      hasNamesake: name !== undefined && panels().filter((panel) => panel.name === name).length > 1,
      changes: node.type === "chunk" ? [] : changesAt(node),
      certificateLimits: certificateLimits(),
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

  /** How many panels need attention; `undefined`: none. */
  badge(): vscode.ViewBadge | undefined {
    const { panels, now } = this.#options;
    return attentionText(this.#panelNodes(panels().map(({ id }) => panelNodeId(id))), now());
  }

  /** Ids of the rows whose ages have changed since they were drawn. */
  outdated(): readonly string[] {
    return this.#ages.outdated((id) => this.draw(id));
  }
}
