import type { DeploymentCounts, DeploymentEnd } from "../actions/deploymentEnd.ts";
import type { Outcome } from "../actions/outcome.ts";
import { throwIfEnded } from "../wire/answers/failure.ts";
import { DeployedAddress } from "./askAddress.ts";
import { checkStage, type Checks } from "./checkStage.ts";
import { deploy, type DeployContext, type Deployed } from "./deploy.ts";
import { outcomeOf, type Result } from "./deploymentResult.ts";
import { deployFile } from "./deployFile.ts";
import { deploymentInput, type ShownWith } from "./deploymentInput.ts";
import { perform, type RunContext, type RunDeploymentOptions } from "./deploymentProcedure.ts";
import { targetOf, type Place } from "./place.ts";
import { isFolder, type Prepared } from "./prepared.ts";
import { neededStage } from "./neededStage.ts";
import { endRelease } from "./releases/endRelease.ts";
import { runPathOf } from "./releases/pastReleases.ts";
import { begunRelease, siteOf } from "./releases/switchBack.ts";
import { stillServed } from "./releases/stillServed.ts";
import { switchStage } from "./releases/switchStage.ts";
import { restartAfter, restartWith } from "./restartTarget.ts";
import { endUnfinished, rollBack, type Ending, type PreparedRollBack } from "./rollBack.ts";
import type { Unfinished } from "./siteState.ts";
import { throughStages, type Stage } from "./stages.ts";
import { namedSteps } from "./steps/namedStep.ts";
import { stopOpenStep } from "./steps/openSteps.ts";
import { settled, stepsStage } from "./steps/stepsStage.ts";
import { targetKindOf } from "./targetKinds.ts";
import type { DeployTo } from "./targetNow.ts";
import { GainedLog } from "./watching/gainedLog.ts";
import { watchStage } from "./watching/watchStage.ts";

/** Deploys a folder as its preview showed it, or a file, and restarts a target that has a process. Resolves whatever the panel does. */
export async function runDeployment(
  to: DeployTo,
  prepared: Prepared,
  { address, watch, rollsBack, shownPath, startsStopped = false, ...options }: RunDeploymentOptions & ShownWith,
): Promise<Outcome> {
  const checks: Checks = { address, watch, rollsBack };
  const input = deploymentInput(to, prepared, { shownPath, startsStopped, ...checks });
  const release = isFolder(prepared) ? prepared.release : undefined;
  const begun = { ...begunDeployment(prepared), ...(release && { release: begunRelease(release) }) };
  const stages = release === undefined ? [] : [switchStage(release)];
  const exchange = async (context: RunContext) =>
    isFolder(prepared) ? deploy(prepared, context) : deployFile(prepared, context);
  return perform(to, input, begun, options, async (context) => {
    const result = await throughAll(to, { ...context, startsStopped }, checks, exchange, stages);
    return release === undefined ? result : stillServed(release, context, result);
  });
}

/**
 * The outcome of a deployment that is already on the server: nothing is sent, but the address is asked. Throws `PanelError`
 * after a cancel.
 */
export async function runUnchanged(
  { targetKind }: Pick<DeployTo, "targetKind">,
  deployment: string,
  counts: DeploymentCounts,
  address: string | undefined,
  { clock, signal }: Pick<DeployContext, "clock" | "signal">,
): Promise<Outcome> {
  const end: DeploymentEnd = { deployment, targetKind, counts, state: "wanted" };
  if (address === undefined) return outcomeOf({ end }, "deploy");
  const checked = await new DeployedAddress(address).ask(clock, signal);
  throwIfEnded(signal);
  return outcomeOf({ end: { ...end, checked } }, "deploy");
}

/** Undoes the latest deployments. What somebody has changed since stays, but for the accepted paths. Resolves whatever the panel does. */
export async function runRollBack(
  to: DeployTo,
  prepared: PreparedRollBack,
  { accepted, ...options }: RunDeploymentOptions & { readonly accepted: ReadonlySet<string> },
): Promise<Outcome> {
  const { place, undone } = prepared;
  const ids = undone.map(({ id }) => id);
  const input = { name: undone[0]?.deployment ?? "", directory: targetOf(place), ids };
  return perform(to, input, { verb: "rollBack", place, ids }, options, async (context) => {
    const result = await rollBack(prepared, accepted, context);
    return restartedAfter(to, result, context);
  });
}

