import { trimmedEnd, trimmedStart } from "./windowOverlap.ts";

/** In characters. Panels send the last thousand lines or so, and the whole of a container's log below 1 MiB. */
const LONGEST_LOG = 2 ** 20;

/** Of a container's log that is sent whole, as lines are short. */
const MOST_LINES = 20_000;

/** As much of a log's end as is followed and shown, without outer whitespace; `isCut`: there was more before it. */
export interface EndOfLog {
  readonly text: string;
  readonly isCut: boolean;
}

/** The last lines of a log; the end of its last one where that alone is too long. */
export function endOfLog(log: string): EndOfLog {
  const isLong = log.length > LONGEST_LOG;
  const end = trimmedEnd(isLong ? wholeLines(log.slice(-LONGEST_LOG)) : log);
  const start = startOfLast(end);
  return { text: trimmedStart(end.slice(start)), isCut: isLong || start > 0 };
}

/** Without a first line that may lack its beginning. */
function wholeLines(end: string): string {
  const first = end.indexOf("\n");
  return first === -1 ? end : end.slice(first + 1);
}

/** Where the last lines that are kept begin. */
function startOfLast(text: string): number {
  let at = text.length;
  for (let count = 0; count < MOST_LINES; count++) {
    at = text.lastIndexOf("\n", at - 1);
    // a place before the text counts as its first
    if (at <= 0) return 0;
  }
  return at + 1;
}
