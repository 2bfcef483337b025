import type { FoundFile, FoundLine } from "./foundFile.ts";
import type { SearchEnd } from "./searchEnd.ts";

/** A result as it stands in the list. */
export interface ResultLine extends FoundLine {
  readonly kind: "line";
  readonly file: ResultFile;
}

/** A file of the list. */
export interface ResultFile extends Omit<FoundFile, "lines"> {
  readonly kind: "file";
  readonly server: ResultServer;
  readonly lines: readonly ResultLine[];
}

/** A server of the list, with its files in the order of their paths. */
export interface ResultServer {
  readonly kind: "server";
  readonly panelId: string;
  readonly files: readonly ResultFile[];
  readonly lineCount: number;
  /** `undefined` while it is searched. */
  readonly end: SearchEnd | undefined;
}

/** Anything in the list. */
export type Result = ResultServer | ResultFile | ResultLine;

/** The results of a search on one or several servers, as they come. */
export class SearchResults {
  /** @param panelIds of the servers that are searched, in the order of the list */
  constructor(panelIds: readonly string[]) {
    void panelIds;
  }

  get servers(): readonly ResultServer[] {
    return [];
  }

  get lineCount(): number {
    return 0;
  }

  get fileCount(): number {
    return 0;
  }

  /** Adds what was found on a server; returns what is new. */
  add(panelId: string, files: readonly FoundFile[]): readonly ResultFile[] {
    void [panelId, files];
    return [];
  }

  /** Says how the search of a server has ended. */
  end(panelId: string, end: SearchEnd): void {
    void [panelId, end];
  }

  /** Takes a line, a file or all files of a server from the list; an empty file goes, too. Whatever is gone already is passed over. */
  remove(result: Result): void {
    void result;
  }

  /** The line after or before a result, around the end; of a file or server its first one, or the last one before it. */
  step(from: Result | undefined, by: 1 | -1): ResultLine | undefined {
    void [from, by];
    return undefined;
  }

  /** The results as text, file by file: what *Copy All* copies. @param within one file or server alone */
  *text(within?: Result): Generator<string> {
    yield String(within);
  }
}
