import { file } from "./file.ts";
import type { Action, Procedure, Subject } from "./resource.ts";
import { resourceKinds, resourceOf, type ResourceKind } from "./resources.ts";
import type { Verb } from "./verbs.ts";

/** What actions can be performed on: the resources of a kind, or files of the server. */
export type SubjectKind = ResourceKind | "file";

export const subjectKinds: readonly SubjectKind[] = [...resourceKinds, "file"];

/** Whether a word, perhaps from a newer version's file, is a kind of subject that this version knows. */
export function isSubjectKind(word: string): word is SubjectKind {
  return subjectKinds.some((kind) => kind === word);
}

/** What the runner needs of a kind of resource, or of files. */
export function subjectOf(kind: SubjectKind): Subject {
  if (kind === "file") return file;
  return resourceOf(kind);
}

/** Finds the action or procedure of a verb; `undefined`: the subject has neither. */
export function findChange(kind: SubjectKind, verb: Verb): (Procedure & Partial<Action<unknown>>) | undefined {
  const procedure = subjectOf(kind).procedures?.[verb];
  if (kind === "file") return procedure;
  return procedure ?? resourceOf(kind).actions[verb];
}

/** The action or procedure of a verb. Throws if the subject has neither. */
export function changeOf(kind: SubjectKind, verb: Verb): Procedure & Partial<Action<unknown>> {
  const change = findChange(kind, verb);
  if (change === undefined) throw new TypeError(`${kind} has no ${verb}`);
  return change;
}
