import { posix } from "node:path";
import type { Deployer, DeploymentEnd, StepEnd } from "../actions/deploymentEnd.ts";
import { isInPlace } from "../actions/deploymentEnds.ts";
import type { DeploymentPhase } from "../actions/outcome.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { type PanelFailure, rethrowDefect, throwIfEnded } from "../wire/answers/failure.ts";
import { DeploymentError } from "./deploymentError.ts";
import type { DeploymentRecord } from "./deploymentRecord.ts";
import { placedAs } from "./deploymentPlan.ts";
import { backFrom, causeOf, leftBy, resultOf, type Left, type Result } from "./deploymentResult.ts";
import { recordsOf, type PlannedRecord } from "./exchangeRecords.ts";
import { targetOf } from "./place.ts";
import { countsOf, isUpToDate, sentBytes, type PreparedDeployment } from "./preparedDeployment.ts";
import { recordedRelease, type PlannedRelease } from "./releases/plannedRelease.ts";
import { runSteps, type StepsContext, type StepsEnd } from "./steps/runSteps.ts";
import type { RunOf } from "./serverRun.ts";
import { isGood, isOpen } from "../actions/stepEnds.ts";
import { readIds, type SiteState } from "./siteState.ts";
import type { Step } from "./steps/step.ts";
import { neverAborted } from "../storage/neverAborted.ts";

/** What changes a server as a person's deployment or roll back. */
export interface DeployContext extends StepsContext {
  readonly by: Omit<Deployer, "installation"> & Pick<DeploymentRecord, "run">;
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
  /** What the server runs before and after it: with steps, it is held until it is settled. */
  readonly steps: readonly Step[];
  /** Where it makes a release, which is held until it is served, and settled. */
  readonly release?: PlannedRelease | undefined;
}

/** A deployment that has ended, and the way back from it if all is in place. */
export interface Deployed extends Result {
  /** Never rejects, but with defects. */
  readonly undo?: () => Promise<Result>;
  /** The exchange that is in place. */
  readonly exchange?: Exchange;
}

/** Brings a source folder onto the server, whole or not at all. Throws only before anything was changed, and defects. */
export async function deploy(prepared: PreparedDeployment, context: DeployContext): Promise<Deployed> {
  const { name, website, place, plan, state, directories, backupBytes, run, steps, release } = prepared;
  const counts = countsOf(plan);
  const isRelease = release === undefined ? {} : { isRelease: true as const };
  const common = { deployment: name, counts, bytes: sentBytes(plan), ...isRelease };
  if (isUpToDate(prepared)) return { end: { ...common, state: "wanted" } };
  const sent = [...plan.added, ...plan.changed];
  const placed = sent.map((file) => placedAs(file, name));
  const record: DeploymentRecord = {
    ...context.by,
    installation: context.installation,
    deployment: name,
    website,
    directory: place.directory,
    counts,
    backupBytes,
    ...(release && { release: recordedRelease(release) }),
    placed: [...plan.unchanged, ...plan.others, ...placed],
  };
  const target = targetOf(place);
  const exchange: Exchange = {
    place,
    run,
    records: release?.records ?? recordsOf(plan, directories, place),
    record,
    state,
    // what a release takes over is compared by the server
    unchanged: new Map(
      // a listing says nothing of a link itself
      release === undefined
        ? plan.unchanged.filter(({ isLink }) => isLink !== true).map((file) => [posix.join(target, file.path), file])
        : [],
    ),
    bytes: common.bytes + backupBytes,
    steps,
    release,
  };
  return putInPlace(exchange, common, context);
}

/**
 * Makes an exchange, and goes back from it where that was cancelled meanwhile, unless it has steps: these come to that with what they run
 * for the old files. Throws only before anything was changed, and defects.
 */
