import type { PanelFailure } from "../wire/answers/failure.ts";
import { isExact } from "../wire/answers/exactPath.ts";
import type { UnreadableRow } from "../wire/answers/listing.ts";
import type { Machine, MachineDetails } from "../wire/answers/machine.ts";
import type { FileProblem } from "../serverFiles/fileError.ts";
import type { FileEntry } from "../serverFiles/serverFiles.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Fact } from "../resources/facts.ts";
import type { ResourceState, Trouble } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import type { Edition } from "../wire/answers/operation.ts";
import { groupAbove, nameableKinds, type ResourceKind } from "../resources/resources.ts";
import type { SubjectKind } from "../resources/subjects.ts";

/**
 * Filter of a group. `states`: the states that match the text; `serverSearch`: the group shows what the panel has found
 * by the text in its whole list.
 */
export interface GroupFilter {
  readonly text: string;
  readonly states?: readonly ResourceState[];
  readonly serverSearch?: true;
}

/** A panel's machine, and when it was read (milliseconds since the epoch). */
export interface SeenMachine extends Machine {
  readonly atMs: number;
  /** Filled in by a second call; until then the previous values. */
  readonly details?: MachineDetails;
}

export interface GroupCount {
  readonly loaded: number;
  /** Loaded rows that the filter shows. */
  readonly shown: number;
  /** Rows on the panel, if known; in a search, the number of matches. */
  readonly total: number | undefined;
  /** Rows that the panel has searched, if known. */
  readonly among?: number;
  /** Shown rows in each trouble, the worst first; absent: none. */
  readonly troubles?: readonly (readonly [Trouble, number])[];
}

/**
 * The last known state of a panel, and its time (milliseconds since the epoch); `unknown`: not asked in this window.
 */
export type PanelState =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "answering";
      readonly edition: Edition;
      readonly version: string | undefined;
      /** Absent since the panel has failed. */
      readonly machine?: SeenMachine;
      readonly atMs: number;
    }
  | { readonly kind: "failing"; readonly failure: PanelFailure; readonly atMs: number };

interface Node {
  /** Stable over refreshes and restarts; VS Code keeps expansion and selection by it. */
  readonly id: string;
  readonly parentId: string | undefined;
}

/** Folder of the panels with this first tag. */
export interface FolderNode extends Node {
  readonly type: "folder";
  readonly tag: string;
}

export interface PanelNode extends Node {
  readonly type: "panel";
  readonly panel: PanelRecord;
  readonly state: PanelState;
  /** The row shows the state with its age, because a person asked for it. */
  readonly isChecked?: true;
}

export interface GroupNode extends Node {
  readonly type: "group";
  readonly panelId: string;
  readonly kind: ResourceKind;
  /** Absent until the group was opened. */
  readonly count?: GroupCount;
  readonly filter?: GroupFilter;
  /** Rows in trouble stand first. */
  readonly isTroubleFirst?: true;
}

export interface ItemNode extends Node {
  readonly type: "item";
  readonly panelId: string;
  readonly kind: ResourceKind;
  readonly key: string;
  readonly label: string;
  readonly state: ResourceState;
  readonly facts: readonly Fact[];
  readonly row: unknown;
  /** The action that somebody at this computer is performing right now. */
  readonly pendingVerb?: Verb;
}

/** A file or directory of the server, below the row under which a person opened its files. */
export interface FileNode extends Node {
  readonly type: "file";
  readonly panelId: string;
  /** The node under which the files were opened. */
  readonly ownerId: string;
  readonly path: string;
  readonly label: string;
  /** Absent for the directory that was opened. */
  readonly entry?: FileEntry;
  readonly isRoot?: true;
}

/** A row that could not be read; shown because it exists. */
export interface UnreadableNode extends Node {
  readonly type: "unreadable";
  readonly panelId: string;
  readonly kind: SubjectKind;
  readonly row: UnreadableRow;
}

/** Stands in the place of children; retrying reloads the parent. */
export interface FailureNode extends Node {
  readonly type: "failure";
  readonly panelId: string;
  /** The panel's address when it failed. */
  readonly address: string;
  readonly failure: PanelFailure;
  /** What failed to load, if not everything below the parent. */
  readonly kind?: SubjectKind;
}

/** Stands in an empty list, or in one without matches of the filter. */
export interface EmptyNode extends Node {
  readonly type: "empty";
  readonly panelId: string;
  readonly kind: SubjectKind;
  readonly filtered: boolean;
  /** Why a directory could not be read. */
  readonly problem?: FileProblem;
  /** Rows among which the filter found nothing. */
  readonly among?: Pick<GroupCount, "loaded" | "total">;
}

