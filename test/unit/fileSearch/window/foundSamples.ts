import type { FoundFile, FoundLine } from "../../../../src/fileSearch/foundFile.ts";
import type { SearchEnd } from "../../../../src/fileSearch/searchEnd.ts";
import type { SearchQuery } from "../../../../src/fileSearch/searchQuery.ts";
import { SearchRun, type RunningSearches } from "../../../../src/fileSearch/window/searchRun.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { LeapingClock } from "../../../fakes/leapingClock.ts";

/** A text in any case, in all files. */
export const QUERY: SearchQuery = {
  text: "needle",
  isRegExp: false,
  isCaseSensitive: false,
  isWholeWord: false,
  include: "",
  exclude: "",
  usuallyExclude: [],
};

/** A file with lines in which a word stands, by their numbers. */
export function foundFile(path: string, numbers: readonly number[], more: Partial<FoundFile> = {}): FoundFile {
  const lines = numbers.map((number): FoundLine => {
    const start = `line ${number} with `.length;
    return {
      number,
      text: `line ${number} with needle`,
      ranges: [{ start, end: start + "needle".length }],
      isCutBefore: false,
      isCutAfter: false,
    };
  });
  return { path, key: path, isExact: true, hasMore: false, lines, ...more };
}

/** That all files were looked at, but for some. */
export function whole(
  leftOut: Partial<Extract<SearchEnd, { kind: "whole" }>["leftOut"]> = {},
  unread: readonly string[] = [],
): SearchEnd {
  const nothing = { unreadableDirectories: 0, unreadableFiles: 0, givenUpFiles: 0 };
  return { kind: "whole", leftOut: { ...nothing, ...leftOut }, unread };
}

/** A search that has ended on each of its servers in a way, in their order. */
export async function endedRun(panels: readonly PanelRecord[], ends: readonly SearchEnd[]): Promise<SearchRun> {
  const run = new SearchRun(
    { query: QUERY, places: panels.map((panel) => ({ panel, directory: "/www/wwwroot" })) },
    () => undefined,
  );
  const callFor = () => async () => {
    throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
  };
  await run.run({
    clock: new LeapingClock(),
    connections: { of: () => ({ callFor }) },
    shippedScript: async () => new Uint8Array(),
  } as unknown as RunningSearches);
  for (const [index, end] of ends.entries()) run.results.end(panels[index]?.id ?? "", end);
  return run;
}