export async function putInPlace(
  exchange: Exchange,
  common: Omit<DeploymentEnd, "state">,
  context: DeployContext,
): Promise<Deployed> {
  const { failure, ...left } = await makeExchange(exchange, context);
  const end: DeploymentEnd = { ...common, ...left };
  if (!isInPlace(left) || left.problem !== undefined || failure !== undefined)
    return { end, ...(failure && { failure }) };
  const undo = async () => goBack(exchange, context);
  const hasSteps = exchange.steps.length > 0 && exchange.release === undefined;
  if (!context.signal.aborted || hasSteps) return { end, undo, exchange };
  return backFrom(end, await undo(), { failure: { kind: "cancelled" } });
}

/** What an exchange has left, with the ends of the steps before it. */
interface Made extends Left {
  readonly steps?: readonly StepEnd[];
  readonly failure?: PanelFailure;
}

/**
 * Uploads an exchange, has the steps before it run, looks once more at what it goes to, and has the server make it. A cancel ends the
 * upload and the step that runs; it does not end what the server has begun else. Throws only before anything was changed, and defects.
 */
async function makeExchange(exchange: Exchange, context: DeployContext): Promise<Made> {
  const { run, records, record, state, steps, release } = exchange;
  const { onPhase, signal } = context;
  try {
    onPhase("packing");
    const sent = { record, after: state.last?.id, steps, release };
    await run.send(records, sent, context, (share) => onPhase("uploading", share));
    // uploading may have taken long
    onPhase("comparing");
    await context.lookAgain(signal);
    if (release !== undefined) return await buildRelease(exchange, context);
    if (steps.every(({ when }) => when !== "before")) return await exchangeAsShown(exchange, context);
    await assertRestAsShown(exchange, context);
    throwIfEnded(signal);
    onPhase("runningSteps");
    const ran = await runSteps(run, runOf(exchange), stepsIn(exchange), "before", context);
    const made = ran.steps.every(isGood) && !signal.aborted ? await afterSteps(exchange, context) : whyNot(ran, signal);
    const common = { steps: ran.steps };
    if (isInPlace(made)) return { ...made, ...common };
    return { ...made, ...common, ...(await abandon(exchange, made, context)) };
  } finally {
    // what the server has not done is in nobody's way, but it is ours
    await run.discard(context);
  }
}

/**
 * Has the server build a release, and runs the steps before it is served, in its directory. Where one of them does not end well, the release
 * is removed again: nobody has seen it.
 */
async function buildRelease(exchange: Exchange, context: DeployContext): Promise<Made> {
  const { run, steps } = exchange;
  const left = await exchangeAsShown(exchange, context);
  if (left.state !== "held" || steps.every(({ when }) => when !== "before")) return left;
  context.onPhase("runningSteps");
  const ran = await runSteps(run, runOf(exchange), stepsIn(exchange), "before", context);
  if (ran.steps.every(isGood) && !context.signal.aborted) return { ...left, steps: ran.steps };
  const why = whyNot(ran, context.signal);
  // it may still run, and nothing is removed under it
  if (ran.steps.some(isOpen)) return { ...why, state: "held", steps: ran.steps };
  const back = await goBack(exchange, context);
  return { ...why, ...(back.failure && { failure: back.failure }), state: back.end.state, steps: ran.steps };
}

/** The steps of an exchange where they run: those of a release in its own directory. */
export function stepsIn({ steps, release }: Pick<Exchange, "steps" | "release">): readonly Step[] {
  if (release === undefined) return steps;
  return steps.map((step) => ({ ...step, within: release.path }));
}

/** Has the server exchange the files, if all still is as it was shown. */
async function exchangeAsShown(exchange: Exchange, context: DeployContext): Promise<Left> {
  await assertRestAsShown(exchange, context);
  throwIfEnded(context.signal);
  context.onPhase("exchanging");
  const ended = await exchange.run.change("exchange", runOf(exchange), context);
  return leftBy(ended, "deploy", exchange.place, steadyFiles(context));
}

