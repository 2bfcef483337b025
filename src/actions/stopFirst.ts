import type { Detour } from "../resources/resource.ts";
import { resourceOf } from "../resources/resources.ts";
import { causeOf, mayHaveHappened, type PanelFailure } from "../wire/answers/failure.ts";
import { isRefusedInVain, type ActionContext } from "./actionContext.ts";
import type { Outcome } from "./outcome.ts";
import { Verifier } from "./verifier.ts";
import { watch } from "./watch.ts";

/**
 * Never wait less for the stop: the old process may still hold the port, and one that ends after the wait stays down. An
 * orderly end takes half a minute by the defaults of common frameworks.
 */
const LEAST_WAIT_MS = 60_000;

/** The target has stopped, and can be started now. */
export interface Stopped {
  readonly kind: "stopped";
  /** It was told to; else it had stopped before. */
  readonly hasSent: boolean;
}

/** The first step of a detour (see `Detour`), up to a look right before the second; an outcome where there is none. */
export async function stopFirst(context: ActionContext, detour: Detour, before: unknown): Promise<Stopped | Outcome> {
  const { request, call, clock, report, onLooked, failureIn } = context;
  const { stop } = resourceOf(request.kind).actions;
  if (stop === undefined) throw new TypeError(`${request.kind} has no stop`);
  const isStopped = (seen: unknown) => seen !== undefined && stop.verification.isAlready?.(seen) === true;
  const isAnother = (seen: unknown) => seen !== undefined && detour.runsAnew(before, seen);
  const { evaluate } = stop.verification;
  const verification: typeof stop.verification = {
    ...stop.verification,
    evaluate: (was, since, input) => (isAnother(since.at(-1)?.seen) ? "failed" : evaluate(was, since, input)),
  };
  const verifier = new Verifier({ ...context, rule: verification, target: request.target }, before);
  const hasSent = !isStopped(before);
  if (hasSent) {
    onLooked(verifier);
    verifier.outdate();
    const sentAt = clock.monotonic();
    let lost: PanelFailure | undefined;
    try {
      await report("stopping");
      await stop.send(call, request.target, {}, before);
    } catch (error) {
      const failure = failureIn(error);
      if (mayHaveHappened(failure)) lost = causeOf(failure);
      else if (!(await isRefusedInVain(context, stop, verifier, failure))) return { kind: "failed", failure };
    }
    await report("awaitingStop");
    const waitMs = Math.max(LEAST_WAIT_MS, context.waitMs);
    const { end } = await watch({ ...context, verifier, sentAt, waitMs, isAnswered: lost === undefined });
    if (isAnother(verifier.latest?.seen)) return { kind: "halfway", why: "runsAgain" };
    if (end !== "done") {
      const isThere = end !== "stopped" && verifier.latest?.seen !== undefined;
      const waited = isThere ? { waitedMs: waitMs } : {};
      if (lost !== undefined) return { kind: "halfway", why: "stopLost", cause: lost, ...waited };
      return { kind: "halfway", why: end === "stopped" ? "stopLeft" : isThere ? "stillRuns" : "stopUnseen", ...waited };
    }
  }
  try {
    // somebody else may have started it, and a second start would do harm
    await verifier.check(call, 0);
  } catch (error) {
    return notStarted({ hasSent }, failureIn(error));
  }
  if (isStopped(verifier.latest?.seen)) return { kind: "stopped", hasSent };
  if (hasSent) return { kind: "halfway", why: "runsAgain" };
  return verifier.latest?.seen === undefined ? { kind: "gone" } : { kind: "busy" };
}

/** What had stopped is not started; that the person ended it there is no failure. */
export function notStarted({ hasSent }: Pick<Stopped, "hasSent">, failure: PanelFailure): Outcome {
  if (!hasSent) return { kind: "failed", failure };
  return failure.kind === "cancelled"
    ? { kind: "halfway", why: "leftStopped" }
    : { kind: "halfway", why: "startFailed", cause: failure };
}
