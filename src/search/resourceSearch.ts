import { setImmediate as nextStep } from "node:timers/promises";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { groupsBelow, groupsOn, kindsIn } from "../resources/feature.ts";
import type { Call } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { isSilent } from "../tree/panelStates.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import { itemNodeId, panelNodeId, type ItemNode } from "../tree/treeNodes.ts";
import { failureOf, failureOrDefect, isSignedAnswer, isSilence, type PanelFailure } from "../wire/answers/failure.ts";
import { lengthOf, type ListPage } from "../wire/answers/listing.ts";
import type { Edition } from "../wire/answers/operation.ts";
import { findOnPanel, itemsIn, type ReadPages } from "../commands/context/readPages.ts";

/** Pages that are read of a list without being asked for: 1,000 rows. */
const MOST_PAGES = 5;

/** Items from which on no further pages are read: VS Code takes all rows of a list in one step. */
const MOST_ITEMS = 5_000;

export interface ResourceSearchOptions {
  readonly panels: readonly PanelRecord[];
  /** The kinds that are read. */
  readonly kinds: ReadonlySet<ResourceKind>;
  readonly tree: Pick<PanelTree, "known" | "node">;
  readonly callFor: (panel: PanelRecord, signal: AbortSignal, by: "user" | "automatic") => Call;
  readonly editionOf: (panel: PanelRecord) => Edition;
  readonly learnEdition: (panel: PanelRecord, signal: AbortSignal) => Promise<Edition>;
  readonly pages: Pick<ReadPages, "of">;
  /** Ids of the resources used last; their lists are read first. */
  readonly recent: readonly string[];
  /** Called with items of a panel that were not there before. */
  readonly onFound: (panel: PanelRecord, items: readonly ItemNode[]) => void;
  /** Called whenever anything else has changed. */
  readonly onChange: () => void;
  readonly onDefect: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A list of which not everything was read. */
export interface LongList {
  readonly panel: PanelRecord;
  readonly kind: ResourceKind;
  readonly total: number;
}

/** A panel, or one of its lists, that could not be read. */
export interface LeftOut {
  readonly panel: PanelRecord;
  readonly kind?: ResourceKind;
  readonly failure: PanelFailure;
}

/** Groups of a panel that a person has hidden, so that they are not read. */
export interface HiddenGroups {
  readonly panel: PanelRecord;
  readonly groups: readonly ResourceKind[];
}

/** A search for a text in all that panels list. */
export interface WholeSearch {
  readonly text: string;
  readonly isRunning: boolean;
  readonly found: ReadonlySet<string>;
  readonly failed: readonly LeftOut[];
}

/** Where an item was found that is not in the tree yet. */
export type Place =
  | { readonly what: "page"; readonly number: number }
  | { readonly what: "search"; readonly text: string; readonly page: ListPage<unknown> };

/**
 * Collects the resources of all panels: first those in the tree, then the rest page by page while the search is open, and
 * whole lists on request. Panels do not wait for each other; those in trouble are left out.
 */
export class ResourceSearch {
  readonly #options: ResourceSearchOptions;
  readonly #closed = new AbortController();
  readonly #items = new Map<string, ItemNode>();
  readonly #places = new Map<string, Place>();
  readonly #long = new Map<string, LongList>();
  readonly #leftOut = new Map<string, LeftOut>();
  /** Rows read of each list, by the tree or here. */
  readonly #counts = new Map<string, number>();
  #loading = 0;
  #whole: WholeSearch | undefined;

