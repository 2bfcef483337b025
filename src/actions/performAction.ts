import { visibleText } from "../characters/plainText.ts";
import { compare, differences } from "../resources/identity.ts";
import type { Action, Detour } from "../resources/resource.ts";
import { resourceOf } from "../resources/resources.ts";
import {
  causeOf,
  failureOf,
  hasPanelEnded,
  isNotFoundPage,
  mayHaveHappened,
  type PanelFailure,
} from "../wire/answers/failure.ts";
import { shownIn, type ActionRequest } from "./actionRequest.ts";
import { changedParts, partsAfter } from "./changedParts.ts";
import { isSoAnyway } from "./isSoAnyway.ts";
import type { LastSeen, Outcome } from "./outcome.ts";
import type { Performance } from "./performance.ts";
import { provingAbsence } from "./provingAbsence.ts";
import { notStarted, stopFirst } from "./stopFirst.ts";
import { Verifier } from "./verifier.ts";
import { watch } from "./watch.ts";

/** Look → is it still what was shown? → call → verification. Throws defects from before anything was sent, and no other. */
export async function performAction(performance: Performance): Promise<Outcome> {
  const { request, action, call, clock, report, claimBy, onLooked, failureIn } = performance;
  await report("checking");
  let verifier: Verifier | undefined;
  try {
    verifier = await look(performance);
    const key = verifier.identity?.[0];
    // others claim it by the panel's key, and may have changed it since this look
    if (key !== undefined && key !== request.target.key) {
      if (!(await claimBy(key))) return { kind: "busy" };
      verifier = await look(performance);
    }
  } catch (error) {
    const failure = failureOrThrow(error);
    const isKeyAllThatWasSeen = (shownIn(request)?.length ?? 1) === 1;
    if (!isKeyAllThatWasSeen || !saysNoSuchRead(failure, request)) return { kind: "failed", failure };
    // a panel without the read may still have the change (docs/protocol.md A.3)
    if (resourceOf(request.kind).mayMeanAnother?.(request.target.key) === true) return { kind: "ambiguous" };
  }
  const reason = verifier && whyNotSent(request, action, verifier);
  if (reason !== undefined) return reason;

  try {
    const parts = await changedParts(performance, verifier?.before);
    if (parts !== undefined) return { kind: "changed", now: parts };
  } catch (error) {
    return { kind: "failed", failure: failureOrThrow(error) };
  }

  const obstacle = await obstacleOf(performance);
  if (obstacle !== undefined) return { kind: "failed", failure: obstacle };
  const detour = verifier && (await detourOf(performance));
  if (detour !== undefined && "kind" in detour) return { kind: "failed", failure: detour };
  const stopped = detour && verifier && (await stopFirst(performance, detour, verifier.before));
  if (stopped !== undefined && stopped.kind !== "stopped") return stopped;
  if (stopped !== undefined && verifier !== undefined) onLooked(verifier);

  verifier?.outdate();
  const sentAt = clock.monotonic();
  let lost: PanelFailure | undefined;
  let hasEnded = true;
  try {
    await report(detour === undefined ? "sending" : "starting");
    await (detour?.second ?? action).send(call, request.target, request.input ?? {}, verifier?.before);
  } catch (error) {
    const failure = failureIn(error);
    if (!mayHaveHappened(failure)) {
      if (stopped?.hasSent === true) return startAgain(performance, detour, notStarted(stopped, failure));
      return verifier !== undefined && (await isSoAnyway(performance, action, verifier, failure))
        ? { kind: "already", why: "inVain" }
        : { kind: "failed", failure };
    }
    lost = causeOf(failure);
    hasEnded = stopped !== undefined && hasPanelEnded(failure);
  }
  if (verifier === undefined) return unconfirmed({ why: "noWay", evidence: undefined }, lost);

  await report("verifying");
  const { end, evidence, ...silent } = await watch({ ...performance, verifier, sentAt, isAnswered: hasEnded });
  switch (end) {
    case "done": {
      const parts = await partsAfter(performance);
      return { kind: "done", evidence, ...(parts.length > 0 && { parts }) };
    }
    case "doneAndGone":
      return { kind: "done", evidence, isGone: true };
    case "failed":
      if (lost !== undefined && stopped !== undefined)
        return startAgain(performance, detour, notStarted(stopped, lost));
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

/** What stands in the way of what a person chose, or why that cannot be looked at. */
async function obstacleOf({ request, action, call }: Performance): Promise<PanelFailure | undefined> {
  try {
    return await action.obstacle?.(call, request.input ?? {});
  } catch (error) {
    return failureOrThrow(error);
  }
}

async function look(performance: Performance): Promise<Verifier> {
  const { request, action, call, onLooked } = performance;
  const rule = provingAbsence(action.verification, performance);
  const verifier = await Verifier.begin(rule, call, request.target, request.input);
  onLooked(verifier);
  return verifier;
}

/** The way round an action that the panel does not have; `undefined`: it may have it. Asked after the look, which may tell. */
async function detourOf({
  request: { panel },
  action,
  signal,
}: Performance): Promise<Detour | PanelFailure | undefined> {
  const { operation, instead } = action;
  try {
    if (instead === undefined || (await panel.offers(operation, signal))) return undefined;
    // nothing is stopped that could not be started again
    return (await panel.offers(instead.second.operation, signal)) ? instead : { kind: "unsupported" };
  } catch (error) {
    return failureOrThrow(error);
  }
}

/** What was stopped for a second step that failed is started as it was, unless the step was no more than that. */
async function startAgain(performance: Performance, detour: Detour | undefined, halfway: Outcome): Promise<Outcome> {
  const { start } = resourceOf(performance.request.kind).actions;
  if (halfway.kind !== "halfway" || halfway.cause === undefined) return halfway;
  if (start === undefined || detour?.second.operation === start.operation) return halfway;
  const request = { ...performance.request, verb: "start", input: {} } as const;
  const { kind } = await performAction({ ...performance, request, action: start });
  return kind === "done" || kind === "already"
    ? { kind: "failed", failure: halfway.cause, why: "startedAgain" }
    : halfway;
}

/** @param lost what came in place of an answer; `undefined`: the panel has accepted it */
function unconfirmed({ why, ...seen }: LastSeen, lost: PanelFailure | undefined): Outcome {
  if (lost === undefined) return { kind: "sent", why, ...seen };
  return why === "partly" || why === "failing"
    ? { kind: "uncertain", cause: lost, why, ...seen }
    : { kind: "uncertain", cause: lost };
}

function failureOrThrow(error: unknown): PanelFailure {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  return failure;
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
function saysNoSuchRead(failure: PanelFailure, { state }: ActionRequest): boolean {
  return failure.kind === "unsupported" || (isNotFoundPage(failure) && state === "manual");
}
