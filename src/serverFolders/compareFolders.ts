import { PanelError } from "../wire/answers/failure.ts";
import { LeftOutRules } from "../deployments/leftOut/leftOut.ts";
import { hashLocal, isLeftOut, listLocalFolder, type LocalFolder } from "./localFolder.ts";
import { type FolderJobEnd, type FolderJobs, runFolderJob } from "./folderJob.ts";
import { inSlices, type ListedPath, partsOf, readListed, readNumber } from "./records.ts";
import { isIn } from "../characters/isBelow.ts";

/** Bytes of the answer for which a server is asked: the list and hashes of some hundred thousand files. */
const MOST_OUTPUT = 96 * 1024 * 1024;

/** How long a server may hash. */
const LONGEST_MS = 30 * 60_000;

/** How many files of this computer are hashed at once: more would only wait for the disk. */
const AT_ONCE = 4;

/** A file that is here, there or at both places, with what is known of it there. Paths are bytes: Latin-1, one sign a byte. */
export interface ComparedPath {
  readonly path: string;
  readonly here?: number;
  readonly there?: number;
}

/** Why two things of the same path were not compared. */
export type NotCompared = ComparedPath & {
  readonly why:
    /** Links are not followed. */
    | "link"
    /** It is a file at one place, a directory at the other, or something else. */
    | "kind"
    | "unreadHere"
    | "unreadThere";
};

/** How a directory of the server and a folder of this computer differ. */
export interface FolderComparison {
  readonly different: readonly ComparedPath[];
  readonly onlyHere: readonly ComparedPath[];
  readonly onlyThere: readonly ComparedPath[];
  readonly notCompared: readonly NotCompared[];
  /** Files with the same bytes. */
  readonly same: number;
  /** Of both places: what deployments leave out by default. */
  readonly leftOut: number;
  /** Directories of the server that could not be listed, whose files may be missing from all of these. */
  readonly unlistedThere: number;
  /** The same of this computer. */
  readonly unlistedHere: number;
}

export type Compared =
  | { readonly kind: "compared"; readonly comparison: FolderComparison }
  | { readonly kind: "ended"; readonly end: FolderJobEnd };

/** How far a comparison has come. */
export type CompareProgress = (step: {
  readonly phase: "listing" | "asking" | "hashing";
  readonly files: number;
}) => void;

/** What a server answers. */
interface Answer {
  readonly listed: ReadonlyMap<string, ListedPath>;
  readonly unlisted: number;
  readonly leftOut: number;
  readonly hashes: ReadonlyMap<string, string>;
}

/**
 * Compares by size, and then by hash, without following links. Throws `PanelError`, `TooManyFiles`, errors of the folder itself and the
 * signal's reason.
 */
