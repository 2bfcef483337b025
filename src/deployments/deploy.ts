import { posix } from "node:path";
import type { Deployer, DeploymentEnd } from "../actions/deploymentEnd.ts";
import type { DeploymentPhase } from "../actions/outcome.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { throwIfEnded, type PanelFailure } from "../wire/answers/failure.ts";
import { DeploymentError } from "./deploymentError.ts";
import type { DeploymentRecord } from "./deploymentRecord.ts";
import { causeOf, endAfterBack, leftBy, type Left, type Result } from "./deploymentResult.ts";
import { recordsOf, type PlannedRecord } from "./exchangeRecords.ts";
import { targetOf } from "./place.ts";
import { countsOf, isUpToDate, sentBytes, type PreparedDeployment } from "./preparedDeployment.ts";
import type { RunOf, ScriptContext } from "./serverRun.ts";
import { readIds, type SiteState } from "./siteState.ts";

/** What changes a server as a person's deployment or roll back. */
export interface DeployContext extends ScriptContext {
  readonly by: Omit<Deployer, "installation">;
  /** Looks whether the website or project still is the one that was shown. Throws a `DeploymentError` `changed` if not. */
  readonly lookAgain: (signal: AbortSignal) => Promise<void>;
  /** `share`: from 0 to 1. */
  readonly onPhase: (phase: DeploymentPhase, share?: number) => void;
  /** The failure of anything thrown, also a defect. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** An exchange of files on the server, ready to be sent. */
export interface Exchange extends Pick<PreparedDeployment, "place" | "run"> {
  readonly records: readonly PlannedRecord[];
  readonly record: DeploymentRecord;
  /** What was there when it was shown. */
  readonly state: SiteState;
  /** Files that were shown as they are to be, by their paths on the server. */
  readonly unchanged: ReadonlyMap<string, { readonly size: number; readonly mtime: number }>;
  /** Of all files in it, on both sides. */
  readonly bytes: number;
}

/** A deployment that has ended, and the way back from it if all is in place. */
export interface Deployed extends Result {
  /** Never rejects, but with defects. */
  readonly undo?: () => Promise<Result>;
}

/** Brings a source folder onto the server, whole or not at all. Throws only before anything was changed, and defects. */
export async function deploy(prepared: PreparedDeployment, context: DeployContext): Promise<Deployed> {
  const { name, website, place, plan, state, directories, backupBytes, run } = prepared;
  const counts = countsOf(plan);
  const common = { deployment: name, counts, bytes: sentBytes(plan) };
  if (isUpToDate(plan)) return { end: { ...common, state: "wanted" } };
  const sent = [...plan.added, ...plan.changed];
  const placed = sent.map(({ path, size, sha1, mtime }) => ({ path, size, sha1, mtime, deployment: name }));
  const record: DeploymentRecord = {
    ...context.by,
    installation: context.installation,
    deployment: name,
    website,
    directory: place.directory,
    counts,
    backupBytes,
    placed: [...plan.unchanged, ...plan.others, ...placed],
  };
  const target = targetOf(place);
  const exchange: Exchange = {
    place,
    run,
    records: recordsOf(plan, directories, place),
    record,
    state,
    unchanged: new Map(plan.unchanged.map((file) => [posix.join(target, file.path), file])),
    bytes: common.bytes + backupBytes,
  };
  return putInPlace(exchange, common, context);
}

/** Makes an exchange, and goes back from it where that was cancelled meanwhile. Throws only before anything was changed, and defects. */
export async function putInPlace(
  exchange: Exchange,
  common: Omit<DeploymentEnd, "state">,
  context: DeployContext,
): Promise<Deployed> {
  const left = await makeExchange(exchange, context);
  const result: Result = { end: { ...common, ...left } };
  if (left.state !== "wanted") return result;
  const undo = async () => goBack(exchange, context);
  if (!context.signal.aborted) return { ...result, undo };
  const back = await undo();
  return { failure: { kind: "cancelled" }, ...back, end: endAfterBack(result.end, back.end) };
}

/**
 * Uploads an exchange, looks once more at what it goes to, and has the server make it. A cancel ends the upload; it does not end what
 * the server has begun. Throws only before anything was changed, and defects.
 */
async function makeExchange(exchange: Exchange, context: DeployContext): Promise<Left> {
  const { place, run, records, record, state } = exchange;
  const { onPhase, signal } = context;
  try {
    onPhase("packing");
    const sent = { record, after: state.last?.id };
    await run.send(records, sent, context, (share) => onPhase("uploading", share));
    // uploading may have taken long
    onPhase("comparing");
    await context.lookAgain(signal);
    await assertRestAsShown(exchange, context);
    throwIfEnded(signal);
    onPhase("exchanging");
    const ended = await run.change("exchange", runOf(exchange), context);
    return await leftBy(ended, "deploy", place, steadyFiles(context));
  } finally {
    // what the server has not done is in nobody's way, but it is ours
    await run.discard(context);
  }
}

/** Throws a `DeploymentError` `changed` if somebody has deployed meanwhile, or changed what was shown as it is to be. */
async function assertRestAsShown({ place, state, unchanged }: Exchange, { callFor, clock, signal }: DeployContext) {
  const { ids, found } = await readIds(new RemoteFiles(callFor(signal), clock, signal), place, [...unchanged.keys()]);
  const isStill = [...unchanged].every(([path, { size, mtime }]) => {
    const there = found.get(path);
    return there?.isFile === true && there.size === size && there.mtime === mtime;
  });
  if (!isStill || ids.history[0] !== state.last?.id || ids.unfinished !== undefined)
    throw new DeploymentError({ kind: "changed" });
}

/** Goes back from an exchange that has just been made. Never throws, but for defects. */
async function goBack(exchange: Exchange, context: DeployContext): Promise<Result> {
  const { place, run, record } = exchange;
  const common = { deployment: record.deployment };
  context.onPhase("goingBack");
  try {
    // also after a cancel, whose signal has ended
    await run.sendScript({ ...context, signal: new AbortController().signal });
    const ended = await run.change("back", runOf(exchange), context);
    const left = await leftBy(ended, "rollBack", place, steadyFiles(context));
    // the new files are there as long as the way back has not begun
    if (left.state === "untouched") return { end: { ...common, ...left, state: "wanted", rolledBack: "failed" } };
    return {
      end: { ...common, ...left, state: left.state === "wanted" ? "before" : left.state, rolledBack: "done" },
    };
  } catch (error) {
    const { problem, failure } = causeOf(error, context.failureIn);
    return {
      end: { ...common, state: "wanted", rolledBack: "failed", ...(problem && { problem }) },
      ...(failure && { failure }),
    };
  } finally {
    await run.discard(context);
  }
}

/** The server's files under a signal that no cancel ends. */
export function steadyFiles({ callFor, clock }: ScriptContext): RemoteFiles {
  const { signal } = new AbortController();
  return new RemoteFiles(callFor(signal), clock, signal);
}

function runOf({ run, records, bytes }: Pick<Exchange, "run" | "records" | "bytes">): RunOf {
  return { id: run.id, paths: records.map(({ record }) => record.path), bytes };
}
