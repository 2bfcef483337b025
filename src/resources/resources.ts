import type { Action, Procedure, Resource } from "./resource.ts";
import type { Verb } from "./verbs.ts";
import { certificateOrder } from "./certificateOrder.ts";
import { container } from "./container.ts";
import { dependencyManager } from "./dependencyManager.ts";
import { file } from "./file.ts";
import { javaProject } from "./javaProject.ts";
import { runtime } from "./runtime.ts";
import { savedCommand } from "./savedCommand.ts";
import { savedHost } from "./savedHost.ts";
import { site } from "./site.ts";
import { terminalSetting } from "./terminalSetting.ts";

/** The resource table. */
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
  file,
} as const;

export type ResourceKind = keyof typeof resources;

/** An action on a row: `container.restart`. */
export type RowActionId = {
  [Kind in ResourceKind]: `${Kind}.${keyof (typeof resources)[Kind]["actions"] & string}`;
}[ResourceKind];

export const resourceKinds = Object.keys(resources) as readonly ResourceKind[];

interface GroupShape {
  /** Other kinds whose items are in the same group. */
  readonly beside?: readonly ResourceKind[];
  /** Kinds with a group of their own below it. */
  readonly below?: readonly ResourceKind[];
  /** The same few items on every panel: nothing to count or filter. */
  readonly isFixed?: true;
}

/** The groups of a panel, by the kind of their items, in the order of the tree. */
export const groups: Readonly<Partial<Record<ResourceKind, GroupShape>>> = {
  site: {},
  javaProject: {},
  container: {},
  certificateOrder: {},
  terminalSetting: { below: ["savedHost", "savedCommand"], isFixed: true },
  dependencyManager: { beside: ["runtime"], isFixed: true },
};

export const topGroups = Object.keys(groups) as readonly ResourceKind[];

/** Kinds that have rows in a group of a panel; files stand below what they belong to. */
export const shownKinds: readonly ResourceKind[] = resourceKinds.filter((kind) =>
  topGroups.some((top) => [top, ...(groups[top]?.beside ?? []), ...(groups[top]?.below ?? [])].includes(kind)),
);

/** The kind whose group shows the items of this kind. */
export function groupKindOf(kind: ResourceKind): ResourceKind {
  return topGroups.find((group) => groups[group]?.beside?.includes(kind)) ?? kind;
}

/** The kind of the group above this kind's group; `undefined`: directly under the panel. */
export function groupAbove(kind: ResourceKind): ResourceKind | undefined {
  return topGroups.find((group) => groups[group]?.below?.includes(kind));
}

/** Kinds whose group is a list of any length. */
export const listedKinds: readonly ResourceKind[] = shownKinds.filter(
  (kind) => groups[groupKindOf(kind)]?.isFixed !== true,
);

/** Kinds that a panel may be unable to list, so that a person can add an entry by name (docs/protocol.md A.3). */
export const nameableKinds = [
  "javaProject",
  "container",
  "certificateOrder",
] as const satisfies readonly ResourceKind[];

/** A kind without the type of its rows, which only ever come from the `list` of the same kind. */
export function resourceOf(kind: ResourceKind): Resource<unknown> {
  return resources[kind] as unknown as Resource<unknown>;
}

/** The action or procedure of a verb. Throws if the kind has neither. */
export function changeOf(kind: ResourceKind, verb: Verb): Procedure & Partial<Action<unknown>> {
  const { actions, procedures } = resourceOf(kind);
  const change = procedures?.[verb] ?? actions[verb];
  if (change === undefined) throw new TypeError(`${kind} has no ${verb}`);
  return change;
}

export function proceduresOf(kind: ResourceKind): readonly Verb[] {
  return Object.keys(resourceOf(kind).procedures ?? {}) as Verb[];
}

export function actionsOf(kind: ResourceKind): readonly (readonly [Verb, Action<unknown>])[] {
  return Object.entries(resourceOf(kind).actions) as [Verb, Action<unknown>][];
}
