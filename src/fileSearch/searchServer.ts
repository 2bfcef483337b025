import { runJob } from "../onServer/runJob.ts";
import type { JobContext, ServerJob } from "../onServer/serverJob.ts";
import { panelFailureOf } from "../wire/answers/failure.ts";
import { outermost } from "./findArguments.ts";
import type { FoundFile } from "./foundFile.ts";
import type { SearchEnd } from "./searchEnd.ts";
import { searchInputs } from "./searchInputs.ts";
import type { SearchQuery } from "./searchQuery.ts";
import { LONGEST_MS, ServerResults } from "./serverResults.ts";

/** What runs a search on a server. */
export interface SearchContext extends JobContext {
  /** The text of `search.sh`. */
  readonly searchScript: Uint8Array;
}

/** Bytes of output that a server may write. */
const MOST_OUTPUT = 24 * 2 ** 20;

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
  const searched = outermost(directories);
  const results = new ServerResults(query, searched, onFound);
  const job: ServerJob = {
    title: "Server Panel search",
    kind: "search",
    script: context.searchScript,
    inputs: searchInputs(query, searched),
    longestMs: LONGEST_MS,
    mostOutput: MOST_OUTPUT,
    onOutput: (bytes) => results.add(bytes),
  };
  const signal = AbortSignal.any([context.signal, results.full]);
  try {
    const end = await runJob(job, { ...context, signal });
    return await results.end(end);
  } catch (error) {
    return { kind: "failed", failure: panelFailureOf(error) };
  }
}
