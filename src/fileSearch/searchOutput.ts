import type { ByteRange } from "./decodedLine.ts";
import { MOST_UNREAD, type SearchEnd } from "./searchEnd.ts";

/** A part of a line as the server sent it. */
export interface SentText {
  /** Where it begins, in bytes from the beginning of the file. */
  readonly offset: number;
  readonly bytes: Buffer;
}

/** What the server has said of a line. */
export interface SentLine {
  readonly number: number;
  readonly beginning: SentText;
  /** Around the first match far from the line's beginning. */
  beyond?: SentText;
  /** What the expression matches, in bytes from the beginning of the file. */
  readonly matches: ByteRange[];
}

/** What the server has said of a file. */
export interface SentFile {
  /** Its path byte by byte, as Latin-1. */
  readonly key: string;
  readonly lines: Map<number, SentLine>;
}

/** How the output itself says that the search has ended. */
export type SaidEnd = Extract<SearchEnd, { kind: "whole" | "partly" | "noUtf8" | "refused" | "damaged" }>;

/** Most lines of a server. */
export const MOST_LINES = 20_000;

/** Lines that are read after the last one that is taken: parts of taken lines come later. */
const MORE_LINES = 20_000;

/** Matches of a server that are kept. */
const MOST_MATCHES = 200_000;

const LINE_FEED = 0x0a;
const DOT = 0x2e;

/** Longest record that is waited for: path, numbers and text are far shorter. */
const LONGEST_RECORD = 64 * 1024;

/** Bytes of a message of `grep`. */
const LONGEST_MESSAGE = 2_000;

const SECTIONS = ["lines", "beyond", "matches", "unread"] as const;

const NUMBERS = /^(\d{1,15}):(\d{1,15}):/;
const FILES = /^files (\d{1,9}) (\d{1,9}) (\d{1,9}) (\d{1,9})$/;
const LISTED = /^listed (\d{1,9}) (\d{1,9})$/;

/** Reads what `search.sh` writes, piece by piece. */
export class SearchOutput {
  /** Those that are searched next, the last one first, byte by byte as Latin-1. */
  readonly #next: string[];
  readonly #asked: number;
  #directory = "";
  #waiting: Buffer = Buffer.alloc(0);
  #section: (typeof SECTIONS)[number] | "refused" | "no-utf8" | undefined;
  #files = new Map<string, SentFile>();
  #isDamaged = false;
  #isOver = false;

  // what is still taken of the server
  #lines = MOST_LINES;
  #moreLines = MORE_LINES;
  #matches = MOST_MATCHES;

  // what it has counted
  #begun = 0;
  #complete = 0;
  #listed = 0;
  #lookedAt = 0;
  readonly #leftOut = { unreadableDirectories: 0, unreadableFiles: 0, givenUpFiles: 0 };
  readonly #unread: string[] = [];

  /** @param directories without a slash at their end, in the order in which they are searched */
  constructor(directories: readonly string[]) {
    this.#next = directories.map((directory) => Buffer.from(directory).toString("latin1")).toReversed();
    this.#asked = directories.length;
  }

  /** Whether reading can end: no more lines are taken, and the taken ones are complete, or too much has come since. */
  get isFull(): boolean {
    return this.#lines <= 0 && (this.#moreLines <= 0 || this.#files.size === 0);
  }

