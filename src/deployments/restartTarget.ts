import { isInPlace } from "../actions/deploymentEnds.ts";
import type { Outcome } from "../actions/outcome.ts";
import type { DeployContext, Deployed } from "./deploy.ts";
import { backFrom, type Cause, type Result } from "./deploymentResult.ts";
import { neverAborted } from "../storage/neverAborted.ts";

/** What a target with a process does beside its files. */
export interface ProcessContext extends DeployContext {
  /** Restarts it, and sees its process and port. Never rejects, but with defects. */
  readonly restart: (signal: AbortSignal) => Promise<Outcome>;
  /** Stops it. Never rejects, but with defects. */
  readonly stop: (signal: AbortSignal) => Promise<Outcome>;
  /** Whether it is stopped, as the last look has shown. */
  readonly isStopped: () => boolean;
  /** A person has said that it starts, although it is stopped. */
  readonly startsStopped: boolean;
  /** Files may go back although others of it stay, as of a folder: then it runs with those that went back. */
  readonly maySplit: boolean;
}

/**
 * Restarts a target with what was deployed to it. If it does not run, what was there before comes back and runs again. One that is
 * stopped stays stopped. Never rejects, but with defects.
 */
export async function restartWith(deployed: Deployed, context: ProcessContext): Promise<Deployed> {
  const { undo, ...result } = deployed;
  // nothing is new there
  if (undo === undefined) return deployed;
  if (context.isStopped() && !context.startsStopped)
    return {
      ...withRunning(result, "stopped"),
      undo: async () => withRunning(await undo(), "stopped"),
    };
  const ended = await context.restart(context.signal);
  if (ended.kind !== "done") return goBackFrom(ended, result, undo, context);
  return {
    ...withRunning(result, "seen"),
    evidence: ended.evidence,
    undo: async () => {
      const back = await undo();
      if (wentBack(back, context)) return asBefore(back, context);
      // what could not begin to go back still runs as it was seen
      return withRunning(back, isInPlace(back.end) ? "seen" : "unseen");
    },
  };
}

/** Brings back what was there before, and has the target do what it did before. @param ended how the restart has ended */
async function goBackFrom(
  ended: Outcome,
  { end }: Result,
  undo: () => Promise<Result>,
  context: ProcessContext,
): Promise<Result> {
  const back = await undo();
  const result = backFrom(end, back, causeOf(ended, context.signal));
  if (wentBack(back, context)) return asBefore(result, context);
  return withRunning(result, "unseen");
}

/** Whether files are there as they were before the deployment. */
function wentBack({ end }: Result, { maySplit }: ProcessContext): boolean {
  return end.state === "before" || (end.state === "kept" && maySplit);
}

/** Why what was deployed goes back. */
function causeOf(ended: Outcome, signal: AbortSignal): Cause {
  if (signal.aborted) return { failure: { kind: "cancelled" } };
  if (ended.kind === "failed") return { failure: ended.failure };
  return { problem: { kind: "notRunning" } };
}

/** Has a target run again whose files are back, or stops it where it was stopped. */
async function asBefore(result: Result, context: ProcessContext): Promise<Result> {
  const signal = neverAborted;
  if (context.isStopped()) {
    const stopped = await context.stop(signal);
    const isStopped = stopped.kind === "done" || stopped.kind === "already";
    return withRunning(result, isStopped ? "stopped" : "unseen");
  }
  const restarted = await context.restart(signal);
  if (restarted.kind !== "done") return withRunning(result, "unseen");
  return { ...withRunning(result, "seen"), evidence: restarted.evidence };
}

/** Restarts a target after a roll back, or after what a cut has left was ended. A stopped one stays stopped. */
export async function restartAfter(result: Result, context: ProcessContext): Promise<Result> {
  const { state } = result.end;
  const hasChanged = state === "wanted" || state === "finished" || state === "partly";
  if (!hasChanged && !wentBack(result, context)) return result;
  if (context.isStopped()) return withRunning(result, "stopped");
  const restarted = await context.restart(context.signal);
  if (restarted.kind === "done") return { ...withRunning(result, "seen"), evidence: restarted.evidence };
  return { ...result, end: { problem: { kind: "notRunning" }, ...result.end, running: "unseen" } };
}

/** A result that says whether the target runs. */
function withRunning<Ended extends Result>(result: Ended, running: NonNullable<Result["end"]["running"]>): Ended {
  return { ...result, end: { ...result.end, running } };
}
