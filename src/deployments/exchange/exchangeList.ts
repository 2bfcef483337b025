import { posix } from "node:path";

/** What the preview showed at a path. */
export type There =
  | { readonly kind: "file"; readonly sha1: string }
  | { readonly kind: "nothing" }
  /** Nothing by then: a record before it makes its place. */
  | { readonly kind: "later" }
  /** A directory whose entries, this many, are all removed by records before it. */
  | { readonly kind: "directory"; readonly entries: number }
  /** A symbolic link, by the hash of the path that it has. */
  | { readonly kind: "link"; readonly sha1: string };

/** What is to be at a path. The bytes of a file, and what a link says, are in the archive; `comingNames` says where. */
export type Comes =
  | { readonly kind: "file"; readonly sha1: string }
  | { readonly kind: "directory" }
  | { readonly kind: "nothing" }
  /** A symbolic link, by the hash of what it says. */
  | { readonly kind: "link"; readonly sha1: string }
  /** A link of a release to what all of them share. */
  | { readonly kind: "shared" };

/** One change at one path. */
export interface ExchangeRecord {
  readonly there: There;
  readonly comes: Comes;
  /** Of what is new; what is replaced keeps its own. */
  readonly mode: number;
  /** Relative to the website's root, with `/`. */
  readonly path: string;
}

/** The layout of a server's directory for an exchange: another one's records are not read. */
export const LAYOUT = 2;

/**
 * The list of an exchange as `exchange.sh` reads it, in the order in which it is done: a record for each NUL, and its number is its
 * place. A path is the last field, so that nothing in it means anything.
 */
export function exchangeList(records: readonly ExchangeRecord[]): Buffer {
  const shelves = shelvesOf(records);
  return Buffer.from(
    records
      .map(({ there, comes, mode, path }, number) => {
        const octal = mode.toString(8).padStart(3, "0");
        return `${number} ${shelves[number]} ${thereText(there)} ${comesText(comes)} ${octal} ${path}\0`;
      })
      .join(""),
  );
}

/** Where the bytes of what comes are in the archive, by the numbers of the records. */
export function comingNames(records: readonly ExchangeRecord[]): readonly string[] {
  const shelves = shelvesOf(records);
  return records.map(({ path }, number) => `new/${shelves[number]}/${posix.basename(path)}`);
}

/** The shelf of each record: the number of the first one of a file in the same directory, so that no directory has it for its own. */
function shelvesOf(records: readonly ExchangeRecord[]): readonly number[] {
  const shelves = new Map<string, number>();
  return records.map(({ there, comes, path }, number) => {
    if (there.kind === "directory" || comes.kind === "directory") return number;
    const directory = posix.dirname(path);
    const shelf = shelves.get(directory) ?? number;
    shelves.set(directory, shelf);
    return shelf;
  });
}

function thereText(there: There): string {
  if (there.kind === "file") return there.sha1;
  if (there.kind === "link") return `link:${there.sha1}`;
  if (there.kind === "directory") return `dir:${there.entries}`;
  if (there.kind === "later") return "later";
  return "none";
}

function comesText(comes: Comes): string {
  if (comes.kind === "file") return comes.sha1;
  if (comes.kind === "link") return `link:${comes.sha1}`;
  if (comes.kind === "directory") return "dir";
  if (comes.kind === "shared") return "shared";
  return "none";
}

/** The mode of a new file or directory: that of its kind, but never wider than its source's. */
export function newMode(kind: "file" | "directory", source: number): number {
  const widest = kind === "directory" || (source & 0o100) !== 0 ? 0o755 : 0o644;
  return widest & source;
}
