import { knownEditions, type Edition } from "../wire/answers/operation.ts";
import type { OperationId } from "../wire/operations/operations.ts";
import { hasOperation } from "../wire/operations/wiresFor.ts";
import type { Verb } from "./verbs.ts";
import { groups, resourceOf, topGroups, type ResourceKind } from "./resources.ts";

/** A kind of resource, or one action on it. */
export interface Feature {
  readonly kind: ResourceKind;
  readonly verb?: Verb;
}

/** Whether panels of an edition have a feature, according to the wire table; an unknown edition may have everything. */
export function isOn(edition: Edition, { kind, verb }: Feature): boolean {
  const ways = verb === undefined ? waysToAny(kind) : waysTo(kind, verb);
  return ways.some((id) => hasOperation(edition, id));
}

/** Whether panels of every edition have a feature. */
export function isOnAll(feature: Feature): boolean {
  return knownEditions.every((edition) => isOn(edition, feature));
}

/** The kinds whose items are directly in a group. */
export function kindsIn(edition: Edition, group: ResourceKind): readonly ResourceKind[] {
  return [group, ...(groups[group]?.beside ?? [])].filter((kind) => isOn(edition, { kind }));
}

/** The kinds with a group of their own below a group. */
export function groupsBelow(edition: Edition, group: ResourceKind): readonly ResourceKind[] {
  return (groups[group]?.below ?? []).filter((kind) => isOn(edition, { kind }));
}

/** The groups directly under a panel that can have any items, in the order of the tree. */
export function groupsOn(edition: Edition): readonly ResourceKind[] {
  return topGroups.filter((group) => kindsIn(edition, group).length + groupsBelow(edition, group).length > 0);
}

/** The operations of which any one is enough to have something of a kind: a panel without its list may still change what has a known name. */
function waysToAny(kind: ResourceKind): readonly OperationId[] {
  const { listedBy, actions, procedures = {} } = resourceOf(kind);
  const verbs = Object.keys({ ...actions, ...procedures }) as Verb[];
  return [listedBy, ...verbs.flatMap((verb) => waysTo(kind, verb))];
}

/** The operations of which any one is enough to perform an action. */
function waysTo(kind: ResourceKind, verb: Verb): readonly OperationId[] {
  const { actions, procedures } = resourceOf(kind);
  const action = actions[verb];
  const ways = [action ?? procedures?.[verb], action?.detour?.second];
  return ways.flatMap((way) => way?.operation ?? []);
}
