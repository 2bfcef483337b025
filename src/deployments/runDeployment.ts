import type { DeploymentCounts, DeploymentEnd } from "../actions/deploymentEnd.ts";
import type { Outcome } from "../actions/outcome.ts";
import { throwIfEnded } from "../wire/answers/failure.ts";
import type { BegunDeployment } from "./abandonedDeployment.ts";
import { askAddress } from "./askAddress.ts";
import { checkStage, type Checks } from "./checkStage.ts";
import { deploy, type DeployContext } from "./deploy.ts";
import { deployFile, isForeign, type PreparedFile } from "./deployFile.ts";
import { outcomeOf, perform, type RunDeploymentOptions } from "./deploymentProcedure.ts";
import { targetOf, type Place } from "./place.ts";
import { countsOf, foreignIn, sentBytes, type PreparedDeployment } from "./preparedDeployment.ts";
import { restartAfter, restartWith } from "./restartTarget.ts";
import { endUnfinished, rollBack, type Ending, type PreparedRollBack } from "./rollBack.ts";
import type { Unfinished } from "./siteState.ts";
import { throughStages, type Stage } from "./stages.ts";
import { settled, stepsStage } from "./steps/stepsStage.ts";
import { isProcess, isStoppedProcess } from "./targetKinds.ts";
import type { DeployTo } from "./targetNow.ts";

interface Shown {
  /** Path of the folder or the jar on this computer, for the question. */
  readonly shownPath?: string;
}

interface ShownFile extends Required<Shown> {
  /** A person has said that the project, which is stopped, starts with it. */
  readonly startsStopped?: boolean;
}

/** Deploys what the preview showed. Resolves whatever the panel does. */
export async function runDeployment(
  to: DeployTo,
  prepared: PreparedDeployment,
  { address, rollsBack, shownPath, ...options }: RunDeploymentOptions & Checks & Shown,
): Promise<Outcome> {
  const { name, place, plan, run, state } = prepared;
  const input = {
    name,
    directory: targetOf(place),
    ...(shownPath !== undefined && { source: shownPath }),
    counts: countsOf(plan),
    bytes: sentBytes(plan),
    replaced: foreignIn(plan).map(({ path }) => path),
  };
  const begun = { place, ids: [run.id], after: state.last?.id, steps: begunSteps(prepared) };
  return perform(to, input, { verb: "deploy", ...begun }, options, async (context) =>
    settled(
      await throughStages(await deploy(prepared, context), stagesOf(to, { address, rollsBack }), context),
      context,
    ),
  );
}

/**
 * The outcome of a deployment that is already on the server: nothing is sent, but the address is asked. Throws `PanelError`
 * after a cancel.
 */
export async function runUnchanged(
  deployment: string,
  counts: DeploymentCounts,
  address: string | undefined,
  { clock, signal }: Pick<DeployContext, "clock" | "signal">,
): Promise<Outcome> {
  const end: DeploymentEnd = { deployment, counts, state: "wanted" };
  if (address === undefined) return outcomeOf({ end }, "deploy");
  const answer = await askAddress(address, clock, signal);
  throwIfEnded(signal);
  return outcomeOf({ end: { ...end, checked: { address, answer } } }, "deploy");
}

/** Deploys a jar and restarts its project. Resolves whatever the panel does. */
export async function runFileDeployment(
  to: DeployTo,
  prepared: PreparedFile,
  { address, rollsBack, shownPath, startsStopped, ...options }: RunDeploymentOptions & Checks & ShownFile,
): Promise<Outcome> {
  const { name, place, local, run, state } = prepared;
  const shown = { path: shownPath, modified: local.modified };
  const replaced = isForeign(prepared) ? [place.directory] : [];
  const ifStopped = startsStopped === true ? "starts" : "staysStopped";
  const project = isStoppedProcess(to) ? ifStopped : "restarts";
  const input = { name, directory: targetOf(place), bytes: local.size, local: shown, replaced, project } as const;
  return perform(
    to,
    input,
    { verb: "deploy", place, ids: [run.id], after: state.last?.id, steps: begunSteps(prepared) },
    options,
    async (context) => {
      const withStart = { ...context, startsStopped: startsStopped === true };
      const first = await deployFile(prepared, context);
      return settled(await throughStages(first, stagesOf(to, { address, rollsBack }), withStart), withStart);
    },
  );
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
    if (isProcess(to.kind)) return restartAfter(result, context);
    return result;
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
    if (isProcess(to.kind)) return restartAfter(result, context);
    return result;
  });
}

/** What the journal keeps of steps: their texts may be long, and are on the server. */
function begunSteps({ steps }: Pick<PreparedDeployment, "steps">): BegunDeployment["steps"] {
  return steps.map(({ name, when, seconds }) => ({ name, when, seconds }));
}

/** What follows an exchange of files, in its order. */
function stagesOf({ kind }: DeployTo, checks: Checks): readonly Stage[] {
  const steps = stepsStage(checks.rollsBack === true);
  if (isProcess(kind)) return [steps, restartWith, checkStage(checks)];
  return [steps, checkStage(checks)];
}
