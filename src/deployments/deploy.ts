import { join, posix } from "node:path";
import { rm } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { DeploymentCounts, DeploymentEnd, DeploymentProblem, LockOwner } from "../actions/deploymentEnd.ts";
import type { DeploymentPhase } from "../actions/outcome.ts";
import type { Fact } from "../resources/facts.ts";
import type { Call } from "../resources/resource.ts";
import { codeOf } from "../storage/fileSystem.ts";
import { Wait } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";
import { PanelError, type PanelFailure, throwIfEnded } from "../wire/answers/failure.ts";
import { writeArchive } from "./archive.ts";
import { DeploymentError, deploymentProblemOf, mismatch, rethrowDefect, someOf } from "./deploymentError.ts";
import type { DeploymentPlan, PlacedFile } from "./deploymentPlan.ts";
import { isUpToDate, prepareDeployment, sentBytes, type PreparedDeployment } from "./preparedDeployment.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { RemoteLock } from "./remoteLock.ts";
import {
  MOST_KEPT,
  putAway,
  readState,
  readUndo,
  stateBytes,
  stateFiles,
  type BackedUp,
  type Deployed,
  type Deployments,
  type PastDeployment,
  type StatePaths,
  type UndoRecord,
} from "./remoteState.ts";
import { restore } from "./restore.ts";
import type { SourceFile } from "./sourceFiles.ts";
import { discard, stage } from "./staging.ts";

export interface DeployContext {
  /** The panel's calls under a signal of their own: a cancel must not stop the way back. */
  readonly callFor: (signal: AbortSignal) => Call;
  readonly clock: Clock;
  /** Aborted: the deployment goes back to what was there before. */
  readonly signal: AbortSignal;
  readonly by: Deployed;
  /** Whether to take over a lock from its owner. */
  readonly mayTake: (owner: LockOwner) => boolean;
  /** `share`: from 0 to 1. */
  readonly onPhase: (phase: DeploymentPhase, share?: number) => void;
  /** The failure of anything thrown, also a defect. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

interface DeployOptions extends DeployContext {
  /** A directory on this computer for the archive. */
  readonly temporary: string;
}

/** How a deployment or a roll back ended; `failure` is of the call that failed, `evidence` what the project showed last. */
export interface Result {
  readonly end: DeploymentEnd;
  readonly failure?: PanelFailure;
  readonly evidence?: Fact | undefined;
}

/** The panel unpacks in the background. If no file has come for this long, it has stopped. */
const QUIET_MS = 20_000;
const LOOK_MS = 500;

/** How often an archive is unpacked if the panel does not answer. */
const UNPACK_TRIES = 3;

/** How many files a deployment adds, changes, leaves and removes. */
export function countsOf({ added, changed, unchanged, removed }: DeploymentPlan): DeploymentCounts {
  return { added: added.length, changed: changed.length, unchanged: unchanged.length, removed: removed.length };
}

/**
 * Brings a source folder onto the server, whole or not at all: backs up what it replaces, unpacks, compares every file, and
 * goes back if anything fails. Throws only before anything was changed, and defects.
 */
export async function deploy(prepared: PreparedDeployment, options: DeployOptions): Promise<Result> {
  const { by, signal } = options;
  return underLock(prepared.paths, options, async (files, lock) => {
    const { plan } = prepared;
    const common = { deployment: by.deployment, counts: countsOf(plan), bytes: sentBytes(plan) };
    if (isUpToDate(plan)) {
      await asPreviewed(prepared, files);
      return { end: { ...common, state: "wanted" } };
    }
    const sending = { isOver: false };
    const [archive, { record, backupBytes }] = await together(
      signal,
      async (either) => {
        const sent = await send(prepared, { ...options, signal: either });
        sending.isOver = true;
        return sent;
      },
      async (either) =>
        backUp(prepared, {
          ...options,
          signal: either,
          // sending takes longer, and one of them is shown
          onPhase: (phase, share) => sending.isOver && options.onPhase(phase, share),
        }),
    );
    // uploading may have taken long
    const { links: _links, ...unread } = prepared;
    const now = await asPreviewed(unread, files);
    const change = new Change(now, record, lock, options);
    return change.make(files, { archive, backupBytes, common });
  });
}

