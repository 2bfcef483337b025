import { rowActionOf } from "../actions/actionRequest.ts";
import type { ProcedureContext } from "../actions/actionRunner.ts";
import type { Outcome, Phase } from "../actions/outcome.ts";
import { performAction } from "../actions/performAction.ts";
import { lastingMs, type Action, type Observations } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import type { TargetProcess } from "./targetKind.ts";
import { targetKindOf } from "./targetKinds.ts";
import type { DeployTo } from "./targetNow.ts";

interface ChangeContext extends Pick<ProcedureContext, "clock" | "waitMs" | "failureIn"> {
  readonly onPhase: (phase: Phase) => void;
}

/** Does to the process of a target what its own action does, but without a question and a record. Never rejects, but with defects. */
export async function changeProcess(
  to: DeployTo,
  verb: Extract<Verb, "restart" | "start" | "stop">,
  signal: AbortSignal,
  { clock, waitMs, onPhase, failureIn }: ChangeContext,
): Promise<Outcome> {
  const { request, action } = rowActionOf({ ...to, verb, input: {} });
  const { process } = targetKindOf(to);
  return performAction({
    request,
    action: verb === "stop" || process === undefined ? action : soonFailing(action, process),
    call: to.panel.callFor(signal),
    signal,
    clock,
    waitMs,
    report: async (phase) => onPhase(phase),
    showLine: () => undefined,
    // the deployment has claimed the target
    alsoClaim: async () => true,
    onVerifier: () => undefined,
    failureIn,
  }).catch((error: unknown): Outcome => ({ kind: "failed", failure: failureIn(error) }));
}

/** How long no process has been there, by looks, if none will come. */
const GONE_MS = 3_000;

/** The action, which fails as soon as the process was seen gone twice: without it nothing comes up, and visitors wait. */
function soonFailing(action: Action<unknown>, process: TargetProcess): Action<unknown> {
  const isGone = (seen: unknown) => seen !== undefined && process.isStopped(seen);
  const otherwise = (_before: unknown, since: Observations<unknown>) =>
    lastingMs(since, isGone) >= GONE_MS ? "failed" : "pending";
  return { ...action, verification: { ...action.verification, otherwise } };
}
