import type { Fact } from "../resources/facts.ts";
import { type Call, type Doubt, LONG_SETTLED_MS, type Verdict } from "../resources/resource.ts";
import { Wait } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";
import { isTransient, type PanelFailure } from "../wire/answers/failure.ts";
import type { LastSeen, WhyUnconfirmed } from "./outcome.ts";
import type { Verifier } from "./verifier.ts";

/** Extra time after the deadline for a target that has just come up: as long as it may have to stay up, with the looks. */
const SETTLING_MS = LONG_SETTLED_MS + 2_000;

/** The shortest pause in that extra time. */
const SETTLING_PAUSE_MS = 500;

const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

/** Each time this passes, pauses grow by a second: the longer it has taken, the less likely it happens now. */
const SLOWER_AFTER_MS = 15_000;

interface Watching {
  readonly verifier: Pick<Verifier, "atEnd" | "check">;
  readonly call: Call;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** In `monotonic` time. */
  readonly sentAt: number;
  readonly waitMs: number;
  /** Whether the panel has answered the change; if not, it may still be working on it. */
  readonly isAnswered: boolean;
  /** Tells when the change is seen and it is watched whether that lasts, and when it no longer is. */
  readonly onSettling?: (isSettling: boolean) => void;
  /** Converts an error to a failure, and reports defects. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** The result of watching a target, or why there is none, with the evidence of the last look. */
export interface Watched extends Omit<LastSeen, "why"> {
  readonly end: Exclude<Verdict, "pending" | "settling" | "unconfirmable"> | WhyUnconfirmed;
}

/** Reads a target repeatedly until the result is known, the time is up, or the signal aborts. Never throws. */
export async function watch(watching: Watching): Promise<Watched> {
  const { verifier, call, signal, clock, sentAt, waitMs, isAnswered, onSettling, failureIn } = watching;
  const wait = new Wait(clock, waitMs);
  let evidence: Fact | undefined;
  let hasRead = false;
  let silence: PanelFailure | undefined;
  let wasSettling = false;
  const unconfirmed = (): Watched => {
    if (!hasRead) return { end: "unreadable", evidence };
    return { end: endAtTimeout(verifier.atEnd()), evidence, ...(silence && { silence }) };
  };
  while (!signal.aborted) {
    const lookedAt = clock.monotonic();
    let verdict: Verdict = "pending";
    try {
      ({ verdict, evidence } = await verifier.check(call, lookedAt - sentAt, isAnswered));
      hasRead = true;
      silence = undefined;
      const end = endOf(verdict, isAnswered);
      if (end !== undefined) return { end, evidence };
    } catch (error) {
      if (signal.aborted) break;
      silence = failureIn(error);
      // a busy panel may answer later; other failures would only repeat
      if (!isTransient(silence)) return unconfirmed();
    }
    const isSettling = verdict === "settling";
    if (isSettling !== wasSettling) onSettling?.(isSettling);
    wasSettling = isSettling;
    const left = wait.left();
    if (left <= (isSettling ? -SETTLING_MS : 0)) {
      // an unanswered change may still be under way, and a state from before the panel fell silent may be outdated
      const hasFailed = isAnswered && silence === undefined && verifier.atEnd() === "failed";
      if (hasFailed) return { end: "failed", evidence };
      return unconfirmed();
    }
    const now = clock.monotonic();
    const byAge = SHORTEST_PAUSE_MS * (1 + Math.floor((now - sentAt) / SLOWER_AFTER_MS));
    // at least as long as the look took, within the limits, so that a slow panel is not kept busy
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(byAge, now - lookedAt), Math.max(0, left));
    await wait.pause(isSettling ? Math.max(pause, SETTLING_PAUSE_MS) : pause, signal);
  }
  return { ...unconfirmed(), end: "stopped" };
}

/** The result when the time is up, after at least one look. */
function endAtTimeout(doubt: Doubt): WhyUnconfirmed {
  if (doubt === "failed") return "failing";
  if (doubt === "partly") return "partly";
  return "timedOut";
}

/** `undefined`: keep watching. */
function endOf(verdict: Verdict, isAnswered: boolean): Watched["end"] | undefined {
  switch (verdict) {
    case "pending":
    case "settling":
      return undefined;
    case "unconfirmable":
      return "noWay";
    case "unmoved":
    case "unchanged":
      // an unanswered change may still be under way
      if (isAnswered) return verdict;
      return undefined;
    case "done":
    case "doneAndGone":
    case "failed":
    case "partly":
      return verdict;
    default:
      return verdict satisfies never;
  }
}
