import { realpath, stat } from "node:fs/promises";
import { posix } from "node:path";
import type { DeploymentCounts, DeploymentEnd } from "../actions/deploymentEnd.ts";
import type { Outcome } from "../actions/outcome.ts";
import { readLocalFile, type LocalFile } from "../serverFiles/localFile.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { goBack, makeExchange, type DeployContext, type Deployed, type Exchange } from "./deploy.ts";
import { DeploymentError } from "./deploymentError.ts";
import type { Cause, Result } from "./deploymentResult.ts";
import type { Place } from "./place.ts";
import { ServerRun, type ScriptContext } from "./serverRun.ts";
import { readState, type SiteState } from "./siteState.ts";
import { isWithin, SourceError } from "./sourceFiles.ts";

/** A jar on this computer. */
export interface LocalJar extends LocalFile {
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** A jar on this computer, and the project's jar that it replaces: nothing was sent yet. */
export interface PreparedJar {
  /** Name of the deployment. */
  readonly name: string;
  /** The project, as people call it. */
  readonly project: string;
  readonly local: LocalJar;
  /** Its `directory` is the jar. */
  readonly place: Place;
  readonly state: SiteState;
  /** The project's jar as it is. */
  readonly before: { readonly sha1: string; readonly size: number };
  readonly run: ServerRun;
}

/** The counts where the project has the jar already. */
export const UNCHANGED: DeploymentCounts = { added: 0, changed: 0, unchanged: 1, removed: 0 };

/**
 * Hashes a jar on this computer. Rejects with file errors, and with a `SourceError` for a link that leads out.
 * @param folder the workspace folder that it is in
 */
export async function readJar(file: string, folder: string, signal: AbortSignal): Promise<LocalJar> {
  const [base, real] = await Promise.all([realpath(folder), realpath(file)]);
  if (!isWithin(base, real)) throw new SourceError({ kind: "outside" });
  const local = await readLocalFile(real, signal);
  const { mtimeMs: modified } = await stat(real);
  return { ...local, modified };
}

/** Looks at the project's jar. Throws `PanelError` and `DeploymentError`. */
export async function prepareJar(
  context: ScriptContext,
  given: Pick<PreparedJar, "name" | "project" | "local" | "place">,
): Promise<PreparedJar> {
  const { place } = given;
  const files = new RemoteFiles(context.callFor(context.signal), context.clock, context.signal);
  const jar = jarOf(place);
  const state = await readState(files, place);
  const there = (await files.look([jar])).get(jar);
  const noJar = new DeploymentError({ kind: "noJar", path: jar });
  if (there?.isFile !== true) throw noJar;
  const sha1 = await files.hash(jar);
  if (sha1 === undefined || (await files.attributes(jar)).isLink !== false) throw noJar;
  return { ...given, state, before: { sha1, size: there.size }, run: new ServerRun(place) };
}

/** The place of a jar's exchanges: its directory is the jar. @param jar path on the server */
export function jarPlace(jar: string): Pick<Place, "root" | "directory"> {
  return { root: posix.dirname(jar), directory: posix.basename(jar) };
}

/** Path of a project's jar on the server. */
export function jarOf({ root, directory }: Pick<Place, "root" | "directory">): string {
  return posix.join(root, directory);
}

/** What a project does beside its files. */
export interface JarContext extends DeployContext {
  /** Restarts the project, and sees its process and port. Never rejects, but with defects. */
  readonly restart: (signal: AbortSignal) => Promise<Outcome>;
  /** Stops it. Never rejects, but with defects. */
  readonly stop: (signal: AbortSignal) => Promise<Outcome>;
  /** Whether it is stopped, as the last look has shown. */
  readonly isStopped: () => boolean;
  /** A person has said that a stopped project starts. */
  readonly startsStopped: boolean;
}

/**
 * Puts a jar in the place of a project's and restarts the project. If it does not run, the old jar comes back and runs again. A project
 * that is stopped stays stopped. Throws only before anything was changed, and defects.
 */
export async function deployJar(prepared: PreparedJar, context: JarContext): Promise<Deployed> {
  const { name, project, local, place, state, before, run } = prepared;
  const common = { deployment: name, bytes: local.size };
  if (before.sha1 === local.sha1) return { end: { deployment: name, counts: UNCHANGED, state: "wanted" } };
  const counts = { ...UNCHANGED, unchanged: 0, changed: 1 };
  const exchange: Exchange = {
    place,
    run,
    records: [
      {
        record: {
          there: { kind: "file", sha1: before.sha1 },
          comes: { kind: "file", sha1: local.sha1 },
          mode: 0o644,
          path: place.directory,
        },
        source: {
          realPath: local.file,
          size: local.size,
          sha1: local.sha1,
          mtime: placedAs(local).mtime,
        },
      },
    ],
    record: {
      ...context.by,
      installation: context.installation,
      deployment: name,
      website: project,
      directory: place.directory,
      counts,
      backupBytes: before.size,
      // so that a change of somebody else's is seen
      placed: [{ path: place.directory, ...placedAs(local), deployment: name }],
    },
    state,
    unchanged: new Map(),
    bytes: local.size + before.size,
  };
  const left = await makeExchange(exchange, context);
  const end: DeploymentEnd = { ...common, ...left };
  if (left.state !== "wanted") return { end };
  if (context.isStopped() && !context.startsStopped && !context.signal.aborted)
    return { end: { ...end, counts, running: "stopped" }, undo: async () => goBack(exchange, context) };
  const ended = context.signal.aborted ? undefined : await context.restart(context.signal);
  if (ended?.kind !== "done") return goBackFrom(exchange, ended, { ...common, counts }, context);
  return {
    end: { ...end, counts, running: "seen" },
    evidence: ended.evidence,
    undo: async () => {
      const back = await goBack(exchange, context);
      if (back.end.state === "before") return asBefore(back, context);
      return back;
    },
  };
}

function placedAs({ size, sha1, modified }: LocalJar) {
  return { size, sha1, mtime: Math.floor(modified / 1_000) };
}

/** Whether the project's jar is not as our last deployment placed it: somebody has put another one there, or nobody has deployed it. */
export function isForeign({ state, before }: Pick<PreparedJar, "state" | "before">): boolean {
  const [placed] = state.last?.placed ?? [];
  return placed?.sha1 !== before.sha1;
}

/** Brings back the old jar, and has the project do what it did before. @param ended how the restart with the new one ended */
async function goBackFrom(
  exchange: Exchange,
  ended: Outcome | undefined,
  common: Omit<DeploymentEnd, "state">,
  context: JarContext,
): Promise<Result> {
  const back = await goBack(exchange, context);
  const cause = causeOf(ended, context.signal);
  const problem = back.end.problem ?? cause.problem;
  const failure = back.failure ?? cause.failure;
  const result: Result = {
    end: { ...common, ...back.end, ...(problem && { problem }) },
    ...(failure && { failure }),
  };
  // without a restart the project has not noticed
  if (ended === undefined) return result;
  if (back.end.state === "before") return asBefore(result, context);
  return { ...result, end: { ...result.end, running: "unseen" } };
}

/** Why a project's jar goes back. */
function causeOf(ended: Outcome | undefined, signal: AbortSignal): Cause {
  if (signal.aborted) return { failure: { kind: "cancelled" } };
  if (ended?.kind === "failed") return { failure: ended.failure };
  return { problem: { kind: "notRunning" } };
}

/** Has a project run again whose jar is back, or stops it where it was stopped. */
async function asBefore(result: Result, context: JarContext): Promise<Result> {
  const { signal } = new AbortController();
  if (context.isStopped()) {
    const stopped = await context.stop(signal);
    const isStopped = stopped.kind === "done" || stopped.kind === "already";
    return { ...result, end: { ...result.end, running: isStopped ? "stopped" : "unseen" } };
  }
  const restarted = await context.restart(signal);
  if (restarted.kind !== "done") return { ...result, end: { ...result.end, running: "unseen" } };
  return { ...result, end: { ...result.end, running: "seen" }, evidence: restarted.evidence };
}

/** Restarts a project after a roll back of its jar, or what a cut has left of it was ended. A stopped one stays stopped. */
export async function restartAfter(result: Result, context: JarContext): Promise<Result> {
  const { state } = result.end;
  if (state !== "wanted" && state !== "finished" && state !== "partly") return result;
  if (context.isStopped()) return { ...result, end: { ...result.end, running: "stopped" } };
  const restarted = await context.restart(context.signal);
  if (restarted.kind === "done")
    return { ...result, end: { ...result.end, running: "seen" }, evidence: restarted.evidence };
  return { ...result, end: { problem: { kind: "notRunning" }, ...result.end, running: "unseen" } };
}
