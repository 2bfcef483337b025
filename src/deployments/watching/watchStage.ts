import {
  isWorse,
  isWrong,
  type CheckedAddress,
  type DeploymentEnd,
  type Watched,
} from "../../actions/deploymentEnd.ts";
import { Wait } from "../../storage/moment.ts";
import type { DeployedAddress } from "../askAddress.ts";
import type { Checks } from "../checkStage.ts";
import type { RunContext } from "../deploymentProcedure.ts";
import { backFrom } from "../deploymentResult.ts";
import type { Stage } from "../stages.ts";
import type { GainedLog } from "./gainedLog.ts";

/** The pause between two looks at the log; the address is asked at every second one. */
const PAUSE_MS = 5_000;
const LOOKS_PER_CHECK = 2;

/** The address has to answer badly so many times in a row. */
const BAD_ANSWERS = 2;

/** What a watching looks at. */
interface Watching {
  readonly address: DeployedAddress | undefined;
  readonly log: GainedLog;
}

/**
 * Watches what was deployed, once it counts: asks its address, and shows what its log gains. If the address no longer answers well,
 * goes back where the deployment says so; a cancel ends the watching alone.
 */
export function watchStage(seconds: number, { rollsBack }: Checks, watching: Watching): Stage {
  return async (deployed, context) => {
    const { undo, end } = deployed;
    const isWrongAlready = end.checked !== undefined && isWrong(end.checked);
    // nothing new is there, it does not run, or a person has to be told of something first
    if (undo === undefined || end.running === "stopped" || isWrongAlready) return deployed;
    const seen = await watch(seconds, watching, context);
    const watched: DeploymentEnd = { ...end, ...seen };
    const goesBack = rollsBack === true && seen.checked !== undefined && isWorse(seen.checked);
    if (!goesBack || context.signal.aborted) return { ...deployed, end: watched };
    const back = backFrom(watched, await undo());
    return { ...back, end: { ...back.end, ...seen } };
  };
}

async function watch(
  seconds: number,
  { address, log }: Watching,
  context: RunContext,
): Promise<Pick<DeploymentEnd, "checked"> & { readonly watched: Watched }> {
  const { clock, signal, onPhase } = context;
  const longestMs = seconds * 1_000;
  const wait = new Wait(clock, longestMs);
  let checked: CheckedAddress | undefined;
  let badAnswers = 0;
  for (let look = 0; ; look++) {
    onPhase("watching", Math.min(1, wait.passed() / longestMs));
    await log.follow(context);
    if (look > 0 && look % LOOKS_PER_CHECK === 0 && !signal.aborted) {
      const asked = await address?.askOnce(signal);
      badAnswers = asked !== undefined && isWrong(asked) ? badAnswers + 1 : 0;
      if (badAnswers === BAD_ANSWERS && !signal.aborted) checked = asked;
    }
    const isAtEnd = wait.left() <= 0 && badAnswers === 0;
    if (checked !== undefined || isAtEnd || signal.aborted) break;
    await wait.pause(Math.min(PAUSE_MS, Math.max(wait.left(), 1_000)), signal);
  }
  log.flush(context);
  const watched = {
    seconds: Math.min(seconds, Math.round(wait.passed() / 1_000)),
    ...(signal.aborted && { isStopped: true as const }),
  };
  return { ...(checked && { checked }), watched };
}
