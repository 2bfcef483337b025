import type { PanelTree } from "./panelTree.ts";

type Chunked = Pick<PanelTree, "children" | "loadedChildren" | "node">;

/** So many rows may stand right under their group: VS Code draws all open children in one step. */
const MOST_ROWS = 400;

const ROWS_PER_PART = 200;

/** Rows of a long group, which the view shows under a node of their own; counted from 1, `to` is the last. */
export interface PartNode {
  readonly type: "part";
  readonly id: string;
  readonly parentId: string;
  readonly from: number;
  readonly to: number;
  /** Whether it is open until a person closes it. */
  readonly isOpen: boolean;
}

/** The tree as it is drawn: as it is, but that the rows of a group with very many stand in parts. */
export class ChunkedTree {
  readonly #tree: Chunked;
  /** By the children that they are among, which are another array when they change. */
  readonly #rows = new WeakMap<readonly string[], readonly string[]>();

  constructor(tree: Chunked) {
    this.#tree = tree;
  }

  /** As `PanelTree.children`. */
  async children(id: string | undefined): Promise<readonly string[]> {
    const part = id === undefined ? undefined : this.part(id);
    if (part !== undefined) return this.#rowsUnder(part.parentId).slice(part.from - 1, part.to);
    const all = await this.#tree.children(id);
    const rows = this.#rowsAmong(all);
    if (id === undefined || rows.length <= MOST_ROWS) return all;
    const parts = Array.from({ length: Math.ceil(rows.length / ROWS_PER_PART) }, (_, index) =>
      this.#partId(id, index, rows.length),
    );
    return all.flatMap((child) => (child === rows[0] ? parts : isRow(child) ? [] : child));
  }

  /** `undefined` for what is no part, or is one no more. */
  part(id: string): PartNode | undefined {
    const [, digits, parentId] = /^part:(\d+)\+?:(.*)$/s.exec(id) ?? [];
    if (parentId === undefined) return undefined;
    const index = Number(digits);
    const { length } = this.#rowsUnder(parentId);
    const from = index * ROWS_PER_PART;
    if (length <= MOST_ROWS || from >= length || this.#partId(parentId, index, length) !== id) return undefined;
    const to = Math.min(length, from + ROWS_PER_PART);
    return { type: "part", id, parentId, from: from + 1, to, isOpen: this.#isOpen(parentId, index, length) };
  }

  parentOf(id: string): string | undefined {
    const parentId = this.part(id)?.parentId ?? this.#tree.node(id)?.parentId;
    if (parentId === undefined) return undefined;
    const rows = this.#rowsUnder(parentId);
    const index = rows.length <= MOST_ROWS ? -1 : rows.indexOf(id);
    return index === -1 ? parentId : this.#partId(parentId, Math.floor(index / ROWS_PER_PART), rows.length);
  }

  /** VS Code keeps open what was, by id; one that is open no more must be another, or all would be drawn again. */
  #partId(groupId: string, index: number, length: number): string {
    return `part:${index}${this.#isOpen(groupId, index, length) ? "+" : ""}:${groupId}`;
  }

  /** The rows that were loaded last, or the first ones that a filter found. */
  #isOpen(groupId: string, index: number, length: number): boolean {
    const group = this.#tree.node(groupId);
    const isFiltered = group?.type === "group" && group.filter !== undefined;
    return index === (isFiltered ? 0 : Math.ceil(length / ROWS_PER_PART) - 1);
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

/** Whether an id is that of a part, which the tree itself does not know. */
export function isPart(id: string): boolean {
  return id.startsWith("part:");
}

function isRow(id: string): boolean {
  return id.startsWith("item:") || id.startsWith("unreadable:");
}
