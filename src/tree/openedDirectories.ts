import { setImmediate as nextStep } from "node:timers/promises";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { FileError } from "../serverFiles/fileError.ts";
import type { Directory } from "../serverFiles/serverFiles.ts";
import { directoryRows, rootFileNode } from "./fileRows.ts";
import { forgetNode, replaceChildren, type HeldNodes } from "./heldNodes.ts";
import { attempt } from "./loadGroup.ts";
import type { PanelTreeOptions } from "./panelTreeOptions.ts";
import { failureUnder, type FileNode, type ItemNode, type PanelNode, type TreeNode } from "./treeNodes.ts";

type DirectoryOptions = Pick<PanelTreeOptions, "language" | "listFiles" | "onDefect">;

/** The directories of servers that a person has opened under rows of the tree. A directory is read when it is opened. */
export class OpenedDirectories {
  readonly #held: HeldNodes;
  readonly #options: DirectoryOptions;
  /** Paths by the id of the row under which they were opened. */
  readonly #paths = new Map<string, readonly string[]>();
  /** What was read of each directory, by the id of its row, and how many pages of it are shown. */
  readonly #read = new Map<string, { readonly directory: Directory; readonly pages: number }>();

  constructor(held: HeldNodes, options: DirectoryOptions) {
    this.#held = held;
    this.#options = options;
  }

  /** Opens a path under a row; returns the id of its own row. */
  open(owner: PanelNode | ItemNode, path: string): string {
    const panelId = owner.type === "panel" ? owner.panel.id : owner.panelId;
    const paths = this.#paths.get(owner.id) ?? [];
    if (!paths.includes(path)) this.#paths.set(owner.id, [...paths, path]);
    const node = rootFileNode(panelId, owner.id, path);
    if (!this.#held.nodes.has(node.id)) this.#held.nodes.set(node.id, node);
    return node.id;
  }

  close({ id, ownerId, path }: FileNode): void {
    const paths = (this.#paths.get(ownerId) ?? []).filter((opened) => opened !== path);
    if (paths.length === 0) this.#paths.delete(ownerId);
    else this.#paths.set(ownerId, paths);
    this.#read.delete(id);
  }

  isOwner(id: string): boolean {
    return this.#paths.has(id);
  }

  /** The rows of the directories that are open under a row, as they were. */
  rootsOf(ownerId: string, panelId: string): readonly FileNode[] {
    return (this.#paths.get(ownerId) ?? []).map((path) => {
      const root = rootFileNode(panelId, ownerId, path);
      const knownNode = this.#held.nodes.get(root.id);
      if (knownNode?.type === "file") return knownNode;
      return root;
    });
  }

  /** Puts the rows of the open directories below an item, which has no others. */
  showRoots(item: ItemNode): void {
    const roots = this.rootsOf(item.id, item.panelId);
    if (roots.length > 0) replaceChildren(this.#held, item, roots, new Map());
    else if (this.#held.loaded.has(item.id)) {
      for (const child of this.#held.loaded.get(item.id)?.children ?? []) forgetNode(this.#held, child);
      this.#held.loaded.delete(item.id);
    }
  }

  /** Reads a directory; resolves to its rows, of which one is the failure where that fails. */
  async load(
    node: FileNode,
    panel: PanelRecord,
    signal: AbortSignal,
    calledBy: CalledBy,
  ): Promise<readonly TreeNode[]> {
    const { listFiles, onDefect } = this.#options;
    const result = await attempt(
      async () =>
        listFiles(panel, node.path, signal, calledBy).catch((error: unknown) => {
          if (error instanceof FileError) return error.problem;
          throw error;
        }),
      onDefect,
    );
    if ("failure" in result) return [failureUnder(node.id, panel, result.failure, "file")];
    const { value } = result;
    if ("entries" in value) {
      // reading thousands of entries was a long step already
      await nextStep();
      const { pages = 1 } = this.#read.get(node.id) ?? {};
      this.#read.set(node.id, { directory: value, pages });
      return directoryRows(node, value, pages, this.#options.language());
    }
    const id = `empty:${node.id}`;
    return [
      { type: "empty", id, parentId: node.id, panelId: node.panelId, kind: "file", filtered: false, problem: value },
    ];
  }

  /** Shows the next entries of a directory, which were read before; `false`: it was not read. */
  showMore(node: FileNode): boolean {
    const read = this.#read.get(node.id);
    if (read === undefined) return false;
    this.#read.set(node.id, { ...read, pages: read.pages + 1 });
    const rows = directoryRows(node, read.directory, read.pages + 1, this.#options.language());
    replaceChildren(this.#held, node, rows, new Map());
    return true;
  }
}
