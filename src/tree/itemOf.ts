import { isDeepStrictEqual } from "node:util";
import type { ListPage } from "../wire/answers/listing.ts";
import { visibleText } from "../characters/plainText.ts";
import { groupKindOf, resourceOf, type ResourceKind } from "../resources/resources.ts";
import { groupNodeId, itemNodeId, type ItemNode } from "./treeNodes.ts";

/** Nodes by their rows: a group of ten thousand is built again with every page and filter. */
const known = new WeakMap<object, ItemNode>();

/** No domain with its port is longer, nor any name that panels accept. */
const LONGEST_LABEL = 260;

const lowerCase = new WeakMap<ItemNode, readonly string[]>();

/**
 * The node of a listed row; the same one for the same row object, unless what its kind says depends on the time.
 * `undefined` where the row has no key. `predecessor`: the row that had this key until now.
 */
export function itemOf(
  panelId: string,
  kind: ResourceKind,
  row: unknown,
  now: number,
  predecessor?: unknown,
): ItemNode | undefined {
  const resource = resourceOf(kind);
  const before = typeof row === "object" && row !== null ? known.get(row) : undefined;
  if (before?.panelId === panelId && before.kind === kind && resource.ages !== true) return before;
  const key = resource.key(row);
  if (key === undefined || key === "") return undefined;
  const item: ItemNode = {
    panelId,
    kind,
    parentId: groupNodeId(panelId, groupKindOf(kind)),
    type: "item",
    id: idOf(panelId, kind, key, predecessor),
    key,
    label: visibleText(resource.label(row), LONGEST_LABEL),
    state: resource.state(row, now),
    facts: resource.facts(row, now),
    row,
  };
  if (typeof row === "object" && row !== null) known.set(row, item);
  return item;
}

/** The same string as before where it says the same: ten thousand are compared faster, and their hashes are known. */
function idOf(panelId: string, kind: ResourceKind, key: string, predecessor: unknown): string {
  const id = itemNodeId(panelId, kind, key);
  const before = typeof predecessor === "object" && predecessor !== null ? known.get(predecessor)?.id : undefined;
  return before === id ? before : id;
}

/** What a text filter looks at. */
export function lowerCaseOf(item: ItemNode): readonly string[] {
  const before = lowerCase.get(item);
  if (before !== undefined) return before;
  const texts = [item.label, ...item.facts.map(({ value }) => value)].map((text) => text.toLowerCase());
  lowerCase.set(item, texts);
  return texts;
}

/**
 * A page with the earlier object of each row that is still the same, so that its node is kept; the nodes of other rows
 * are made here, a page at a time.
 */
export function reusingRows(
  page: ListPage<unknown>,
  before: ReadonlyMap<string | undefined, unknown>,
  { panelId, kind, now }: { readonly panelId: string; readonly kind: ResourceKind; readonly now: number },
): ListPage<unknown> {
  const { key } = resourceOf(kind);
  const rows = page.rows.map((read) => {
    const old = before.get(key(read));
    const row = old !== undefined && isDeepStrictEqual(old, read) ? old : read;
    const item = itemOf(panelId, kind, row, now, old);
    if (item !== undefined) lowerCaseOf(item);
    return row;
  });
  return { ...page, rows };
}
