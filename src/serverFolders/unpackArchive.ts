import { randomUUID } from "node:crypto";
import { FileError } from "../serverFiles/fileError.ts";
import { directoryOf, nameOf } from "../serverFiles/filePlace.ts";
import { exact } from "../serverFiles/remoteNames.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { PanelError } from "../wire/answers/failure.ts";
import { type FolderJobEnd, type FolderJobs, runFolderJob } from "./folderJob.ts";
import { problemOfEnd } from "./jobProblem.ts";
import { inSlices, type ListedPath, partsOf, readListed, readNumber, textOfPath } from "./records.ts";
import { type ArchiveEntry, readTarLine } from "./tarListing.ts";
import { planUnpack, type UnpackPlan } from "./unpackPlan.ts";
import { readZip } from "./zipListing.ts";

const MOST_OUTPUT = 48 * 1024 * 1024;
const LOOKING_MS = 10 * 60_000;
const UNPACKING_MS = 60 * 60_000;
const TIDYING_MS = 10 * 60_000;

const isZip = (name: string) => name.toLowerCase().endsWith(".zip");

/** What was seen of an archive and of the directory that it lies in. */
export interface SeenArchive {
  readonly path: string;
  /** What tells both from others, by which the server knows them again. */
  readonly identity: string;
  readonly plan: UnpackPlan;
}

/** Looks into an archive without unpacking it. Throws `PanelError` and `FileError`. */
export async function lookIntoArchive(jobs: FolderJobs, files: RemoteFiles, path: string): Promise<SeenArchive> {
  const { signal } = jobs.context;
  const name = nameOf(path);
  const { end, output } = await runUnpackScript(jobs, path, { task: "look" }, LOOKING_MS);
  if (end.kind !== "ended" || end.code !== 0) throw new FileError(problemOfEnd(end, path));
  const there = new Map<string, ListedPath>();
  let [identity, free, listEnd]: [string | undefined, number | undefined, number] = [undefined, undefined, 0];
  await inSlices(partsOf(output, "\0"), signal, ({ part, next }) => {
    if (part.startsWith("shown ")) identity = part.slice(6);
    else if (part.startsWith("free ")) free = readNumber(part.slice(5));
    else if (part === "! 0") listEnd = next;
    else {
      const entry = readListed(part);
      if (entry === undefined) throw new PanelError({ kind: "malformed", fields: ["find"] });
      there.set(entry.path, entry);
    }
  });
  if (identity === undefined || free === undefined || listEnd === 0)
    throw new PanelError({ kind: "malformed", fields: ["look"] });
  const entries = isZip(name)
    ? await zipEntries(files, path)
    : await tarEntries(output.subarray(listEnd), path, signal);
  const planned = await planUnpack(entries, there, free, signal);
  if (planned.kind === "refused")
    throw new FileError({
      kind: "archive",
      path,
      why: planned.why,
      ...(planned.path !== undefined && { detail: planned.path }),
    });
  return { path, identity, plan: planned.plan };
}

async function zipEntries(files: RemoteFiles, path: string): Promise<readonly ArchiveEntry[]> {
  exact("read", path);
  const size = (await files.look([path])).get(path)?.size ?? 0;
  const entries = await readZip(async (from, length) => files.read(path, from, length), size);
  if (entries === undefined) throw new FileError({ kind: "archive", path, why: "damaged" });
  return entries;
}

async function tarEntries(listing: Buffer, path: string, signal: AbortSignal): Promise<readonly ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  await inSlices(partsOf(listing, "\n"), signal, ({ part }) => {
    const entry = readTarLine(part);
    if (entry === undefined) throw new FileError({ kind: "archive", path, why: "damaged", detail: part });
    entries.push(entry);
  });
  return entries;
}

/**
 * Unpacks an archive as it was seen. Throws `PanelError`, and `FileError` with what became of it. @param onMoving called when files begin
 * to be put in place: from then on it is not ended
 */
