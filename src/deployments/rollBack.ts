import { isDeepStrictEqual } from "node:util";
import { posix } from "node:path";
import type { DeploymentEnd, NamedDeployment, NotedFile, SomeFiles } from "../actions/deploymentEnd.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { throwIfEnded, type PanelFailure } from "../wire/answers/failure.ts";
import { LARGEST_PART } from "../wire/operations/files.ts";
import { steadyFiles, type DeployContext } from "./deploy.ts";
import { DeploymentError, MOST_NAMED } from "./deploymentError.ts";
import { causeOf, leftBy, type Left, type Result } from "./deploymentResult.ts";
import type { Looked } from "./exchange/exchangeLook.ts";
import { readExchangeList, type ListedRecord } from "./exchange/readExchangeList.ts";
import type { Place } from "./place.ts";
import { ServerRun, type RunOf, type ScriptContext } from "./serverRun.ts";
import { readStepEnds } from "./steps/readStepEnds.ts";
import { readIds, unlessGone, type PastDeployment, type Unfinished } from "./siteState.ts";

/** A file that a roll back is about. */
export interface RollBackFile {
  /** Relative to the website's root. */
  readonly path: string;
  /** What a roll back does to it: the deployment had added it, changed it, or removed it. */
  readonly was: "added" | "changed" | "removed";
  /** Whether somebody has changed it since: then it stays, unless it is accepted. */
  readonly isEdited: boolean;
  /** What is there now, where it can be rolled back all the same, with a copy of it kept. */
  readonly sha1?: string;
}

/** A roll back as its preview shows it: roll back, or call `run.discard`. */
export interface PreparedRollBack {
  readonly place: Place;
  /** What is undone, the latest first. */
  readonly undone: readonly PastDeployment[];
  readonly files: readonly RollBackFile[];
  readonly run: ServerRun;
  /** The lists of `undone`. */
  readonly lists: readonly (readonly ListedRecord[])[];
}

/** Reads what a roll back would change, and which of it somebody has changed since. Throws `PanelError` and `DeploymentError`. */
export async function prepareRollBack(
  place: Place,
  undone: readonly PastDeployment[],
  context: ScriptContext,
): Promise<PreparedRollBack> {
  const files = new RemoteFiles(context.callFor(context.signal), context.clock, context.signal);
  const lists: (readonly ListedRecord[])[] = [];
  for (const { id } of undone) lists.push(await readList(files, place, id));
  // the latest exchange of a path says what has to be there now
  const now = new Map<string, ListedRecord>();
  for (const record of lists.flat()) if (!now.has(record.path)) now.set(record.path, record);
  const records = [...now.values()].filter(({ comes }) => comes.kind !== "directory");
  const run = new ServerRun(place);
  try {
    const nothing = { kind: "nothing" } as const;
    const planned = records.map(({ path }) => ({ record: { there: nothing, comes: nothing, mode: 0, path } }));
    await run.send(planned, undefined, context);
    const looked = await run.look({ id: run.id, paths: records.map(({ path }) => path), bytes: 0 }, context);
    return { place, undone, lists, run, files: records.map((record, number) => fileOf(record, looked[number])) };
  } catch (error) {
    await run.discard(context);
    throw error;
  }
}

function fileOf({ path, comes, was }: ListedRecord, there: Looked | undefined): RollBackFile {
  const isAsPlaced =
    comes.kind === "file" || comes.kind === "link"
      ? there?.kind === comes.kind && there.sha1 === comes.sha1
      : there?.kind === "nothing";
  const isEdited = !isAsPlaced;
  const canGoBack = isEdited && comes.kind === "file" && there?.kind === "file";
  return { path, was, isEdited, ...(canGoBack && { sha1: there.sha1 }) };
}

async function readList(files: RemoteFiles, { site }: Place, id: string): Promise<readonly ListedRecord[]> {
  const file = posix.join(site, id, "list");
  const bytes = await unlessGone(files, file, async () => files.read(file, 0, LARGEST_PART));
  const list = bytes && readExchangeList(bytes);
  if (list === undefined) throw new DeploymentError({ kind: "damaged", path: file });
  return list;
}

/**
 * Undoes the latest deployments, one after the other. What somebody has changed since stays, but for what is accepted. Throws only
 * before anything was changed, and defects.
 * @param accepted paths of files with a `sha1`, which go back although somebody has changed them
 */
