import { domainToASCII } from "node:url";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { PanelTreeOptions } from "./panelTreeOptions.ts";
import { contentsOf, nothingLoaded, type LoadedKind } from "./contentsOf.ts";
import { PanelError } from "../wire/answers/failure.ts";
import type { GroupFilter, ItemNode } from "./treeNodes.ts";
import type { ListPage } from "../wire/answers/listing.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";

/** Panels are sent no longer text to search for. */
const LONGEST_SEARCH = 255;

/** What is loaded of a kind. */
export interface KnownItems {
  readonly items: readonly ItemNode[];
  /** `undefined`: its group was not opened. */
  readonly loaded: LoadedKind | undefined;
}

/** What the panel has found by the text of a filter. */
export interface Found {
  readonly kind: ResourceKind;
  readonly page: ListPage<unknown>;
}

type Kinds = ReadonlyMap<ResourceKind, LoadedKind>;

/** All items of a kind that are loaded, whatever the filter; first what was found where the panel has searched for it. */
export function knownItems(
  panel: PanelRecord | undefined,
  kind: ResourceKind,
  loaded: LoadedKind | undefined,
  options: Pick<PanelTreeOptions, "now" | "lastSeenOf" | "inHandAt">,
): KnownItems {
  if (panel === undefined || loaded === undefined) return { items: [], loaded: undefined };
  const itemsIn = (listed: LoadedKind) =>
    contentsOf(panel, kind, listed, undefined, options).filter((node) => node.type === "item");
  const items = itemsIn(loaded);
  if (loaded.whole === undefined) return { items, loaded };
  // of what both have, what was found is newer
  const found = new Set(items.map(({ id }) => id));
  return { items: [...items, ...itemsIn(loaded.whole).filter(({ id }) => !found.has(id))], loaded };
}

/** Throws the failure that leaves none. */
export function itemsOf({ items, loaded }: KnownItems): readonly ItemNode[] {
  if (loaded?.failure !== undefined && items.length === 0) throw new PanelError(loaded.failure);
  return items;
}

/** The text that the panel searched for what a filter shows; `undefined`: it shows some of what is loaded. */
export function searchOf(filter: GroupFilter | undefined): string | undefined {
  return filter?.kind === "text" && filter.everywhere === true ? searchedText(filter.text) : undefined;
}

/** What a panel is sent to search for. Its domains are in punycode; a word without a dot may as well stand in a note. */
export function searchedText(text: string): string {
  const typed = text.trim();
  const isDomain = /^(?=.*[^\p{ASCII}])[^\s.。]+[.。]\S*$/u.test(typed);
  return (isDomain ? domainToASCII(typed) || typed : typed).slice(0, LONGEST_SEARCH);
}

/**
 * The kinds of a group as a filter shows them, with what the panel has `found`, beside which the rest is kept. A search is
 * put away with its filter, and what was there before is back.
 */
export function kindsFor(
  kinds: Kinds | undefined,
  filter: GroupFilter | undefined,
  found: (Found & Required<Pick<LoadedKind, "atMs">>) | undefined,
): Kinds | undefined {
  const search = searchOf(filter);
  const isShown = (loaded: LoadedKind) => found === undefined && loaded.search === search;
  const kept = [...(kinds ?? [])].map(
    ([kind, loaded]) => [kind, isShown(loaded) ? loaded : (loaded.whole ?? loaded)] as const,
  );
  if (found === undefined || search === undefined) return kinds === undefined ? undefined : new Map(kept);
  const whole = new Map(kept).get(found.kind) ?? nothingLoaded;
  return new Map(kept).set(found.kind, { pages: [found.page], failure: undefined, atMs: found.atMs, search, whole });
}

/** Whether this is what a filter shows: a search that was in flight while it changed is not. */
export function areFor(kinds: Kinds, filter: GroupFilter | undefined): boolean {
  const search = searchOf(filter);
  return [...kinds].every(([kind, loaded]) => resourceOf(kind).searchable !== true || loaded.search === search);
}
