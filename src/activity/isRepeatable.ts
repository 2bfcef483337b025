import type { Verb } from "../resources/verbs.ts";
import { actionsOf, resourceKinds, type ResourceKind } from "../resources/resources.ts";
import type { ActivityEntry } from "./activityEntry.ts";

/** An operation whose kind and verb this version knows. */
export type RepeatableEntry = ActivityEntry & { readonly kind: ResourceKind; readonly verb: Verb };

/** Whether an operation can be run again on its target: not one that made it, nor one that ended without it. */
export function isRepeatable(entry: ActivityEntry): entry is RepeatableEntry {
  const { verb, result } = entry;
  const kind = knownKindOf(entry);
  if (kind === undefined || result === "gone" || (verb === "remove" && result === "done")) return false;
  return actionsOf(kind).some(([name]) => name === verb);
}

/** `undefined`: only a newer version knows it. */
export function knownKindOf({ kind }: Pick<ActivityEntry, "kind">): ResourceKind | undefined {
  return resourceKinds.find((each) => each === kind);
}
