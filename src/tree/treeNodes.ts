import type { PanelFailure } from "../wire/answers/failure.ts";
import type { UnreadableRow } from "../wire/answers/listing.ts";
import type { Machine, MachineDetails } from "../wire/answers/machine.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Fact } from "../resources/facts.ts";
import type { Change, ResourceState } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import type { Edition } from "../wire/answers/operation.ts";
import { groupAbove, resourceKinds, type ResourceKind } from "../resources/resources.ts";
import type { Trouble } from "../resources/trouble.ts";

/**
 * What a group shows of what is loaded; `states`: those that the text means; `everywhere`: what the panel has found by the
 * text in its whole list.
 */
export type GroupFilter =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly states?: readonly ResourceState[];
      readonly everywhere?: true;
    }
  | { readonly kind: "states"; readonly states: readonly ResourceState[] };

/** What a panel told of its machine, and when (milliseconds since the epoch). */
export interface SeenMachine extends Machine {
  readonly atMs: number;
  /** Told a little later; until then those of the time before. */
  readonly details?: MachineDetails;
}

/** What is listed in a group. */
export interface GroupCount {
  readonly loaded: number;
  /** How many of the loaded ones the filter shows. */
  readonly shown: number;
  /** How many the panel has, where it tells; of a search, how many it has found. */
  readonly total: number | undefined;
  /** In how many the panel has searched; absent: it has not, or does not tell. */
  readonly among?: number;
  /** How many of those that are shown are in which trouble, the worst first; absent: none. */
  readonly troubles?: readonly (readonly [Trouble, number])[];
}

/** How a panel was last seen, and when (milliseconds since the epoch); `unknown`: not asked in this window. */
export type PanelState =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "answering";
      readonly edition: Edition;
      readonly version: string | undefined;
      /** As it was told last; absent since the panel was found failing. */
      readonly machine?: SeenMachine;
      readonly atMs: number;
    }
  | { readonly kind: "failing"; readonly failure: PanelFailure; readonly atMs: number };

interface Node {
  /** Stable over refreshes and restarts; also what VS Code keeps expansion and selection by. */
  readonly id: string;
  readonly parentId: string | undefined;
}

/** Holds the panels with this first tag. */
export interface FolderNode extends Node {
  readonly type: "folder";
  readonly tag: string;
}

export interface PanelNode extends Node {
  readonly type: "panel";
  readonly panel: PanelRecord;
  readonly state: PanelState;
  /** Its row shows its state with its age, because a person asked for that. */
  readonly isChecked?: true;
}

export interface GroupNode extends Node {
  readonly type: "group";
  readonly panelId: string;
  readonly kind: ResourceKind;
  /** Absent until it was opened. */
  readonly count?: GroupCount;
  readonly filter?: GroupFilter;
  /** What is in trouble stands first in it. */
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
  /** Somebody at this computer is doing this to it right now. */
  readonly inHand?: Verb;
}

/** A row that could not be read, shown so that nobody thinks it is not there. */
export interface UnreadableNode extends Node {
  readonly type: "unreadable";
  readonly panelId: string;
  readonly kind: ResourceKind;
  readonly row: UnreadableRow;
}

/** Stands where children would be; retrying reloads the parent. */
export interface FailureNode extends Node {
  readonly type: "failure";
  readonly panelId: string;
  /** The panel's, when it failed. */
  readonly address: string;
  readonly failure: PanelFailure;
}

/** The panel answered that there is nothing, or the filter lets nothing through. */
export interface EmptyNode extends Node {
  readonly type: "empty";
  readonly panelId: string;
  readonly kind: ResourceKind;
  readonly filtered: boolean;
  /** Among how many the filter found nothing. */
  readonly among?: Pick<GroupCount, "loaded" | "total">;
}

/** Loads the next page of its group. */
export interface MoreNode extends Node {
  readonly type: "more";
  readonly panelId: string;
  readonly kind: ResourceKind;
  readonly remaining: number | undefined;
}