export async function unpackArchive(
  jobs: FolderJobs,
  { path, identity, plan }: SeenArchive,
  onMoving: () => void,
): Promise<void> {
  const stage = `.server-panel-${randomUUID()}`;
  const list = (records: Iterable<string>) =>
    Buffer.from([...records].map((record) => `${record}\0`).join(""), "latin1");
  const comes = [
    ...[...plan.directories].map((directory) => `d 0 ${directory}`),
    ...[...plan.files].map(([file, size]) => `f ${size} ${file}`),
  ];
  let hasMoved = false;
  const onOutput = (bytes: Uint8Array) => {
    if (hasMoved || !Buffer.from(bytes).includes("moving\0")) return;
    hasMoved = true;
    onMoving();
  };
  const inputs = {
    task: "unpack",
    stage,
    shown: `${identity}\n`,
    comes: list(comes),
    replaces: list(plan.replaced.map(({ size, time, path: file }) => `f ${size} ${time} ${file}`)),
    most: `${plan.most} ${Math.ceil(plan.largest / 512) + 1}\n`,
  };
  let end: FolderJobEnd;
  let output: Buffer;
  try {
    ({ end, output } = await runUnpackScript(jobs, path, inputs, UNPACKING_MS, onOutput));
  } catch (error) {
    if (!jobs.context.signal.aborted) throw error;
    if (!(await isTidied(jobs, path, stage))) throw stageLeft(path, stage);
    throw error;
  }
  const total = plan.files.size + plan.directories.size;
  const [word, ...counts] = end.kind === "said" ? end.words : [];
  if (word === "canceled") throw new PanelError({ kind: "cancelled" });
  if (word === "done" || word === "partly") {
    const [first = 0, second = 0] = counts.map(readNumber);
    const { kept, stays } = leftIn(output);
    const isWhole = word === "done" && first === plan.files.size && second === plan.directories.size;
    if (isWhole && !stays) return;
    // a server that has counted something else than what was asked has proved nothing
    const bad = word === "partly" && first > 0 && second === total ? first : total;
    throw new FileError({
      kind: "halfUnpacked",
      path,
      bad: isWhole ? 0 : bad,
      total,
      ...(stays && { stage }),
      ...(kept.length > 0 && { kept }),
    });
  }
  // what has said why it ends has tidied up itself
  const isTidy = end.kind === "said" || (await isTidied(jobs, path, stage));
  // an end that was not seen may have been after that
  if (hasMoved || end.kind === "unknown")
    throw new FileError({ kind: "halfUnpacked", path, total, ...(!isTidy && { stage }) });
  if (!isTidy) throw stageLeft(path, stage);
  throw new FileError(problemOfEnd(end, path));
}

/** What the script has left in the stage. */
function leftIn(output: Buffer): { readonly kept: readonly string[]; readonly stays: boolean } {
  const records = [...partsOf(output, "\0")].map(({ part }) => part);
  const kept = records.filter((record) => record.startsWith("kept ")).map((record) => textOfPath(record.slice(5)));
  return { kept, stays: records.includes("stays") };
}

function stageLeft(path: string, stage: string): FileError {
  return new FileError({ kind: "archive", path, why: "stageLeft", detail: stage });
}

/** Removes what an unpacking has left that was ended, and says whether that is so. */
async function isTidied({ context, ...jobs }: FolderJobs, path: string, stage: string): Promise<boolean> {
  const signal = new AbortController().signal;
  try {
    const uncanceled = { ...jobs, context: { ...context, signal } };
    const { end } = await runUnpackScript(uncanceled, path, { task: "tidy", stage }, TIDYING_MS);
    return end.kind === "said" && end.words[0] === "tidy";
  } catch (error) {
    if (!(error instanceof PanelError) && !(error instanceof FileError)) throw error;
    return false;
  }
}

async function runUnpackScript(
  jobs: FolderJobs,
  path: string,
  inputs: Readonly<Record<string, string | Uint8Array>>,
  longestMs: number,
  onOutput: (bytes: Uint8Array) => void = () => undefined,
): Promise<{ readonly end: FolderJobEnd; readonly output: Buffer }> {
  return runFolderJob(jobs, {
    kind: "unpack",
    title: "Server Panel unpacking",
    script: "unpack.sh",
    inputs: {
      directory: directoryOf(path),
      archive: nameOf(path),
      "unpack-as-owner.sh": await jobs.shippedScript("unpack-as-owner.sh"),
      ...inputs,
    },
    longestMs,
    mostOutput: MOST_OUTPUT,
    onOutput,
  });
}
