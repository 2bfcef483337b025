import type { LastSeen, WhyUnconfirmed } from "./outcome.ts";
import type { Verifier } from "./verifier.ts";
import type { Fact } from "../resources/facts.ts";
import type { Call, Verdict } from "../resources/resource.ts";
import { Wait } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";
import { isTransient, type PanelFailure } from "../wire/answers/failure.ts";

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

/** The end of a watch: what was seen to have become of it, or why that is not known; and what the last look saw. */
export interface Watched extends Omit<LastSeen, "why"> {
  readonly end: Exclude<Verdict, "pending" | "settling" | "unconfirmable"> | WhyUnconfirmed;
}

/** Looks at a target again and again until it is known what became of it, or nobody waits any longer. Never throws. */
export async function watch(watching: Watching): Promise<Watched> {
  const { verifier, call, signal, clock, sentAt, waitMs, isAnswered, failureIn } = watching;
  const wait = new Wait(clock, waitMs);
  const schedule = new PollSchedule(clock, wait);
  let evidence: Fact | undefined;
  let looked = false;
  let silence: PanelFailure | undefined;
  const unconfirmed = (): Watched => {
    const ends = { failed: "failing", partly: "partly" } as const;
    const atEnd = verifier.atEnd();
    const end = !looked ? "unreadable" : atEnd === "failed" || atEnd === "partly" ? ends[atEnd] : "timedOut";
    return { end, evidence, ...(looked && silence && { silence }) };
  };
  while (!signal.aborted) {
    let verdict: Verdict = "pending";
    try {
      const checked = await verifier.check(schedule.counting(call), clock.monotonic() - sentAt);
      looked = true;
      silence = undefined;
      ({ verdict, evidence } = checked);
      const end = endOf(verdict, isAnswered);
      if (end !== undefined) return { end, evidence };
    } catch (error) {
      if (signal.aborted) break;
      silence = failureIn(error);
      // the panel may be busy with what it was told to do; what follows would only repeat
      if (!isTransient(silence)) return unconfirmed();
    }
    const isSettling = verdict === "settling";
    if (wait.left() <= (isSettling ? -SETTLING_MS : 0)) {
      // what was not answered may still be under way, and what was seen before the panel fell silent may be over
      const hasFailed = isAnswered && silence === undefined && verifier.atEnd() === "failed";
      return hasFailed ? { end: "failed", evidence } : unconfirmed();
    }
    const pause = schedule.pauseMs();
    await wait.pause(isSettling ? Math.max(pause, SHORTEST_PAUSE_MS) : pause, signal);
  }
  return { ...unconfirmed(), end: "stopped" };
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

const SHORTEST_MS = 1_000;
const LONGEST_MS = 5_000;

/** The least that a read is taken to cost a panel, however quickly it answers. */
const READ_MS = 100;

/** After each of these, looks are a second further apart: the longer it has taken, the less likely it happens now. */
const SLOWER_AFTER_MS = 15_000;

/** How long to pause between looks at a panel: longer where a look costs it more, and as time goes by. */
export class PollSchedule {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #wait: Wait;
  #lookedAt: number;
  #reads = 0;

  /** @param wait with whose end the last look is due */
  constructor(clock: Clock, wait: Wait) {
    this.#clock = clock;
    this.#startedAt = this.#lookedAt = clock.monotonic();
    this.#wait = wait;
  }

  /** A look begins; it makes its calls with the result, which counts them. */
  counting(call: Call): Call {
    this.#lookedAt = this.#clock.monotonic();
    this.#reads = 0;
    return async (id, params) => {
      this.#reads += 1;
      return call(id, params);
    };
  }

  /** How long to wait after the look that has just ended. */
  pauseMs(): number {
    const now = this.#clock.monotonic();
    const byCost = Math.min(LONGEST_MS, this.#reads * READ_MS);
    const byAge = Math.min(LONGEST_MS, SHORTEST_MS * (1 + Math.floor((now - this.#startedAt) / SLOWER_AFTER_MS)));
    const pause = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, now - this.#lookedAt), byCost, byAge);
    return Math.min(pause, Math.max(0, this.#wait.left()));
  }
}
