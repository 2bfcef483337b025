import type { Action, Creation, Resource } from "./resource.ts";
import type { Verb } from "./verbs.ts";
import { certificateOrder } from "./certificateOrder.ts";
import { container } from "./container.ts";
import { dependencyManager } from "./dependencyManager.ts";
import { javaProject } from "./javaProject.ts";
import { runtime } from "./runtime.ts";
import { savedCommand } from "./savedCommand.ts";
import { savedHost } from "./savedHost.ts";
import { site } from "./site.ts";
import { terminalSetting } from "./terminalSetting.ts";

/** Everything that a panel runs. */
export const resources = {
  site,
  javaProject,
  container,
  certificateOrder,
  terminalSetting,
  savedHost,
  savedCommand,
  dependencyManager,
  runtime,
} as const;

export type ResourceKind = keyof typeof resources;

/** What can be done to a row of a kind: `container.restart`. */
export type RowActionId = {
  [Kind in ResourceKind]: `${Kind}.${keyof (typeof resources)[Kind]["actions"] & string}`;
}[ResourceKind];

/** What makes a new one of a kind: `site.create`. */
type CreationId = {
  [Kind in ResourceKind]: `${Kind}.${keyof NonNullable<(typeof resources)[Kind]["creations"]> & string}`;
}[ResourceKind];

export type ActionId = RowActionId | CreationId;

export const resourceKinds = Object.keys(resources) as readonly ResourceKind[];

/** A group of the tree besides the items of its own kind. */
interface GroupShape {
  /** Kinds whose items stand in the same group. */
  readonly beside?: readonly ResourceKind[];
  /** Kinds that have a group of their own below it. */
  readonly below?: readonly ResourceKind[];
  /** The same few items on every panel: there is nothing to count or to filter. */
  readonly isFixed?: true;
}

/** The groups of a panel, in the order in which the tree shows them. */
export const groups: Readonly<Partial<Record<ResourceKind, GroupShape>>> = {
  site: {},
  javaProject: {},
  container: {},
  certificateOrder: {},
  terminalSetting: { below: ["savedHost", "savedCommand"], isFixed: true },
  dependencyManager: { beside: ["runtime"], isFixed: true },
};

export const topGroups = Object.keys(groups) as readonly ResourceKind[];

/** The kind whose group shows the items of this kind. */
export function groupKindOf(kind: ResourceKind): ResourceKind {
  return topGroups.find((group) => groups[group]?.beside?.includes(kind)) ?? kind;
}

/** The kind of the group above this kind's group; `undefined`: it stands right under the panel. */
export function groupAbove(kind: ResourceKind): ResourceKind | undefined {
  return topGroups.find((group) => groups[group]?.below?.includes(kind));
}

/** Kinds whose group is a list of any length. */
export const listedKinds: readonly ResourceKind[] = resourceKinds.filter(
  (kind) => groups[groupKindOf(kind)]?.isFixed !== true,
);

/** Kinds of which a panel may have no list, so that a person can name one (docs/protocol.md A.3). */
export const nameableKinds = [
  "javaProject",
  "container",
  "certificateOrder",
] as const satisfies readonly ResourceKind[];

/** A kind with the type of its rows closed over: rows only ever come from the same entry's `list`. */
export function resourceOf(kind: ResourceKind): Resource<unknown> {
  return resources[kind] as unknown as Resource<unknown>;
}

/** The entry of a verb, whether it acts on a target or makes a new one. Throws where the kind has no such verb. */
export function changeOf(kind: ResourceKind, verb: Verb): Creation & Partial<Action<unknown>> {
  const { actions, creations } = resourceOf(kind);
  const change = creations?.[verb] ?? actions[verb];
  if (change === undefined) throw new TypeError(`${kind} has no ${verb}`);
  return change;
}

/** What makes a new one of this kind. */
export function creationsOf(kind: ResourceKind): readonly Verb[] {
  return Object.keys(resourceOf(kind).creations ?? {}) as Verb[];
}

/** What a person can do to this kind. */
export function actionsOf(kind: ResourceKind): readonly (readonly [Verb, Action<unknown>])[] {
  return Object.entries(resourceOf(kind).actions) as [Verb, Action<unknown>][];
}
