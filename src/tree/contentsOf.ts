import type { PanelFailure } from "../wire/answers/failure.ts";
import { lengthOf, type Listing, type ListPage } from "../wire/answers/listing.ts";
import { facts } from "../resources/facts.ts";
import { visibleText } from "../characters/plainText.ts";
import { itemsOn } from "./itemOf.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { PanelTreeOptions } from "./panelTreeOptions.ts";
import type { Verb } from "../resources/verbs.ts";
import { groupKindOf, resourceOf, type ResourceKind } from "../resources/resources.ts";
import type { BrokenConfiguration } from "../serverFiles/brokenConfiguration.ts";
import { LAST_RANK, troubleOf, troubleRank } from "../resources/trouble.ts";
import { troubles, type Trouble } from "../resources/resource.ts";
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

/** The loaded pages of one kind. `failure`: why the last attempt failed; earlier pages are kept beside it. */
export interface LoadedKind {
  readonly pages: readonly ListPage<unknown>[];
  readonly failure: PanelFailure | undefined;
  /** When the pages were read, in milliseconds since the epoch; absent: no pages. */
  readonly atMs?: number;
  /** The pages are results of the panel's search for this text; absent: of its whole list. */
  readonly search?: string;
  /** The pages before the search. */
  readonly whole?: LoadedKind;
}

/** The loaded content under a node; for a group by its kinds. */
export interface Loaded {
  readonly children: readonly string[];
  readonly kinds: ReadonlyMap<ResourceKind, LoadedKind>;
}

/**
 * The most rows of a list in the tree: VS Code draws all rows of a group in one step. The panel searches the others.
 */
export const MOST_ROWS = 2_000;

export const nothingLoaded: LoadedKind = { pages: [], failure: undefined };

/** Joins pages to one list with the newest total. */
export function joinPages(pages: readonly Listing<unknown>[]): Listing<unknown> {
  return {
    rows: pages.flatMap(({ rows }) => rows),
    unreadable: pages.flatMap(({ unreadable }, page) => {
      const countBefore = pages.slice(0, page).reduce((sum, earlier) => sum + lengthOf(earlier), 0);
      return unreadable.map((row) => ({ ...row, index: countBefore + row.index }));
    }),
    total: pages.at(-1)?.total,
  };
}

/** Options by which items are shown. */
export type ItemOptions = Pick<PanelTreeOptions, "now" | "lastSeenOf" | "pendingVerbAt" | "configurationAt">;

/** Options by which the rows of a group are put in order. */
type OrderOptions = Pick<PanelTreeOptions, "certificateLimits" | "isTroubleFirst">;

/**
 * Returns the nodes of one kind in its group: a failure, the listed rows, entries that a person added by hand and the
 * panel does not list, and "Load more". A row on two pages is shown once: ids must be unique.
 */
export function contentsOf(
  panel: PanelRecord,
  kind: ResourceKind,
  listedKind: LoadedKind,
  filter: GroupFilter | undefined,
  { now, lastSeenOf, pendingVerbAt, configurationAt }: ItemOptions,
): readonly TreeNode[] {
  const { pages, failure, search } = listedKind;
  const listing = joinPages(pages);
  const parentId = groupNodeId(panel.id, groupKindOf(kind));
  const shared = { panelId: panel.id, kind, parentId };
  const nodes = new Map<string, TreeNode>();
  const add = (node: TreeNode) => nodes.set(node.id, node);
  if (failure !== undefined) add(failureUnder(parentId, panel, failure, kind));
  const pendingVerb = pendingVerbAt?.(panel, kind);
  const addItem = (node: ItemNode) => {
    const item = withPendingVerb(
      withConfiguration(withLastSeen(node, lastSeenOf), configurationAt),
      pendingVerb?.(node.key),
    );
    // the panel also searches what rows do not show, such as more domains
    const isFoundByPanel = search !== undefined && item.row !== undefined;
    const isShown = filter === undefined || isFoundByPanel || matches(item, filter);
    if (isShown) add(item);
  };
  for (const page of pages) itemsOn(page, { panelId: panel.id, kind, now: now() }).forEach(addItem);
  unreadableNodes(shared, listing).forEach(add);
  namedItems(panel, kind, listing).forEach(addItem);
  const [loaded, among] = [lengthOf(listing), amongOf(listedKind)];
  // before the first answer nobody knows whether a list is empty
  if (nodes.size === 0 && pages.length > 0)
    add({
      ...shared,
      type: "empty",
      id: `empty:${parentId}/${kind}`,
      filtered: filter !== undefined,
      ...(filter !== undefined && { among: { loaded: among ?? loaded, total: among ?? listing.total } }),
    });
  const remaining = (listing.total ?? loaded) - loaded;
  const isFull = loaded >= MOST_ROWS && resourceOf(kind).searchable === true;
  if (remaining > 0 && lengthOf(pages.at(-1) ?? listing) > 0)
    add({ ...shared, type: "more", id: `more:${parentId}`, remaining, isFull });
  return [...nodes.values()];
}