/** Ends what was cut off. Resolves whatever the panel does. */
export async function runEndUnfinished(
  to: DeployTo,
  { place, unfinished, ending }: { readonly place: Place; readonly unfinished: Unfinished; readonly ending: Ending },
  options: RunDeploymentOptions,
): Promise<Outcome> {
  const input = { name: unfinished.record?.deployment ?? "", directory: targetOf(place) };
  const begun = { verb: "rollBack", place, ids: [unfinished.id], ...begunEnd(to, unfinished) } as const;
  return perform(to, input, begun, options, async (context) => {
    const result = await endOf(to, { place, unfinished, ending }, context);
    return restartedAfter(to, result, context);
  });
}

/** What the journal keeps of the end of a release: by what is served, a new window tells whether it was kept or left. */
function begunEnd(to: DeployTo, { record }: Unfinished) {
  if (record?.release === undefined) return {};
  const { release } = record;
  return {
    release: begunRelease({ site: siteOf(to), from: { runPath: release.before }, runPath: runPathOf(release) }),
  };
}

/** Ends what was cut off: a release together with what the website serves. */
async function endOf(
  to: DeployTo,
  { place, unfinished, ending }: { readonly place: Place; readonly unfinished: Unfinished; readonly ending: Ending },
  context: RunContext,
): Promise<Result> {
  const { id, record } = unfinished;
  if (record?.release === undefined) return endUnfinished(place, unfinished, ending, context);
  const { release } = record;
  return endRelease(siteOf(to), place, { id, record: { ...record, release } }, ending, context);
}

/** Ends a step of what was cut off that may still run. Resolves whatever the panel does. */
export async function runStopStep(
  to: DeployTo,
  { place, unfinished }: { readonly place: Place; readonly unfinished: Unfinished },
  options: RunDeploymentOptions,
): Promise<Outcome> {
  const input = { name: unfinished.record?.deployment ?? "", directory: targetOf(place) };
  return perform(to, input, { verb: "stopStep", place, ids: [unfinished.id] }, options, async (context) =>
    stopOpenStep(place, unfinished, context),
  );
}

/** Restarts a target that has a process with what came back, or was ended. */
async function restartedAfter(to: DeployTo, result: Result, context: RunContext): Promise<Result> {
  if (targetKindOf(to).process === undefined) return result;
  return restartAfter(result, context);
}

/** What the journal keeps of a deployment; of its steps not the texts, which may be long, and are on the server. */
function begunDeployment({ place, run, state, steps }: Pick<Prepared, "place" | "run" | "state" | "steps">) {
  return { verb: "deploy", place, ids: [run.id], after: state.last?.id, steps: namedSteps(steps) } as const;
}

/**
 * Deploys, takes what is there through all that follows until it counts, and watches it from then on. The address and the log are looked at
 * right before anything is exchanged. Where a restart fails, the log is shown before anything goes back, which may begin it anew.
 */
async function throughAll(
  to: DeployTo,
  context: RunContext,
  checks: Checks,
  begin: (context: RunContext) => Promise<Deployed>,
  stages: readonly Stage[],
): Promise<Result> {
  const { watch } = checks;
  const address = checks.address === undefined ? undefined : new DeployedAddress(checks.address);
  const isLogRead = watch !== undefined || targetKindOf(to).process !== undefined;
  const log = new GainedLog(to);
  let isLogShown = false;
  const looking: RunContext = {
    ...context,
    async lookAgain(signal) {
      await address?.askBefore(context.clock, signal);
      if (isLogRead) await log.follow({ ...context, signal });
      // the last, for what was agreed and shown has to hold until files are exchanged
      await context.lookAgain(signal);
    },
    async restart(signal) {
      const ended = await context.restart(signal);
      if (ended.kind === "done" || signal.aborted) return ended;
      isLogShown = true;
      await log.follow({ ...context, signal });
      log.flush(context);
      return ended;
    },
  };
  const first = await begin(looking);
  const following = [...stages, ...stagesOf(to, checks, address)];
  const counting = await settled(await throughStages(first, following, looking), looking);
  const watching = watch === undefined ? [] : [watchStage(watch, checks, { address, log })];
  const result = await throughStages(counting, watching, looking);
  if (!isLogShown && result.end.watched === undefined) return result;
  return { ...result, end: { ...result.end, logGained: log.gained } };
}

/** What follows an exchange of files, in its order. */
function stagesOf(to: DeployTo, checks: Checks, address: DeployedAddress | undefined): readonly Stage[] {
  const steps = stepsStage(checks.rollsBack === true);
  const check = checkStage(address, checks);
  if (targetKindOf(to).process === undefined) return [steps, check];
  return [steps, neededStage(to), restartWith, check];
}
