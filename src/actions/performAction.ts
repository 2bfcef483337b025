import { isDeepStrictEqual } from "node:util";
import { type ActionRequest, type ResourceRequest, type RowAction, shownIdentity } from "./actionRequest.ts";
import type { Phase, LastSeen, Outcome } from "./outcome.ts";
import { isReached } from "./outcomeKinds.ts";
import { OwnLines } from "./ownLines.ts";
import { endWithWebServer, keepFiles } from "./putBack.ts";
import { Verifier, BETWEEN_LOOKS_MS } from "./verifier.ts";
import { watch } from "./watch.ts";
import { plainText, visibleText } from "../characters/plainText.ts";
import { facts, type Fact } from "../resources/facts.ts";
import {
  compare,
  differences,
  latest,
  proveDeletion,
  type Action,
  type Call,
  type Detour,
  type Part,
  type PartAfter,
} from "../resources/resource.ts";
import { resourceOf } from "../resources/resources.ts";
import { isObject } from "../wire/answers/isObject.ts";
import { ServerFiles } from "../serverFiles/serverFiles.ts";
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

/** An action with everything needed to perform it. */
export interface ActionContext extends RowAction {
  readonly call: Call;
  /** Aborting it before the change prevents the change; later, it ends the wait. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** How long to wait for the change to show. */
  readonly waitMs: number;
  /**
   * Shows a phase. First writes it to the journal if something is sent in it, or if the panel has answered the change.
   * Rejects with `PanelError`.
   */
  readonly report: (phase: Phase, isAnswered?: boolean) => Promise<void>;
  /** Shows a line of the panel's own log beside the phase. */
  readonly showLine: (line: string) => void;
  /** See `Claim.alsoClaim`. */
  readonly alsoClaim: (key: string) => Promise<boolean>;
  /** Receives the verifier of each step, whose latest look the tree shows. */
  readonly onVerifier: (verifier: Verifier) => void;
  /**
   * Converts an error to a failure, and reports defects. A failure that needs a person also skips the panel's other
   * targets.
   */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** Whether the panel refused an action only because its target is already in the wanted state. */
async function isAlreadyInState(
  { call, failureIn }: ActionContext,
  { refusedIfAlready }: Action<unknown>,
  verifier: Verifier,
  failure: PanelFailure,
): Promise<boolean> {
  if (failure.kind !== "rejected" || refusedIfAlready !== true) return false;
  try {
    return await verifier.isAlreadyInState(call);
  } catch (error) {
    failureIn(error);
    return false;
  }
}

/** Whether a refusal does not tell that nothing was done. */
function mayComeAfterwards({ refusedAfterwards: words }: Action<unknown>, failure: PanelFailure): boolean {
  return failure.kind === "rejected" && words?.test(failure.message) === true;
}

/**
 * Performs an action: looks at the target, checks that it is still the one that was shown, sends the change, and verifies
 * it. Rejects if something fails before the change is sent.
 */
export async function performAction(context: ActionContext): Promise<Outcome> {
  const { request, action, call, clock, report, alsoClaim, onVerifier } = context;
  const { target, input = {} } = request;
  await report("checking");
  let verifier: Verifier | undefined = new Verifier({ ...context, rule: action.verification, target, input });
  try {
    verifier.begin(await verifier.look(call));
    onVerifier(verifier);
    const key = verifier.identity?.[0];
    // other windows claim it by the panel's key, and may have changed it since this look
    if (key !== undefined && key !== target.key) {
      if (!(await alsoClaim(key))) return { kind: "busy" };
      verifier.begin(await verifier.look(call));
    }
  } catch (error) {
    const hasShownOnlyKey = (shownIdentity(request)?.length ?? 1) === 1;
    if (!hasShownOnlyKey || !isMissingRead(failureOf(error), request)) throw error;
    // a panel that does not offer the read may still offer the change (docs/protocol.md A.3)
    const { mayMeanAnother, listedBy } = resourceOf(request.kind);
    const isGuess = mayMeanAnother?.(target.key) === true;
    // without any list the typed ID is all that there is
    if (isGuess && (await request.panel.offers(listedBy, context.signal))) return { kind: "ambiguous" };
    verifier = undefined;
  }
  const reason = verifier && whyNotSent(context, verifier);
  if (reason !== undefined) return reason;
  const changed = await changedParts(context, verifier?.before);
  if (changed !== undefined) return { kind: "changed", now: changed };
  const obstacle = await action.obstacle?.(call, input, verifier?.before);
  if (obstacle !== undefined) return { kind: "failed", failure: obstacle };
  const detour = verifier && (await detourOf(context));
  const stopped = detour && verifier && (await stopFirst(context, detour, verifier.before));
  if (stopped !== undefined && stopped.kind !== "stopped") return stopped;
  if (stopped !== undefined && verifier !== undefined) onVerifier(verifier);

  const paths = (verifier?.before !== undefined && action.putsBack?.(verifier.before)) || [];
  if (paths.length === 0) return changeAndWatch(context, { verifier, detour, stopped });
  // an older panel lacks the reads as well, but this is why it gets nothing
  if (!(await request.panel.offers(action.operation, context.signal))) throw new PanelError({ kind: "unsupported" });
  const kept = await keepFiles(new ServerFiles(call, clock, context.signal), paths);
  if ("problem" in kept) return kept;
  const outcome = await changeAndWatch(context, { verifier, detour, stopped });
  return endWithWebServer(outcome, { panel: request.panel, clock, kept, report });
}

/** What was found and done before a change is sent. */
interface Prepared {
  /** `undefined`: the panel has no read that could show the change. */
  readonly verifier: Verifier | undefined;
  readonly detour: Detour | undefined;
  readonly stopped: Stopped | undefined;
}

/** Sends the change, and looks until its end is known. */
async function changeAndWatch(context: ActionContext, { verifier, detour, stopped }: Prepared): Promise<Outcome> {
  const { request, action, call, clock, report, showLine, failureIn } = context;
  const { target, input = {} } = request;
  const lines = new OwnLines({ read: action.lastLine, call, clock, show: showLine });
  await lines.begin();
  verifier?.outdate();
  const sentAt = clock.monotonic();
  let lost: PanelFailure | undefined;
  let refused: PanelFailure | undefined;
  let isAnswered = true;
  let said: string | undefined;
  try {
    await report(detour === undefined ? "sending" : "starting");
    said = wordsIn(await lines.during((detour?.second ?? action).send(call, target, input, verifier?.before)));
  } catch (error) {
    const failure = failureIn(error);
    if (mayComeAfterwards(action, failure)) refused = failure;
    else if (!mayHaveHappened(failure)) {
      if (stopped?.hasSent === true) return startAgain(context, detour, notStarted(stopped, failure));
      if (verifier !== undefined && (await isAlreadyInState(context, action, verifier, failure)))
        return { kind: "already", why: "refused" };
      return { kind: "failed", failure };
    }
    lost = causeOf(failure);
    isAnswered = refused !== undefined || (stopped !== undefined && hasPanelEnded(failure));
  }
  if (verifier === undefined) return withWords(unconfirmed({ why: "noWay", evidence: undefined }, lost), said);

  await report("verifying", lost === undefined || refused !== undefined);
  const onSettling = (isSettling: boolean) => void report(isSettling ? "staying" : "verifying");
  const watching = watch({ ...context, verifier, sentAt, isAnswered, onSettling });
  const { end, evidence, ...silent } = await lines.during(watching);
  switch (end) {
    case "done": {
      const parts = await partsAfter(context);
      return { kind: "done", evidence, ...(parts.length > 0 && { parts }) };
    }
    case "doneAndGone":
      return { kind: "done", evidence, isGone: true };
    case "failed":
      if (lost !== undefined && stopped !== undefined) return startAgain(context, detour, notStarted(stopped, lost));
      // its words say why
      if (refused !== undefined) return { kind: "failed", failure: refused };
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
      return withWords(
        unconfirmed(
          { why: end, evidence: facts({ lastLine: lines.last })[0] ?? evidence, ...silent },
          lost,
          stillListed(action, verifier),
        ),
        said,
      );
    default:
      return end satisfies never;
  }
}

/** The detour, if the panel does not offer the action itself. Call it after the look, which may reveal the edition. */
async function detourOf({ request: { panel }, action, signal }: ActionContext): Promise<Detour | undefined> {
  const { operation, detour } = action;
  if (detour === undefined || (await panel.offers(operation, signal))) return undefined;
  // stop nothing that could not be started again
  if (!(await panel.offers(detour.second.operation, signal))) throw new PanelError({ kind: "unsupported" });
  return detour;
}

/** Starts the target again after the second step of a detour failed, unless that step was itself the start. */
async function startAgain(context: ActionContext, detour: Detour | undefined, halfway: Outcome): Promise<Outcome> {
  const { start } = resourceOf(context.request.kind).actions;
  if (halfway.kind !== "halfway" || halfway.cause === undefined) return halfway;
  if (start === undefined || detour?.second.operation === start.operation) return halfway;
  const request = { ...context.request, verb: "start", input: {} } as const;
  try {
    const started = await performAction({ ...context, request, action: start });
    if (isReached(started)) return { kind: "failed", failure: halfway.cause, why: "startedAgain" };
    return halfway;
  } catch (error) {
    context.failureIn(error);
    return halfway;
  }
}

/**
 * The outcome of a change that no look has confirmed.
 * @param lost the failure of the call; `undefined`: the panel accepted it
 * @param listing see `stillListed`
 */
function unconfirmed({ why, ...seen }: LastSeen, lost: PanelFailure | undefined, listing?: Fact): Outcome {
  if (lost === undefined) return { kind: "sent", why, ...seen };
  if (why === "partly" || why === "failing") return { kind: "uncertain", cause: lost, why, ...seen };
  const evidence = seen.evidence?.name === "lastLine" ? seen.evidence : listing;
  return { kind: "uncertain", cause: lost, ...(evidence && { evidence }) };
}

/** Adds what the panel has answered where nothing else tells what has happened. */
function withWords(outcome: Outcome, said: string | undefined): Outcome {
  if (outcome.kind !== "sent" || outcome.why !== "noWay" || said === undefined) return outcome;
  return { ...outcome, said };
}

/** The panel's own words in its answer to a change. */
function wordsIn(answer: unknown): string | undefined {
  if (!isObject(answer) || typeof answer["msg"] !== "string") return undefined;
  return plainText(answer["msg"]) || undefined;
}

/** For a deletion, that the last look has still found its target. One that did not find it was in doubt, and tells nothing. */
function stillListed({ verification }: Action<unknown>, { latest: last }: Verifier): Fact | undefined {
  if (!proveDeletion(verification.proofs) || last?.seen === undefined) return undefined;
  return { name: "state", value: "listed" };
}

/** Why nothing is sent after the first look; `undefined`: the target is the one that was shown, and needs the change. */
function whyNotSent({ request, action }: RowAction, { before, identity: now, already }: Verifier): Outcome | undefined {
  if (now === undefined) return { kind: "gone" };
  const shown = shownIdentity(request) ?? now;
  const found = compare(shown, now);
  if (found === "another") return { kind: "changed", now: visibleText(differences(shown, now).join(", ")) || "?" };
  if (found === "incomplete") return { kind: "failed", failure: { kind: "malformed", fields: ["(identity)"] } };
  if (already) return { kind: "already" };
  const changed = action.changedTo?.(before, request.input ?? {});
  if (changed !== undefined) return { kind: "changed", now: visibleText(changed) || "?" };
  const missing = action.missingField?.(before);
  if (missing === undefined) return undefined;
  return { kind: "failed", failure: { kind: "malformed", fields: [missing] } };
}

/**
 * Whether a read failed because the panel does not offer it. A 404 page means that only if a person typed the target's name,
 * because there was no list to choose from.
 */
function isMissingRead(failure: PanelFailure | undefined, { state }: ActionRequest): boolean {
  if (failure === undefined) return false;
  return failure.kind === "unsupported" || (isNotFoundPage(failure) && state === "manual");
}

/**
 * The shortest wait for a stop: the old process may still hold the port, and a target that stops after the wait stays
 * down. A graceful shutdown takes half a minute by the defaults of common frameworks.
 */
const LEAST_WAIT_MS = 60_000;

/** The target has stopped, and can be started now. */
interface Stopped {
  readonly kind: "stopped";
  /** Whether a stop was sent; if not, it was already stopped. */
  readonly hasSent: boolean;
}

/**
 * Stops the target, the first step of a detour, and looks at it just before the second step. Resolves to an outcome if there
 * will be no second step.
 */
async function stopFirst(context: ActionContext, detour: Detour, before: unknown): Promise<Stopped | Outcome> {
  const { request, call, clock, report, onVerifier, failureIn } = context;
  const { stop } = resourceOf(request.kind).actions;
  if (stop === undefined) throw new TypeError(`${request.kind} has no stop`);
  const isStopped = (seen: unknown) => seen !== undefined && stop.verification.isAlready?.(seen) === true;
  const isAnother = (seen: unknown) => seen !== undefined && detour.runsAnew(before, seen);
  const { otherwise } = stop.verification;
  const verification: typeof stop.verification = {
    ...stop.verification,
    // it tells whether it runs anew
    observe: context.action.verification.observe,
    // the target may be started once it is seen stopped, whoever has stopped it, and whatever its state was before
    proofs: [{ isShown: isStopped }],
    otherwise: (was, since, input) =>
      isAnother(latest(since)) ? "failed" : (otherwise?.(was, since, input) ?? "pending"),
  };
  const verifier = new Verifier({ ...context, rule: verification, target: request.target }, before);
  const hasSent = !isStopped(before);
  if (hasSent) {
    onVerifier(verifier);
    verifier.outdate();
    const sentAt = clock.monotonic();
    let lost: PanelFailure | undefined;
    try {
      await report("stopping");
      await stop.send(call, request.target, {}, before);
    } catch (error) {
      const failure = failureIn(error);
      if (mayHaveHappened(failure)) lost = causeOf(failure);
      else if (!(await isAlreadyInState(context, stop, verifier, failure))) return { kind: "failed", failure };
    }
    await report("awaitingStop");
    const waitMs = Math.max(LEAST_WAIT_MS, context.waitMs);
    const { end } = await watch({ ...context, verifier, sentAt, waitMs, isAnswered: lost === undefined });
    if (isAnother(verifier.latest?.seen)) return { kind: "halfway", why: "runsAgain" };
    if (end !== "done") {
      const stillRuns = end !== "stopped" && isKnown(request, verifier.latest?.seen, clock);
      const waited = stillRuns ? { waitedMs: waitMs } : {};
      if (lost !== undefined) return { kind: "halfway", why: "stopLost", cause: lost, ...waited };
      if (end === "stopped") return { kind: "halfway", why: "stopLeft" };
      return { kind: "halfway", why: stillRuns ? "stillRuns" : "stopUnseen", ...waited };
    }
  }
  try {
    // a second start would do harm if somebody else has started it
    await verifier.check(call, 0);
  } catch (error) {
    return notStarted({ hasSent }, failureIn(error));
  }
  if (isStopped(verifier.latest?.seen)) return { kind: "stopped", hasSent };
  if (hasSent) return { kind: "halfway", why: "runsAgain" };
  if (verifier.latest?.seen === undefined) return { kind: "gone" };
  return { kind: "busy" };
}

/** Whether a look tells the target's state. */
function isKnown({ kind, row }: ResourceRequest, seen: unknown, clock: Clock): boolean {
  const { seenRows, state } = resourceOf(kind);
  const [now] = seen === undefined ? [] : (seenRows?.(seen, row) ?? []);
  // by the wall clock: a state may depend on the days until a date that the panel tells
  return now !== undefined && state(now, clock.wallTime()) !== "unknown";
}

/**
 * The outcome if the second step of a detour did not happen. If a person cancelled after the stop, that is no failure.
 */
function notStarted({ hasSent }: Pick<Stopped, "hasSent">, failure: PanelFailure): Outcome {
  if (!hasSent) return { kind: "failed", failure };
  if (failure.kind === "cancelled") return { kind: "halfway", why: "leftStopped" };
  return { kind: "halfway", why: "startFailed", cause: failure };
}

/** Reads the parts to be deleted; `undefined`: they are as the person saw them. Throws if they cannot be read. */
async function changedParts(
  { action, call, request }: ActionContext,
  before: unknown,
): Promise<readonly Part[] | undefined> {
  const shown = request.input?.with ?? [];
  const now: Part[] = [];
  for (const { kind } of shown) {
    const part = await action.parts?.read(call, before, kind);
    if (part !== undefined) now.push(part);
  }
  if (isDeepStrictEqual(now, shown)) return undefined;
  return now;
}

/** Looks at each part that was to be deleted. A part is gone only if two looks miss it (see `Verifier.look`). Never throws. */
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
  // after an abort, the looks themselves fail
  await clock.sleep(BETWEEN_LOOKS_MS, signal).catch(() => undefined);
  for (const [at, part] of after.entries()) if (part.state === "gone") after[at] = await look(part);
  return after;
}
