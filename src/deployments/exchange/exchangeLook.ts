import { sha1Of } from "../../serverFiles/sha1Of.ts";
/** What a look has found at a path. */
export type Looked =
  | { readonly kind: "nothing" }
  /** A directory on the way is a symbolic link. */
  | { readonly kind: "behindLink" }
  /** A symbolic link, by the hash of the path that it has. */
  | { readonly kind: "link"; readonly sha1: string }
  | { readonly kind: "directory"; readonly mode: number; readonly entries: number }
  | { readonly kind: "file"; readonly mode: number; readonly size: number; readonly sha1: string }
  /** A pipe, a socket or a device. */
  | { readonly kind: "special" }
  | { readonly kind: "unreadable" };

/** Lines of the file `looked`: a number of the list, and what is there. */
const FILE = /^file ([0-7]{1,4}) (\d{1,15}) ([\da-f]{40})$/;
const DIRECTORY = /^dir ([0-7]{1,4}) (\d{1,9})$/;
const LINK = /^link ([\da-f]{40})$/;
const words: ReadonlyMap<string, Looked> = new Map([
  ["none", { kind: "nothing" }],
  ["behindLink", { kind: "behindLink" }],
  ["special", { kind: "special" }],
  ["unreadable", { kind: "unreadable" }],
]);

/**
 * Reads what the verb `look` has found, by the numbers of its list, which has this many. `undefined`: it is not the file that the
 * result means, or not whole.
 */
export function readLooked(text: string, sha1: string, count: number): readonly Looked[] | undefined {
  if (sha1Of(text) !== sha1) return undefined;
  const lines = text.split("\n", count + 1);
  if (lines.length !== count + 1 || lines[count] !== "") return undefined;
  const byNumber = new Map<number, Looked>();
  for (const line of lines.slice(0, count)) {
    const [, number = "", what = ""] = /^(\d{1,9}) (.+)$/.exec(line) ?? [];
    const looked = lookedOf(what);
    if (looked === undefined) return undefined;
    byNumber.set(Number(number), looked);
  }
  const found = Array.from({ length: count }, (_, number) => byNumber.get(number) ?? []).flat();
  if (found.length === count) return found;
  return undefined;
}

function lookedOf(what: string): Looked | undefined {
  const file = FILE.exec(what);
  if (file !== null) {
    const [, mode = "", size = "", sha1 = ""] = file;
    return { kind: "file", mode: Number.parseInt(mode, 8), size: Number(size), sha1 };
  }
  const directory = DIRECTORY.exec(what);
  if (directory !== null) {
    const [, mode = "", entries = ""] = directory;
    return { kind: "directory", mode: Number.parseInt(mode, 8), entries: Number(entries) };
  }
  const [, sha1] = LINK.exec(what) ?? [];
  if (sha1 === undefined) return words.get(what);
  return { kind: "link", sha1 };
}
