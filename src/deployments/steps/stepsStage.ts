import type { DeploymentEnd, StepEnd } from "../../actions/deploymentEnd.ts";
import { backFrom, causeOf, leftBy, resultOf, type Result } from "../deploymentResult.ts";
import { runOf, steadyFiles, stepsIn, type DeployContext, type Deployed, type Exchange } from "../deploy.ts";
import { runSteps } from "./runSteps.ts";
import { hasBegun, isGood, isOpen, stepEndKindOf } from "../../actions/stepEnds.ts";
import type { Stage } from "../stages.ts";
import { neverAborted } from "../../storage/neverAborted.ts";

/**
 * Runs the steps after an exchange. If one does not end with 0, goes back where the deployment says so; else the new files stay. A cancel,
 * also one that came in the exchange, takes the old files back.
 */
export function stepsStage(rollsBack: boolean): Stage {
  return async (deployed, context) => {
    const { exchange, undo: filesBack } = deployed;
    if (exchange === undefined || filesBack === undefined || exchange.steps.length === 0) return deployed;
    const { run, steps } = exchange;
    // in the exchange; a release has been taken back by then
    const isCanceledBefore = context.signal.aborted && exchange.release === undefined;
    if (!isCanceledBefore && steps.some(({ when }) => when === "after")) context.onPhase("runningSteps");
    const ran = await runSteps(run, runOf(exchange), stepsIn(exchange), "after", context);
    const ends = [...(deployed.end.steps ?? []), ...ran.steps];
    const undo = async () => backWithSteps(await filesBack(), exchange, ends, context);
    const end: DeploymentEnd = { ...deployed.end, ...(ends.length > 0 && { steps: ends }) };
    if (ran.steps.every(isGood) && !isCanceledBefore) return { ...deployed, end, undo };
    const problem = ran.problem ?? (isCanceledBefore ? undefined : { kind: "step" as const });
    const failed = resultOf(end, { ...ran, problem });
    // it may still run, and nothing goes back under it
    if (ends.some(isOpen)) return failed;
    const isCanceled = context.signal.aborted;
    if (!isCanceled && !rollsBack) return { ...failed, undo, exchange };
    return backFrom(end, await undo(), { problem, failure: isCanceled ? { kind: "cancelled" } : ran.failure });
  };
}

/**
 * Runs for the files of before what says so, unless nothing had begun. What had not begun itself may be what ends something that another
 * step has begun, such as maintenance.
 */
async function backWithSteps(
  back: Result,
  exchange: Exchange,
  ends: readonly StepEnd[],
  context: DeployContext,
): Promise<Result> {
  // what came with a release is gone with it
  const isNeeded = ends.some(hasBegun) && exchange.release === undefined;
  const steps = isNeeded ? exchange.steps.filter(({ alsoBack }) => alsoBack) : [];
  if (back.end.state !== "before" || steps.length === 0) return { ...back, end: { ...back.end, steps: ends } };
  // no cancel leaves the files of before without their steps
  const signal = neverAborted;
  const ran = await runSteps(exchange.run, runOf(exchange), steps, "back", { ...context, signal });
  const { problem = { kind: "step" as const } } = ran;
  return {
    ...back,
    end: { ...back.end, steps: [...ends, ...ran.steps], ...(!ran.steps.every(isGood) && { problem }) },
  };
}

/** A way back from what counted already: where it could not begin, the new files are there and count. */
function counting(back: Result): Result {
  if (back.end.state !== "held") return back;
  return { ...back, end: { ...back.end, state: "wanted" } };
}

/**
 * Ends a deployment that is held for its steps: from then on it counts. One of which a step may still run stays held, and one that was cut
 * off, for a person to say what becomes of it. What counts can still go back. Never rejects, but with defects.
 */
export async function settled(deployed: Deployed, context: DeployContext): Promise<Deployed> {
  const { undo, exchange, ...result } = deployed;
  const { end } = result;
  const isUnseen = end.steps?.some((step) => stepEndKindOf(step).isUnseen === true) === true;
  if (end.state !== "held" || exchange === undefined || isUnseen) return deployed;
  context.onPhase("settling");
  try {
    const ended = await exchange.run.change("settle", runOf(exchange), context);
    const left = await leftBy(ended, "deploy", exchange.place, steadyFiles(context));
    if (left.state === "wanted")
      return { ...result, end: { ...end, state: "wanted" }, ...(undo && { undo: async () => counting(await undo()) }) };
    // somebody has taken it back meanwhile, or its end was not seen
    return { ...result, end: { ...end, ...left, state: left.state === "untouched" ? "held" : left.state } };
  } catch (error) {
    return { ...result, ...resultOf(end, causeOf(error, context.failureIn)) };
  }
}
