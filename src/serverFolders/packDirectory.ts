import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { posix } from "node:path";
import { FileError } from "../serverFiles/fileError.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { localError } from "../serverFiles/serverFiles.ts";
import { Wait } from "../storage/moment.ts";
import { isTransient, PanelError, panelFailureOf, throwIfEnded } from "../wire/answers/failure.ts";
import { LARGEST_PART } from "../wire/operations/files.ts";
import type { Counted, CountedBudget } from "./countedBudget.ts";
import { type FolderJobEnd, type FolderJobs, runFolderJob } from "./folderJob.ts";
import { partsOf, readNumber } from "./records.ts";

/** The archive in the job's directory. */
const ARCHIVE = "archive.tar.gz";

const MOST_OUTPUT = 64 * 1024;
const MEASURING_MS = 10 * 60_000;
const PACKING_MS = 2 * 60 * 60_000;

/** How long a connection that is lost is waited for, and the pause between two tries. */
const LOST_MS = 10 * 60_000;
const PAUSE_MS = 3_000;

/** What is below a directory of the server. */
export interface Measured extends Counted {
  readonly files: number;
  readonly links: number;
  /** Devices, sockets and pipes. */
  readonly others: number;
  /** Directories that could not be listed. */
  readonly unlisted: number;
  /** Bytes that are free where the archive is made. */
  readonly free: number;
}

/** A directory that was packed and fetched. */
export interface Packed {
  readonly bytes: number;
  /** What tar has said of files that changed while they were read, or could not be; absent: nothing. */
  readonly trouble?: string;
  /** How many of the entries that the server has counted before are not in the archive; absent: none. */
  readonly missing?: number;
}

type Ended = { readonly kind: "ended"; readonly end: FolderJobEnd };

/** How far it has come: the server packs, or the archive is fetched. */
export type PackProgress = (step: "packing" | { readonly fetched: number; readonly size: number }) => void;

/** Counts what is below a directory. Throws `PanelError`. */
export async function measureDirectory(
  jobs: FolderJobs,
  directory: string,
): Promise<Ended | { readonly kind: "measured"; readonly measured: Measured }> {
  const { end, output } = await runFolderJob(jobs, {
    kind: "pack",
    title: "Server Panel size of a directory",
    script: "pack.sh",
    inputs: { directory, task: "measure" },
    longestMs: MEASURING_MS,
    mostOutput: MOST_OUTPUT,
  });
  const said = fieldsOf(output);
  const numberOf = (name: string) => readNumber(said.get(name));
  const [files, bytes, links, others] = [numberOf("files"), numberOf("bytes"), numberOf("links"), numberOf("others")];
  const [entries, unlisted, free] = [numberOf("entries"), numberOf("unlisted"), numberOf("free")];
  if (end.kind !== "ended" || end.code !== 0) return { kind: "ended", end };
  if (files === undefined || bytes === undefined || links === undefined)
    throw new PanelError({ kind: "malformed", fields: ["files"] });
  if (entries === undefined || others === undefined || unlisted === undefined || free === undefined)
    throw new PanelError({ kind: "malformed", fields: ["free"] });
  return { kind: "measured", measured: { entries, files, bytes, links, others, unlisted, free } };
}

/**
 * Has the server pack a directory, and fetches the archive to a file of this computer, which is new. Its hash is compared; the server
 * keeps nothing of it. Throws `PanelError`, `FileError` and `MoreThanCounted`; the file is gone then.
 */
export async function fetchDirectory(
  jobs: FolderJobs,
  directory: string,
  { file, budget }: { readonly file: string; readonly budget: CountedBudget },
  onProgress: PackProgress,
): Promise<Ended | { readonly kind: "packed"; readonly packed: Packed }> {
  const { signal } = jobs.context;
  let parts = Buffer.alloc(0);
  let fetched: { readonly size: number; readonly sha256: string } | undefined;
  onProgress("packing");
  let isFetched = false;
  try {
    const { end, output } = await runFolderJob(
      jobs,
      {
        kind: "pack",
        title: "Server Panel packing",
        script: "pack.sh",
        inputs: { directory, task: "pack" },
        longestMs: PACKING_MS,
        mostOutput: MOST_OUTPUT,
        onOutput: (bytes) => (parts = Buffer.concat([parts, bytes])),
      },
      async (files, place) => {
        const said = fieldsOf(parts);
        const [size, sha256] = [readNumber(said.get("size")), said.get("sha256")];
        if (size === undefined || sha256 === undefined || signal.aborted) return;
        budget.checkArchive(size);
        await fetchFile(files, posix.join(place, ARCHIVE), { file, size }, jobs, onProgress);
        fetched = { size, sha256 };
      },
    );
    if (end.kind !== "ended" || end.code !== 0) return { kind: "ended", end };
    if (fetched === undefined) throw new PanelError({ kind: "malformed", fields: ["size"] });
    if ((await sha256Of(file)) !== fetched.sha256) throw new FileError({ kind: "changed", path: directory });
    isFetched = true;
    return { kind: "packed", packed: { bytes: fetched.size, ...troubleIn(fieldsOf(output)) } };
  } finally {
    if (!isFetched) await rm(file, { force: true });
  }
}

/** What tar has said, and how many entries are in the archive, of those that were counted before. */
function troubleIn(said: ReadonlyMap<string, string>): Pick<Packed, "trouble" | "missing"> {
  const code = said.get("code");
  const missing = (readNumber(said.get("entries")) ?? Infinity) - (readNumber(said.get("packed")) ?? 0);
  const trouble = code === "0" ? undefined : said.get("said") || `tar: ${code}`;
  return { ...(trouble !== undefined && { trouble }), ...(missing > 0 && { missing }) };
}

/** Fetches a file piece by piece, and goes on where it was when a connection that was lost is back. */
async function fetchFile(
  files: Pick<RemoteFiles, "read">,
  path: string,
  { file, size }: { readonly file: string; readonly size: number },
  { context: { clock, signal } }: FolderJobs,
  onProgress: PackProgress,
): Promise<void> {
  const target = await open(file, "wx").catch((error: unknown) => {
    throw localError(error, file);
  });
  try {
    let wait = new Wait(clock, LOST_MS);
    for (let from = 0; from < size;) {
      throwIfEnded(signal);
      try {
        const bytes = await files.read(path, from, Math.min(LARGEST_PART, size - from));
        if (bytes.length === 0) throw new FileError({ kind: "changed", path });
        await target.write(bytes, 0, bytes.length, from).catch((error: unknown) => {
          throw localError(error, file);
        });
        from += bytes.length;
        wait = new Wait(clock, LOST_MS);
        onProgress({ fetched: from, size });
      } catch (error) {
        if (error instanceof FileError || !isTransient(panelFailureOf(error)) || wait.left() <= 0) throw error;
        await wait.pause(PAUSE_MS, signal);
      }
    }
    await target.sync();
  } finally {
    await target.close();
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  const source = await open(file);
  try {
    for await (const bytes of source.createReadStream({ autoClose: false })) hash.update(bytes as Buffer);
  } finally {
    await source.close();
  }
  return hash.digest("hex");
}

/** The records "NAME VALUE" of a script. */
function fieldsOf(output: Buffer): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const { part } of partsOf(output, "\0")) {
    const blank = part.indexOf(" ");
    if (blank > 0) fields.set(part.slice(0, blank), part.slice(blank + 1));
  }
  return fields;
}
