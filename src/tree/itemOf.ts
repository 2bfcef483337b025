import { isDeepStrictEqual } from "node:util";
import type { ListPage } from "../wire/answers/listing.ts";
import { visibleText } from "../characters/plainText.ts";
import { groupKindOf, resourceOf, type ResourceKind } from "../resources/resources.ts";
import { groupNodeId, itemNodeId, type ItemNode } from "./treeNodes.ts";

/** No domain with its port is longer, nor any name that panels accept. */
const LONGEST_LABEL = 260;

/** Nodes by the pages of their rows: a group of ten thousand is built again with every page and filter. */
const known = new WeakMap<ListPage<unknown>, Omit<PageOf, "now"> & { readonly items: readonly ItemNode[] }>();

/** Where a page belongs, and when it is looked at (milliseconds since the epoch). */
interface PageOf {
  readonly panelId: string;
  readonly kind: ResourceKind;
  readonly now: number;
}

/** The node of a listed row; `undefined` where it has no key. `id`: a string that may be its id, and is then the same one. */
export function itemOf(
  panelId: string,
  kind: ResourceKind,
  row: unknown,
  now: number,
  id?: string,
): ItemNode | undefined {
  const resource = resourceOf(kind);
  const key = resource.key(row);
  if (key === undefined || key === "") return undefined;
  const own = itemNodeId(panelId, kind, key);
  return {
    panelId,
    kind,
    parentId: groupNodeId(panelId, groupKindOf(kind)),
    type: "item",
    // ten thousand that are the same strings are compared faster, and their hashes are known
    id: own === id ? id : own,
    key,
    label: visibleText(resource.label(row), LONGEST_LABEL),
    state: resource.state(row, now),
    facts: resource.facts(row, now),
    row,
  };
}

/** The nodes of a page; the same ones for the same page, unless what its kind says depends on the time. */
export function itemsOn(page: ListPage<unknown>, { panelId, kind, now }: PageOf): readonly ItemNode[] {
  const before = known.get(page);
  if (before?.panelId === panelId && before.kind === kind && resourceOf(kind).ages !== true) return before.items;
  const items = page.rows.flatMap((row) => itemOf(panelId, kind, row, now) ?? []);
  known.set(page, { panelId, kind, items });
  return items;
}

/**
 * A page with the earlier object of each row that is still the same, and its node; the nodes of other rows are made here, a
 * page at a time. `before`: nodes by their keys.
 */
export function reusingRows(
  page: ListPage<unknown>,
  before: ReadonlyMap<string | undefined, ItemNode>,
  { panelId, kind, now }: PageOf,
): ListPage<unknown> {
  const { key, ages } = resourceOf(kind);
  const items: ItemNode[] = [];
  const rows = page.rows.map((read) => {
    const old = before.get(key(read));
    const isSame = old !== undefined && isDeepStrictEqual(old.row, read);
    const row = isSame ? old.row : read;
    const item = isSame && ages !== true ? old : itemOf(panelId, kind, row, now, old?.id);
    if (item !== undefined) items.push(item);
    return row;
  });
  const reused = { ...page, rows };
  known.set(reused, { panelId, kind, items });
  return reused;
}
