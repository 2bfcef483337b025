import { domainToASCII } from "node:url";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { contentsOf, nothingLoaded, type ItemOptions, type LoadedKind } from "./contentsOf.ts";
import { PanelError } from "../wire/answers/failure.ts";
import type { GroupFilter, ItemNode } from "./treeNodes.ts";
import type { ListPage } from "../wire/answers/listing.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";

/** Longest text that panels are asked to search for. */
const LONGEST_SEARCH = 255;

export interface KnownItems {
  readonly items: readonly ItemNode[];
  /** `undefined`: the group was not opened. */
  readonly loaded: LoadedKind | undefined;
}

/** A result of the panel's own search. */
export interface Found {
  readonly kind: ResourceKind;
  readonly page: ListPage<unknown>;
}

type Kinds = ReadonlyMap<ResourceKind, LoadedKind>;

/** All loaded items of a kind, whatever the filter; those found by the panel's search first. */
export function knownItems(
  panel: PanelRecord | undefined,
  kind: ResourceKind,
  loaded: LoadedKind | undefined,
  options: ItemOptions,
): KnownItems {
  if (panel === undefined || loaded === undefined) return { items: [], loaded: undefined };
  const itemsIn = (listedKind: LoadedKind) =>
    contentsOf(panel, kind, listedKind, undefined, options).filter((node) => node.type === "item");
  const items = itemsIn(loaded);
  if (loaded.whole === undefined) return { items, loaded };
  // the result of the search is newer than the list
  const foundIds = new Set(items.map(({ id }) => id));
  return { items: [...items, ...itemsIn(loaded.whole).filter(({ id }) => !foundIds.has(id))], loaded };
}

/** Returns the items, or throws the failure if there are none. */
export function itemsOf({ items, loaded }: KnownItems): readonly ItemNode[] {
  if (loaded?.failure !== undefined && items.length === 0) throw new PanelError(loaded.failure);
  return items;
}

/** The text of a filter that shows results of the panel's search; `undefined`: it filters the loaded rows. */
export function searchOf(filter: GroupFilter | undefined): string | undefined {
  if (filter?.serverSearch === true) return searchedText(filter.text);
  return undefined;
}

/** Converts a text for the panel's search: panels store domains in punycode, but notes as they were typed. */
export function searchedText(text: string): string {
  const typedText = text.trim();
  const isDomain = /^(?=.*[^\p{ASCII}])[^\s.。]+[.。]\S*$/u.test(typedText);
  const asStored = isDomain && domainToASCII(typedText);
  return (asStored || typedText).slice(0, LONGEST_SEARCH);
}

/**
 * Returns the kinds of a group under a filter. Results that the panel has `found` replace the list, which is kept beside them
 * and comes back when the filter goes.
 */
export function kindsFor(
  kinds: Kinds | undefined,
  filter: GroupFilter | undefined,
  found: (Found & Required<Pick<LoadedKind, "atMs">>) | undefined,
): Kinds | undefined {
  const search = searchOf(filter);
  const isShown = (loaded: LoadedKind) => found === undefined && loaded.search === search;
  const keptKinds = [...(kinds ?? [])].map(([kind, loaded]) => {
    if (isShown(loaded)) return [kind, loaded] as const;
    return [kind, loaded.whole ?? loaded] as const;
  });
  if (found === undefined || search === undefined) {
    if (kinds === undefined) return undefined;
    return new Map(keptKinds);
  }
  const wholeList = new Map(keptKinds).get(found.kind) ?? nothingLoaded;
  return new Map(keptKinds).set(found.kind, {
    pages: [found.page],
    failure: undefined,
    atMs: found.atMs,
    search,
    whole: wholeList,
  });
}

/** Whether loaded kinds belong to a filter: it may have changed while they were loaded. */
export function areFor(kinds: Kinds, filter: GroupFilter | undefined): boolean {
  const search = searchOf(filter);
  return [...kinds].every(([kind, loaded]) => resourceOf(kind).searchable !== true || loaded.search === search);
}
