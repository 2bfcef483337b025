import { groupContents, joinPages, type Loaded } from "./contentsOf.ts";
import { areFor, itemsOf, kindsFor, knownItems, searchOf, type Found, type KnownItems } from "./searchOf.ts";
import { isDirectory } from "./fileRows.ts";
import { OpenedDirectories } from "./openedDirectories.ts";
import { PendingLoads } from "./pendingLoads.ts";
import { forgetFailures, forgetNode, forgetWhere, replaceChildren } from "./heldNodes.ts";
import type { CallResult } from "../connection/lastCall.ts";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import { hasSameAccess } from "../connection/panelConnection.ts";
import { attempt, loadGroup } from "./loadGroup.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { isOfLoad, isSilent, machineOf, PanelStates, saysSame, withDetailsOf } from "./panelStates.ts";
import type { PanelTreeOptions } from "./panelTreeOptions.ts";
import { withSeenRows, type SeenRows } from "./seenRows.ts";
import { groupsBelow, groupsOn, kindsIn } from "../resources/feature.ts";
import { groupKindOf, type ResourceKind } from "../resources/resources.ts";
import { directoryOf } from "../serverFiles/filePlace.ts";
import {
  failureUnder,
  folderNodeOf,
  groupNodeId,
  groupNodeOf,
  ownerOf,
  panelNodeId,
  panelNodeOf,
  panelsIn,
  type FileNode,
  type GroupFilter,
  type GroupNode,
  type ItemNode,
  type PanelNode,
  type PanelState,
  type TreeNode,
} from "./treeNodes.ts";

/** The tree as data: nodes by id, loaded when opened. A node has one load at a time; stale answers are dropped. */
export class PanelTree {
  readonly #options: PanelTreeOptions;
  readonly #nodes = new Map<string, TreeNode>();
  readonly #loaded = new Map<string, Loaded>();
  readonly #held = { nodes: this.#nodes, loaded: this.#loaded };
  readonly #pending = new PendingLoads();
  readonly #states: PanelStates;
  readonly #files: OpenedDirectories;
  /** Faults of unreadable rows that were reported, by panel and kind. */
  readonly #reported = new Map<string, ReadonlySet<string>>();
  readonly #disposed = new AbortController();

  constructor(options: PanelTreeOptions) {
    this.#options = options;
    this.#states = new PanelStates(options);
    this.#files = new OpenedDirectories(this.#held, options);
  }

  node(id: string): TreeNode | undefined {
    return this.#nodes.get(id);
  }

  /** Whether the children of a node were loaded. */
  isLoaded(id: string): boolean {
    return this.#loaded.has(id);
  }

