import type { Comes } from "./exchangeList.ts";

/** A record of a list as it is read again: what was to come at a path, and what that does there. */
export interface ListedRecord {
  readonly path: string;
  readonly comes: Comes;
  readonly was: "added" | "changed" | "removed";
}

const RECORD = /^(\d+) \d+ (\S+) (?:([\da-f]{40})|(dir|none|shared|link:[\da-f]{40})) \d+ ([^]+)$/;

/** Reads a list that `exchangeList` has written; `undefined` if it is damaged. */
export function readExchangeList(bytes: Uint8Array): readonly ListedRecord[] | undefined {
  const records: ListedRecord[] = [];
  for (const text of new TextDecoder().decode(bytes).split("\0").slice(0, -1)) {
    const [, number, there = "", sha1, word, path] = RECORD.exec(text) ?? [];
    if (path === undefined || Number(number) !== records.length) return undefined;
    records.push({ path, comes: comesOf(sha1, word), was: wasOf(there, word) });
  }
  return records;
}

function comesOf(sha1: string | undefined, word: string | undefined): Comes {
  if (sha1 !== undefined) return { kind: "file", sha1 };
  if (word === "shared") return { kind: "shared" };
  if (word?.startsWith("link:") === true) return { kind: "link", sha1: word.slice("link:".length) };
  return { kind: word === "dir" ? "directory" : "nothing" };
}

function wasOf(there: string, word: string | undefined): ListedRecord["was"] {
  if (word === "none") return "removed";
  if (there === "none" || there === "later") return "added";
  return "changed";
}
