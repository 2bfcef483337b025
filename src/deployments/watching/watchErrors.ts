import type { CheckedAddress, DeploymentEnd, Watched } from "../../actions/deploymentEnd.ts";
import { logOf } from "../../followedLogs/followedLog.ts";
import type { ResourceLog } from "../../resources/resource.ts";
import { resourceOf } from "../../resources/resources.ts";
import { momentOf, Wait } from "../../storage/moment.ts";
import { askOnce, isWell } from "../askAddress.ts";
import type { Checks } from "../checkStage.ts";
import type { DeployContext } from "../deploy.ts";
import { rethrowDefect } from "../deploymentError.ts";
import type { RunContext } from "../deploymentProcedure.ts";
import { endAfterBack } from "../deploymentResult.ts";
import { ErrorCount, type LogReading, type WatchedLog } from "./errorCount.ts";
import type { Stage } from "../stages.ts";
import { targetKindOf } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";

/** The pause between two looks at the log; the address is asked at every second one. */
const PAUSE_MS = 5_000;
const LOOKS_PER_CHECK = 2;

/** The address has to answer badly so many times in a row. */
const BAD_ANSWERS = 2;

/** The log that tells of a target's errors, and how it is read. */
interface ReadLog extends WatchedLog {
  /** Throws `PanelError`. */
  readonly read: (context: Pick<DeployContext, "callFor" | "signal">) => Promise<string>;
}

function logOfTarget(to: DeployTo): ReadLog {
  const { webLogs } = resourceOf(to.kind);
  const log: ResourceLog = logOf({ kind: to.kind, ...(webLogs !== undefined && { which: "error" }) });
  return {
    pieces: log.pieces,
    writer: webLogs === undefined ? "program" : "webServer",
    restarts: targetKindOf(to).process !== undefined,
    async read({ callFor, signal }) {
      const answer = await log.read(callFor(signal), to.target.key, webLogs?.nameOf(to.row));
      return answer === "gone" ? "" : answer.text;
    },
  };
}

/**
 * Watches what was deployed, once it counts: its log for more errors than before, and its address. Without a reading of the log from before
 * the exchange nothing is concluded from it.
 */
export class ErrorWatch {
  readonly #log: ReadLog;
  readonly #seconds: number;
  readonly #checks: Checks;
  #before: LogReading | undefined;

  constructor(to: DeployTo, seconds: number, checks: Checks) {
    this.#log = logOfTarget(to);
    this.#seconds = seconds;
    this.#checks = checks;
  }

  /** The context of a deployment in which the log is read right before anything is exchanged. */
  beginIn<Context extends DeployContext>(context: Context): Context {
    return {
      ...context,
      lookAgain: async (signal) => {
        await context.lookAgain(signal);
        this.#before = await this.#read({ ...context, signal });
      },
    };
  }

  /** Watches for its time. If something is wrong, goes back where the deployment says so; a cancel ends the watching alone. */
  readonly stage: Stage = async (deployed, context) => {
    const { undo, end } = deployed;
    const isWellSoFar = end.checked === undefined || isWell(end.checked.answer);
    // nothing new is there, it does not run, or a person has to be told of something first
    if (undo === undefined || end.running === "stopped" || !isWellSoFar) return deployed;
    const seen = await this.#watch(context);
    const watched: DeploymentEnd = { ...end, ...seen };
    const isGood = seen.watched.kind !== "more" && (seen.checked === undefined || isWell(seen.checked.answer));
    if (isGood || this.#checks.rollsBack !== true || context.signal.aborted) return { ...deployed, end: watched };
    const back = await undo();
    return { ...back, end: { ...endAfterBack(watched, back.end), ...seen } };
  };

  /** A reading of the log; `undefined`: it cannot be read now. */
  async #read(context: Pick<DeployContext, "callFor" | "clock" | "signal">): Promise<LogReading | undefined> {
    try {
      return { text: await this.#log.read(context), at: momentOf(context.clock) };
    } catch (error) {
      rethrowDefect(error);
      return undefined;
    }
  }

  async #watch(context: RunContext): Promise<Pick<DeploymentEnd, "checked"> & { readonly watched: Watched }> {
    const { clock, signal, onPhase } = context;
    const { address } = this.#checks;
    const longestMs = this.#seconds * 1_000;
    const wait = new Wait(clock, longestMs);
    const errors = new ErrorCount(this.#log, this.#before, longestMs);
    let checked: CheckedAddress | undefined;
    let badAnswers = 0;
    for (let look = 0; ; look++) {
      onPhase("watching", Math.min(1, wait.passed() / longestMs));
      if (!errors.isOver) errors.add(await this.#read(context), clock);
      const isAsked = address !== undefined && look > 0 && look % LOOKS_PER_CHECK === 0 && !signal.aborted;
      if (isAsked) {
        const answer = await askOnce(address, signal);
        badAnswers = isWell(answer) ? 0 : badAnswers + 1;
        if (!signal.aborted && badAnswers === BAD_ANSWERS) checked = { address, answer };
      }
      const hasNothingToSee = errors.isOver && address === undefined;
      const isAtEnd = wait.left() <= 0 && badAnswers === 0;
      if (errors.areMore || checked !== undefined || hasNothingToSee || isAtEnd || signal.aborted) break;
      await wait.pause(Math.min(PAUSE_MS, Math.max(wait.left(), 1_000)), signal);
    }
    const seconds = Math.min(this.#seconds, Math.round(wait.passed() / 1_000));
    return { ...(checked && { checked }), watched: errors.seen(seconds, signal.aborted) };
  }
}
