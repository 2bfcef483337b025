import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Call } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { isCalled } from "../tree/contentsOf.ts";
import { listItems } from "../tree/listItems.ts";
import { itemsOf } from "../tree/searchOf.ts";
import type { ItemNode } from "../tree/treeNodes.ts";

/** The items of a name, and all rows of their kind. */
export interface FoundItems {
  readonly items: readonly ItemNode[];
  readonly rows: readonly unknown[];
}

/**
 * Lists a kind on its panel and finds the items of a name, also among entries that a person added by hand. Throws
 * `PanelError` if the list cannot be read and has no such entry.
 */
export async function findItems(
  panel: PanelRecord,
  kind: ResourceKind,
  name: string,
  call: Call,
  now: () => number,
): Promise<FoundItems> {
  const listed = await listItems(panel, kind, call, now);
  const items = listed.items.filter(({ row, key }) => (row === undefined ? key === name : isCalled(kind, row, name)));
  if (items.length === 0) itemsOf({ items: [], loaded: listed });
  return { items, rows: listed.items.flatMap(({ row }) => row ?? []) };
}
