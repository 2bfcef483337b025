import type { DeploymentEnd, StepEnd } from "../../actions/deploymentEnd.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { steadyFiles, type DeployContext } from "../deploy.ts";
import { leftBy, type Result } from "../deploymentResult.ts";
import type { ExchangeEnd } from "../exchange/exchangeResult.ts";
import type { Place } from "../place.ts";
import { pathsOf } from "../rollBack.ts";
import { ServerRun, type AskedStep, type RunOf, type ScriptContext } from "../serverRun.ts";
import { readStateWord, type Unfinished } from "../siteState.ts";
import type { NamedStep } from "./namedStep.ts";
import { readStepEnds } from "./readStepEnds.ts";
import { stepEndOf } from "./runSteps.ts";
import { isOpen } from "../../actions/stepEnds.ts";
import { neverAborted } from "../../storage/neverAborted.ts";

/**
 * How the steps of a deployment that was cut off have ended by now. Of one that nobody watches any more the server finds out whether
 * anything of it still runs. Throws `PanelError`.
 */
export async function lookAtSteps(
  place: Place,
  { id, record }: Unfinished,
  context: ScriptContext,
): Promise<readonly StepEnd[]> {
  const { callFor, clock, signal } = context;
  const named = record?.steps ?? [];
  const ends = await readStepEnds(new RemoteFiles(callFor(signal), clock, signal), place, id, named);
  const index = ends.findIndex(isOpen);
  const step = named[index];
  if (step === undefined) return ends;
  const run = new ServerRun(place);
  try {
    const told = await run.askStep(asked(step, index), { id, paths: [], bytes: 0 }, context);
    return ends.with(index, endOf(step, told));
  } finally {
    await run.discard(context);
  }
}

/**
 * Ends the step of a deployment that was cut off, with all its processes. A step before the exchange ends the deployment with it, for
 * nothing was exchanged; one after it leaves it held. Throws only before anything was changed, and defects.
 */
export async function stopOpenStep(place: Place, { id, record }: Unfinished, context: DeployContext): Promise<Result> {
  const named = record?.steps ?? [];
  const files = steadyFiles(context);
  const steady: ScriptContext = { ...context, signal: neverAborted };
  await context.lookAgain(context.signal);
  const ends = await readStepEnds(files, place, id, named);
  const index = ends.findIndex(isOpen);
  const step = named[index];
  const of: RunOf = { id, paths: await pathsOf(files, place, id), bytes: record?.backupBytes ?? 0 };
  const run = new ServerRun(place);
  try {
    let steps = ends;
    if (step !== undefined) {
      context.onPhase("runningSteps");
      steps = ends.with(index, endOf(step, await run.endStep(asked(step, index), of, steady)));
    }
    const end: Omit<DeploymentEnd, "state"> = { deployment: record?.deployment ?? "", steps };
    if ((await readStateWord(files, place, id)) === "held") return { end: { ...end, state: "held" } };
    if (steps.some(isOpen)) return { end: { ...end, state: "unknown" } };
    return { end: { ...end, ...(await leftBy(await run.change("recover", of, steady), "recover", place, files)) } };
  } finally {
    await run.discard(steady);
  }
}

function asked({ seconds }: NamedStep, index: number): AskedStep {
  return { index, seconds, turn: "after" };
}

/** The end of a step that has begun; what is not told of it is not known, also where somebody watches it. */
function endOf({ name, when, seconds }: NamedStep, told: ExchangeEnd): StepEnd {
  if (told.kind === "step") return { name, when, ...stepEndOf(told, seconds) };
  const left = told.kind === "running" ? { left: told.left } : {};
  return { name, when, end: { kind: "unknown" }, ...left };
}
