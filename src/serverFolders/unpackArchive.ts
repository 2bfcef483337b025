import { randomUUID } from "node:crypto";
import { withoutArchiveEnding } from "../serverFiles/archiveNames.ts";
import { FileError } from "../serverFiles/fileError.ts";
import { directoryOf, nameOf } from "../serverFiles/filePlace.ts";
import { exact } from "../serverFiles/remoteNames.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { PanelError } from "../wire/answers/failure.ts";
import { type FolderJobEnd, type FolderJobs, runFolderJob } from "./folderJob.ts";
import { problemOfEnd } from "./jobProblem.ts";
import { inSlices, partsOf, readNumber } from "./records.ts";
import { type ArchiveEntry, readTarLine } from "./tarListing.ts";
import { planUnpack, type UnpackPlan } from "./unpackPlan.ts";
import { readZip } from "./zipListing.ts";
import { neverAborted } from "../storage/neverAborted.ts";

const MOST_OUTPUT = 48 * 1024 * 1024;
const LOOKING_MS = 10 * 60_000;
const UNPACKING_MS = 60 * 60_000;
const TIDYING_MS = 10 * 60_000;

/** The highest number behind the name of a new directory. */
const MOST_NUMBER = 100;

const isZip = (name: string) => name.toLowerCase().endsWith(".zip");

/** What was seen of an archive and of the directory that it lies in. */
export interface SeenArchive {
  readonly path: string;
  /** The new directory beside it, which it is unpacked into. */
  readonly into: string;
  /** What tells archive and directory from others, by which the server knows them again. */
  readonly identity: string;
  readonly plan: UnpackPlan;
}

/** Looks into an archive without unpacking it. Throws `PanelError` and `FileError`. */
export async function lookIntoArchive(jobs: FolderJobs, files: RemoteFiles, path: string): Promise<SeenArchive> {
  const { signal } = jobs.context;
  const name = nameOf(path);
  const { end, output } = await runUnpackScript(jobs, path, { task: "look" }, LOOKING_MS);
  if (end.kind !== "ended" || end.code !== 0) throw new FileError(problemOfEnd(end, path));
  const [shown, free] = partsOf(output, "\0");
  const freeBytes = readNumber(/^free (.*)$/.exec(free?.part ?? "")?.[1]);
  if (shown?.part.startsWith("shown ") !== true || free === undefined || freeBytes === undefined)
    throw new PanelError({ kind: "malformed", fields: ["look"] });
  const entries = isZip(name)
    ? await zipEntries(files, path)
    : await tarEntries(output.subarray(free.next), path, signal);
  const planned = await planUnpack(entries, freeBytes, signal);
  if (planned.kind === "refused")
    throw new FileError({
      kind: "archive",
      path,
      why: planned.why,
      ...(planned.path !== undefined && { detail: planned.path }),
    });
  return { path, into: await newDirectory(files, path), identity: shown.part.slice(6), plan: planned.plan };
}

/** A directory beside an archive that does not exist, by the archive's name. */
async function newDirectory(files: RemoteFiles, path: string): Promise<string> {
  const first = withoutArchiveEnding(path);
  const paths = [first, ...Array.from({ length: MOST_NUMBER - 1 }, (_, index) => `${first}-${index + 2}`)];
  const there = await files.look(paths);
  const free = paths.find((each) => !there.has(each));
  if (free === undefined) throw new FileError({ kind: "archive", path, why: "inTheWay", detail: first });
  return free;
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
 * Unpacks an archive as it was seen. Throws `PanelError`, and `FileError` with what became of it. @param onMoving called when the new
 * directory gets its name: from then on it is not ended
 */
export async function unpackArchive(
  jobs: FolderJobs,
  { path, into, identity, plan }: SeenArchive,
  onMoving: () => void,
): Promise<void> {
  const stage = `.server-panel-${randomUUID()}`;
  const comes = [
    ...[...plan.directories].map((directory) => `d 0 ${directory}\0`),
    ...[...plan.files].map(([file, size]) => `f ${size} ${file}\0`),
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
    into: nameOf(into),
    shown: `${identity}\n`,
    comes: Buffer.from(comes.join(""), "latin1"),
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
  const [word, files, directories] = end.kind === "said" ? end.words : [];
  if (word === "canceled") throw new PanelError({ kind: "cancelled" });
  if (word === "done" || word === "partly") {
    // a server that has counted something else than what was asked has proved nothing
    const isWhole =
      word === "done" && files === String(plan.files.size) && directories === String(plan.directories.size);
    const stays = output.includes("stays\0");
    if (isWhole && !stays) return;
    throw new FileError({ kind: "halfUnpacked", path, into, isWhole, ...(stays && { stage }) });
  }
  // what has said why it ends has tidied up itself
  const isTidy = end.kind === "said" || (await isTidied(jobs, path, stage));
  // an end that was not seen may have been after that
  if (end.kind !== "said" && (hasMoved || end.kind === "unknown"))
    throw new FileError({ kind: "halfUnpacked", path, into, ...(!isTidy && { stage }) });
  if (!isTidy) throw stageLeft(path, stage);
  throw new FileError(problemOfEnd(end, path));
}

function stageLeft(path: string, stage: string): FileError {
  return new FileError({ kind: "archive", path, why: "stageLeft", detail: stage });
}

/** Removes what an unpacking has left that was ended, and says whether that is so. */
async function isTidied({ context, ...jobs }: FolderJobs, path: string, stage: string): Promise<boolean> {
  const signal = neverAborted;
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