/** Looks at the server again. Throws a `DeploymentError` if it is no longer as the preview showed it. */
async function asPreviewed(
  prepared: Omit<PreparedDeployment, "links"> & Partial<Pick<PreparedDeployment, "links">>,
  files: RemoteFiles,
): Promise<PreparedDeployment> {
  const now = await prepareDeployment(files, prepared);
  const { state, plan, paths } = now;
  if (state.unfinished !== undefined || !isDeepStrictEqual(plan, prepared.plan))
    throw new DeploymentError({ kind: "changed" });
  if (state.ended !== undefined) await putAway(files, paths, state.ended);
  return now;
}

/** Does two tasks at once. A failure of one ends the other, and is thrown when both have ended. */
async function together<One, Other>(
  signal: AbortSignal,
  one: (either: AbortSignal) => Promise<One>,
  other: (either: AbortSignal) => Promise<Other>,
): Promise<readonly [One, Other]> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const failures: unknown[] = [];
  const watched = async <Done>(task: (either: AbortSignal) => Promise<Done>): Promise<Done> => {
    try {
      return await task(either);
    } catch (error) {
      failures.push(error);
      stop.abort();
      throw error;
    }
  };
  const [first, second] = await Promise.allSettled([watched(one), watched(other)]);
  if (first.status === "rejected" || second.status === "rejected") throw failures[0];
  return [first.value, second.value];
}

/**
 * Undoes the latest deployments, one after the other. Throws a `DeploymentError` if others came after them.
 * @param ids of the deployments, the latest first
 */
export async function rollBack(paths: StatePaths, ids: readonly string[], context: DeployContext): Promise<Result> {
  return underLock(paths, context, async (files, lock) => {
    const state = await readState(files, paths);
    const latest = state.history.slice(0, ids.length).map(({ id }) => id);
    // what was cut off comes first
    if (state.unfinished !== undefined || !isDeepStrictEqual(latest, [...ids]))
      throw new DeploymentError({ kind: "changed" });
    if (state.ended !== undefined) await putAway(files, paths, state.ended);
    return goingBack(context, async (onShare) => {
      const kept: string[] = [];
      for (const id of ids) {
        const before = await readState(files, paths);
        const undo = posix.join(paths.state, id, stateFiles.undo);
        const record = await readUndo(files, undo, paths);
        await files.move(undo, posix.join(paths.state, stateFiles.undoing));
        const verify = async () => lock.verify();
        kept.push(...(await restore(files, record, stateFiles.undoing, { paths, before, onShare, verify })));
      }
      return kept;
    });
  });
}

/** Ends a deployment or a roll back that was cut off: afterwards everything is as it was before the deployment. */
export async function finishUnfinished(paths: StatePaths, context: DeployContext): Promise<Result> {
  const { by, clock, signal } = context;
  return underLock(paths, context, async (files, lock) => {
    const state = await readState(files, paths);
    const { unfinished } = state;
    if (unfinished === undefined) return { end: { deployment: by.deployment, state: "wanted" } };
    const found = await files.look([posix.join(paths.state, stateFiles.undoing)]);
    const file = found.size > 0 ? stateFiles.undoing : stateFiles.pending;
    return goingBack(context, async (onShare) => {
      await untilQuiet(files, unfinished, clock, signal);
      const verify = async () => lock.verify();
      return restore(files, unfinished, file, { paths, before: state, onShare, verify });
    });
  });
}

/** Says what is on the server after going back, also where that was cut short. */
async function goingBack(
  { by: { deployment }, onPhase, failureIn }: DeployContext,
  task: (onShare: (share: number) => void) => Promise<readonly string[]>,
): Promise<Result> {
  onPhase("goingBack", 0);
  try {
    const paths = await task((share) => onPhase("goingBack", share));
    return { end: { deployment, state: "wanted", ...(paths.length > 0 && { paths: someOf(paths) }) } };
  } catch (error) {
    const problem = deploymentProblemOf(error);
    if (problem === undefined) return { end: { deployment, state: "unknown" }, failure: failureIn(error) };
    return { end: { deployment, state: problem.kind === "mismatch" ? "mixed" : "unknown", problem } };
  }
}

/** The pause between two looks at files that the panel may still be unpacking. */
const QUIET_LOOK_MS = 3_000;

