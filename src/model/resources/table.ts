import type { Action, Resource, Verb } from "../resource.ts";
import { container } from "./container.ts";
import { javaProject } from "./javaProject.ts";
import { site } from "./site.ts";

/** Everything that a panel runs, in the order in which the tree shows it. */
export const resources = { site, javaProject, container } as const;

export type ResourceKind = keyof typeof resources;

export const resourceKinds = Object.keys(resources) as readonly ResourceKind[];

/** A kind with the type of its rows closed over: rows only ever come from the same entry's `list`. */
export function resourceOf(kind: ResourceKind): Resource<unknown> {
  return resources[kind] as unknown as Resource<unknown>;
}

/** What a person can do to this kind. */
export function actionsOf(kind: ResourceKind): readonly (readonly [Verb, Action<unknown>])[] {
  return Object.entries(resourceOf(kind).actions) as [Verb, Action<unknown>][];
}
