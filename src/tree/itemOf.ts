import type { ListPage } from "../wire/answers/listing.ts";
import { visibleText } from "../characters/plainText.ts";
import { groupKindOf, resourceOf, type ResourceKind } from "../resources/resources.ts";
import { groupNodeId, itemNodeId, type ItemNode } from "./treeNodes.ts";

/** Longer than any domain with its port, and than any name that panels accept. */
const LONGEST_LABEL = 260;

/** Items by page, so that a long group's items are not made anew with each page and filter. */
const made = new WeakMap<
  ListPage<unknown>,
  { readonly panelId: string; readonly kind: ResourceKind; readonly items: readonly ItemNode[] }
>();

/** Returns the items of a page: the same ones for the same page, unless their state or facts depend on the time. */
export function itemsOn(
  page: ListPage<unknown>,
  { panelId, kind, now }: { readonly panelId: string; readonly kind: ResourceKind; readonly now: number },
): readonly ItemNode[] {
  const before = made.get(page);
  const isOfThis = before?.panelId === panelId && before.kind === kind;
  if (isOfThis && resourceOf(kind).ages !== true) return before.items;
  const items = page.rows.flatMap((row) => itemOf(panelId, kind, row, now) ?? []);
  made.set(page, { panelId, kind, items });
  return items;
}

/** The item of a listed row; `undefined`: the row has no key. `now` is in milliseconds since the epoch. */
export function itemOf(panelId: string, kind: ResourceKind, row: unknown, now: number): ItemNode | undefined {
  const resource = resourceOf(kind);
  const key = resource.key(row);
  if (key === undefined || key === "") return undefined;
  return {
    panelId,
    kind,
    parentId: groupNodeId(panelId, groupKindOf(kind)),
    type: "item",
    id: itemNodeId(panelId, kind, key),
    key,
    label: visibleText(resource.label(row), LONGEST_LABEL),
    state: resource.state(row, now),
    facts: resource.facts(row, now),
    row,
  };
}
