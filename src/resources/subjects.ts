import type { Action, Procedure, Subject } from "./resource.ts";
import { resourceKinds, resourceOf, type ResourceKind } from "./resources.ts";
import type { Verb } from "./verbs.ts";

/** What actions can be performed on: the resources of a kind, or files of the server. */
export type SubjectKind = ResourceKind | "file";

export const subjectKinds: readonly SubjectKind[] = resourceKinds;

export function subjectOf(kind: SubjectKind): Subject {
  return resourceOf(kind);
}

/** The action or procedure of a verb. Throws if the subject has neither. */
export function changeOf(kind: SubjectKind, verb: Verb): Procedure & Partial<Action<unknown>> {
  const change = subjectOf(kind).procedures?.[verb] ?? resourceOf(kind).actions[verb];
  if (change === undefined) throw new TypeError(`${kind} has no ${verb}`);
  return change;
}