export type TreeNode =
  FolderNode | PanelNode | GroupNode | ItemNode | UnreadableNode | FailureNode | EmptyNode | MoreNode;

/**
 * `contextValue` of a node, by which `when` clauses in package.json offer commands: `kind.state`, and after it what can be
 * changed, as `kind.state+restart+stop`.
 */
export function contextValueOf(node: TreeNode, changes: readonly Change[] = []): string {
  return [stateValueOf(node), ...changes].join("+");
}

function stateValueOf(node: TreeNode): string {
  switch (node.type) {
    case "folder":
      return node.type;
    case "panel":
      return `panel.${node.state.kind}`;
    case "group":
      return `group.${node.kind}${node.filter === undefined ? "" : ".filtered"}`;
    case "item":
      return `${node.kind}.${node.state}`;
    case "failure":
      return `failure.${node.failure.kind}`;
    case "unreadable":
    case "empty":
    case "more":
      return `${node.type}.${node.kind}`;
    default:
      return node satisfies never;
  }
}

export const folderNodeId = (tag: string): string => `folder:${tag}`;
export const panelNodeId = (panelId: string): string => `panel:${panelId}`;
export const groupNodeId = (panelId: string, kind: ResourceKind): string => `group:${panelId}/${kind}`;
export const itemNodeId = (panelId: string, kind: ResourceKind, key: string): string =>
  `item:${panelId}/${kind}/${key}`;

/** The kind of the group with this id; `undefined`: it is no group's. */
export function kindOfGroup(id: string | undefined): ResourceKind | undefined {
  return id?.startsWith("group:") === true ? resourceKinds.find((kind) => id.endsWith(`/${kind}`)) : undefined;
}

/** The panel that a node belongs to; `undefined` for a folder. */
export function ownerOf(node: TreeNode): string | undefined {
  if (node.type === "folder") return undefined;
  return node.type === "panel" ? node.panel.id : node.panelId;
}

/** A group that was not opened yet. */
export function groupNodeOf(panelId: string, kind: ResourceKind): GroupNode {
  const above = groupAbove(kind);
  const parentId = above === undefined ? panelNodeId(panelId) : groupNodeId(panelId, above);
  return { type: "group", id: groupNodeId(panelId, kind), parentId, panelId, kind };
}

export function folderNodeOf(tag: string): FolderNode {
  return { type: "folder", id: folderNodeId(tag), parentId: undefined, tag };
}

/** In the folder of its first tag; `before` is its node until now. */
export function panelNodeOf(panel: PanelRecord, state: PanelState, before: TreeNode | undefined): PanelNode {
  const [tag] = panel.tags;
  const isChecked = before?.type === "panel" && before.isChecked === true;
  const parentId = tag === undefined ? undefined : folderNodeId(tag);
  return { type: "panel", id: panelNodeId(panel.id), parentId, panel, state, ...(isChecked && { isChecked }) };
}

/** The ids of the panels with this first tag, or with none. */
export function panelsIn(panels: readonly PanelRecord[], tag: string | undefined): readonly string[] {
  return panels.filter(({ tags }) => tags[0] === tag).map(({ id }) => panelNodeId(id));
}

/** Stands in the place of what failed to load under a node; `kind`: of a group, which may hold several. */
export function failureUnder(
  parentId: string,
  { id: panelId, address }: Pick<PanelRecord, "id" | "address">,
  failure: PanelFailure,
  kind?: ResourceKind,
): FailureNode {
  const id = kind === undefined ? `failure:${parentId}` : `failure:${parentId}/${kind}`;
  return { type: "failure", id, parentId, panelId, address, failure };
}

/** Whether both would be drawn as the same row. */
export function looksSame(a: TreeNode | undefined, b: TreeNode): boolean {
  return a === b || (a !== undefined && JSON.stringify(a) === JSON.stringify(b));
}
