import * as l10n from "@vscode/l10n";
import type { Action, Offers, Resource } from "./resource.ts";
import type { Verb } from "./verbs.ts";
import { certificateOrder } from "./certificateOrder.ts";
import { container } from "./container.ts";
import { database } from "./database.ts";
import { dependencyManager } from "./dependencyManager.ts";
import { factNames } from "./facts.ts";
import { javaProject } from "./javaProject.ts";
import { project } from "./project.ts";
import { runtime } from "./runtime.ts";
import { savedCommand } from "./savedCommand.ts";
import { savedHost } from "./savedHost.ts";
import { scheduledTask } from "./scheduledTask.ts";
import { service } from "./service.ts";
import { site } from "./site.ts";
import { terminalSetting } from "./terminalSetting.ts";

/** The resource table. */
export const resources = {
  site,
  javaProject,
  project,
  container,
  database,
  service,
  scheduledTask,
  certificateOrder,
  terminalSetting,
  savedHost,
  savedCommand,
  dependencyManager,
  runtime,
} as const;

export type ResourceKind = keyof typeof resources;

/** An action on a row: `container.restart`. */
export type RowActionId = {
  [Kind in ResourceKind]: `${Kind}.${keyof (typeof resources)[Kind]["actions"] & string}`;
}[ResourceKind];

/** What is done to rows by the actions of their kinds. */
export type RowActionVerb = {
  [Kind in ResourceKind]: keyof (typeof resources)[Kind]["actions"] & string;
}[ResourceKind];

export const resourceKinds = Object.keys(resources) as readonly ResourceKind[];

interface GroupShape {
  /** Its heading, where that of its kind's list says less than there is. */
  readonly name?: () => string;
  /** Why it is empty, likewise. */
  readonly none?: () => string;
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
  javaProject: { name: () => l10n.t("Projects"), none: () => l10n.t("No projects"), beside: ["project"] },
  container: {},
  database: {},
  service: {},
  scheduledTask: {},
  dependencyManager: { name: () => l10n.t("Maintenance"), beside: ["runtime"], isFixed: true },
  // last, for what is looked at least
  certificateOrder: {},
  terminalSetting: { name: () => l10n.t("Web Terminal"), below: ["savedHost", "savedCommand"], isFixed: true },
};

export const topGroups = Object.keys(groups) as readonly ResourceKind[];

/** Headings of facts, by kind, that only this kind has. */
const ownFactNames: Readonly<Record<string, Readonly<Record<string, () => string>> | undefined>> = Object.fromEntries(
  resourceKinds.map((kind) => [kind, resourceOf(kind).factNames]),
);

/** The heading of a fact. A record may have the name of one that only a newer version knows: it stays as it is. */
export function factHeading(name: string): string {
  const [kind = "", own = ""] = name.split(".");
  const heading = Object.hasOwn(factNames, name)
    ? factNames[name as keyof typeof factNames]
    : ownFactNames[kind]?.[own];
  return heading?.() ?? name;
}

/** The kind whose group shows the items of this kind. */
export function groupKindOf(kind: ResourceKind): ResourceKind {
  return topGroups.find((group) => groups[group]?.beside?.includes(kind)) ?? kind;
}

/** The kind of the group above this kind's group; `undefined`: directly under the panel. */
export function groupAbove(kind: ResourceKind): ResourceKind | undefined {
  return topGroups.find((group) => groups[group]?.below?.includes(kind));
}

/** Kinds whose group is a list of any length. */
export const listedKinds: readonly ResourceKind[] = resourceKinds.filter(
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

/** Whether a change is for a row of the kind at all, whatever its state; `undefined`: an entry that a person added. */
export function isChangeFor(kind: ResourceKind, verb: Verb, row: unknown): boolean {
  return row === undefined || resourceOf(kind).actions[verb]?.appliesTo?.(row) !== false;
}

export function proceduresOf(kind: ResourceKind): readonly Verb[] {
  return Object.keys(resourceOf(kind).procedures ?? {}) as Verb[];
}

/** The procedures that rows of a kind have commands for. */
export function rowProceduresOf(kind: ResourceKind): readonly Verb[] {
  const { procedures = {} } = resourceOf(kind);
  return proceduresOf(kind).filter((verb) => procedures[verb]?.offered !== undefined);
}

export function actionsOf(kind: ResourceKind): readonly (readonly [Verb, Action<unknown>])[] {
  return Object.entries(resourceOf(kind).actions) as [Verb, Action<unknown>][];
}

/** What the rows of a kind offer besides changes. */
export function offersOf(kind: ResourceKind): Offers {
  const { log, ports, backups, configurations, offers } = resourceOf(kind);
  return {
    ...(log?.offered !== undefined && { followLog: { offered: log.offered } }),
    ...(ports !== undefined && { openPort: ports }),
    ...(backups !== undefined && { downloadBackup: backups }),
    ...(configurations !== undefined && { openConfiguration: configurations }),
    ...offers,
  };
}
