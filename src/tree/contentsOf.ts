import type { PanelFailure } from "../wire/answers/failure.ts";
import { lengthOf, type Listing, type ListPage } from "../wire/answers/listing.ts";
import { facts } from "../resources/facts.ts";
import { visibleText } from "../characters/plainText.ts";
import { itemsOn } from "./itemOf.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { PanelTreeOptions } from "./panelTreeOptions.ts";
import type { Verb } from "../resources/verbs.ts";
import { groupKindOf, resourceOf, type ResourceKind } from "../resources/resources.ts";
import { byTrouble } from "./byTrouble.ts";
import {
  failureUnder,
  groupNodeId,
  itemNodeId,
  type GroupCount,
  type GroupFilter,
  type GroupNode,
  type ItemNode,
  type TreeNode,
  type UnreadableNode,
} from "./treeNodes.ts";

/** What is loaded of one kind. `failure` is of the last attempt; earlier pages are kept beside it. */
export interface LoadedKind {
  readonly pages: readonly ListPage<unknown>[];
  readonly failure: PanelFailure | undefined;
  /** When the pages were read, in milliseconds since the epoch; absent: there are none. */
  readonly atMs?: number;
  /** The pages are of what the panel has found by this text; absent: of its whole list. */
  readonly search?: string;
  /** What was loaded before the search. */
  readonly whole?: LoadedKind;
}

/** What is loaded under one node: of a group, each of its kinds. */
export interface Loaded {
  readonly children: readonly string[];
  readonly kinds: ReadonlyMap<ResourceKind, LoadedKind>;
}

export const nothingLoaded: LoadedKind = { pages: [], failure: undefined };

/** Pages joined to one list; the total is the panel's newest. */
export function joinPages(pages: readonly Listing<unknown>[]): Listing<unknown> {
  return {
    rows: pages.flatMap(({ rows }) => rows),
    unreadable: pages.flatMap(({ unreadable }, page) => {
      const before = pages.slice(0, page).reduce((sum, earlier) => sum + lengthOf(earlier), 0);
      return unreadable.map((row) => ({ ...row, index: before + row.index }));
    }),
    total: pages.at(-1)?.total,
  };
}

/** What decides how items are shown. */
type Showing = Pick<PanelTreeOptions, "now" | "lastSeenOf" | "inHandAt" | "certificateLimits" | "isTroubleFirst">;

/**
 * The nodes of one kind in its group: a failure first, then what is listed, then what a person added by hand and the
 * panel does not list, then "load more". A row that two pages hold is shown once: ids must be unique.
 */
export function contentsOf(
  panel: PanelRecord,
  kind: ResourceKind,
  listed: LoadedKind,
  filter: GroupFilter | undefined,
  { now, lastSeenOf, inHandAt }: Pick<Showing, "now" | "lastSeenOf" | "inHandAt">,
): readonly TreeNode[] {
  const { pages, failure, search } = listed;
  const listing = joinPages(pages);
  const parentId = groupNodeId(panel.id, groupKindOf(kind));
  const shared = { panelId: panel.id, kind, parentId };
  const nodes = new Map<string, TreeNode>();
  const add = (node: TreeNode) => nodes.set(node.id, node);
  if (failure !== undefined) add(failureUnder(parentId, panel, failure, kind));
  const inHand = inHandAt?.(panel, kind);
  const addItem = (node: ItemNode) => {
    const item = withInHand(withLastSeen(node, lastSeenOf), inHand?.(node.key));
    // the panel also finds by what rows do not tell, such as more domains
    if (filter === undefined || (search !== undefined && item.row !== undefined) || matches(item, filter)) add(item);
  };
  for (const page of pages) itemsOn(page, { panelId: panel.id, kind, now: now() }).forEach(addItem);
  unreadableNodes(shared, listing).forEach(add);
  namedItems(panel, kind, listing).forEach(addItem);
  const [loaded, among] = [lengthOf(listing), amongOf(listed)];
  // before its first answer there is nothing to say of a list
  if (nodes.size === 0 && pages.length > 0)
    add({
      ...shared,
      type: "empty",
      id: `empty:${parentId}/${kind}`,
      filtered: filter !== undefined,
      ...(filter !== undefined && { among: { loaded: among ?? loaded, total: among ?? listing.total } }),
    });
  const remaining = listing.total === undefined ? undefined : listing.total - loaded;
  if (remaining !== undefined && remaining > 0 && lengthOf(pages.at(-1) ?? listing) > 0)
    add({ ...shared, type: "more", id: `more:${parentId}`, remaining });
  return [...nodes.values()];
}

