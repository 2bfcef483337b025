import { failureOf, PanelError, type PanelFailure } from "../panel/failure.ts";
import type { Listing } from "../panel/listing.ts";
import { joinPages, lengthOf, nodesOfListing } from "./nodesOfListing.ts";
import type { CalledBy } from "./lockoutGuard.ts";
import { hasSameAccess } from "./panelConnection.ts";
import type { PanelRecord } from "./panelRecord.ts";
import type { Call } from "./resource.ts";
import { resourceKinds, resourceOf, type ResourceKind } from "./resources/table.ts";
import { groupNodeId, panelNodeId, type GroupNode, type ItemNode, type PanelNode, type TreeNode } from "./treeNodes.ts";

export interface PanelTreeOptions {
  readonly panels: () => readonly PanelRecord[];
  readonly callFor: (panel: PanelRecord, signal: AbortSignal, by: CalledBy) => Call;
  /** `undefined`: the roots changed. */
  readonly onChange: (id: string | undefined) => void;
  /** Field names of rows that could not be read; never their values. */
  readonly onUnreadable: (panel: PanelRecord, kind: ResourceKind, fields: readonly string[]) => void;
}

/** What is loaded under one node. */
interface Loaded {
  readonly children: readonly string[];
  readonly pages: readonly Listing<unknown>[];
}

/** A call for what is under a node; `sort`: with which later wishes it is shared. */
interface Flight {
  readonly sort: "reload" | "more" | undefined;
  readonly ended: Promise<void>;
}

/**
 * The tree as data: nodes by id, loaded when opened, one flight per node, stale answers dropped.
 * Nothing here asks a panel on its own account.
 */
export class PanelTree {
  readonly #options: PanelTreeOptions;
  readonly #nodes = new Map<string, TreeNode>();
  readonly #loaded = new Map<string, Loaded>();
  /** The last flight for each node. */
  readonly #flights = new Map<string, Flight>();
  readonly #disposed = new AbortController();

  constructor(options: PanelTreeOptions) {
    this.#options = options;
  }

  node(id: string): TreeNode | undefined {
    return this.#nodes.get(id);
  }

  /** Whether it was opened, so that a refresh of everything has a reason to ask for it. */
  isLoaded(id: string): boolean {
    return this.#loaded.has(id);
  }

  /** Ids of the children; loads them where they are not loaded yet. */
  async children(id: string | undefined): Promise<readonly string[]> {
    if (id === undefined) return this.#roots();
    const node = this.#nodes.get(id);
    if (node?.type !== "panel" && node?.type !== "group") return [];
    if (!this.#loaded.has(id)) await this.reload(id, "automatic");
    return this.#loaded.get(id)?.children ?? [];
  }

  /**
   * Asks the panel again for what is under a node. Automatic calls share the flight that is under way; a person's wish
   * starts after it, for what is in the air may be older than what they just did.
   */
  async reload(id: string, by: CalledBy): Promise<void> {
    return this.#inTurn(id, by === "automatic" ? "reload" : undefined, () => this.#load(id, by));
  }

  /** The items of a group, asked for anew because a person wants one of them; throws what the panel answered instead. */
  async items(panelId: string, kind: ResourceKind): Promise<readonly ItemNode[]> {
    this.#roots();
    const panelNode = this.#nodes.get(panelNodeId(panelId));
    if (panelNode?.type !== "panel") return [];
    const group = this.#groupOf(panelNode, kind);
    this.#nodes.set(group.id, group);
    await this.reload(group.id, "user");
    const children = (this.#loaded.get(group.id)?.children ?? []).map((id) => this.#nodes.get(id));
    const failed = children.find((child) => child?.type === "failure");
    if (failed !== undefined) throw new PanelError(failed.failure);
    return children.filter((child) => child?.type === "item");
  }

  /** Loads the next page of a group; asking again meanwhile asks for the same page. */
  async loadMore(groupId: string): Promise<void> {
    return this.#inTurn(groupId, "more", async () => {
      const node = this.#nodes.get(groupId);
      const loaded = this.#loaded.get(groupId);
      if (node?.type === "group" && loaded !== undefined) await this.#loadGroup(node, "user", loaded.pages);
    });
  }

  /** The rows of a group that are loaded, for what needs an item's neighbours. */
  rows(panelId: string, kind: ResourceKind): readonly unknown[] {
    return joinPages(this.#loaded.get(groupNodeId(panelId, kind))?.pages ?? []).rows;
  }

  /** Drops what is no longer there and shows the panels as they are stored now. */
  panelsChanged(): void {
    this.#options.onChange(undefined);
  }

  dispose(): void {
    this.#disposed.abort();
  }

  #roots(): readonly string[] {
    const panels = this.#options.panels();
    const ids = new Set(panels.map(({ id }) => id));
    for (const [id, node] of this.#nodes) {
      const owner = node.type === "panel" ? node.panel.id : node.panelId;
      if (!ids.has(owner)) this.#forget(id);
    }
    return panels.map((panel) => {
      const id = panelNodeId(panel.id);
      const known = this.#nodes.get(id);
      const moved = known?.type === "panel" && !hasSameAccess(known.panel, panel);
      if (moved) this.#forgetBelow(id);
      const state = known?.type === "panel" && !moved ? known.state : ({ kind: "unknown" } as const);
      this.#nodes.set(id, { type: "panel", id, parentId: undefined, panel, state });
      return id;
    });
  }

