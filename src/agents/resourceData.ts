import type { ItemNode } from "../tree/treeNodes.ts";
import type { Data } from "./toolResult.ts";

/** What an agent gets to know of a resource: its name, state and facts, under the names that the code uses. */
export function resourceData({ label, state, facts, pendingVerb }: ItemNode): { readonly [name: string]: Data } {
  return {
    name: label,
    state,
    ...(pendingVerb !== undefined && { in_progress: pendingVerb }),
    ...Object.fromEntries(facts.map(({ name, value }) => [name, value])),
  };
}
