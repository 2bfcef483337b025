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
import { PanelError, panelFailureOf, type PanelFailure, throwIfEnded } from "../wire/answers/failure.ts";
import { writeArchive } from "./archive.ts";
import { DeploymentError, deploymentProblemOf, mismatch } from "./deploymentError.ts";
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

export interface DeployContext {
  /** The panel's calls under another signal: going back goes on after a cancel. */
  readonly callFor: (signal: AbortSignal) => Call;
  readonly clock: Clock;
  /** Aborting it goes back to what was there before. */
  readonly signal: AbortSignal;
  readonly by: Deployed;
  /** Whether a lock that another has is taken over. */
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

/** The end of a deployment or a roll back, with the call that failed, and what the last look at a project has shown. */
export interface Result {
  readonly end: DeploymentEnd;
  readonly failure?: PanelFailure;
  readonly evidence?: Fact | undefined;
}

/** The panel unpacks in the background: no file came for this long. */
const QUIET_MS = 20_000;
const LOOK_MS = 500;

/** How many files a deployment adds, changes, leaves and removes. */
export function countsOf({ added, changed, unchanged, removed }: DeploymentPlan): DeploymentCounts {
  return { added: added.length, changed: changed.length, unchanged: unchanged.length, removed: removed.length };
}

/**
 * Brings a source folder onto the server, whole or not at all: backs up what it replaces, unpacks, compares every file, and
 * goes back if anything fails. Throws only before anything was changed, and defects.
 */
export async function deploy(prepared: PreparedDeployment, options: DeployOptions): Promise<Result> {
  const { by } = options;
  return underLock(prepared.paths, options, async (files, lock) => {
    const now = await prepareDeployment(files, prepared);
    if (now.state.unfinished !== undefined || !isDeepStrictEqual(now.plan, prepared.plan))
      throw new DeploymentError({ kind: "changed" });
    const { plan, state } = now;
    if (state.ended !== undefined) await putAway(files, now.paths, state.ended);
    const common = { deployment: by.deployment, counts: countsOf(plan), bytes: sentBytes(plan) };
    if (isUpToDate(plan)) return { end: { ...common, state: "wanted" } };
    const archive = await send(now, files, options);
    const { record, backupBytes } = await backUp(now, files, options);
    // uploading may have taken long
    const again = await prepareDeployment(files, prepared);
    if (!isDeepStrictEqual(again.plan, plan)) throw new DeploymentError({ kind: "changed" });
    const change = new Change(now, record, lock, options);
    return change.make(files, { archive, backupBytes, common });
  });
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
    return { end: { deployment, state: "wanted", ...(paths.length > 0 && { paths: paths.slice(0, MOST_NAMED) }) } };
  } catch (error) {
    const problem = deploymentProblemOf(error);
    if (problem === undefined) return { end: { deployment, state: "unknown" }, failure: failureIn(error) };
    return { end: { deployment, state: problem.kind === "mismatch" ? "mixed" : "unknown", problem } };
  }
}

const MOST_NAMED = 20;

/** The pause between two looks at files that the panel may still be unpacking. */
const QUIET_LOOK_MS = 3_000;

/** Resolves when none of the files changes any more: the panel may still unpack what a dead window has begun. */
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

/** Does a task while this computer has the lock. Throws a `DeploymentError` if it does not get it. */
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
  files: RemoteFiles,
  { signal, temporary, by, onPhase }: DeployOptions,
): Promise<string | undefined> {
  const sent = [...plan.added, ...plan.changed];
  if (sent.length === 0) return undefined;
  onPhase("packing");
  const { uid = 0, gid = 0 } = await files.attributes(target);
  const local = join(temporary, `${by.id}.tar.gz`);
  try {
    const packed = await writeArchive({ folder, files: sent, owner: { uid, gid }, target: local, signal }).catch(
      (error: unknown) => {
        throwIfEnded(signal);
        throw fileError(error);
      },
    );
    const archive = posix.join(paths.state, `${packed.sha1.slice(0, 12)}.tar.gz`);
    onPhase("uploading", 0);
    await files.upload(packed, archive, (share) => onPhase("uploading", share));
    return archive;
  } finally {
    await rm(local, { force: true });
  }
}

/** A file of the source has gone since it was read, or this computer cannot store the archive. */
function fileError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === "unknown") return error;
  return ["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM"].includes(code)
    ? new DeploymentError({ kind: "changed" })
    : new PanelError({ kind: "storage", problem: "fileFailed", code });
}

/** Copies what will be replaced; files that will be removed are moved there later. */
async function backUp(
  { plan, target, paths, state }: PreparedDeployment,
  files: RemoteFiles,
  { by, onPhase }: DeployOptions,
): Promise<{ readonly record: UndoRecord; readonly backupBytes: number }> {
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
    await files.unpack(archive, target);
    await this.#settle(files, this.#options.signal);
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

  /** Resolves when all files have the size and time of the archive, or when none has come for a while. */
  async #settle(files: RemoteFiles, signal: AbortSignal): Promise<void> {
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
      if (come === sent.length) return;
      if (come > best) quiet = new Wait(clock, QUIET_MS);
      best = Math.max(best, come);
      await quiet.pause(LOOK_MS, signal);
    }
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
    if (archive !== undefined) {
      // frees the space, which the recycle bin would not
      await files.write({ directory: state, name: posix.basename(archive), bytes: Buffer.alloc(0) });
      await files.move(archive, posix.join(state, "unpacked.tar.gz"));
    }
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
      const { problem } = causeOf(again, failureIn);
      if (problem?.kind === "mismatch") return resultOf(cause, { ...common, state: "mixed", paths: problem.paths });
      if (problem !== undefined) return resultOf({ problem }, { ...common, state: "unknown" });
      return resultOf(cause, { ...common, state: "unknown" });
    }
  }
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

/** What only tidies up may fail, but for defects. */
export function rethrowDefect(error: unknown): void {
  if (deploymentProblemOf(error) === undefined) panelFailureOf(error);
}