  /** What the output has said of its end; `undefined`: it has not begun. */
  get end(): SaidEnd | undefined {
    if (this.#section === "refused")
      return { kind: "refused", message: this.#waiting.toString("utf8", 0, LONGEST_MESSAGE).trim() };
    if (this.#section === "no-utf8") return { kind: "noUtf8" };
    if (this.#isDamaged) return { kind: "damaged" };
    if (this.#begun === 0 && !this.#isOver) return undefined;
    const said = { leftOut: this.#leftOut, unread: this.#unread };
    const isListed = this.#complete === this.#asked;
    if (isListed && this.#isOver && this.#lookedAt === this.#listed) return { kind: "whole", ...said };
    const missing = this.#listed - this.#lookedAt;
    return { kind: "partly", ...said, ...(isListed && missing > 0 && { missing }) };
  }

  /** Reads more of the output; returns files that are complete. */
  add(bytes: Uint8Array): readonly SentFile[] {
    const complete: SentFile[] = [];
    const text = Buffer.concat([this.#waiting, bytes]);
    let from = 0;
    while (this.#section !== "refused" && !this.#isDamaged && !this.#isOver && !this.isFull) {
      const to = recordEnd(text, from);
      if (to === undefined) break;
      const record = text.subarray(from, to);
      from = to + 1;
      if (record[0] === DOT) this.#addResult(record);
      else complete.push(...this.#addWord(record.toString("latin1")));
    }
    this.#waiting = text.subarray(from);
    const isRead = this.#section === "refused" || this.#isOver || this.isFull;
    if (this.#waiting.length > LONGEST_RECORD && !isRead) this.#isDamaged = true;
    return complete;
  }

  /** The files of which more was to come, when none does. */
  rest(): readonly SentFile[] {
    const files = [...this.#files.values()];
    this.#files = new Map();
    return files;
  }

  #addWord(word: string): readonly SentFile[] {
    const section = SECTIONS.find((each) => each === word);
    if (section !== undefined) this.#section = section;
    else if (word === "refused" || word === "no-utf8") this.#section = word;
    else if (word === "directory") this.#begin();
    else if (word === "again") this.#forget();
    else if (word === "end") this.#isOver = true;
    else return this.#addCounts(word);
    return [];
  }

  #begin(): void {
    this.#begun += 1;
    const directory = this.#next.pop();
    if (directory === undefined) this.#isDamaged = true;
    else this.#directory = directory;
  }

  /** What comes once more is taken once more. */
  #forget(): void {
    for (const { lines } of this.#files.values()) this.#lines += lines.size;
    this.#files = new Map();
  }

  #addCounts(word: string): readonly SentFile[] {
    const files = FILES.exec(word)?.slice(1).map(Number);
    const listed = LISTED.exec(word)?.slice(1).map(Number);
    if (files !== undefined) {
      const [, , givenUp = 0, unread = 0] = files;
      for (const count of files) this.#lookedAt += count;
      this.#leftOut.givenUpFiles += givenUp;
      this.#leftOut.unreadableFiles += unread;
      return this.rest();
    }
    if (listed !== undefined) {
      const [count = 0, unread = 0] = listed;
      this.#complete += 1;
      this.#listed += count;
      this.#leftOut.unreadableDirectories += unread;
    } else this.#isDamaged = true;
    return [];
  }

  #addResult(record: Buffer): void {
    const nul = record.indexOf(0);
    // without its dot
    const key = this.#directory + record.toString("latin1", 1, nul);
    if (this.#section === "unread") {
      if (this.#unread.length < MOST_UNREAD) this.#unread.push(Buffer.from(key, "latin1").toString());
      return;
    }
    const rest = record.subarray(nul + 1);
    const [numbers, first = "", second = ""] = NUMBERS.exec(rest.toString("latin1", 0, 40)) ?? [];
    if (numbers === undefined) this.#isDamaged = true;
    else this.#addText(key, Number(first), { offset: Number(second), bytes: rest.subarray(numbers.length) });
  }

  #addText(key: string, number: number, text: SentText): void {
    const line = this.#files.get(key)?.lines.get(number);
    if (this.#section === "lines" && line === undefined) this.#addLine(key, { number, beginning: text, matches: [] });
    if (this.#section === "beyond" && line !== undefined) line.beyond ??= text;
    if (this.#section === "matches" && line !== undefined && this.#matches > 0) {
      this.#matches -= 1;
      line.matches.push({ start: text.offset, end: text.offset + text.bytes.length });
    }
  }

  #addLine(key: string, line: SentLine): void {
    if (this.#lines <= 0) {
      this.#moreLines -= 1;
      return;
    }
    this.#lines -= 1;
    const file = this.#files.get(key) ?? { key, lines: new Map<number, SentLine>() };
    this.#files.set(key, file);
    file.lines.set(line.number, line);
  }
}

/** Where a record ends; `undefined`: it goes on. Of a result, that is the first line feed after its path, which may have some, too. */
function recordEnd(text: Buffer, from: number): number | undefined {
  const pathEnd = text[from] === DOT ? text.indexOf(0, from) : from;
  const end = pathEnd < 0 ? -1 : text.indexOf(LINE_FEED, pathEnd);
  return end < 0 ? undefined : end;
}
