import type { QueryProblem, SearchQuery } from "./searchQuery.ts";

/** Why a query cannot be searched for; `undefined` if it can. */
export function queryProblem(query: SearchQuery): QueryProblem | undefined {
  if (query.text === "") return { kind: "empty" };
  return undefined;
}
