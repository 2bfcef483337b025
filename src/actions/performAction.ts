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
  PanelError,
  type PanelFailure,
} from "../wire/answers/failure.ts";
import { isRefusedInVain, type ActionContext } from "./actionContext.ts";
import { shownIn, type ActionRequest } from "./actionRequest.ts";
import { changedParts, partsAfter } from "./changedParts.ts";
import type { LastSeen, Outcome } from "./outcome.ts";
import { notStarted, stopFirst } from "./stopFirst.ts";
import { Verifier } from "./verifier.ts";
import { watch } from "./watch.ts";

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
