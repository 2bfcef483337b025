import { stat } from "node:fs/promises";
import { posix } from "node:path";
import type { DeploymentCounts, DeploymentEnd } from "../actions/deploymentEnd.ts";
import type { Outcome } from "../actions/outcome.ts";
import { PanelError, throwIfEnded } from "../wire/answers/failure.ts";
import { causeOf, type DeployContext, lostOnTheWayBack, resultOf, type Result, underLock } from "./deploy.ts";
import { DeploymentError, mismatch, rethrowDefect } from "./deploymentError.ts";
import type { RemoteLock } from "./remoteLock.ts";
import { type LocalFile, readLocalFile } from "../serverFiles/localFile.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import {
  MOST_KEPT,
  putAway,
  readState,
  stateBytes,
  stateFiles,
  type PastDeployment,
  type RemoteState,
  type StatePaths,
  type UndoRecord,
} from "./remoteState.ts";
import { restore } from "./restore.ts";
import { stage, stagingFor } from "./staging.ts";

/** A jar on this computer. */
export interface LocalJar extends LocalFile {
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** A jar on this computer, and the project's jar that it replaces: nothing was sent yet. */
export interface PreparedJar {
  /** Name of the deployment. */
  readonly name: string;
  readonly local: LocalJar;
  /** Path of the project's jar on the server. */
  readonly jar: string;
  readonly paths: StatePaths;
  readonly state: RemoteState;
  /** The project's jar as it is. */
  readonly before: { readonly sha1: string; readonly size: number; readonly user: string; readonly mode: string };
}

/** The counts where the project has the jar already. */
export const UNCHANGED: DeploymentCounts = { added: 0, changed: 0, unchanged: 1, removed: 0 };

/** Hashes a jar on this computer. Rejects with file errors. */
export async function readJar(file: string, signal: AbortSignal): Promise<LocalJar> {
  const local = await readLocalFile(file, signal);
  const { mtimeMs: modified } = await stat(file);
  return { ...local, modified };
}

/** Looks at the project's jar. Throws `PanelError` and `DeploymentError`. */
export async function prepareJar(
  files: RemoteFiles,
  given: Pick<PreparedJar, "name" | "local" | "jar" | "paths">,
): Promise<PreparedJar> {
  const { jar, paths } = given;
  const state = await readState(files, paths);
  const size = (await files.look([jar])).get(jar)?.size;
  const sha1 = await files.hash(jar);
  const noJar = new DeploymentError({ kind: "noJar", path: jar });
  if (size === undefined || sha1 === undefined) throw noJar;
  const { isLink, user, mode } = await files.attributes(jar);
  if (isLink === true || user === undefined || mode === undefined) throw noJar;
  return { ...given, state, before: { sha1, size, user, mode } };
}

export interface JarContext extends DeployContext {
  /** Restarts the project, and sees its process and port. */
  readonly restart: (signal: AbortSignal) => Promise<Outcome>;
}

/**
 * Puts a jar in the place of a project's and restarts the project: uploads it, backs up the old one, and moves the new one
 * over it, since a copy onto a jar in use breaks the project. If the project does not run, the old one comes back and runs
 * again. Throws only before anything was changed, and defects.
 */
export async function deployJar(prepared: PreparedJar, context: JarContext): Promise<Result> {
  const { paths, jar, local } = prepared;
  const { by, onPhase } = context;
  return underLock(paths, context, async (files, lock) => {
    const now = await prepareJar(files, prepared);
    const { state, before } = now;
    if (state.unfinished !== undefined || before.sha1 !== prepared.before.sha1)
      throw new DeploymentError({ kind: "changed" });
    if (state.ended !== undefined) await putAway(files, paths, state.ended);
    if (before.sha1 === local.sha1) return { end: { deployment: by.deployment, counts: UNCHANGED, state: "wanted" } };
    const staging = await stagingFor(files, paths);
    const part = staging(paths.target, `${local.sha1.slice(0, 12)}.part`);
    onPhase("uploading", 0);
    await stage(files, paths, local, part, (share) => onPhase("uploading", share));
    onPhase("backingUp");
    await files.createDirectory(posix.join(paths.state, by.id));
    await files.copy(jar, posix.join(paths.state, by.id, "0"), before.sha1);
    await lock.verify();
    const swap = new Swap(now, lock, context);
    return swap.make(files, part);
  });
}

/** Brings back the earlier jar by calling `undo`, and restarts the project. */
export async function rollBackJar(undo: () => Promise<Result>, { restart, signal }: JarContext): Promise<Result> {
  const result = await undo();
  if (result.end.state !== "wanted") return result;
  const restarted = await restart(signal);
  const isRunning = restarted.kind === "done";
  const end: DeploymentEnd = { ...result.end, isRunning, ...(!isRunning && { problem: { kind: "notRunning" } }) };
  return { end, ...(isRunning && { evidence: restarted.evidence }) };
}

/** The part of a deployment that changes the project, and its way back. */
class Swap {
  readonly #prepared: PreparedJar;
  readonly #record: UndoRecord;
  readonly #lock: RemoteLock;
  readonly #context: JarContext;
  #isSwapped = false;

