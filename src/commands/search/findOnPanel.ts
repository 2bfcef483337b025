import type { ListPage } from "../../wire/answers/listing.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { nothingLoaded } from "../../tree/contentsOf.ts";
import { knownItems, searchedText } from "../../tree/searchOf.ts";
import { nameableRows } from "../../tree/nameableRows.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { Call } from "../../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../../resources/resources.ts";

/** Has the panel search all of a list; the first page of what it finds. Throws `PanelError`. */
export async function findOnPanel(call: Call, kind: ResourceKind, text: string): Promise<ListPage<unknown>> {
  return readPage(call, kind, 1, undefined, searchedText(text));
}

/** One page of a list, on the route of those before it. Throws `PanelError`. */
export async function readPage(
  call: Call,
  kind: ResourceKind,
  number: number,
  route?: string,
  search?: string,
): Promise<ListPage<unknown>> {
  const resource = resourceOf(kind);
  const read = await resource.list(call, number, route, search);
  return nameableRows([read], resource)[0] ?? read;
}

/** The rows of a page as the tree has them, with what a person has named and it does not list. */
export function itemsIn(
  panel: PanelRecord,
  kind: ResourceKind,
  page: ListPage<unknown> | undefined,
  now: () => number,
): readonly ItemNode[] {
  const loaded = page === undefined ? nothingLoaded : { pages: [page], failure: undefined };
  return knownItems(panel, kind, loaded, { now }).items;
}