/** Waits until no file changes any more: the panel may still be unpacking for a window that has died. */
async function untilQuiet(files: RemoteFiles, record: UndoRecord, clock: Clock, signal: AbortSignal): Promise<void> {
  const names = [...record.replaced.map(({ path }) => path), ...record.added.map(([path]) => path)];
  const all = names.map((path) => posix.join(record.target, path));
  const wait = new Wait(clock, LONGEST_UNPACK_MS);
  for (let before = await files.look(all); wait.left() > 0;) {
    await wait.pause(QUIET_LOOK_MS, signal);
    throwIfEnded(signal);
    const now = await files.look(all);
    if (isDeepStrictEqual(now, before)) return;
    before = now;
  }
}

const LONGEST_UNPACK_MS = 600_000;

/** Takes the lock for the time of a task. Throws a `DeploymentError` if it cannot. */
export async function underLock(
  paths: StatePaths,
  { callFor, clock, signal, by, mayTake }: DeployContext,
  task: (files: RemoteFiles, lock: RemoteLock) => Promise<Result>,
): Promise<Result> {
  const { signal: always } = new AbortController();
  const steady = new RemoteFiles(callFor(always), clock, always);
  throwIfEnded(signal);
  const lock = await RemoteLock.take(steady, paths, by, mayTake, clock);
  try {
    throwIfEnded(signal);
    return await task(new RemoteFiles(callFor(signal), clock, signal), lock);
  } finally {
    // a lock that stays is shown with its owner, and this computer takes it over
    await lock.release().catch(rethrowDefect);
  }
}

/** Packs and uploads what is new; resolves to the archive's path on the server. */
async function send(
  { folder, plan, target, paths }: PreparedDeployment,
  { callFor, clock, signal, temporary, by, onPhase }: DeployOptions,
): Promise<string | undefined> {
  const files = new RemoteFiles(callFor(signal), clock, signal);
  const sent = [...plan.added, ...plan.changed];
  if (sent.length === 0) return undefined;
  onPhase("packing");
  const { uid = 0, gid = 0 } = await files.attributes(await existing(files, target));
  const directories = await missingDirectories(files, target, plan.added);
  const local = join(temporary, `${by.id}.tar.gz`);
  try {
    const owner = { uid, gid };
    const packed = await writeArchive({ folder, files: sent, directories, owner, target: local, signal }).catch(
      (error: unknown) => {
        throwIfEnded(signal);
        throw fileError(error);
      },
    );
    const archive = posix.join(paths.state, `${packed.sha1.slice(0, 12)}.tar.gz`);
    onPhase("uploading", 0);
    await stage(files, paths, packed, archive, (share) => onPhase("uploading", share));
    return archive;
  } finally {
    await rm(local, { force: true });
  }
}

/** The target, or where it does not exist yet the nearest directory above it that does. */
async function existing(files: RemoteFiles, target: string): Promise<string> {
  const above: string[] = [];
  for (let path = target; path !== "/"; path = posix.dirname(path)) above.push(path);
  const found = await files.look(above);
  return above.find((path) => found.has(path)) ?? "/";
}

/** Directories of files that the server does not have, by relative paths, each after the one above it. */
async function missingDirectories(
  files: RemoteFiles,
  target: string,
  added: readonly SourceFile[],
): Promise<readonly string[]> {
  const above = new Set<string>();
  for (const { path } of added)
    for (let each = posix.dirname(path); each !== "." && !above.has(each); each = posix.dirname(each)) above.add(each);
  const found = await files.look([...above].map((each) => posix.join(target, each)));
  // an archive would change owner and mode of those that exist
  return [...above].filter((each) => !found.has(posix.join(target, each))).toSorted();
}

/** The error of packing: a file of the source has gone since it was read, or this computer cannot store the archive. */
function fileError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === "unknown") return error;
  return ["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM"].includes(code)
    ? new DeploymentError({ kind: "changed" })
    : new PanelError({ kind: "storage", problem: "fileFailed", code });
}