/** A group with its count, and its children but for the groups below it, from what is loaded of its kinds. */
export function groupContents(
  panel: PanelRecord,
  node: GroupNode,
  kinds: ReadonlyMap<ResourceKind, LoadedKind>,
  isPanelSilent: boolean,
  options: Showing,
): { readonly group: GroupNode; readonly children: readonly TreeNode[] } {
  const nodes = [...kinds].flatMap(([kind, loaded]) =>
    // what the panel fails of is told once, above its groups
    contentsOf(panel, kind, isPanelSilent ? { ...loaded, failure: undefined } : loaded, node.filter, options),
  );
  const { children, troubles, isSorted } = byTrouble(nodes, options);
  const { count: _count, isTroubleFirst: _isTroubleFirst, ...given } = node;
  const plain: GroupNode = { ...given, ...(isSorted && { isTroubleFirst: true }) };
  const own = kinds.get(node.kind) ?? nothingLoaded;
  if (own.pages.length === 0) return { group: plain, children };
  const loaded = own.pages.reduce((sum, page) => sum + lengthOf(page), 0);
  const shown = nodes.reduce((sum, child) => sum + (child.type === "item" && child.kind === node.kind ? 1 : 0), 0);
  const among = amongOf(own);
  const count: GroupCount = {
    loaded,
    shown,
    total: own.pages.at(-1)?.total,
    ...(among !== undefined && { among }),
    ...(troubles.length > 0 && { troubles }),
  };
  return { group: { ...plain, count }, children };
}

/** In how many rows the panel has searched; `undefined`: it has not, or does not tell. */
function amongOf({ search, whole }: LoadedKind): number | undefined {
  return search === undefined ? undefined : whole?.pages.at(-1)?.total;
}

/** A runtime with what its followed log has shown, which saves a request; the same object where that is nothing. */
function withLastSeen(item: ItemNode, lastSeenOf: PanelTreeOptions["lastSeenOf"]): ItemNode {
  const seen = item.kind === "runtime" ? lastSeenOf?.(item) : undefined;
  if (seen === undefined) return item;
  return {
    ...item,
    state: seen.what === "running" || seen.what === "stale" ? "upgrading" : item.state,
    facts: [...item.facts, ...facts({ upgrade: seen.what, seenAt: seen.atMs })],
  };
}

/** An item with what is being done to it; the same object where that is nothing. */
function withInHand(item: ItemNode, inHand: Verb | undefined): ItemNode {
  return inHand === undefined ? item : { ...item, inHand };
}

function unreadableNodes(
  shared: Pick<UnreadableNode, "kind" | "panelId" | "parentId">,
  { unreadable }: Listing<unknown>,
): readonly UnreadableNode[] {
  return unreadable.map((row) => ({
    ...shared,
    type: "unreadable",
    id: `unreadable:${shared.parentId}/u${row.index}`,
    row,
  }));
}

/** What a person added by hand, unless the panel lists it. */
function namedItems(panel: PanelRecord, kind: ResourceKind, listing: Listing<unknown>): readonly ItemNode[] {
  const entries = panel.entries.filter((entry) => entry.kind === kind);
  if (entries.length === 0) return [];
  const resource = resourceOf(kind);
  const { isCalled = (row, name) => name === resource.key(row) || name === resource.label(row) } = resource;
  return entries
    .filter(({ key }) => !listing.rows.some((row) => isCalled(row, key)))
    .map(({ key }) => ({
      type: "item",
      id: itemNodeId(panel.id, kind, key),
      parentId: groupNodeId(panel.id, groupKindOf(kind)),
      panelId: panel.id,
      kind,
      key,
      label: visibleText(key),
      state: "manual",
      facts: [],
      row: undefined,
    }));
}

function matches(item: ItemNode, filter: GroupFilter): boolean {
  if (filter.kind === "states") return filter.states.includes(item.state);
  const wanted = filter.text.toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(wanted);
  const { states = [] } = filter;
  return has(item.label) || states.includes(item.state) || item.facts.some(({ value }) => has(value));
}
