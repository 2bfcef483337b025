import { resourceStates, type ResourceState } from "../resources/resource.ts";
import { actionsOf, listedKinds, type ResourceKind } from "../resources/resources.ts";
import { verbs, type Verb } from "../resources/verbs.ts";
import { operations } from "../wire/operations/operations.ts";

/** The verbs that tasks have for a kind: those of actions that destroy nothing and need no choice of a person. */
export function taskVerbsOf(kind: ResourceKind): readonly Verb[] {
  if (!listedKinds.includes(kind)) return [];
  return actionsOf(kind).flatMap(([verb, { operation, oneAtATime }]) =>
    operations[operation].effect === "destroy" || oneAtATime === true ? [] : [verb],
  );
}

/** The kinds that have any: the values of `kind` in a task of ours. */
export const taskKinds: readonly ResourceKind[] = listedKinds.filter((kind) => taskVerbsOf(kind).length > 0);

/** Their verbs: values of `task`, in which `updateComposer` and `deploy` are beside them. */
export const taskVerbs: readonly Verb[] = verbs.filter((verb) =>
  taskKinds.some((kind) => taskVerbsOf(kind).includes(verb)),
);

/** The states in which a row of a kind can have a task. */
export function taskStatesOf(kind: ResourceKind): readonly ResourceState[] {
  const offered = actionsOf(kind).flatMap(([verb, action]) => (taskVerbsOf(kind).includes(verb) ? action.offered : []));
  return resourceStates.filter((state) => offered.includes(state));
}
