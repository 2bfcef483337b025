import { setImmediate as nextStep } from "node:timers/promises";
import { failureOf, type PanelFailure } from "../../wire/answers/failure.ts";
import { lengthOf, type ListPage } from "../../wire/answers/listing.ts";
import type { Edition } from "../../wire/answers/operation.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { groupsBelow, groupsOn, kindsIn } from "../../resources/feature.ts";
import type { Call } from "../../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../../resources/resources.ts";
import { isSilent } from "../../tree/loadPanelState.ts";
import type { PanelTree } from "../../tree/panelTree.ts";
import { itemNodeId, panelNodeId, type ItemNode } from "../../tree/treeNodes.ts";
import { findOnPanel, itemsIn } from "./findOnPanel.ts";
import { MatchList, type Matches } from "./matchList.ts";
import type { ReadPages } from "./readPages.ts";

/** No more pages of a list are read without being asked for: 1,000 rows. */
export const MOST_PAGES = 5;

/** What a search works with. */
export interface ResourceSearchOptions {
  readonly panels: readonly PanelRecord[];
  readonly tree: Pick<PanelTree, "known" | "node">;
  readonly callFor: (panel: PanelRecord, signal: AbortSignal, by: "user" | "automatic") => Call;
  readonly editionOf: (panel: PanelRecord) => Edition;
  readonly learnEdition: (panel: PanelRecord, signal: AbortSignal) => Promise<Edition>;
  readonly pages: Pick<ReadPages, "of">;
  /** Ids of the rows that were gone to, the latest first. */
  readonly recent: readonly string[];
  readonly onChange: () => void;
  readonly onDefect: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A list of which not everything is loaded. */
export interface LongList {
  readonly panel: PanelRecord;
  readonly kind: ResourceKind;
  readonly total: number;
  /** How many were not read. */
  readonly missing: number;
}

/** A panel that is left out, or a list of it, and why. */
export interface LeftOut {
  readonly panel: PanelRecord;
  readonly kind?: ResourceKind;
  readonly failure: PanelFailure;
}

/** How the search of whole lists stands. */
export interface WholeSearch {
  readonly text: string;
  readonly isRunning: boolean;
  /** How many the panels have found, and how many of them are beyond the first page. */
  readonly found: number;
  readonly failed: readonly LeftOut[];
}

/** Where a row was found that is not in the tree yet. */
export type Place =
  | { readonly what: "page"; readonly number: number }
  | { readonly what: "search"; readonly text: string; readonly page: ListPage<unknown> };

/**
 * Everything on all panels, searched: what is loaded at once, the rest page by page while the search is open, and whole
 * lists where a person asks for that. Panels do not wait for each other, and those in trouble are left out.
 */
export class ResourceSearch {
  readonly #options: ResourceSearchOptions;
  readonly #list: MatchList;
  readonly #recency: ReadonlyMap<string, number>;
  readonly #closed = new AbortController();
  readonly #places = new Map<string, Place>();
  readonly #long = new Map<string, LongList>();
  readonly #leftOut = new Map<string, LeftOut>();
  /** How many of a list were read, by the tree or here. */
  readonly #counts = new Map<string, number>();
  readonly #known = Promise.withResolvers<void>();
  #loading = 0;
  #whole: WholeSearch | undefined;

  constructor(options: ResourceSearchOptions) {
    this.#options = options;
    this.#list = new MatchList(options.onChange);
    this.#recency = new Map(options.recent.map((id, index) => [id, index]));
  }

  /** `undefined` until all that is loaded was compared with what was typed last. */
  get matches(): Matches | undefined {
    return this.#list.matches;
  }

  /** How many rows are searched. */
  get size(): number {
    return this.#list.size;
  }

  get isLoading(): boolean {
    return this.#loading > 0;
  }

