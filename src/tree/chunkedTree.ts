import type { PanelTree } from "./panelTree.ts";

type Chunked = Pick<PanelTree, "children" | "loadedChildren" | "node">;

/** So many rows may stand right under their group: VS Code draws all open children in one step. */
const MOST_ROWS = 400;

const ROWS_PER_CHUNK = 200;

/** Rows of a long group, which the view shows under a node of their own; counted from 1, `to` is the last. */
export interface ChunkNode {
  readonly type: "chunk";
  readonly id: string;
  readonly parentId: string;
  readonly from: number;
  readonly to: number;
  /** Whether it is open until a person closes it. */
  readonly isOpen: boolean;
}

/** The tree as it is drawn: the rows of a very long group stand in chunks. */
export class ChunkedTree {
  readonly #tree: Chunked;
  /** By the children that they are among, which are another array when they change. */
  readonly #rows = new WeakMap<readonly string[], readonly string[]>();

  constructor(tree: Chunked) {
    this.#tree = tree;
  }

  /** As `PanelTree.children`. */
  async children(id: string | undefined): Promise<readonly string[]> {
    const chunk = id === undefined ? undefined : this.chunk(id);
    if (chunk !== undefined) return this.#rowsUnder(chunk.parentId).slice(chunk.from - 1, chunk.to);
    const all = await this.#tree.children(id);
    const rows = this.#rowsAmong(all);
    if (id === undefined || rows.length <= MOST_ROWS) return all;
    const chunks = Array.from({ length: Math.ceil(rows.length / ROWS_PER_CHUNK) }, (_, index) =>
      this.#chunkId(id, index, rows.length),
    );
    return all.flatMap((child) => (child === rows[0] ? chunks : isRow(child) ? [] : child));
  }

  /** `undefined` for what is not, or no longer, a chunk. */
  chunk(id: string): ChunkNode | undefined {
    const [, digits, parentId] = /^chunk:(\d+)\+?:(.*)$/s.exec(id) ?? [];
    if (parentId === undefined) return undefined;
    const index = Number(digits);
    const { length } = this.#rowsUnder(parentId);
    const from = index * ROWS_PER_CHUNK;
    if (length <= MOST_ROWS || from >= length || this.#chunkId(parentId, index, length) !== id) return undefined;
    const to = Math.min(length, from + ROWS_PER_CHUNK);
    return { type: "chunk", id, parentId, from: from + 1, to, isOpen: this.#isOpen(parentId, index, length) };
  }

  parentOf(id: string): string | undefined {
    const parentId = this.chunk(id)?.parentId ?? this.#tree.node(id)?.parentId;
    if (parentId === undefined) return undefined;
    const rows = this.#rowsUnder(parentId);
    const index = rows.length <= MOST_ROWS ? -1 : rows.indexOf(id);
    return index === -1 ? parentId : this.#chunkId(parentId, Math.floor(index / ROWS_PER_CHUNK), rows.length);
  }

  /** VS Code keeps nodes open by id: one that is to be closed needs another, or all of its rows would be drawn. */
  #chunkId(groupId: string, index: number, length: number): string {
    return `chunk:${index}${this.#isOpen(groupId, index, length) ? "+" : ""}:${groupId}`;
  }

  /** The rows that were loaded last; the first ones where a filter found them, or what is in trouble stands there. */
  #isOpen(groupId: string, index: number, length: number): boolean {
    const group = this.#tree.node(groupId);
    const isFirst = group?.type === "group" && (group.filter !== undefined || group.isTroubleFirst === true);
    return index === (isFirst ? 0 : Math.ceil(length / ROWS_PER_CHUNK) - 1);
  }

  #rowsUnder(groupId: string): readonly string[] {
    return this.#rowsAmong(this.#tree.loadedChildren(groupId));
  }

  #rowsAmong(children: readonly string[]): readonly string[] {
    const before = this.#rows.get(children);
    if (before !== undefined) return before;
    const rows = children.filter(isRow);
    this.#rows.set(children, rows);
    return rows;
  }
}

/** Whether an id is that of a chunk, which the tree itself does not know. */
export function isChunk(id: string): boolean {
  return id.startsWith("chunk:");
}

function isRow(id: string): boolean {
  return id.startsWith("item:") || id.startsWith("unreadable:");
}
