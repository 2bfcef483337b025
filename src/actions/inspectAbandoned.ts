import type { Fact } from "../resources/facts.ts";
import type { Call } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import { resourceOf } from "../resources/resources.ts";
import type { Clock } from "../storage/ports.ts";
import { mayAnswerLater, type PanelFailure } from "../wire/answers/failure.ts";
import { actionOf, rowsSeen, type ActionRequest } from "./actionRequest.ts";
import { partsAfter } from "./changedParts.ts";
import type { SendingStep } from "./changeJournal.ts";
import type { Outcome } from "./outcome.ts";
import { Verifier } from "./verifier.ts";
import { watch } from "./watch.ts";

/** A change whose window is gone. */
export interface AbandonedChange {
  readonly request: ActionRequest;
  readonly step: SendingStep;
  /** The target as the verification saw it before the change; `undefined` if the panel does not show it. */
  readonly before: unknown;
  readonly call: Call;
  readonly clock: Clock;
  /** How long to wait for the change to show, in milliseconds. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** The failure that an error stands for; reports defects. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** The outcome of an abandoned change, with the rows that were seen (see `ActionRecord`). */
export interface Inspection {
  readonly outcome: Outcome;
  readonly rows?: readonly unknown[];
}

/** Verbs after which the target should run. */
const STARTING_VERBS: readonly Verb[] = ["restart", "start", "changeLogPath"];

/**
 * Finds out how an abandoned change ended, with the action's own verification; sends reads only. Resolves to a failure if the
 * panel may answer later. Never rejects.
 */
export async function inspectAbandoned(change: AbandonedChange): Promise<Inspection | PanelFailure> {
  const { request, step, before, call, clock, waitMs, signal, failureIn } = change;
  const { kind, verb, target, input = {} } = request;
  if (before === undefined) return { outcome: unknownOutcome() };
  try {
    const { stop } = resourceOf(kind).actions;
    // nobody sends the second step any more: the target stays stopped
    const isHalfway = step === "stopping" && stop !== undefined;
    const { verification } = isHalfway ? stop : actionOf(request);
    const verifier = new Verifier({ rule: verification, target, input, clock, signal }, before);
    // fails at once if the target cannot be read, instead of waiting
    await verifier.check(call, 0);
    const watching = { verifier, call, signal, clock, sentAt: clock.monotonic(), waitMs, isAnswered: false, failureIn };
    const { end, evidence } = await watch(watching);
    const { latest } = verifier;
    if (end === "stopped" || latest === undefined) return { kind: "cancelled" };
    const rows = rowsSeen(request, latest);
    const seen = (outcome: Outcome): Inspection => ({ outcome, ...(rows === undefined ? {} : { rows }) });
    const isStopped = latest.seen !== undefined && stop?.verification.isAlready?.(latest.seen) === true;
    if (STARTING_VERBS.includes(verb) && isStopped) return seen({ kind: "halfway", why: "abandoned" });
    if (isHalfway || (end !== "done" && end !== "doneAndGone"))
      return seen(unknownOutcome(presentState(change, latest.seen)));
    const parts = await partsAfter({ ...change, action: actionOf(request) });
    return seen({
      kind: "done",
      evidence,
      why: "abandoned",
      ...(end === "doneAndGone" && { isGone: true }),
      ...(parts.length > 0 && { parts }),
    });
  } catch (error) {
    const failure = failureIn(error);
    return mayAnswerLater(failure) ? failure : { outcome: { ...unknownOutcome(), cause: failure } };
  }
}

/** The outcome of an abandoned change of which nothing more can be found out. */
export function unknownOutcome(evidence?: Fact): Extract<Outcome, { kind: "uncertain" }> {
  return { kind: "uncertain", cause: undefined, why: "abandoned", evidence };
}

function presentState({ request: { kind, target, row }, clock }: AbandonedChange, seen: unknown): Fact | undefined {
  if (seen === undefined) return { name: "state", value: "gone" };
  const { seenRows, key, state } = resourceOf(kind);
  const now = seenRows?.(seen, row)?.find((each) => key(each) === target.key);
  // by the wall clock: days until a date of the panel
  return now === undefined ? undefined : { name: "state", value: state(now, clock.wallTime()) };
}
