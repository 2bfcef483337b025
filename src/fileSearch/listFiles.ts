import type { JobContext } from "../onServer/serverJob.ts";
import type { SearchEnd } from "./searchEnd.ts";

/** What lists files of a server. */
export interface ListContext extends JobContext {
  /** The text of `listFiles.sh`. */
  readonly listScript: Uint8Array;
}

/**
 * Lists the files below a directory of a server, at most `MOST_NAMES`: paths relative to it, as they come; what no panel can open is left
 * out. Never throws for what a panel or a server does.
 * @param exclude globs of directories and files to leave out
 */
export async function listFiles(
  directory: string,
  exclude: readonly string[],
  context: ListContext,
  onFound: (paths: readonly string[]) => void,
): Promise<SearchEnd> {
  await Promise.resolve([directory, exclude, context, onFound]);
  throw new Error("not yet");
}
