import { visibleText } from "../characters/plainText.ts";
import { nameOf, pathIn } from "../serverFiles/filePlace.ts";
import type { Directory, FileEntry } from "../serverFiles/serverFiles.ts";
import { MOST_ROWS } from "./contentsOf.ts";
import { fileNodeId, type FileNode, type TreeNode } from "./treeNodes.ts";

/** Longer than any name of a file. */
const LONGEST_NAME = 260;

/** Makes the node of a directory whose files a person opened under another row. */
export function rootFileNode(panelId: string, ownerId: string, path: string): FileNode {
  const label = visibleText(nameOf(path), LONGEST_NAME);
  return {
    type: "file",
    id: fileNodeId(ownerId, path),
    parentId: ownerId,
    panelId,
    ownerId,
    path,
    label,
    isRoot: true,
  };
}

/**
 * Makes the nodes of a directory's entries, directories first, each by name as people of the language sort it, numbers by their
 * value: the first `pages` times 2,000, a row that shows more of them, and rows for what could not be read.
 */
export function directoryRows(
  parent: FileNode,
  directory: Directory,
  pages: number,
  language: string,
): readonly TreeNode[] {
  const { panelId, id: parentId, ownerId, path } = parent;
  const shared = { panelId, parentId, kind: "file" } as const;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const sorted = directory.entries.toSorted((a, b) => rank(a) - rank(b) || compare(a.name, b.name));
  const shownEntries = sorted.slice(0, pages * MOST_ROWS);
  const remaining = sorted.length - shownEntries.length;
  const { unreadable, isCut } = directory;
  const unread = (id: string, count?: number): TreeNode => ({
    ...shared,
    type: "unreadable",
    id: `unreadable:${parentId}/${id}`,
    row: { index: 0, fields: [], ...(count !== undefined && { count }) },
  });
  const rows = shownEntries.map((entry): TreeNode => {
    const child = pathIn(path, entry.name);
    const label = visibleText(entry.name, LONGEST_NAME);
    return { type: "file", id: fileNodeId(ownerId, child), parentId, panelId, ownerId, path: child, label, entry };
  });
  if (remaining > 0) rows.push({ ...shared, type: "more", id: `more:${parentId}`, remaining, isFull: false });
  if (unreadable > 0) rows.push(unread("u", unreadable));
  if (isCut) rows.push(unread("cut"));
  if (rows.length > 0) return rows;
  return [{ ...shared, type: "empty", id: `empty:${parentId}`, filtered: false }];
}

/** Whether a node can have files below it. */
export function isDirectory({ isRoot, entry }: FileNode): boolean {
  return isRoot === true || entry?.kind === "directory";
}

function rank({ kind }: FileEntry): number {
  if (kind === "directory") return 0;
  return 1;
}