  /** One flight per node: shares the last one where it is of the same sort, else starts after it. */
  async #inTurn(id: string, shared: Flight["sort"], start: () => Promise<void>): Promise<void> {
    const last = this.#flights.get(id);
    if (last !== undefined && shared !== undefined && (last.sort ?? "reload") === shared) return last.ended;
    const ended = (last?.ended.catch(() => undefined) ?? Promise.resolve()).then(start).finally(() => {
      if (this.#flights.get(id)?.ended === ended) this.#flights.delete(id);
    });
    this.#flights.set(id, { sort: shared, ended });
    return ended;
  }

  async #load(id: string, by: CalledBy): Promise<void> {
    const node = this.#nodes.get(id);
    if (node?.type === "panel") await this.#loadPanel(node, by);
    else if (node?.type === "group") await this.#loadGroup(node, by, []);
  }

  async #loadPanel(node: PanelNode, by: CalledBy): Promise<void> {
    const call = this.#options.callFor(node.panel, this.#disposed.signal, by);
    const outcome = await attempt(() => call("system.total", {}));
    const panel = this.#stillThere(node.panel);
    if (panel === undefined) return;
    const state =
      "failure" in outcome
        ? ({ kind: "failing", failure: outcome.failure } as const)
        : ({ kind: "answering", version: outcome.value.version } as const);
    // a panel that answers something, if not this, may still answer its groups
    const children =
      state.kind === "failing" && !saysSomething(state.failure)
        ? [failureUnder(node.id, panel.id, state.failure)]
        : resourceKinds.map((kind) => this.#groupOf(node, kind));
    this.#replace({ ...node, panel, state }, children, []);
  }

  async #loadGroup(node: GroupNode, by: CalledBy, before: readonly Listing<unknown>[]): Promise<void> {
    const asked = this.#panelOf(node.panelId);
    if (asked === undefined) return;
    const call = this.#options.callFor(asked, this.#disposed.signal, by);
    // a refresh shows as many pages as were shown before it
    const wanted = before.length > 0 ? before.length + 1 : Math.max(1, this.#loaded.get(node.id)?.pages.length ?? 1);
    const pages = [...before];
    const outcome = await attempt(async () => {
      while (pages.length < wanted) {
        const page = await resourceOf(node.kind).list(call, pages.length + 1);
        pages.push(page);
        if (lengthOf(page) === 0) break;
      }
    });
    const panel = this.#stillThere(asked);
    if (panel === undefined || !this.#nodes.has(node.id)) return;
    if ("failure" in outcome) {
      this.#replace(withoutCount(node), [failureUnder(node.id, panel.id, outcome.failure)], []);
      return;
    }
    const listing = joinPages(pages);
    for (const { fields } of listing.unreadable) this.#options.onUnreadable(panel, node.kind, fields);
    const count = { loaded: lengthOf(listing), total: listing.total };
    this.#replace({ ...node, count }, nodesOfListing(node.panelId, node.kind, listing), pages);
  }

  /** Puts new children in place and tells only of what looks different now. */
  #replace(parent: PanelNode | GroupNode, children: readonly TreeNode[], pages: readonly Listing<unknown>[]): void {
    const old = this.#loaded.get(parent.id);
    const parentChanged = !looksSame(this.#nodes.get(parent.id), parent);
    const changed = children.filter((child) => !looksSame(this.#nodes.get(child.id), child));
    const ids = children.map(({ id }) => id);
    const sameChildren = old !== undefined && String(old.children) === String(ids);
    for (const id of old?.children ?? []) if (!ids.includes(id)) this.#forget(id);
    this.#nodes.set(parent.id, parent);
    for (const child of children) this.#nodes.set(child.id, child);
    this.#loaded.set(parent.id, { children: ids, pages });
    if (!sameChildren || parentChanged) this.#options.onChange(parent.id);
    else for (const { id } of changed) this.#options.onChange(id);
  }

  #groupOf(node: PanelNode, kind: ResourceKind): GroupNode {
    const id = groupNodeId(node.panel.id, kind);
    const known = this.#nodes.get(id);
    return known?.type === "group" ? known : { type: "group", id, parentId: node.id, panelId: node.panel.id, kind };
  }

  #panelOf(panelId: string): PanelRecord | undefined {
    const node = this.#nodes.get(panelNodeId(panelId));
    return node?.type === "panel" ? node.panel : undefined;
  }

  /** The panel as it is now; `undefined` where it was removed or is reached in another way since it was asked. */
  #stillThere(asked: PanelRecord): PanelRecord | undefined {
    const panel = this.#disposed.signal.aborted ? undefined : this.#panelOf(asked.id);
    return panel !== undefined && hasSameAccess(panel, asked) ? panel : undefined;
  }

  #forget(id: string): void {
    this.#forgetBelow(id);
    this.#nodes.delete(id);
  }

  #forgetBelow(id: string): void {
    for (const child of this.#loaded.get(id)?.children ?? []) this.#forget(child);
    this.#loaded.delete(id);
  }
}

async function attempt<T>(task: () => Promise<T>): Promise<{ readonly value: T } | { readonly failure: PanelFailure }> {
  try {
    return { value: await task() };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || !(error instanceof PanelError)) throw error;
    return { failure };
  }
}

function failureUnder(parentId: string, panelId: string, failure: PanelFailure): TreeNode {
  return { type: "failure", id: `failure:${parentId}`, parentId, panelId, failure };
}

function saysSomething({ kind }: PanelFailure): boolean {
  return kind === "unsupported" || kind === "rejected" || kind === "malformed" || kind === "tooLarge";
}

function looksSame(a: TreeNode | undefined, b: TreeNode): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function withoutCount({ count: _count, ...node }: GroupNode): GroupNode {
  return node;
}
