import type { JobContext } from "../onServer/serverJob.ts";
import type { FoundFile } from "./foundFile.ts";
import type { SearchEnd } from "./searchEnd.ts";
import type { SearchQuery } from "./searchQuery.ts";

/** What runs a search on a server. */
export interface SearchContext extends JobContext {
  /** The text of `search.sh`. */
  readonly searchScript: Uint8Array;
}

/**
 * Searches directories of a server. Results come as the server finds them, each file once. Aborting the signal ends the search on the
 * server. Never throws for what a panel or a server does: that is an end.
 * @param query one in which `queryProblem` sees nothing
 * @param directories absolute paths
 */
export async function searchServer(
  query: SearchQuery,
  directories: readonly string[],
  context: SearchContext,
  onFound: (files: readonly FoundFile[]) => void,
): Promise<SearchEnd> {
  await Promise.resolve([query, directories, context, onFound]);
  throw new Error("not yet");
}