  get long(): readonly LongList[] {
    return [...this.#long.values()];
  }

  get leftOut(): readonly LeftOut[] {
    return [...this.#leftOut.values()];
  }

  /** The last search of whole lists. */
  get whole(): WholeSearch | undefined {
    return this.#whole;
  }

  node(id: string): ItemNode | undefined {
    return this.#list.entry(id)?.node;
  }

  /** Where a row was found; `undefined`: in the tree. */
  placeOf(id: string): Place | undefined {
    return this.#places.get(id);
  }

  /** Begins with what is loaded; the rest follows until the search is closed. Never rejects. */
  async open(): Promise<void> {
    const { panels } = this.#options;
    await Promise.all(panels.map((panel) => this.#attempt(panel, () => this.#addAllKnown(panel))));
    this.#known.resolve();
    await Promise.all(panels.map((panel) => this.#attempt(panel, () => this.#load(panel))));
  }

  /** What is loaded is there first, so that its order is that of what was used last. */
  async type(text: string): Promise<void> {
    await this.#known.promise;
    await this.#list.type(text);
  }

  /** Has panels search those of their lists that are not loaded whole. What was found is kept. Never rejects. */
  async searchWhole(text: string): Promise<WholeSearch> {
    const isLatest = () => this.#whole?.text === text && !this.#closed.signal.aborted;
    this.#whole = { text, isRunning: true, found: 0, failed: [] };
    this.#options.onChange();
    const outcomes = await Promise.all(this.long.map((list) => this.#find(list, text)));
    const failed = outcomes.flatMap((outcome) => ("failure" in outcome ? outcome : []));
    const found = outcomes.reduce((sum, outcome) => sum + ("found" in outcome ? outcome.found : 0), 0);
    const ended = { text, isRunning: false, found, failed };
    if (isLatest()) this.#whole = ended;
    this.#options.onChange();
    return ended;
  }

  /** Ends every request that is under way. */
  close(): void {
    this.#closed.abort();
  }

  async #load(panel: PanelRecord): Promise<void> {
    const { tree, callFor, learnEdition } = this.#options;
    const { signal } = this.#closed;
    const node = tree.node(panelNodeId(panel.id));
    if (node?.type === "panel" && isSilent(node.state)) {
      this.#leaveOut(panel, node.state.failure);
      return;
    }
    const call = callFor(panel, signal, "automatic");
    const kinds = this.#kindsOf(panel, await learnEdition(panel, signal));
    // those that were not opened come first, and of them those of what was used last
    const isKnown = (kind: ResourceKind) => this.#counts.has(keyOf(panel, kind));
    const isRecent = (kind: ResourceKind) =>
      this.#options.recent.some((id) => id.startsWith(itemNodeId(panel.id, kind, "")));
    const unopened = kinds.filter((kind) => !isKnown(kind));
    for (const kind of unopened.toSorted((a, b) => Number(isRecent(b)) - Number(isRecent(a))))
      await this.#read(panel, kind, call, 1);
    for (const kind of kinds) await this.#readOn(panel, kind, call);
  }

  async #addAllKnown(panel: PanelRecord): Promise<void> {
    for (const kind of this.#kindsOf(panel, this.#options.editionOf(panel))) await this.#addKnown(panel, kind);
  }

  /** What the tree has of a kind. */
  async #addKnown(panel: PanelRecord, kind: ResourceKind): Promise<void> {
    // making the nodes of a long list is a step of its own
    await nextStep();
    const { items, loaded } = this.#options.tree.known(panel.id, kind);
    const pages = (loaded?.whole ?? loaded)?.pages ?? [];
    // a list that could not be read is tried again
    if (pages.length > 0) this.#noteLength(panel, kind, pages.at(-1)?.total, sumOf(pages));
    await this.#add(panel, items);
  }

  /** The pages after those that are loaded. */
  async #readOn(panel: PanelRecord, kind: ResourceKind, call: Call): Promise<void> {
    const { loaded } = this.#options.tree.known(panel.id, kind);
    const known = loaded?.whole ?? loaded;
    let next = Math.max(1, known?.pages.length ?? 1) + 1;
    let route = known?.pages[0]?.route;
    while (this.#long.has(keyOf(panel, kind)) && next <= MOST_PAGES) {
      const page = await this.#read(panel, kind, call, next, route);
      if (page === undefined || lengthOf(page) === 0) return;
      route ??= page.route;
      next += 1;
    }
  }

  /** `undefined`: the panel does not have this list. Throws where the panel itself is in trouble. */
  async #read(panel: PanelRecord, kind: ResourceKind, call: Call, number: number, route?: string) {
    try {
      const page = await this.#options.pages.of(panel, call, kind, number, route);
      const count = (number === 1 ? 0 : (this.#counts.get(keyOf(panel, kind)) ?? 0)) + lengthOf(page);
      this.#noteLength(panel, kind, page.total, count);
      await this.#addPage(panel, kind, page, { what: "page", number });
      return page;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined || isSilent({ kind: "failing", failure, atMs: 0 })) throw error;
      // there is something that nobody can read
      if (failure.kind === "malformed" || failure.kind === "tooLarge")
        this.#leftOut.set(keyOf(panel, kind), { panel, kind, failure });
      // what a person has named may be there all the same
      await this.#add(panel, itemsIn(panel, kind, undefined, this.#options.now));
      return undefined;
    }
  }

  async #find({ panel, kind }: LongList, text: string): Promise<LeftOut | { readonly found: number }> {
    const { callFor } = this.#options;
    try {
      const page = await findOnPanel(callFor(panel, this.#closed.signal, "user"), kind, text);
      // the panel may find by what rows do not tell
      const always = this.#list.matches?.text.trim() === text.trim();
      await this.#addPage(panel, kind, page, { what: "search", text, page }, always);
      return { found: page.total ?? lengthOf(page) };
    } catch (error) {
      return { panel, failure: this.#failureFrom(error) };
    }
  }

  async #addPage(panel: PanelRecord, kind: ResourceKind, page: ListPage<unknown>, place: Place, always = false) {
    const items = itemsIn(panel, kind, page, this.#options.now);
    for (const { id } of items) if (this.#list.entry(id) === undefined) this.#places.set(id, place);
    await this.#add(panel, items, always);
  }

  async #add(panel: PanelRecord, items: readonly ItemNode[], always = false): Promise<void> {
    const entries = items.map((node) => ({
      node,
      panelName: panel.name,
      recency: this.#recency.get(node.id) ?? Infinity,
    }));
    await this.#list.add(entries, always);
  }

  #noteLength(panel: PanelRecord, kind: ResourceKind, total: number | undefined, loaded: number): void {
    this.#counts.set(keyOf(panel, kind), loaded);
    if (total !== undefined && total > loaded && resourceOf(kind).searchable === true)
      this.#long.set(keyOf(panel, kind), { panel, kind, total, missing: total - loaded });
    else this.#long.delete(keyOf(panel, kind));
  }

  async #attempt(panel: PanelRecord, task: () => Promise<void>): Promise<void> {
    this.#loading += 1;
    try {
      await task();
    } catch (error) {
      if (!this.#closed.signal.aborted) this.#leaveOut(panel, this.#failureFrom(error));
    } finally {
      this.#loading -= 1;
      this.#options.onChange();
    }
  }

  #leaveOut(panel: PanelRecord, failure: PanelFailure): void {
    this.#leftOut.set(panel.id, { panel, failure });
  }

  #failureFrom(error: unknown): PanelFailure {
    const failure = failureOf(error);
    if (failure === undefined) this.#options.onDefect(error);
    return failure ?? { kind: "defect" };
  }

  /** What a panel has, but for groups that a person has hidden. */
  #kindsOf({ hiddenGroups }: PanelRecord, edition: Edition): readonly ResourceKind[] {
    const isSeen = (group: ResourceKind) => !hiddenGroups.includes(group);
    return groupsOn(edition)
      .filter(isSeen)
      .flatMap((group) => [...kindsIn(edition, group), ...groupsBelow(edition, group).filter(isSeen)]);
  }
}

function keyOf({ id }: PanelRecord, kind: ResourceKind): string {
  return `${id}/${kind}`;
}

function sumOf(pages: readonly Parameters<typeof lengthOf>[0][]): number {
  return pages.reduce((sum, page) => sum + lengthOf(page), 0);
}