/** Copies what will be replaced, if it is as the preview showed it; files that will be removed are moved there later. */
async function backUp(
  prepared: PreparedDeployment,
  { callFor, clock, signal, by, onPhase }: DeployOptions,
): Promise<{ readonly record: UndoRecord; readonly backupBytes: number }> {
  const files = new RemoteFiles(callFor(signal), clock, signal);
  const { plan, target, paths, state } = await asPreviewed(prepared, files);
  onPhase("backingUp", 0);
  const copies = posix.join(paths.state, by.id);
  await files.createDirectory(copies);
  const placed = new Map(state.placed.map((file) => [file.path, file]));
  const server = await files.look([...plan.changed, ...plan.removed].map(({ path }) => posix.join(target, path)));
  const replaced: BackedUp[] = [];
  for (const { path, isOurs, sha1: deployed } of plan.changed) {
    const file = posix.join(target, path);
    const sha1 = (isOurs ? placed.get(path)?.sha1 : undefined) ?? (await files.hash(file));
    if (sha1 === undefined) throw new DeploymentError({ kind: "changed" });
    const n = replaced.length;
    await files.copy(file, posix.join(copies, String(n)), sha1);
    replaced.push({ path, sha1, n, deployed });
    onPhase("backingUp", replaced.length / plan.changed.length);
  }
  const removed = plan.removed.map(({ path, sha1 }, index) => ({ path, sha1, n: replaced.length + index }));
  const added = plan.added.map(({ path, sha1 }) => [path, sha1] as const);
  const record = { ...by, target, replaced, removed, added, placedBefore: state.placed };
  return { record, backupBytes: [...server.values()].reduce((sum, { size }) => sum + size, 0) };
}

interface Sent {
  readonly archive: string | undefined;
  readonly backupBytes: number;
  readonly common: Pick<DeploymentEnd, "deployment" | "counts" | "bytes">;
}

/** The part of a deployment that changes the target, and its way back. */
class Change {
  readonly #prepared: PreparedDeployment;
  readonly #record: UndoRecord;
  readonly #lock: RemoteLock;
  readonly #options: DeployOptions;
  #mayBeUnpacking = false;

  constructor(prepared: PreparedDeployment, record: UndoRecord, lock: RemoteLock, options: DeployOptions) {
    this.#lock = lock;
    this.#prepared = prepared;
    this.#record = record;
    this.#options = options;
  }

  async make(files: RemoteFiles, sent: Sent): Promise<Result> {
    const { paths, plan } = this.#prepared;
    await this.#lock.verify();
    const pending = { directory: paths.state, name: stateFiles.pending, bytes: stateBytes(this.#record) };
    try {
      await files.write(pending);
      const placed = sent.archive === undefined ? [] : await this.#unpack(files, sent.archive);
      await this.#lock.verify();
      await this.#remove(files);
      throwIfEnded(this.#options.signal);
      await this.#finish(files, [...plan.unchanged, ...plan.others, ...placed], sent);
      return { end: { ...sent.common, state: "wanted" } };
    } catch (error) {
      return this.#goBack(error, sent);
    }
  }

  /** Resolves to the files as they stand on the server. */
  async #unpack(files: RemoteFiles, archive: string): Promise<readonly PlacedFile[]> {
    const { plan, target } = this.#prepared;
    const { onPhase } = this.#options;
    onPhase("unpacking");
    this.#mayBeUnpacking = true;
    for (let tries = 1; ; tries++) {
      const isAnswered = await files.unpack(archive, target);
      const isWhole = await this.#settle(files, this.#options.signal);
      // a panel that restarts may not have begun
      if (isWhole || isAnswered || tries === UNPACK_TRIES) break;
    }
    this.#mayBeUnpacking = false;
    const sent = [...plan.added, ...plan.changed];
    onPhase("comparing", 0);
    const expected = new Map(sent.map(({ path, sha1 }) => [posix.join(target, path), sha1]));
    const differing = await files.differing(expected, (share) => onPhase("comparing", share));
    if (differing.length > 0) throw mismatch(differing);
    const found = await files.look([...expected.keys()]);
    return sent.map(({ path, size, sha1, mtime }) => ({
      path,
      size,
      sha1,
      mtime: found.get(posix.join(target, path))?.mtime ?? mtime,
      deployment: this.#options.by.deployment,
    }));
  }

  /** Waits until all files have the size and time of the archive; `false`: none has come for a while. */
  async #settle(files: RemoteFiles, signal: AbortSignal): Promise<boolean> {
    const { plan, target } = this.#prepared;
    const { clock } = this.#options;
    const sent = [...plan.added, ...plan.changed];
    let best = -1;
    let quiet = new Wait(clock, QUIET_MS);
    while (quiet.left() > 0) {
      throwIfEnded(signal);
      const found = await files.look(sent.map(({ path }) => posix.join(target, path)));
      const come = sent.filter(({ path, size, mtime }) => {
        const there = found.get(posix.join(target, path));
        return there?.size === size && there.mtime === mtime;
      }).length;
      if (come === sent.length) return true;
      if (come > best) quiet = new Wait(clock, QUIET_MS);
      best = Math.max(best, come);
      await quiet.pause(LOOK_MS, signal);
    }
    return false;
  }

  async #remove(files: RemoteFiles): Promise<void> {
    const { target, paths } = this.#prepared;
    const { removed, id } = this.#record;
    for (const [index, { path, n }] of removed.entries()) {
      this.#options.onPhase("removing", index / removed.length);
      await files.move(posix.join(target, path), posix.join(paths.state, id, String(n)));
    }
  }

