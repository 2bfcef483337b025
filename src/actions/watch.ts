import { isTransient, type PanelFailure } from "../wire/answers/failure.ts";
import type { Call, Fact, Verdict } from "../resources/resource.ts";
import type { Clock } from "../storage/ports.ts";
import { Wait } from "../storage/moment.ts";
import type { WhyUnconfirmed } from "./outcome.ts";
import { PollSchedule } from "./pollSchedule.ts";
import type { Verifier } from "./verifier.ts";

/** How much longer than the wait one that has just become as wanted is watched, so that it can be seen to stay so. */
const SETTLING_MS = 5_000;

const SHORTEST_PAUSE_MS = 500;

/** What is watched after something was sent. */
export interface Watching {
  readonly verifier: Verifier;
  readonly call: Call;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** As `monotonic` time. */
  readonly sentAt: number;
  readonly waitMs: number;
  /** Whether the panel has answered what was sent: else it may still be under way. */
  readonly isAnswered: boolean;
  /** What something that was thrown means; tells a defect. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** The end of a watch: what was seen to have become of it, or why that is not known. */
export interface Watched {
  readonly end: Exclude<Verdict, "pending" | "settling" | "unconfirmable"> | WhyUnconfirmed;
  /** What the last look saw. */
  readonly evidence: Fact | undefined;
}

/** Looks at a target again and again until it is known what became of it, or nobody waits any longer. Never throws. */
export async function watch(watching: Watching): Promise<Watched> {
  const { verifier, call, signal, clock, sentAt, waitMs, isAnswered, failureIn } = watching;
  const wait = new Wait(clock, waitMs);
  const schedule = new PollSchedule(clock, wait);
  let evidence: Fact | undefined;
  let looked = false;
  let seesNow = false;
  while (!signal.aborted) {
    let verdict: Verdict = "pending";
    try {
      const checked = await verifier.check(schedule.counting(call), clock.monotonic() - sentAt);
      looked = seesNow = true;
      ({ verdict, evidence } = checked);
      const end = endOf(verdict, isAnswered);
      if (end !== undefined) return { end, evidence };
    } catch (error) {
      seesNow = false;
      if (signal.aborted) break;
      // the panel may be busy with what it was told to do; what follows would only repeat
      if (!isTransient(failureIn(error))) return { end: "unreadable", evidence };
    }
    const isSettling = verdict === "settling";
    if (wait.left() <= (isSettling ? -SETTLING_MS : 0)) {
      // what was seen before the panel could no longer be asked tells nothing of now
      const atEnd = seesNow ? verifier.atEnd() : "pending";
      // what was not answered may still be under way
      if (atEnd === "failed" && isAnswered) return { end: "failed", evidence };
      if (atEnd === "partly") return { end: "partly", evidence };
      return { end: looked ? "timedOut" : "unreadable", evidence };
    }
    const pause = schedule.pauseMs();
    await wait.pause(isSettling ? Math.max(pause, SHORTEST_PAUSE_MS) : pause, signal);
  }
  return { end: "stopped", evidence };
}

/** `undefined`: go on looking. */
function endOf(verdict: Verdict, isAnswered: boolean): Watched["end"] | undefined {
  switch (verdict) {
    case "pending":
    case "settling":
    case "partly":
      return undefined;
    case "unconfirmable":
      return "noWay";
    case "unmoved":
    case "unchanged":
      // what was not answered may still be under way
      return isAnswered ? verdict : undefined;
    case "done":
    case "doneAndGone":
    case "failed":
      return verdict;
    default:
      return verdict satisfies never;
  }
}