  /**
   * When the rows of a group were read (milliseconds since the epoch), if they may be out of date: its panel is silent, or
   * the last read failed; else `undefined`.
   */
  asOf(groupId: string): number | undefined {
    const node = this.#nodes.get(groupId);
    const kinds = [...(this.#loaded.get(groupId)?.kinds.values() ?? [])];
    const isOld =
      node?.type === "group" &&
      (this.#isSilent(panelNodeId(node.panelId)) || kinds.some(({ failure }) => failure !== undefined));
    const times = kinds.flatMap(({ atMs }) => atMs ?? []);
    if (isOld && times.length > 0) return Math.min(...times);
    return undefined;
  }

  /** Returns the ids of the children and loads them if needed. Never rejects: a failure is a node. */
  async children(id: string | undefined): Promise<readonly string[]> {
    if (id === undefined) return this.#roots();
    const node = this.#nodes.get(id);
    if (node?.type === "folder") return panelsIn(this.#options.panels(), node.tag);
    if (node?.type === "item") this.#files.showRoots(node);
    const isLoadable = node?.type === "panel" || node?.type === "group" || (node?.type === "file" && isDirectory(node));
    if (isLoadable && !this.#loaded.has(id)) await this.reload(id, "automatic");
    return this.loadedChildren(id);
  }

  /** Returns the ids of the loaded children. */
  loadedChildren(id: string): readonly string[] {
    return this.#loaded.get(id)?.children ?? [];
  }

  /**
   * Loads the children of a node again. `shared` calls join a load that is under way; `fresh` ones start after it, for its
   * answer may be older than a change that was just made.
   */
  async reload(
    id: string,
    calledBy: CalledBy,
    when: "shared" | "fresh" = calledBy === "automatic" ? "shared" : "fresh",
  ): Promise<void> {
    return this.#pending.inTurn(id, when, () => this.#load(id, calledBy));
  }

  /** Loads a node again, and everything below it that was opened. */
  async reloadAll(id: string, calledBy: CalledBy): Promise<void> {
    await this.reload(id, calledBy);
    // each would fail alike, and a refused key must not be sent again and again
    if (this.#isSilent(id)) return;
    const below = this.#loaded.get(id)?.children.filter((child) => this.#loaded.has(child)) ?? [];
    await Promise.all(below.map((child) => this.reloadAll(child, calledBy === "retry" ? "user" : calledBy)));
  }

  /** Asks every panel for its state, opened or not. From then on its row shows the state and its age. */
  async check(): Promise<void> {
    this.#roots();
    const nodes = [...this.#nodes.values()].filter((node) => node.type === "panel");
    for (const node of nodes) this.#nodes.set(node.id, { ...node, isChecked: true });
    await Promise.all(nodes.map(({ id }) => this.reload(id, "user")));
  }

  /**
   * Filters the loaded rows of a group, or shows what the panel has `found` in its whole list; `undefined` shows all rows.
   * After a search the group is loaded again.
   */
  setFilter(groupId: string, filter: GroupFilter | undefined, found?: Found): void {
    const node = this.#nodes.get(groupId);
    if (node?.type !== "group") return;
    const { filter: before, ...plain } = node;
    const atMs = this.#options.now();
    const kinds = kindsFor(this.#loaded.get(groupId)?.kinds, filter, found && { ...found, atMs });
    this.#showGroup({ ...plain, ...(filter && { filter }) }, kinds);
    if (kinds === undefined) this.#options.onChange(groupId);
    else if (found === undefined && searchOf(before) !== undefined) void this.reload(groupId, "automatic", "fresh");
  }

  /** Loads the items of a kind, whatever the filter. Throws the failure if there are none. */
  async items(panelId: string, kind: ResourceKind): Promise<readonly ItemNode[]> {
    this.#roots();
    const askedPanel = this.#panelNode(panelId)?.panel;
    if (askedPanel === undefined) return [];
    await this.reload(this.#groupOf(askedPanel, groupKindOf(kind)).id, "user");
    return itemsOf(this.known(panelId, kind));
  }

  /** Returns the loaded items of a kind, whatever the filter. */
  known(panelId: string, kind: ResourceKind): KnownItems {
    const loadedKind = this.#loaded.get(groupNodeId(panelId, groupKindOf(kind)))?.kinds.get(kind);
    return knownItems(this.#panelNode(panelId)?.panel, kind, loadedKind, this.#options);
  }

  /** Builds a group again from its loaded pages, after more was seen of its items. */
  rebuild(groupId: string): void {
    const node = this.#nodes.get(groupId);
    if (node?.type === "group") this.#showGroup(node);
  }

  /** Shows rows as they were just seen, or loads the group again if that does not tell how its list is now. */
  showSeen(panelId: string, seenRows: SeenRows): void {
    const id = groupNodeId(panelId, groupKindOf(seenRows.kind));
    const [node, kinds] = [this.#nodes.get(id), this.#loaded.get(id)?.kinds];
    if (node?.type !== "group" || kinds === undefined) return;
    // an answer under way may be older
    const isSure = !this.#pending.isUnderWay(id) && !this.#isSilent(panelNodeId(panelId));
    const shownKind = isSure && withSeenRows(kinds.get(seenRows.kind), seenRows);
    if (shownKind) this.#showGroup(node, new Map(kinds).set(seenRows.kind, shownKind));
    else void this.reload(id, "automatic", "fresh");
  }

  /** Shows the state of a panel by the result of any call. */
  reportCall(askedPanel: PanelRecord, result: CallResult): void {
    const node = this.#panelNode(askedPanel.id);
    if (node === undefined || !hasSameAccess(node.panel, askedPanel)) return;
    const state = this.#states.after(node, result);
    // the load shows its result itself
    if (isOfLoad(result) && this.#pending.isUnderWay(node.id)) return;
    const isSame = saysSame(node.state, state);
    if (!isSame && this.#loaded.has(node.id)) return this.#showState(node.panel, state);
    this.#nodes.set(node.id, { ...node, state });
    if (!isSame) this.#options.onChange(node.id);
  }

  /** Shows a directory of the server under a panel or an item, and returns the id of its row. */
  openFiles(ownerId: string, path: string): string | undefined {
    const owner = this.#nodes.get(ownerId);
    if (owner?.type !== "panel" && owner?.type !== "item") return undefined;
    const id = this.#files.open(owner, path);
    this.#showOwner(owner);
    return id;
  }

  /** Takes a directory that was opened out of the tree again. */
  closeFiles(id: string): void {
    const node = this.#nodes.get(id);
    if (node?.type !== "file") return;
    const owner = this.#nodes.get(node.ownerId);
    if (owner === undefined) return;
    this.#files.close(node);
    forgetNode(this.#held, id);
    this.#showOwner(owner);
  }

  /** Whether directories are open under an item. */
  hasFiles(id: string): boolean {
    return this.#files.isOwner(id);
  }

  /** Reads the directories of these paths again, as far as they were opened. */
  filesChanged(panelId: string, paths: readonly string[]): void {
    const directories = new Set(paths.flatMap((path) => [path, directoryOf(path)]));
    for (const id of this.#loaded.keys()) {
      const node = this.#nodes.get(id);
      const isChanged = node?.type === "file" && node.panelId === panelId && directories.has(node.path);
      if (isChanged) void this.reload(id, "automatic", "fresh");
    }
  }

  /** Loads the next page of a group, or shows a directory's next page; calls meanwhile join this load. */
  async loadMore(groupId: string): Promise<void> {
    const directory = this.#nodes.get(groupId);
    if (directory?.type === "file" && this.#files.showMore(directory)) return this.#options.onChange(groupId);
    return this.#pending.inTurn(groupId, "more", async () => {
      const node = this.#nodes.get(groupId);
      if (node?.type === "group" && this.#loaded.has(groupId)) await this.#loadGroup(node, "user", "more");
    });
  }

  /** Returns the loaded rows of a kind; those found by a search may be there twice. */
  rows(panelId: string, kind: ResourceKind): readonly unknown[] {
    const loadedKind = this.#loaded.get(groupNodeId(panelId, groupKindOf(kind)))?.kinds.get(kind);
    return joinPages([...(loadedKind?.pages ?? []), ...(loadedKind?.whole?.pages ?? [])]).rows;
  }

  /** Shows the panels as they are stored now, and drops nodes of removed ones. */
  panelsChanged(): void {
    this.#roots();
    for (const id of this.#nodes.keys()) this.rebuild(id);
    this.#options.onChange(undefined);
  }

  dispose(): void {
    this.#disposed.abort();
  }

  /** Folders of first tags, then panels without one, both in the order of the panels. */
  #roots(): readonly string[] {
    const panels = this.#options.panels();
    const ids = new Set(panels.map(({ id }) => id));
    forgetWhere(this.#held, (node) => node.type !== "folder" && !ids.has(ownerOf(node) ?? ""));
    const folders = [...new Set(panels.flatMap(({ tags }) => tags.slice(0, 1)))].map(folderNodeOf);
    for (const folder of folders) this.#nodes.set(folder.id, folder);
    for (const panel of panels) this.#showPanel(panel);
    return [...folders.map(({ id }) => id), ...panelsIn(panels, undefined)];
  }

  #showPanel(panel: PanelRecord): void {
    const id = panelNodeId(panel.id);
    const knownNode = this.#nodes.get(id);
    const moved = knownNode?.type === "panel" && !hasSameAccess(knownNode.panel, panel);
    if (moved) forgetWhere(this.#held, (node) => ownerOf(node) === panel.id && node.id !== id);
    if (moved) this.#loaded.delete(id);
    if (moved) this.#states.forget(panel.id);
    const state: PanelState = knownNode?.type === "panel" && !moved ? knownNode.state : { kind: "unknown" };
    this.#nodes.set(id, panelNodeOf(panel, state, knownNode));
    const loadedContent = this.#loaded.get(id);
    if (loadedContent === undefined) return;
    const children = this.#childrenOf(panel, state).map((child) => child.id);
    for (const child of loadedContent.children) if (!children.includes(child)) forgetNode(this.#held, child);
    this.#loaded.set(id, { ...loadedContent, children });
  }

  async #load(id: string, calledBy: CalledBy): Promise<void> {
    const node = this.#nodes.get(id);
    if (node?.type === "group") return this.#loadGroup(node, calledBy, "again");
    if (node?.type === "file") return this.#loadDirectory(node, calledBy);
    if (node?.type !== "panel") return;
    const current = () => this.#panelNode(node.panel.id)?.state;
    const state = await this.#states.load(node.panel, this.#disposed.signal, calledBy, current);
    const panel = this.#stillThere(node.panel);
    if (panel === undefined) return;
    this.#showState(panel, withDetailsOf(this.#panelNode(panel.id)?.state, state));
    void this.#loadDetails(panel);
  }

  async #loadDirectory(node: FileNode, calledBy: CalledBy): Promise<void> {
    const askedPanel = this.#panelNode(node.panelId)?.panel;
    if (askedPanel === undefined) return;
    const rows = await this.#files.load(node, askedPanel, this.#disposed.signal, calledBy);
    if (this.#stillThere(askedPanel) !== undefined && this.#nodes.get(node.id) === node)
      this.#replace(node, rows, new Map());
  }

  /** Shows an owner of files with the directories that are open under it now. */
  #showOwner(owner: TreeNode): void {
    if (owner.type === "item") this.#files.showRoots(owner);
    else if (owner.type === "panel" && this.#loaded.has(owner.id))
      this.#replace(owner, this.#childrenOf(owner.panel, owner.state), new Map());
    this.#options.onChange(owner.id);
  }

  /** Asks a panel that described its machine for load and disks. They may take long, so nothing waits for them. */
  async #loadDetails(askedPanel: PanelRecord): Promise<void> {
    const machine = machineOf(this.#panelNode(askedPanel.id)?.state);
    if (machine === undefined) return;
    const call = this.#options.callFor(askedPanel, this.#disposed.signal, "automatic");
    const outcome = await attempt(async () => call("system.details", {}), this.#options.onDefect);
    const node = this.#panelNode(askedPanel.id);
    // a later load asks for its own
    if (node?.state.kind !== "answering" || node.state.machine !== machine) return;
    const { details: _before, ...plain } = machine;
    const detailed = { ...plain, ...("value" in outcome && { details: outcome.value }) };
    this.#nodes.set(node.id, { ...node, state: { ...node.state, machine: detailed } });
    this.#options.onDetails(node.id);
  }

  #showState(panel: PanelRecord, state: PanelState): void {
    const node = panelNodeOf(panel, state, this.#panelNode(panel.id));
    if (!isSilent(state) && this.#isSilent(node.id)) forgetFailures(this.#held, panel.id);
    this.#replace(node, this.#childrenOf(panel, state), new Map());
  }

  async #loadGroup(node: GroupNode, calledBy: CalledBy, what: "again" | "more"): Promise<void> {
    const askedPanel = this.#panelNode(node.panelId)?.panel;
    if (askedPanel === undefined) return;
    const call = this.#options.callFor(askedPanel, this.#disposed.signal, calledBy);
    const { editionOf, now, onDefect } = this.#options;
    const kinds = await loadGroup(
      { panelId: askedPanel.id, kinds: kindsIn(editionOf(askedPanel), node.kind), call, what, now, onDefect },
      this.#loaded.get(node.id)?.kinds,
    );
    const panel = this.#stillThere(askedPanel);
    const current = this.#nodes.get(node.id);
    if (panel === undefined || current?.type !== "group") return;
    if (!areFor(kinds, current.filter)) return;
    this.#showGroup(current, kinds);
    const below = this.loadedChildren(node.id).map((id) => this.#nodes.get(id));
    for (const kind of kinds.keys()) this.#reportUnreadable(panel, kind, below);
    this.#options.onRead?.(node.id);
  }

  /** Reports unreadable rows with faults that were not reported yet, so that a refresh only reports new ones. */
  #reportUnreadable(panel: PanelRecord, kind: ResourceKind, nodes: readonly (TreeNode | undefined)[]): void {
    const id = groupNodeId(panel.id, kind);
    const rows = nodes.filter((node) => node?.type === "unreadable").filter((node) => node.kind === kind);
    const faults = new Map(rows.map(({ row: { fields } }) => [fields.join(", "), fields]));
    const faultsBefore = this.#reported.get(id);
    this.#reported.set(id, new Set(faults.keys()));
    for (const [fault, fields] of faults)
      if (faultsBefore?.has(fault) !== true) this.#options.onUnreadable(panel, kind, fields);
  }

  /** Shows a group from its loaded pages. */
  #showGroup(node: GroupNode, kinds = this.#loaded.get(node.id)?.kinds): void {
    const panel = this.#panelNode(node.panelId)?.panel;
    if (panel === undefined || kinds === undefined) {
      this.#nodes.set(node.id, node);
      return;
    }
    const below = groupsBelow(this.#options.editionOf(panel), node.kind).filter(
      (kind) => !panel.hiddenGroups.includes(kind),
    );
    const { group, children } = groupContents(panel, node, kinds, this.#isSilent(panelNodeId(panel.id)), this.#options);
    this.#replace(group, [...children, ...below.map((kind) => this.#groupOf(panel, kind))], kinds);
  }

  /**
   * Replaces the children of a node and reports a change if anything looks different now. It reports the parent: if a leaf is
   * redrawn alone, VS Code drops the selection of the rows below.
   */
  #replace(parent: PanelNode | GroupNode | FileNode, children: readonly TreeNode[], kinds: Loaded["kinds"]): void {
    if (replaceChildren(this.#held, parent, children, kinds)) this.#options.onChange(parent.id);
  }

  #childrenOf(panel: PanelRecord, state: PanelState): readonly TreeNode[] {
    const wasShown = this.loadedChildren(panelNodeId(panel.id)).some((id) => this.#nodes.get(id)?.type === "group");
    const children: TreeNode[] = [];
    if (isSilent(state)) children.push(failureUnder(panelNodeId(panel.id), panel, state.failure));
    // groups that were shown before stay below the failure, which may be short
    if (isSilent(state) && !wasShown) return children;
    const groups = groupsOn(this.#options.editionOf(panel)).filter((kind) => !panel.hiddenGroups.includes(kind));
    children.push(...groups.map((kind) => this.#groupOf(panel, kind)));
    children.push(...this.#files.rootsOf(panelNodeId(panel.id), panel.id));
    return children;
  }

  #groupOf(panel: PanelRecord, kind: ResourceKind): GroupNode {
    const node = groupNodeOf(panel.id, kind);
    const knownNode = this.#nodes.get(node.id);
    if (knownNode?.type === "group") return knownNode;
    this.#nodes.set(node.id, node);
    return node;
  }

  #isSilent(id: string): boolean {
    const node = this.#nodes.get(id);
    return node?.type === "panel" && isSilent(node.state);
  }

  #panelNode(panelId: string): PanelNode | undefined {
    const node = this.#nodes.get(panelNodeId(panelId));
    if (node?.type === "panel") return node;
    return undefined;
  }

  /** The panel as it is stored now; `undefined`: it was removed, or its address or key changed, since it was asked. */
  #stillThere(askedPanel: PanelRecord): PanelRecord | undefined {
    if (this.#disposed.signal.aborted) return undefined;
    const panel = this.#panelNode(askedPanel.id)?.panel;
    if (panel !== undefined && hasSameAccess(panel, askedPanel)) return panel;
    return undefined;
  }
}