  async #finish(files: RemoteFiles, placed: readonly PlacedFile[], { archive, backupBytes }: Sent): Promise<void> {
    const { paths, plan, state } = this.#prepared;
    const { by, onPhase } = this.#options;
    onPhase("finishing");
    const { added, changed, removed } = countsOf(plan);
    const past: PastDeployment = { ...by, added, changed, removed, backupBytes };
    const history = [past, ...state.history.filter(({ id }) => id !== by.id)];
    const now: Deployments = { placed, history: history.slice(0, MOST_KEPT) };
    await files.write({ directory: paths.state, name: stateFiles.deployments, bytes: stateBytes(now) });
    // it is done; what follows only tidies up
    await this.#tidy(files, archive, history.slice(MOST_KEPT)).catch(rethrowDefect);
  }

  async #tidy(files: RemoteFiles, archive: string | undefined, old: readonly PastDeployment[]): Promise<void> {
    const { state } = this.#prepared.paths;
    await putAway(files, this.#prepared.paths, this.#record.id);
    if (archive !== undefined) await discard(files, this.#prepared.paths, archive);
    for (const past of old) await files.removeDirectory(posix.join(state, past.id));
  }

  /** Goes back to what was there before, also after a cancel. */
  async #goBack(error: unknown, { common }: Sent): Promise<Result> {
    const { paths, state } = this.#prepared;
    const { callFor, clock, onPhase, failureIn } = this.#options;
    const cause = causeOf(error, failureIn);
    if (cause.problem?.kind === "takenOver") return resultOf(cause, { ...common, state: "unknown" });
    onPhase("goingBack", 0);
    const { signal } = new AbortController();
    const files = new RemoteFiles(callFor(signal), clock, signal);
    try {
      if (this.#mayBeUnpacking) await this.#settle(files, signal);
      const onShare = (share: number) => onPhase("goingBack", share);
      const verify = async () => this.#lock.verify();
      const options = { paths, before: state, onShare, verify, isOwnRun: true };
      await restore(files, this.#record, stateFiles.pending, options);
      return resultOf(cause, { ...common, state: "before" });
    } catch (again) {
      return lostOnTheWayBack(again, cause, common, failureIn);
    }
  }
}

/** How a deployment ended if `error` stopped its way back. @param cause why it went back */
export function lostOnTheWayBack(
  error: unknown,
  cause: Cause,
  common: Omit<DeploymentEnd, "state">,
  failureIn: DeployContext["failureIn"],
): Result {
  const { problem } = causeOf(error, failureIn);
  if (problem === undefined) return resultOf(cause, { ...common, state: "unknown" });
  if (problem.kind !== "mismatch") return resultOf({ problem }, { ...common, state: "unknown" });
  return resultOf(cause, { ...common, state: "mixed", paths: { paths: problem.paths, count: problem.count } });
}

interface Cause {
  readonly problem?: DeploymentProblem;
  readonly failure?: PanelFailure;
}

/** Why a step has ended. */
export function causeOf(error: unknown, failureIn: DeployContext["failureIn"]): Cause {
  const problem = deploymentProblemOf(error);
  return problem === undefined ? { failure: failureIn(error) } : { problem };
}

export function resultOf({ problem, failure }: Cause, end: DeploymentEnd): Result {
  return { end: { ...end, ...(problem && { problem }) }, ...(failure && { failure }) };
}
