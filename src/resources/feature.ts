import { knownEditions, type Edition } from "../wire/answers/operation.ts";
import type { OperationId } from "../wire/operations/operations.ts";
import { hasOperation } from "../wire/operations/wiresFor.ts";
import type { Verb } from "./verbs.ts";
import { groups, resourceOf, topGroups, type ResourceKind } from "./resources.ts";

/** A kind of thing that a panel runs, or one action on it. */
export interface Feature {
  readonly kind: ResourceKind;
  readonly verb?: Verb;
}

/**
 * Whether panels of an edition have this, by the wires of its operations. While the edition is unknown, they may have
 * everything.
 */
export function isOn(edition: Edition, { kind, verb }: Feature): boolean {
  const { listedBy } = resourceOf(kind);
  const isThere = (id: OperationId) => hasOperation(edition, id);
  return isThere(listedBy) && (verb === undefined || waysTo(kind, verb).some(isThere));
}

/** Whether panels of every edition have this. */
export function isOnAll(feature: Feature): boolean {
  return knownEditions.every((edition) => isOn(edition, feature));
}

/** The kinds whose items stand in a group itself. */
export function kindsIn(edition: Edition, group: ResourceKind): readonly ResourceKind[] {
  return [group, ...(groups[group]?.beside ?? [])].filter((kind) => isOn(edition, { kind }));
}

/** The kinds that have a group of their own below a group. */
export function groupsBelow(edition: Edition, group: ResourceKind): readonly ResourceKind[] {
  return (groups[group]?.below ?? []).filter((kind) => isOn(edition, { kind }));
}

/** The groups right under a panel, in the order in which the tree shows them: those in which there can be anything. */
export function groupsOn(edition: Edition): readonly ResourceKind[] {
  return topGroups.filter((group) => kindsIn(edition, group).length + groupsBelow(edition, group).length > 0);
}

/** The operations any of which is enough to carry out an action. */
function waysTo(kind: ResourceKind, verb: Verb): readonly OperationId[] {
  const { actions, creations } = resourceOf(kind);
  const action = actions[verb];
  const ways = [action ?? creations?.[verb], action?.instead?.second];
  return ways.flatMap((way) => way?.operation ?? []);
}