  constructor(prepared: PreparedJar, lock: RemoteLock, context: JarContext) {
    const { jar, before, state, local } = prepared;
    this.#lock = lock;
    this.#prepared = prepared;
    this.#context = context;
    this.#record = {
      ...context.by,
      target: posix.dirname(jar),
      replaced: [{ path: posix.basename(jar), sha1: before.sha1, n: 0, deployed: local.sha1 }],
      removed: [],
      added: [],
      placedBefore: state.placed,
    };
  }

  async make(files: RemoteFiles, part: string): Promise<Result> {
    const { jar, local, before, paths } = this.#prepared;
    const { by, signal, onPhase, restart } = this.#context;
    try {
      await files.write({ directory: paths.state, name: stateFiles.pending, bytes: stateBytes(this.#record) });
      onPhase("finishing");
      this.#isSwapped = true;
      await files.move(part, jar);
      if ((await files.hash(jar)) !== local.sha1) throw mismatch([jar]);
      const { user, mode } = await files.attributes(jar);
      if (user !== before.user || mode !== before.mode) await files.setAccess(jar, before.user, before.mode);
      throwIfEnded(signal);
      const restarted = await restart(signal);
      if (restarted.kind === "failed") throw new PanelError(restarted.failure);
      if (restarted.kind !== "done") throw new DeploymentError({ kind: "notRunning" });
      await this.#finish(files);
      const end: DeploymentEnd = {
        deployment: by.deployment,
        counts: { ...UNCHANGED, unchanged: 0, changed: 1 },
        bytes: local.size,
        state: "wanted",
        isRunning: true,
      };
      return { end, evidence: restarted.evidence };
    } catch (error) {
      return this.#goBack(error);
    }
  }

  async #finish(files: RemoteFiles): Promise<void> {
    const { paths, state, before } = this.#prepared;
    const { by } = this.#context;
    const past: PastDeployment = { ...by, added: 0, changed: 1, removed: 0, backupBytes: before.size };
    const history = [past, ...state.history.filter(({ id }) => id !== by.id)];
    const bytes = stateBytes({ placed: [], history: history.slice(0, MOST_KEPT) });
    await files.write({ directory: paths.state, name: stateFiles.deployments, bytes });
    await putAway(files, paths, by.id).catch(rethrowDefect);
    for (const { id } of history.slice(MOST_KEPT))
      await files.removeDirectory(posix.join(paths.state, id)).catch(rethrowDefect);
  }

  /** Brings back the old jar and has it run again, also after a cancel. */
  async #goBack(error: unknown): Promise<Result> {
    const { paths, state, local } = this.#prepared;
    const { by, callFor, clock, onPhase, failureIn, restart } = this.#context;
    const cause = causeOf(error, failureIn);
    const common = { deployment: by.deployment, bytes: local.size };
    onPhase("goingBack", 0);
    const { signal } = new AbortController();
    const files = new RemoteFiles(callFor(signal), clock, signal);
    try {
      const onShare = (share: number) => onPhase("goingBack", share);
      const verify = async () => this.#lock.verify();
      await restore(files, this.#record, stateFiles.pending, { paths, before: state, onShare, verify });
      if (!this.#isSwapped) return resultOf(cause, { ...common, state: "before" });
      const restarted = await restart(signal);
      const isRunning = restarted.kind === "done";
      const result = resultOf(cause, { ...common, state: "before", isRunning });
      return isRunning ? { ...result, evidence: restarted.evidence } : result;
    } catch (again) {
      return lostOnTheWayBack(again, cause, common, failureIn);
    }
  }
}
