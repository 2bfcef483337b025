import type { ItemNode } from "../tree/treeNodes.ts";
import type { Data } from "./toolResult.ts";

/** A resource with its state and facts, by the names that the code gives them. */
export function resourceData({ label, state, facts, pendingVerb }: ItemNode): { readonly [name: string]: Data } {
  return {
    name: label,
    state,
    ...(pendingVerb !== undefined && { in_progress: pendingVerb }),
    ...Object.fromEntries(facts.map(({ name, value }) => [name, value])),
  };
}
