import { isDeepStrictEqual } from "node:util";
import { type ActionRequest, shownIn } from "./actionRequest.ts";
import type { Phase, LastSeen, Outcome } from "./outcome.ts";
import { Verifier, BETWEEN_LOOKS_MS } from "./verifier.ts";
import { watch } from "./watch.ts";
import { visibleText } from "../characters/plainText.ts";
import {
  compare,
  differences,
  type Action,
  type Call,
  type Detour,
  type Part,
  type PartAfter,
} from "../resources/resource.ts";
import { resourceOf } from "../resources/resources.ts";
import type { Clock } from "../storage/ports.ts";
import {
  type PanelFailure,
  causeOf,
  failureOf,
  hasPanelEnded,
  isNotFoundPage,
  mayHaveHappened,
  PanelError,
} from "../wire/answers/failure.ts";

/** One action and what it is carried out with. */
export interface ActionContext {
  readonly request: ActionRequest;
  readonly action: Action<unknown>;
  readonly call: Call;
  /** Aborted before something is sent, nothing is; later the wait ends. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** How long to wait for a change to be seen. */
  readonly waitMs: number;
  /** Reports a phase, and notes it in the journal if something is sent in it. Rejects with `PanelError` if it cannot. */
  readonly report: (phase: Phase) => Promise<void>;
  /** See `Claim.alsoBy`. */
  readonly claimBy: (key: string) => Promise<boolean>;
  /** Takes the verifier that looks at the target from now on. */
  readonly onLooked: (verifier: Verifier) => void;
  /** The failure that an error stands for; reports defects. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** Whether the panel refused an action because its target is already as wanted. */
export async function isRefusedInVain(
  { call, failureIn }: ActionContext,
  { refusedWhenSo }: Action<unknown>,
  verifier: Verifier,
  failure: PanelFailure,
): Promise<boolean> {
  if (failure.kind !== "rejected" || refusedWhenSo !== true) return false;
  try {
    return await verifier.isAlreadyInState(call);
  } catch (error) {
    failureIn(error);
    return false;
  }
}

/** Look → is it still what was shown? → call → verification. Rejects with what kept it from sending anything. */
export async function performAction(context: ActionContext): Promise<Outcome> {
  const { request, action, call, clock, report, claimBy, onLooked, failureIn } = context;
  const { target, input = {} } = request;
  await report("checking");
  let verifier: Verifier | undefined = new Verifier({ ...context, rule: action.verification, target, input });
  try {
    verifier.begin(await verifier.look(call));
    onLooked(verifier);
    const key = verifier.identity?.[0];
    // others claim it by the panel's key, and may have changed it since this look
    if (key !== undefined && key !== target.key) {
      if (!(await claimBy(key))) return { kind: "busy" };
      verifier.begin(await verifier.look(call));
    }
  } catch (error) {
    const isKeyAllThatWasSeen = (shownIn(request)?.length ?? 1) === 1;
    if (!isKeyAllThatWasSeen || !saysNoSuchRead(failureOf(error), request)) throw error;
    // a panel without the read may still have the change (docs/protocol.md A.3)
    if (resourceOf(request.kind).mayMeanAnother?.(target.key) === true) return { kind: "ambiguous" };
    verifier = undefined;
  }
  const reason = verifier && whyNotSent(request, action, verifier);
  if (reason !== undefined) return reason;
  const changed = await changedParts(context, verifier?.before);
  if (changed !== undefined) return { kind: "changed", now: changed };
  const obstacle = await action.obstacle?.(call, input);
  if (obstacle !== undefined) return { kind: "failed", failure: obstacle };
  const detour = verifier && (await detourOf(context));
  const stopped = detour && verifier && (await stopFirst(context, detour, verifier.before));
  if (stopped !== undefined && stopped.kind !== "stopped") return stopped;
  if (stopped !== undefined && verifier !== undefined) onLooked(verifier);

  verifier?.outdate();
  const sentAt = clock.monotonic();
  let lost: PanelFailure | undefined;
  let hasEnded = true;
  try {
    await report(detour === undefined ? "sending" : "starting");
    await (detour?.second ?? action).send(call, target, input, verifier?.before);
  } catch (error) {
    const failure = failureIn(error);
    if (!mayHaveHappened(failure)) {
      if (stopped?.hasSent === true) return startAgain(context, detour, notStarted(stopped, failure));
      return verifier !== undefined && (await isRefusedInVain(context, action, verifier, failure))
        ? { kind: "already", why: "inVain" }
        : { kind: "failed", failure };
    }
    lost = causeOf(failure);
    hasEnded = stopped !== undefined && hasPanelEnded(failure);
  }
  if (verifier === undefined) return unconfirmed({ why: "noWay", evidence: undefined }, lost);

  await report("verifying");
  const { end, evidence, ...silent } = await watch({ ...context, verifier, sentAt, isAnswered: hasEnded });
  switch (end) {
    case "done": {
      const parts = await partsAfter(context);
      return { kind: "done", evidence, ...(parts.length > 0 && { parts }) };
    }
    case "doneAndGone":
      return { kind: "done", evidence, isGone: true };
    case "failed":
      if (lost !== undefined && stopped !== undefined) return startAgain(context, detour, notStarted(stopped, lost));
      return { kind: "wentWrong", evidence };
    case "unmoved":
      return { kind: "wentWrong", evidence };
    case "unchanged":
      return { kind: "unchanged", evidence };
    case "noWay":
    case "timedOut":
    case "partly":
    case "failing":
    case "unreadable":
    case "stopped":
      return unconfirmed({ why: end, evidence, ...silent }, lost);
    default:
      return end satisfies never;
  }
}

/** The way round an action that the panel does not have; `undefined`: it may have it. Asked after the look, which may tell. */
async function detourOf({ request: { panel }, action, signal }: ActionContext): Promise<Detour | undefined> {
  const { operation, instead } = action;
  if (instead === undefined || (await panel.offers(operation, signal))) return undefined;
  // nothing is stopped that could not be started again
  if (!(await panel.offers(instead.second.operation, signal))) throw new PanelError({ kind: "unsupported" });
  return instead;
}

/** Starts what was stopped for a second step that failed, unless that step was no more than the start. */
async function startAgain(context: ActionContext, detour: Detour | undefined, halfway: Outcome): Promise<Outcome> {
  const { start } = resourceOf(context.request.kind).actions;
  if (halfway.kind !== "halfway" || halfway.cause === undefined) return halfway;
  if (start === undefined || detour?.second.operation === start.operation) return halfway;
  const request = { ...context.request, verb: "start", input: {} } as const;
  try {
    const { kind } = await performAction({ ...context, request, action: start });
    const isUp = kind === "done" || kind === "already";
    return isUp ? { kind: "failed", failure: halfway.cause, why: "startedAgain" } : halfway;
  } catch (error) {
    context.failureIn(error);
    return halfway;
  }
}

/** @param lost what came in place of an answer; `undefined`: the panel has accepted it */
function unconfirmed({ why, ...seen }: LastSeen, lost: PanelFailure | undefined): Outcome {
  if (lost === undefined) return { kind: "sent", why, ...seen };
  return why === "partly" || why === "failing"
    ? { kind: "uncertain", cause: lost, why, ...seen }
    : { kind: "uncertain", cause: lost };
}

/** Why nothing is sent after a look at the target; `undefined`: it is the one that was shown, and not yet as wanted. */
function whyNotSent(
  request: ActionRequest,
  action: Action<unknown>,
  { before, identity: now, already }: Verifier,
): Outcome | undefined {
  if (now === undefined) return { kind: "gone" };
  const shown = shownIn(request) ?? now;
  const found = compare(shown, now);
  if (found === "another") return { kind: "changed", now: visibleText(differences(shown, now).join(", ")) || "?" };
  if (found === "incomplete") return { kind: "failed", failure: { kind: "malformed", fields: ["(key)"] } };
  if (already) return { kind: "already" };
  const missing = action.mustTell?.(before);
  return missing === undefined ? undefined : { kind: "failed", failure: { kind: "malformed", fields: [missing] } };
}

/** A page says that there is no such list only where a person named the target because there was none. */
function saysNoSuchRead(failure: PanelFailure | undefined, { state }: ActionRequest): boolean {
  if (failure === undefined) return false;
  return failure.kind === "unsupported" || (isNotFoundPage(failure) && state === "manual");
}

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

/** The parts as they are now where they are not as a person saw them. Throws where they cannot be read. */
export async function changedParts(
  { action, call, request }: ActionContext,
  before: unknown,
): Promise<readonly Part[] | undefined> {
  const shown = request.input?.with ?? [];
  const now: Part[] = [];
  for (const { kind } of shown) {
    const part = await action.parts?.read(call, before, kind);
    if (part !== undefined) now.push(part);
  }
  return isDeepStrictEqual(now, shown) ? undefined : now;
}

/**
 * What became of each part that was to be deleted. A part counts as gone only when a second look does not find it either (see
 * `Verifier.look`). Never throws.
 */
export async function partsAfter({
  action,
  call,
  request,
  clock,
  signal,
  failureIn,
}: Pick<ActionContext, "action" | "call" | "request" | "clock" | "signal" | "failureIn">): Promise<
  readonly PartAfter[]
> {
  const look = async (part: Part): Promise<PartAfter> => {
    try {
      const isThere = await action.parts?.isThere(call, part);
      return { ...part, state: isThere === true ? "there" : "gone" };
    } catch (error) {
      failureIn(error);
      return { ...part, state: "unknown" };
    }
  };
  const after: PartAfter[] = [];
  for (const part of request.input?.with ?? []) after.push(await look(part));
  if (after.every(({ state }) => state !== "gone")) return after;
  // once the signal is aborted, the looks themselves fail
  await clock.sleep(BETWEEN_LOOKS_MS, signal).catch(() => undefined);
  for (const [at, part] of after.entries()) if (part.state === "gone") after[at] = await look(part);
  return after;
}