/** The same once steps have run: from then on, why it cannot be is told beside what they did. */
async function afterSteps(exchange: Exchange, context: DeployContext): Promise<Made> {
  try {
    return await exchangeAsShown(exchange, context);
  } catch (error) {
    return { state: "untouched", ...causeOf(error, context.failureIn) };
  }
}

/** Why nothing is exchanged after the steps before it. */
function whyNot({ problem, failure }: StepsEnd, signal: AbortSignal): Made {
  if (signal.aborted) return { state: "untouched", failure: { kind: "cancelled" } };
  if (failure !== undefined) return { state: "untouched", failure };
  return { state: "untouched", problem: problem ?? { kind: "step" } };
}

/** Ends on the server what had begun with a step and has exchanged nothing, unless that step still runs. */
async function abandon(exchange: Exchange, { state }: Left, context: DeployContext): Promise<Pick<Left, "state">> {
  if (state !== "untouched") return { state };
  try {
    const ended = await exchange.run.change("recover", runOf(exchange), context);
    const { state: left } = await leftBy(ended, "recover", exchange.place, steadyFiles(context));
    return { state: left === "wanted" ? "before" : "unknown" };
  } catch (error) {
    rethrowDefect(error);
    return { state: "unknown" };
  }
}

/** Throws a `DeploymentError` `changed` if somebody has deployed meanwhile, or changed what was shown as it is to be. */
async function assertRestAsShown(
  { place, run, state, unchanged }: Exchange,
  { callFor, clock, signal }: DeployContext,
) {
  const { ids, found } = await readIds(new RemoteFiles(callFor(signal), clock, signal), place, [...unchanged.keys()]);
  const isStill = [...unchanged].every(([path, { size, mtime }]) => {
    const there = found.get(path);
    return there?.isFile === true && there.size === size && there.mtime === mtime;
  });
  const isFree = ids.unfinished === undefined || ids.unfinished === run.id;
  if (!isStill || ids.history[0] !== state.last?.id || !isFree) throw new DeploymentError({ kind: "changed" });
}

/**
 * Goes back from an exchange that has just been made. Never throws, but for defects.
 * @param verb `leave`: of a release that was served, whose files stay for a while
 */
export async function goBack(
  exchange: Exchange,
  context: DeployContext,
  verb: "back" | "leave" = "back",
): Promise<Result> {
  const { place, run, record, release } = exchange;
  const common = { deployment: record.deployment, ...(release && { isRelease: true as const }) };
  const there = exchange.steps.length > 0 || release !== undefined ? "held" : "wanted";
  context.onPhase("goingBack");
  try {
    // also after a cancel, whose signal has ended
    await run.sendScript({ ...context, signal: neverAborted });
    const answer = await run.change(verb, runOf(exchange), context);
    // somebody has ended it meanwhile: the server says how
    const ended = answer.kind === "unfit" ? await run.change("recover", runOf(exchange), context) : answer;
    const left = await leftBy(ended, "rollBack", place, steadyFiles(context));
    // the new files are there as long as the way back has not begun
    if (left.state === "untouched") return { end: { ...common, ...left, state: there, rolledBack: "failed" } };
    return {
      end: { ...common, ...left, state: left.state === "wanted" ? "before" : left.state, rolledBack: "done" },
    };
  } catch (error) {
    return resultOf({ ...common, state: there, rolledBack: "failed" }, causeOf(error, context.failureIn));
  } finally {
    await run.discard(context);
  }
}

/** The server's files under a signal that no cancel ends. */
export function steadyFiles({ callFor, clock }: Pick<DeployContext, "callFor" | "clock">): RemoteFiles {
  const signal = neverAborted;
  return new RemoteFiles(callFor(signal), clock, signal);
}

/** An exchange as its runs name it. */
export function runOf({ run, records, bytes }: Pick<Exchange, "run" | "records" | "bytes">): RunOf {
  return { id: run.id, paths: records.map(({ record }) => record.path), bytes };
}
