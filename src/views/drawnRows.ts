import * as vscode from "vscode";
import type { Redact } from "../redaction/redactor.ts";
import type { ChunkedTree } from "../tree/chunkedTree.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import { redactedItem } from "./itemParts.ts";
import { ShownAges } from "./shownAges.ts";
import { namesIn, treeItemOf } from "./treeItems.ts";

export interface DrawnRowsOptions {
  readonly tree: PanelTree;
  readonly shownTree: ChunkedTree;
  readonly redact: Redact;
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
    const { tree, shownTree, redact, now } = this.#options;
    const node = shownTree.chunk(id) ?? tree.node(id);
    const item =
      node === undefined ? new vscode.TreeItem("") : redactedItem(treeItemOf(node, now()), redact, namesIn(node));
    item.id = id;
    // VS Code takes a row that moves, such as a panel that gets a tag, for a new one, and after a reload all are new
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    if (isOpen !== undefined && item.collapsibleState !== None) item.collapsibleState = isOpen ? Expanded : Collapsed;
    if (node !== undefined) this.#ages.drawn(node, item);
    return item;
  }

  /** Ids of the rows whose ages have changed since they were drawn. */
  outdated(): readonly string[] {
    return this.#ages.outdated((id) => this.draw(id));
  }
}
