import type { DeploymentCounts, DeploymentEnd } from "../actions/deploymentEnd.ts";
import type { Outcome } from "../actions/outcome.ts";
import type { DeploymentInput } from "../resources/resource.ts";
import { throwIfEnded } from "../wire/answers/failure.ts";
import { askAddress } from "./askAddress.ts";
import { checkStage, type Checks } from "./checkStage.ts";
import { deploy, type DeployContext } from "./deploy.ts";
import type { Result } from "./deploymentResult.ts";
import { deployFile, isForeign, type PreparedFile } from "./deployFile.ts";
import { outcomeOf, perform, type RunContext, type RunDeploymentOptions } from "./deploymentProcedure.ts";
import { targetOf, type Place } from "./place.ts";
import { countsOf, foreignIn, sentBytes, type PreparedDeployment } from "./preparedDeployment.ts";
import { neededStage } from "./neededStage.ts";
import { restartAfter, restartWith } from "./restartTarget.ts";
import { endUnfinished, rollBack, type Ending, type PreparedRollBack } from "./rollBack.ts";
import type { Unfinished } from "./siteState.ts";
import { throughStages, type Stage } from "./stages.ts";
import { settled, stepsStage } from "./steps/stepsStage.ts";
import { isStoppedProcess, targetKindOf } from "./targetKinds.ts";
import type { DeployTo } from "./targetNow.ts";

interface Shown {
  /** Path of the folder or the file on this computer, for the question. */
  readonly shownPath?: string;
  /** A person has said that the target, which is stopped, starts with it. */
  readonly startsStopped?: boolean;
}

/** Deploys what the preview showed. Resolves whatever the panel does. */
export async function runDeployment(
  to: DeployTo,
  prepared: PreparedDeployment,
  { address, rollsBack, shownPath, startsStopped = false, ...options }: RunDeploymentOptions & Checks & Shown,
): Promise<Outcome> {
  const { name, place, plan } = prepared;
  const input = {
    name,
    directory: targetOf(place),
    ...(shownPath !== undefined && { source: shownPath }),
    counts: countsOf(plan),
    bytes: sentBytes(plan),
    replaced: foreignIn(plan).map(({ path }) => path),
    ...processInput(to, startsStopped),
  };
  const begun = begunDeployment(prepared);
  return perform(to, input, begun, options, async (context) => {
    const withStart = { ...context, startsStopped };
    const first = await deploy(prepared, context);
    return settled(await throughStages(first, stagesOf(to, { address, rollsBack }), withStart), withStart);
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
  const answer = await askAddress(address, clock, signal);
  throwIfEnded(signal);
  return outcomeOf({ end: { ...end, checked: { address, answer } } }, "deploy");
}

/** Deploys a file and restarts its target. Resolves whatever the panel does. */
export async function runFileDeployment(
  to: DeployTo,
  prepared: PreparedFile,
  {
    address,
    rollsBack,
    shownPath,
    startsStopped = false,
    ...options
  }: RunDeploymentOptions & Checks & Shown & Required<Pick<Shown, "shownPath">>,
): Promise<Outcome> {
  const { name, place, local, sharedBy } = prepared;
  const shown = { path: shownPath, modified: local.modified };
  const replaced = isForeign(prepared) ? [place.directory] : [];
  const ofProcess = processInput(to, startsStopped);
  const input = { name, directory: targetOf(place), bytes: local.size, local: shown, replaced, sharedBy, ...ofProcess };
  const begun = begunDeployment(prepared);
  return perform(to, input, begun, options, async (context) => {
    const withStart = { ...context, startsStopped };
    const first = await deployFile(prepared, context);
    return settled(await throughStages(first, stagesOf(to, { address, rollsBack }), withStart), withStart);
  });
}

/** What the question says of the process of a target; nothing where it has none. */
function processInput(to: DeployTo, startsStopped: boolean): Pick<DeploymentInput, "project"> {
  if (targetKindOf(to).process === undefined) return {};
  if (!isStoppedProcess(to)) return { project: "restarts" };
  return { project: startsStopped ? "starts" : "staysStopped" };
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
  return perform(to, input, { verb: "rollBack", place, ids: [unfinished.id] }, options, async (context) => {
    const result = await endUnfinished(place, unfinished, ending, context);
    return restartedAfter(to, result, context);
  });
}

/** Restarts a target that has a process with what came back, or was ended. */
async function restartedAfter(to: DeployTo, result: Result, context: RunContext): Promise<Result> {
  if (targetKindOf(to).process === undefined) return result;
  return restartAfter(result, context);
}

/** What the journal keeps of a deployment; of its steps not the texts, which may be long, and are on the server. */
function begunDeployment({ place, run, state, steps }: Pick<PreparedDeployment, "place" | "run" | "state" | "steps">) {
  const named = steps.map(({ name, when, seconds }) => ({ name, when, seconds }));
  return { verb: "deploy", place, ids: [run.id], after: state.last?.id, steps: named } as const;
}

/** What follows an exchange of files, in its order. */
function stagesOf(to: DeployTo, checks: Checks): readonly Stage[] {
  const steps = stepsStage(checks.rollsBack === true);
  if (targetKindOf(to).process === undefined) return [steps, checkStage(checks)];
  return [steps, neededStage(to), restartWith, checkStage(checks)];
}
