/** A part of a line's text that is searched for; `end` is the index after it. */
export interface MatchRange {
  readonly start: number;
  readonly end: number;
}

/** A line that has what is searched for: one result. */
export interface FoundLine {
  /** From 1. */
  readonly number: number;
  /** What is shown of it, around the first match, without the line's end. */
  readonly text: string;
  /** Within `text`, in order; at least one, but where a line has more than can be told. */
  readonly ranges: readonly MatchRange[];
  /** Something of the line stands before `text`, so ranges are no columns of the line. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** A file with the lines that were found in it. */
export interface FoundFile {
  /** Absolute, as it is shown. */
  readonly path: string;
  /** Whether `path` names the file: names that are not UTF-8 are shown with signs in place of what they have, and no panel opens them. */
  readonly isExact: boolean;
  /** Its path byte by byte, as Latin-1: no other file of the server has the same. */
  readonly key: string;
  readonly lines: readonly FoundLine[];
  /** It has more lines than were looked for. */
  readonly hasMore: boolean;
}