export async function rollBack(
  prepared: PreparedRollBack,
  accepted: ReadonlySet<string>,
  context: DeployContext,
): Promise<Result> {
  const { place, undone, files, lists, run } = prepared;
  const { signal, onPhase } = context;
  const kept = new ManyFiles();
  const aside = new ManyFiles();
  const over: PastDeployment[] = [];
  let left: Left = { state: "untouched" };
  let failure: PanelFailure | undefined;
  const edits = new Map(
    files.flatMap(({ path, sha1 }) => (sha1 !== undefined && accepted.has(path) ? [[path, sha1]] : [])),
  );
  try {
    await context.lookAgain(signal);
    const { ids } = await readIds(steadyFiles(context), place);
    const latest = ids.history.slice(0, undone.length);
    if (
      ids.unfinished !== undefined ||
      !isDeepStrictEqual(
        latest,
        undone.map(({ id }) => id),
      )
    )
      throw new DeploymentError({ kind: "changed" });
    throwIfEnded(signal);
    await run.sendScript(context);
    for (const past of undone) {
      const index = over.length;
      const { id, backupBytes } = past;
      onPhase("goingBack", index / undone.length);
      const paths = (lists[index] ?? []).map(({ path }) => path);
      // what a person accepts is taken back by the latest exchange that has the file
      const own = paths.flatMap((path, number): [number, string][] => {
        const sha1 = edits.get(path);
        edits.delete(path);
        if (sha1 === undefined) return [];
        return [[number, sha1]];
      });
      const of: RunOf = { id, paths, bytes: backupBytes };
      const one = await undoOne(run, of, new Map(own), place, context, index > 0);
      kept.add(one.left.kept);
      aside.add(one.left.aside);
      ({ left } = one);
      failure = one.failure;
      if (left.state !== "wanted" && left.state !== "kept") break;
      over.push(past);
    }
  } finally {
    await run.discard(context);
  }
  const state = left.state === "wanted" && kept.some !== undefined ? "kept" : left.state;
  // the one in between ended in the state of the whole
  const staying = undone.slice(over.length + (state === "partly" ? 0 : 1));
  const end: DeploymentEnd = {
    deployment: undone[0]?.deployment ?? "",
    ...left,
    state,
    ...(kept.some && { kept: kept.some }),
    ...(aside.some && { aside: aside.some }),
    ...(over.some(({ steps = [] }) => steps.length > 0) && { hadSteps: true }),
    ...(over.length > 0 &&
      over.length < undone.length && {
        each: { rolledBack: namedDeployments(over), staying: namedDeployments(staying) },
      }),
  };
  return { end, ...(failure && { failure }) };
}

/** Files of several deployments, the first of which are named. */
class ManyFiles {
  readonly #files: NotedFile[] = [];
  #count = 0;

  add({ files, count }: SomeFiles = { files: [], count: 0 }): void {
    this.#files.push(...files);
    this.#count += count;
  }

  get some(): SomeFiles | undefined {
    if (this.#count === 0) return undefined;
    return { files: this.#files.slice(0, MOST_NAMED), count: this.#count };
  }
}

/** Deployments as people tell them apart. */
export function namedDeployments(past: readonly PastDeployment[]): readonly NamedDeployment[] {
  return past.map(({ deployment, at }) => ({ deployment, at }));
}

/** Undoes a deployment. @param isLater others are undone already: from then on, one that has not begun is not all that is to be told */
async function undoOne(
  run: ServerRun,
  of: RunOf,
  accepted: ReadonlyMap<number, string>,
  place: Place,
  context: DeployContext,
  isLater: boolean,
): Promise<{ readonly left: Left; readonly failure?: PanelFailure }> {
  try {
    await run.sendAccepted(accepted, context);
    const left = await leftBy(await run.change("back", of, context), "rollBack", place, steadyFiles(context));
    return { left: isLater && left.state === "untouched" ? { ...left, state: "partly" } : left };
  } catch (error) {
    if (!isLater) throw error;
    const { problem, failure } = causeOf(error, context.failureIn);
    return { left: { state: "partly", ...(problem && { problem }) }, ...(failure && { failure }) };
  }
}

/** Throws a `DeploymentError` `busy` where somebody works on the server: what seems cut off goes on. */
export async function assertFree(place: Place, context: ScriptContext): Promise<void> {
  const run = new ServerRun(place);
  try {
    await run.send([], undefined, context);
    await run.look({ id: run.id, paths: [], bytes: 0 }, context);
  } finally {
    await run.discard(context);
  }
}

/**
 * How what was cut off is ended: `recover` takes it back, or completes it where all was in place; `giveUp` leaves it as it is; `keep` has
 * one count that is held for its steps.
 */
export type Ending = Exclude<keyof typeof endings, "leave">;

/** What the script is told for each; `leave`: of a release that was served and goes back. */
const endings = { recover: "recover", giveUp: "giveup", keep: "settle", leave: "leave" } as const;

/** Ends a deployment or a roll back that was cut off, on whatever computer. Throws only before anything was changed, and defects. */
export async function endUnfinished(
  place: Place,
  { id, record }: Unfinished,
  ending: keyof typeof endings,
  context: DeployContext,
): Promise<Result> {
  const { signal, onPhase } = context;
  const run = new ServerRun(place);
  const files = steadyFiles(context);
  try {
    onPhase("goingBack");
    await context.lookAgain(signal);
    await run.sendScript(context);
    throwIfEnded(signal);
    const of: RunOf = { id, paths: await pathsOf(files, place, id), bytes: record?.backupBytes ?? 0 };
    const steps = await readStepEnds(files, place, id, record?.steps ?? []);
    const ended = await run.change(endings[ending], of, context);
    const left = await leftBy(ended, "recover", place, files);
    return { end: { deployment: record?.deployment ?? "", ...left, ...(steps.length > 0 && { steps }) } };
  } finally {
    await run.discard(context);
  }
}

/** The paths of a list; none where it was cut off before it was there. */
export async function pathsOf(files: RemoteFiles, place: Place, id: string): Promise<readonly string[]> {
  const list = posix.join(place.site, id, "list");
  if (!(await files.look([list])).has(list)) return [];
  return (await readList(files, place, id)).map(({ path }) => path);
}
