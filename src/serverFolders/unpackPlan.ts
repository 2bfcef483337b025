import type { ArchiveProblem } from "../serverFiles/fileError.ts";
import { inSlices } from "./records.ts";
import type { ArchiveEntry } from "./tarListing.ts";

/** Most entries of an archive: their list goes to the server in one piece. */
const MOST_ENTRIES = 50_000;

/** Most bytes of the lists that go to the server. */
const MOST_LISTS = 6 * 1024 * 1024;

/** Longest path that Linux takes. */
const LONGEST_PATH = 4_000;

const BLOCK = 4_096;

/** What unpacking an archive into a new directory would do. Paths are relative to that, in bytes: Latin-1, one sign a byte. */
export interface UnpackPlan {
  readonly files: ReadonlyMap<string, number>;
  /** Also those that the archive only implies. */
  readonly directories: ReadonlySet<string>;
  readonly bytes: number;
  readonly largest: number;
  /** Kilobytes that it may take, with what a file system adds. */
  readonly most: number;
  /** Links, and what is no file: they are not unpacked. */
  readonly links: number;
  readonly special: number;
}

/** A plan, or why there is none; `path` says what it is about. */
export type Planned =
  | { readonly kind: "planned"; readonly plan: UnpackPlan }
  | { readonly kind: "refused"; readonly why: ArchiveProblem; readonly path?: string };

/** Plans what is unpacked. Rejects with the signal's reason. @param free bytes on that disk */
export async function planUnpack(
  entries: readonly ArchiveEntry[],
  free: number,
  signal: AbortSignal,
): Promise<Planned> {
  const files = new Map<string, number>();
  const directories = new Set<string>();
  const links = new Set<string>();
  let special = 0;
  let refused: Extract<Planned, { readonly kind: "refused" }> | undefined;
  const refuse = (why: ArchiveProblem, path?: string) => {
    refused ??= { kind: "refused", why, ...(path !== undefined && { path }) };
  };
  if (entries.length > MOST_ENTRIES) refuse("tooMany");
  await inSlices(entries, signal, (entry) => {
    if (entry.path.length > LONGEST_PATH) {
      refuse("longPath");
      return;
    }
    const parts = entry.path.split("/").filter((part) => part !== "" && part !== ".");
    const path = parts.join("/");
    if (entry.path.startsWith("/") || parts.includes("..")) refuse("outside", entry.path);
    else if (entry.isEncrypted === true) refuse("encrypted", path);
    else if (entry.isForeign === true) refuse("encoding", path);
    else if (path === "") return;
    else if (entry.kind === "link") links.add(path);
    else if (entry.kind === "special") special += 1;
    else {
      if (entry.kind === "file") files.set(path, entry.size);
      else directories.add(path);
      for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
        directories.add(path.slice(0, end));
    }
  });
  let [bytes, largest, blocks, listed] = [0, 0, directories.size, 0];
  await inSlices(directories, signal, (path) => {
    if (files.has(path) || links.has(path)) refuse("twice", path);
    listed += path.length + 5;
  });
  await inSlices(files, signal, ([path, size]) => {
    bytes += size;
    blocks += Math.ceil(size / BLOCK) + 1;
    largest = Math.max(largest, size);
    listed += path.length + 20;
    if (links.has(path)) refuse("twice", path);
  });
  if (files.size === 0 && directories.size === 0) refuse("empty");
  if (listed > MOST_LISTS) refuse("tooMany");
  if (bytes > free) refuse("noSpace");
  if (refused !== undefined) return refused;
  const most = Math.ceil((blocks * BLOCK * 1.1) / 1_024) + 1_024;
  return { kind: "planned", plan: { files, directories, bytes, largest, most, links: links.size, special } };
}