/** Loads the next page of its group, or offers to search if `isFull`: the group takes no more rows. */
export interface MoreNode extends Node {
  readonly type: "more";
  readonly panelId: string;
  readonly kind: SubjectKind;
  readonly remaining: number;
  readonly isFull: boolean;
}

export type TreeNode =
  FolderNode | PanelNode | GroupNode | ItemNode | FileNode | UnreadableNode | FailureNode | EmptyNode | MoreNode;

/** What a node is, for `when` clauses in package.json: `kind.state`. */
export function stateValueOf(node: TreeNode): string {
  switch (node.type) {
    case "folder":
      return "folder.tag";
    case "panel":
      return `panel.${node.state.kind}`;
    case "group":
      if (node.filter !== undefined) return `group.${node.kind}.filtered`;
      return `group.${node.kind}`;
    case "item":
      return `${node.kind}.${node.state}`;
    case "file":
      return `file.${fileValueOf(node)}`;
    case "failure": {
      const offer = offerOf(node);
      // explaining and trying again are of no use to what is not there
      if (offer !== undefined) return `offer.${offer}`;
      return `failure.${node.failure.kind}`;
    }
    case "unreadable":
    case "empty":
    case "more":
      return `${node.type}.${node.kind}`;
    default:
      return node satisfies never;
  }
}

/** A file's part of the context value; a file whose content nobody can ask for counts as a device. */
function fileValueOf(node: FileNode): string {
  const kind = node.entry?.kind ?? "root";
  if (kind === "file" && !canBeOpened(node)) return "other";
  return kind;
}

/** Whether it is a file, and no panel takes it for another one. */
export function canBeOpened({ entry, path }: FileNode): boolean {
  return entry?.kind === "file" && isExact("read", path);
}

export const folderNodeId = (tag: string): string => `folder:${tag}`;
export const panelNodeId = (panelId: string): string => `panel:${panelId}`;
export const groupNodeId = (panelId: string, kind: ResourceKind): string => `group:${panelId}/${kind}`;
export const itemNodeId = (panelId: string, kind: ResourceKind, key: string): string =>
  `item:${panelId}/${kind}/${key}`;

export const fileNodeId = (ownerId: string, path: string): string => `file:${ownerId}:${path}`;

/** The panel that a node belongs to; `undefined` for a folder. */
export function ownerOf(node: TreeNode): string | undefined {
  if (node.type === "folder") return undefined;
  if (node.type === "panel") return node.panel.id;
  return node.panelId;
}

/** Makes a group that was not opened yet. */
export function groupNodeOf(panelId: string, kind: ResourceKind): GroupNode {
  const above = groupAbove(kind);
  const parentId = above === undefined ? panelNodeId(panelId) : groupNodeId(panelId, above);
  return { type: "group", id: groupNodeId(panelId, kind), parentId, panelId, kind };
}

export function folderNodeOf(tag: string): FolderNode {
  return { type: "folder", id: folderNodeId(tag), parentId: undefined, tag };
}

/** Makes the node of a panel, in the folder of its first tag; `nodeBefore` is the node until now. */
export function panelNodeOf(panel: PanelRecord, state: PanelState, nodeBefore: TreeNode | undefined): PanelNode {
  const [tag] = panel.tags;
  const isChecked = nodeBefore?.type === "panel" && nodeBefore.isChecked === true;
  const parentId = tag === undefined ? undefined : folderNodeId(tag);
  return { type: "panel", id: panelNodeId(panel.id), parentId, panel, state, ...(isChecked && { isChecked }) };
}

/** The ids of the panels with this first tag, or with none. */
export function panelsIn(panels: readonly PanelRecord[], tag: string | undefined): readonly string[] {
  return panels.filter(({ tags }) => tags[0] === tag).map(({ id }) => panelNodeId(id));
}

/** Makes the failure node under a node that failed to load. @param kind what failed to load: one of a group's kinds, or files */
export function failureUnder(
  parentId: string,
  { id: panelId, address }: Pick<PanelRecord, "id" | "address">,
  failure: PanelFailure,
  kind?: SubjectKind,
): FailureNode {
  const id = kind === undefined ? `failure:${parentId}` : `failure:${parentId}/${kind}`;
  return { type: "failure", id, parentId, panelId, address, failure, ...(kind !== undefined && { kind }) };
}

/** What a person can still do where a panel has no list: add an entry by its name, or create a website. */
export function offerOf({ failure, kind }: FailureNode): "addEntry" | "createSite" | undefined {
  if (failure.kind !== "unsupported") return undefined;
  if (kind === "site") return "createSite";
  if (nameableKinds.some((nameable) => nameable === kind)) return "addEntry";
  return undefined;
}

/** Whether two nodes look the same. */
export function looksSame(a: TreeNode | undefined, b: TreeNode): boolean {
  return a === b || (a !== undefined && JSON.stringify(a) === JSON.stringify(b));
}