  constructor(options: ResourceSearchOptions) {
    this.#options = options;
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

  /** What is not read because a person has hidden it. */
  get hidden(): readonly HiddenGroups[] {
    const { panels, editionOf, kinds } = this.#options;
    return panels.flatMap((panel) => {
      const edition = editionOf(panel);
      const groups = groupsOn(edition)
        .flatMap((group) => [group, ...groupsBelow(edition, group)])
        .filter(
          (group) => panel.hiddenGroups.includes(group) && kindsIn(edition, group).some((kind) => kinds.has(kind)),
        );
      if (groups.length === 0) return [];
      return [{ panel, groups }];
    });
  }

  /** The last search of whole lists. */
  get whole(): WholeSearch | undefined {
    return this.#whole;
  }

  node(id: string): ItemNode | undefined {
    return this.#items.get(id);
  }

  /** Where an item was found; `undefined`: in the tree. */
  placeOf(id: string): Place | undefined {
    return this.#places.get(id);
  }

  /** Begins with what is loaded and reads on until the search is closed. Never rejects. */
  async open(): Promise<void> {
    const { panels } = this.#options;
    await Promise.all(panels.map((panel) => this.#attempt(panel, () => this.#addAllKnown(panel))));
    await Promise.all(panels.map((panel) => this.#attempt(panel, () => this.#load(panel))));
  }

  /** Has panels search the lists that were not read whole. Never rejects. */
  async searchWhole(text: string): Promise<WholeSearch> {
    const running: WholeSearch = { text, isRunning: true, found: new Set(), failed: [] };
    this.#whole = running;
    this.#options.onChange();
    const outcomes = await Promise.all(this.long.map((list) => this.#find(list, text)));
    const found = new Set(outcomes.flatMap((outcome) => ("items" in outcome ? outcome.items.map(({ id }) => id) : [])));
    const ended = { text, isRunning: false, found, failed: outcomes.filter((outcome) => "failure" in outcome) };
    if (this.#whole === running) this.#whole = ended;
    this.#options.onChange();
    return ended;
  }

  /** Puts away the last search of whole lists; what it has found stays. */
  forgetWhole(): void {
    if (this.#whole === undefined) return;
    this.#whole = undefined;
    this.#options.onChange();
  }

  /** Ends every request that is under way. */
  close(): void {
    this.#closed.abort();
  }

  async #load(panel: PanelRecord): Promise<void> {
    const { tree, callFor, learnEdition, recent } = this.#options;
    const { signal } = this.#closed;
    const node = tree.node(panelNodeId(panel.id));
    if (node?.type === "panel" && isSilent(node.state)) {
      this.#leftOut.set(panel.id, { panel, failure: node.state.failure });
      return;
    }
    const call = callFor(panel, signal, "automatic");
    const kinds = this.#kindsOf(panel, await learnEdition(panel, signal));
    const isRecent = (kind: ResourceKind) => recent.some((id) => id.startsWith(itemNodeId(panel.id, kind, "")));
    const unopened = kinds.filter((kind) => !this.#counts.has(keyOf(panel, kind)));
    for (const kind of unopened.toSorted((a, b) => Number(isRecent(b)) - Number(isRecent(a))))
      await this.#read(panel, kind, call, 1);
    for (const kind of kinds) await this.#readOn(panel, kind, call);
  }

  async #addAllKnown(panel: PanelRecord): Promise<void> {
    for (const kind of this.#kindsOf(panel, this.#options.editionOf(panel))) {
      // a thousand rows are a step of their own
      await nextStep();
      const { items, loaded } = this.#options.tree.known(panel.id, kind);
      const pages = (loaded?.whole ?? loaded)?.pages ?? [];
      const count = pages.reduce((sum, page) => sum + lengthOf(page), 0);
      // a list that could not be read is tried again
      if (pages.length > 0) this.#noteLength(panel, kind, pages.at(-1)?.total, count);
      this.#add(panel, items);
    }
  }

  /** Reads the pages after those that are loaded. */
  async #readOn(panel: PanelRecord, kind: ResourceKind, call: Call): Promise<void> {
    const { loaded } = this.#options.tree.known(panel.id, kind);
    const known = loaded?.whole ?? loaded;
    let next = Math.max(1, known?.pages.length ?? 1) + 1;
    let route = known?.pages[0]?.route;
    while (this.#long.has(keyOf(panel, kind)) && next <= MOST_PAGES && this.#items.size < MOST_ITEMS) {
      const page = await this.#read(panel, kind, call, next, route);
      if (page === undefined || lengthOf(page) === 0) return;
      route ??= page.route;
      next += 1;
    }
  }

  /** Reads a page; `undefined`: there is no such list, or nobody can read it. Throws if the panel itself is in trouble. */
  async #read(panel: PanelRecord, kind: ResourceKind, call: Call, number: number, route?: string) {
    try {
      const page = await this.#options.pages.of(panel, call, kind, number, route);
      const before = number === 1 ? 0 : (this.#counts.get(keyOf(panel, kind)) ?? 0);
      this.#noteLength(panel, kind, page.total, before + lengthOf(page));
      this.#add(panel, itemsIn(panel, kind, page, this.#options.now), { what: "page", number });
      return page;
    } catch (error) {
      const known = failureOf(error);
      if (known !== undefined && isSilence(known)) throw error;
      // what we cannot make sense of is this list's failure alone
      const failure = this.#failureFrom(error);
      if (!isSignedAnswer(failure)) this.#leftOut.set(keyOf(panel, kind), { panel, kind, failure });
      // what a person added by hand may be there all the same
      this.#add(panel, itemsIn(panel, kind, undefined, this.#options.now));
      return undefined;
    }
  }

  async #find({ panel, kind }: LongList, text: string): Promise<LeftOut | { readonly items: readonly ItemNode[] }> {
    try {
      const page = await findOnPanel(this.#options.callFor(panel, this.#closed.signal, "user"), kind, text);
      const items = itemsIn(panel, kind, page, this.#options.now).filter(({ row }) => row !== undefined);
      this.#add(panel, items, { what: "search", text, page });
      return { items };
    } catch (error) {
      return { panel, failure: this.#failureFrom(error) };
    }
  }

  #add(panel: PanelRecord, items: readonly ItemNode[], place?: Place): void {
    const fresh = items.filter(({ id }) => !this.#items.has(id));
    for (const item of fresh) {
      this.#items.set(item.id, item);
      if (place !== undefined) this.#places.set(item.id, place);
    }
    if (fresh.length > 0) this.#options.onFound(panel, fresh);
  }

  #noteLength(panel: PanelRecord, kind: ResourceKind, total: number | undefined, count: number): void {
    this.#counts.set(keyOf(panel, kind), count);
    if (total !== undefined && total > count && resourceOf(kind).searchable === true)
      this.#long.set(keyOf(panel, kind), { panel, kind, total });
    else this.#long.delete(keyOf(panel, kind));
  }

  async #attempt(panel: PanelRecord, task: () => Promise<void>): Promise<void> {
    this.#loading += 1;
    try {
      await task();
    } catch (error) {
      if (!this.#closed.signal.aborted) this.#leftOut.set(panel.id, { panel, failure: this.#failureFrom(error) });
    } finally {
      this.#loading -= 1;
      this.#options.onChange();
    }
  }

  /** The kinds of a panel that are read: none of groups that a person has hidden. */
  #kindsOf({ hiddenGroups }: PanelRecord, edition: Edition): readonly ResourceKind[] {
    const isShown = (group: ResourceKind) => !hiddenGroups.includes(group);
    return groupsOn(edition)
      .filter(isShown)
      .flatMap((group) => [...kindsIn(edition, group), ...groupsBelow(edition, group).filter(isShown)])
      .filter((kind) => this.#options.kinds.has(kind));
  }

  #failureFrom(error: unknown): PanelFailure {
    return failureOrDefect(error, this.#options.onDefect);
  }
}

function keyOf({ id }: PanelRecord, kind: ResourceKind): string {
  return `${id}/${kind}`;
}
