import type { ByteRange } from "./decodedLine.ts";
import type { LeftOut, SearchEnd } from "./searchEnd.ts";

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
export type SaidEnd = Extract<SearchEnd, { kind: "whole" | "refused" | "damaged" }>;

const LINE_FEED = 0x0a;
const DOT = 0x2e;

/** Longest record that is waited for: path, numbers and text are far shorter. */
const LONGEST_RECORD = 64 * 1024;

/** Bytes of a message of `grep`. */
const LONGEST_MESSAGE = 2_000;

const SECTIONS = ["lines", "beyond", "matches"] as const;

const NUMBERS = /^(\d{1,15}):(\d{1,15}):/;
const END = /^end (\d{1,9}) (\d{1,9}) (\d{1,9}) (\d{1,9})$/;

/** Reads what `search.sh` writes, piece by piece. */
export class SearchOutput {
  /** Those that are searched next, the last one first, byte by byte as Latin-1. */
  readonly #next: string[];
  #directory = "";
  #waiting: Buffer = Buffer.alloc(0);
  #section: (typeof SECTIONS)[number] | "refused" | undefined;
  #files = new Map<string, SentFile>();
  #end: SaidEnd | undefined;

  /** @param directories without a slash at their end, in the order in which they are searched */
  constructor(directories: readonly string[]) {
    this.#next = directories.map((directory) => Buffer.from(directory).toString("latin1")).toReversed();
  }

  /** `undefined` while the output has not said it. */
  get end(): SaidEnd | undefined {
    if (this.#section === "refused")
      return { kind: "refused", message: this.#waiting.toString("utf8", 0, LONGEST_MESSAGE).trim() };
    return this.#end;
  }

  /** Reads more of the output; returns files that are complete. */
  add(bytes: Uint8Array): readonly SentFile[] {
    const complete: SentFile[] = [];
    const text = Buffer.concat([this.#waiting, bytes]);
    let from = 0;
    while (this.#section !== "refused" && this.#end === undefined) {
      const to = recordEnd(text, from);
      if (to === undefined) break;
      const record = text.subarray(from, to);
      from = to + 1;
      if (record[0] === DOT) this.#addResult(record);
      else complete.push(...this.#addWord(record.toString("latin1")));
    }
    this.#waiting = text.subarray(from);
    const isTooLong = this.#waiting.length > LONGEST_RECORD;
    if (isTooLong) this.#end ??= { kind: "damaged" };
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
    if (section !== undefined || word === "refused") this.#section = section ?? "refused";
    else if (word === "directory") this.#directory = this.#next.pop() ?? "";
    else if (word === "files") return this.rest();
    else this.#end = readEnd(word);
    return [];
  }

  #addResult(record: Buffer): void {
    const nul = record.indexOf(0);
    // without its dot
    const key = this.#directory + record.toString("latin1", 1, nul);
    const rest = record.subarray(nul + 1);
    const [numbers, first = "", second = ""] = NUMBERS.exec(rest.toString("latin1", 0, 40)) ?? [];
    if (numbers === undefined) this.#end = { kind: "damaged" };
    else this.#addText(key, Number(first), { offset: Number(second), bytes: rest.subarray(numbers.length) });
  }

  #addText(key: string, number: number, text: SentText): void {
    const line = this.#files.get(key)?.lines.get(number);
    if (this.#section === "lines" && line === undefined) this.#addLine(key, { number, beginning: text, matches: [] });
    if (this.#section === "beyond" && line !== undefined) line.beyond ??= text;
    if (this.#section === "matches" && line !== undefined)
      line.matches.push({ start: text.offset, end: text.offset + text.bytes.length });
  }

  #addLine(key: string, line: SentLine): void {
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

function readEnd(word: string): SaidEnd {
  const counts = END.exec(word)?.slice(1).map(Number);
  if (counts === undefined) return { kind: "damaged" };
  const [binaryFiles = 0, unreadableDirectories = 0, unreadableFiles = 0, costlyFiles = 0] = counts;
  const leftOut: LeftOut = { binaryFiles, unreadableDirectories, unreadableFiles, costlyFiles };
  return { kind: "whole", leftOut };
}