/** Returns a group with its count, and its children except the groups below it. */
export function groupContents(
  panel: PanelRecord,
  node: GroupNode,
  kinds: ReadonlyMap<ResourceKind, LoadedKind>,
  isPanelSilent: boolean,
  options: ItemOptions & OrderOptions,
): { readonly group: GroupNode; readonly children: readonly TreeNode[] } {
  const hasOthers = [...kinds.values()].flatMap(({ pages }) => pages).some((page) => lengthOf(page) > 0);
  // a kind that the panel does not support is left out if its group has anything else
  const isLacking = ({ failure }: LoadedKind) => hasOthers && failure?.kind === "unsupported";
  const contents = [...kinds].flatMap(([kind, loaded]) => {
    // a failure of the panel itself is shown once, above its groups
    const isFailureShown = !isPanelSilent && !isLacking(loaded);
    const shownKind = isFailureShown ? loaded : { ...loaded, failure: undefined };
    return contentsOf(panel, kind, shownKind, node.filter, options);
  });
  const nodes = withOneEmpty(contents);
  const sorted = byTrouble(nodes, options);
  const { count: _count, isTroubleFirst: _isTroubleFirst, ...plainNode } = node;
  const plain: GroupNode = { ...plainNode, ...(sorted.isSorted && { isTroubleFirst: true }) };
  const counted = [...kinds.values()].filter((loaded) => !isLacking(loaded));
  // nobody knows how many there are of a kind that was not read
  if (counted.length === 0 || counted.some(({ pages }) => pages.length === 0))
    return { group: plain, children: sorted.children };
  const among = amongOf(kinds.get(node.kind) ?? nothingLoaded);
  const count: GroupCount = {
    loaded: sumOf(counted.flatMap(({ pages }) => pages.map(lengthOf))),
    shown: nodes.filter(({ type }) => type === "item").length,
    total: totalOf(counted.map(({ pages }) => pages.at(-1)?.total)),
    ...(among !== undefined && { among }),
    ...(sorted.troubles.length > 0 && { troubles: sorted.troubles }),
  };
  return { group: { ...plain, count }, children: sorted.children };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The sum of totals, unless one of them is unknown. */
function totalOf(totals: readonly (number | undefined)[]): number | undefined {
  const knownTotals = totals.filter((total) => total !== undefined);
  if (knownTotals.length < totals.length) return undefined;
  return sumOf(knownTotals);
}

/** Leaves out the `empty` nodes if there are others, and else joins them into one. */
function withOneEmpty(nodes: readonly TreeNode[]): readonly TreeNode[] {
  const empty = nodes.filter((node) => node.type === "empty");
  const [first] = empty;
  if (first === undefined || empty.length < nodes.length) return nodes.filter(({ type }) => type !== "empty");
  if (first.among === undefined) return [first];
  const loaded = sumOf(empty.map(({ among }) => among?.loaded ?? 0));
  return [{ ...first, among: { loaded, total: totalOf(empty.map(({ among }) => among?.total)) } }];
}

/** Number of rows that the panel has searched; `undefined`: none, or unknown. */
function amongOf({ search, whole }: LoadedKind): number | undefined {
  if (search === undefined) return undefined;
  return whole?.pages.at(-1)?.total;
}

/** Adds to a runtime the state that its followed log shows, which saves a request. */
function withLastSeen(item: ItemNode, lastSeenOf: PanelTreeOptions["lastSeenOf"]): ItemNode {
  if (item.kind !== "runtime") return item;
  const lastSeen = lastSeenOf?.(item);
  if (lastSeen === undefined) return item;
  const isUpgrading = lastSeen.what === "running" || lastSeen.what === "stale";
  return {
    ...item,
    state: isUpgrading ? "upgrading" : item.state,
    facts: [...item.facts, ...facts({ upgrade: lastSeen.what, seenAt: lastSeen.atMs })],
  };
}

/** Adds to a web server that it refuses its configuration, or does not use the saved one yet. */
function withConfiguration(item: ItemNode, configurationAt: PanelTreeOptions["configurationAt"]): ItemNode {
  if (item.kind !== "service") return item;
  const configuration = configurationAt?.(item.panelId, item.key);
  if (configuration === undefined) return item;
  const { broken, savedAt } = configuration;
  // a stopped one starts with the newest, and a refused configuration cannot be reloaded
  const isUnused = savedAt !== undefined && broken === undefined && item.state === "running";
  const added = facts({
    "service.configuration": broken && saidOf(broken),
    "service.savedAt": isUnused ? new Date(savedAt).toISOString() : undefined,
  });
  if (added.length === 0) return item;
  return { ...item, facts: [...item.facts, ...added] };
}

/** What a web server says of its configuration, with the place. */
function saidOf({ text, place }: BrokenConfiguration): string {
  if (place === undefined) return text;
  return `${text} (${place.path}:${place.line})`;
}

/** Adds the action in progress to an item. */
function withPendingVerb(item: ItemNode, pendingVerb: Verb | undefined): ItemNode {
  if (pendingVerb === undefined) return item;
  return { ...item, pendingVerb };
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

/** Whether a typed name means a row. */
export function isCalled(kind: ResourceKind, row: unknown, name: string): boolean {
  const resource = resourceOf(kind);
  return resource.isCalled?.(row, name) ?? (name === resource.key(row) || name === resource.label(row));
}

/** The entries that a person added by hand, unless the panel lists them. */
function namedItems(panel: PanelRecord, kind: ResourceKind, listing: Listing<unknown>): readonly ItemNode[] {
  const entries = panel.entries.filter((entry) => entry.kind === kind);
  if (entries.length === 0) return [];
  return entries
    .filter(({ key }) => !listing.rows.some((row) => isCalled(kind, row, key)))
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
  const searchedText = filter.text.toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(searchedText);
  const { states = [] } = filter;
  return has(item.label) || states.includes(item.state) || item.facts.some(({ value }) => has(value));
}

/**
 * Counts the rows of a group that are in trouble. If a person wants them first, they stand before the others and
 * below failures, the worst first and else in their order.
 */
export function byTrouble(
  nodes: readonly TreeNode[],
  { certificateLimits, isTroubleFirst }: OrderOptions,
): {
  readonly children: readonly TreeNode[];
  readonly troubles: readonly (readonly [Trouble, number])[];
  readonly isSorted: boolean;
} {
  const limits = certificateLimits();
  const counts = new Map<Trouble, number>();
  for (const node of nodes) {
    if (node.type !== "item") continue;
    const trouble = troubleOf(node.state, node.facts, limits);
    if (trouble !== undefined) counts.set(trouble, (counts.get(trouble) ?? 0) + 1);
  }
  const foundTroubles = troubles.flatMap((trouble) => {
    const count = counts.get(trouble);
    if (count === undefined) return [];
    return [[trouble, count] as const];
  });
  if (foundTroubles.length === 0 || !isTroubleFirst())
    return { children: nodes, troubles: foundTroubles, isSorted: false };
  const ranked: TreeNode[][] = Array.from({ length: LAST_RANK + 1 }, () => []);
  const failures: TreeNode[] = [];
  for (const node of nodes) {
    if (node.type === "failure") failures.push(node);
    else if (node.type === "item") ranked[troubleRank(node.state, node.facts, limits)]?.push(node);
    else ranked[LAST_RANK]?.push(node);
  }
  return { children: [...failures, ...ranked.flat()], troubles: foundTroubles, isSorted: true };
}