export async function compareFolders(
  jobs: FolderJobs,
  { directory, folder }: { readonly directory: string; readonly folder: string },
  signal: AbortSignal,
  onProgress: CompareProgress,
): Promise<Compared> {
  const rules = new LeftOutRules([]);
  const local = await listLocalFolder(folder, rules, signal, (files) => onProgress({ phase: "listing", files }));
  onProgress({ phase: "asking", files: local.files.size });
  const answer = await askServer(jobs, directory, local, rules);
  if (answer.kind === "ended") return answer;
  const { listed, unlisted, leftOut, hashes } = answer.answer;

  const [different, onlyHere, onlyThere, notCompared, toHash]: [
    ComparedPath[],
    ComparedPath[],
    ComparedPath[],
    NotCompared[],
    ComparedPath[],
  ] = [[], [], [], [], []];
  await inSlices(local.files, signal, ([path, { size: here }]) => {
    const found = listed.get(path);
    if (found === undefined) onlyHere.push({ path, here });
    else if (found.type !== "f") notCompared.push({ path, here, why: found.type === "l" ? "link" : "kind" });
    else if (found.size === here) toHash.push({ path, here, there: found.size });
    else different.push({ path, here, there: found.size });
  });
  const linksHere = new Set(local.links);
  const isUnreadHere = (path: string) => local.unread.some((unread) => isIn(path, unread));
  await inSlices(listed, signal, ([path, { type, size }]) => {
    if (local.files.has(path)) return;
    const there = type === "f" ? { there: size } : {};
    if (type === "l" || linksHere.has(path)) notCompared.push({ path, why: "link", ...there });
    else if (isUnreadHere(path)) notCompared.push({ path, why: "unreadHere", ...there });
    else if (type === "f") onlyThere.push({ path, ...there });
    else if (type !== "d") notCompared.push({ path, why: "kind" });
  });
  for (const path of local.links) if (!listed.has(path)) notCompared.push({ path, why: "link" });
  for (const path of local.others) notCompared.push({ path, why: "kind" });

  let [same, done] = [0, 0];
  const rest = toHash.values();
  const hashNext = async (): Promise<void> => {
    for (const compared of rest) {
      signal.throwIfAborted();
      const there = hashes.get(compared.path);
      const here = there === undefined ? undefined : await hashLocal(folder, compared.path, signal);
      if (there === undefined) notCompared.push({ ...compared, why: "unreadThere" });
      else if (here === undefined) notCompared.push({ ...compared, why: "unreadHere" });
      else if (here === there) same += 1;
      else different.push(compared);
      onProgress({ phase: "hashing", files: (done += 1) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hashNext));
  const comparison = {
    different: sorted(different),
    onlyHere: sorted(onlyHere),
    onlyThere: sorted(onlyThere),
    notCompared: sorted(notCompared),
    same,
    leftOut: leftOut + local.leftOut,
    unlistedThere: unlisted,
    unlistedHere: local.unread.length,
  };
  return { kind: "compared", comparison };
}

function sorted<T extends ComparedPath>(paths: readonly T[]): readonly T[] {
  return paths.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function askServer(
  jobs: FolderJobs,
  directory: string,
  local: LocalFolder,
  rules: LeftOutRules,
): Promise<{ readonly kind: "answered"; readonly answer: Answer } | Extract<Compared, { readonly kind: "ended" }>> {
  const { signal } = jobs.context;
  const records: string[] = [];
  await inSlices(local.files, signal, ([path, { size }]) => records.push(`f ${size} ${path}\0`));
  const { end, output } = await runFolderJob(jobs, {
    kind: "compare",
    title: "Server Panel comparison",
    script: "compare.sh",
    inputs: { directory, local: Buffer.from(records.join(""), "latin1") },
    longestMs: LONGEST_MS,
    mostOutput: MOST_OUTPUT,
  });
  if (end.kind !== "ended" || end.code !== 0) return { kind: "ended", end };
  const listed = new Map<string, ListedPath>();
  const hashes = new Map<string, string>();
  const leftOutDirectories = new Set<string>();
  let [leftOut, listEnd, unlisted, hasEnded] = [0, 0, 0, false];
  await inSlices(listParts(output), signal, ({ part, next }) => {
    listEnd = next;
    const entry = readListed(part);
    if (entry === undefined) {
      // one that ends with fewer would make files of the server missing
      const count = readNumber(/^! (\d+)$/.exec(part)?.[1]);
      if (count === undefined) throw new PanelError({ kind: "malformed", fields: ["find"] });
      [unlisted, hasEnded] = [count, true];
      return;
    }
    const isDirectory = entry.type === "d";
    // what is in a directory comes after it
    const isBelow = leftOutDirectories.has(entry.path.slice(0, Math.max(0, entry.path.lastIndexOf("/"))));
    if (!isBelow && !isLeftOut(rules, entry.path, isDirectory)) {
      listed.set(entry.path, entry);
      return;
    }
    leftOut += isBelow ? 0 : 1;
    if (isDirectory) leftOutDirectories.add(entry.path);
  });
  if (!hasEnded) throw new PanelError({ kind: "malformed", fields: ["find"] });
  await inSlices(partsOf(output, "\n", listEnd), signal, ({ part }) => {
    const hashed = readHashLine(part);
    if (hashed !== undefined) hashes.set(hashed.path, hashed.sha1);
  });
  return { kind: "answered", answer: { listed, unlisted, leftOut, hashes } };
}

/** The records of the list, up to the one that ends it. */
function* listParts(output: Buffer) {
  for (const found of partsOf(output, "\0")) {
    yield found;
    if (found.part.startsWith("! ")) return;
  }
}

const HASH_LINE = /^(\\?)([\da-f]{40}) [ *]\.\/([^]+)$/;

/** A line of sha1sum, which writes out what would end a line in a name, and says so by its first sign. */
export function readHashLine(line: string): { readonly sha1: string; readonly path: string } | undefined {
  const [, escaped, sha1, name] = HASH_LINE.exec(line) ?? [];
  if (sha1 === undefined || name === undefined) return undefined;
  if (escaped === "") return { sha1, path: name };
  const signs: Readonly<Record<string, string>> = { n: "\n", r: "\r", "\\": "\\" };
  return { sha1, path: name.replaceAll(/\\([nr\\])/g, (_, sign: string) => signs[sign] ?? sign) };
}
