import { isWell, askAddress } from "./askAddress.ts";
import { actionOf, type ActionRequest } from "../actions/actionRequest.ts";
import * as v from "valibot";
import type { ActionRunner, ProcedureContext, RunOptions } from "../actions/actionRunner.ts";
import { changesFiles, type DeploymentCounts, type DeploymentEnd, type LockOwner } from "../actions/deploymentEnd.ts";
import type { Outcome, Phase } from "../actions/outcome.ts";
import { performAction } from "../actions/performAction.ts";
import type { DeploymentInput } from "../resources/resource.ts";
import { countsOf, deploy, finishUnfinished, rollBack, type DeployContext, type Result } from "./deploy.ts";
import { deployJar, rollBackJar, type JarContext, type PreparedJar } from "./deployJar.ts";
import { deploymentProblemOf } from "./deploymentError.ts";
import { sentBytes, type PreparedDeployment } from "./preparedDeployment.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { readState, type StatePaths } from "./remoteState.ts";
import type { Call } from "../resources/resource.ts";
import type { Clock } from "../storage/ports.ts";
import { panelFailureOf, throwIfEnded } from "../wire/answers/failure.ts";

/** A website or a Java project as the person saw it. */
export type DeployTo = Pick<ActionRequest, "panel" | "kind" | "target" | "row" | "by">;

export interface RunDeploymentOptions extends Pick<RunOptions, "alwaysAsk" | "confirm" | "showProgress"> {
  readonly runner: ActionRunner;
  /** Name of this computer, which others show, and id of this installation, which they compare. */
  readonly computer: string;
  readonly installation: string;
  /** Whether to take over the lock of another installation, or of a window that has died. */
  readonly mayTake: (owner: LockOwner) => boolean;
}

interface RunContext extends DeployContext, Pick<ProcedureContext, "waitMs"> {
  readonly onPhase: (phase: Phase, share?: number) => void;
}

interface Checks {
  /** A directory on this computer for the archive. */
  readonly temporary: string;
  /** Asked afterwards. */
  readonly address?: string | undefined;
  /** Goes back if the address does not answer as it should. */
  readonly rollsBack?: boolean | undefined;
}

interface ShownJar {
  /** Path of the jar on this computer, for the question. */
  readonly shownPath: string;
}

/** Deploys what the preview showed. Resolves whatever the panel does. */
export async function runDeployment(
  to: DeployTo,
  prepared: PreparedDeployment,
  { temporary, address, rollsBack, ...options }: RunDeploymentOptions & Checks,
): Promise<Outcome> {
  const { name, target, plan } = prepared;
  return run(
    to,
    "deploy",
    { name, directory: target, counts: countsOf(plan), bytes: sentBytes(plan) },
    prepared.paths,
    options,
    async (context) => {
      const result = await deploy(prepared, { ...context, temporary });
      if (result.end.state !== "wanted") return result;
      return checked(result, { address, rollsBack }, context, async () =>
        rollBack(prepared.paths, [context.by.id], context),
      );
    },
  );
}

/**
 * The outcome of a deployment that is already on the server: nothing is sent, but the address is asked. Throws `PanelError`
 * after a cancel.
 */
export async function runUnchanged(
  deployment: string,
  counts: DeploymentCounts,
  address: string | undefined,
  { clock, signal }: Pick<DeployContext, "clock" | "signal">,
): Promise<Outcome> {
  const end: DeploymentEnd = { deployment, counts, state: "wanted" };
  if (address === undefined) return outcomeOf({ end });
  const answer = await askAddress(address, clock, signal);
  throwIfEnded(signal);
  return outcomeOf({ end: { ...end, checked: { address, answer } } });
}

/** Deploys a jar and restarts its project. Resolves whatever the panel does. */
export async function runJarDeployment(
  to: DeployTo,
  prepared: PreparedJar,
  { address, rollsBack, shownPath, ...options }: RunDeploymentOptions & Omit<Checks, "temporary"> & ShownJar,
): Promise<Outcome> {
  const { name, jar, local } = prepared;
  const shown = { path: shownPath, modified: local.modified };
  const input = { name, directory: jar, bytes: local.size, local: shown };
  return run(to, "deploy", input, prepared.paths, options, async (context) => {
    const withRestart = { ...context, restart: restarting(to, context) };
    const result = await deployJar(prepared, withRestart);
    if (result.end.state !== "wanted") return result;
    return checked(result, { address, rollsBack }, context, async () =>
      rollBackJar(async () => rollBack(prepared.paths, [context.by.id], context), withRestart),
    );
  });
}

/** Undoes the latest deployments of a jar, and restarts its project. */
export async function runJarRollBack(
  to: DeployTo,
  input: DeploymentInput & { readonly ids: readonly string[] },
  paths: StatePaths,
  options: RunDeploymentOptions,
): Promise<Outcome> {
  return run(to, "rollBack", input, paths, options, async (context) =>
    rollBackJar(async () => rollBack(paths, input.ids, context), { ...context, restart: restarting(to, context) }),
  );
}

/** Restarts a project as its own action does, but without a question and a record. */
function restarting(to: DeployTo, { clock, waitMs, onPhase, failureIn }: RunContext): JarContext["restart"] {
  const request: ActionRequest = { ...to, verb: "restart", input: {} };
  return async (signal) =>
    performAction({
      request,
      action: actionOf(request),
      call: to.panel.callFor(signal),
      signal,
      clock,
      waitMs,
      report: async (phase) => onPhase(phase),
      showLine: () => undefined,
      // the deployment has claimed the project
      alsoClaim: async () => true,
      onVerifier: () => undefined,
      failureIn,
    });
}

/** Asks the address. If it does not answer well, calls `undo` where the deployment says so and has changed something. */
async function checked(
  result: Result,
  { address, rollsBack }: Omit<Checks, "temporary">,
  { clock, signal, onPhase }: RunContext,
  undo: () => Promise<Result>,
): Promise<Result> {
  if (address === undefined) return result;
  onPhase("checkingAddress");
  const answer = await askAddress(address, clock, signal);
  const end: DeploymentEnd = { ...result.end, checked: { address, answer } };
  if (isWell(answer) || rollsBack !== true || !changesFiles(end.counts) || signal.aborted) return { ...result, end };
  onPhase("goingBack", 0);
  const back = await undo();
  const { state, isRunning, problem } = back.end;
  if (state !== "wanted") return { ...back, end: { ...end, state, ...(problem && { problem }) } };
  return {
    ...back,
    end: { ...end, state: "before", isRolledBack: true, ...(isRunning !== undefined && { isRunning }) },
  };
}

/** Undoes the latest deployments. */
export async function runRollBack(
  to: DeployTo,
  input: DeploymentInput & { readonly ids: readonly string[] },
  paths: StatePaths,
  options: RunDeploymentOptions,
): Promise<Outcome> {
  return run(to, "rollBack", input, paths, options, async (context) => rollBack(paths, input.ids, context));
}

/** Brings back what was there before a deployment that was cut off. */
export async function runFinishUnfinished(
  to: DeployTo,
  input: DeploymentInput,
  paths: StatePaths,
  options: RunDeploymentOptions,
): Promise<Outcome> {
  return run(to, "rollBack", input, paths, options, async (context) => finishUnfinished(paths, context), "mixed");
}

async function run(
  to: DeployTo,
  verb: "deploy" | "rollBack",
  input: DeploymentInput,
  paths: StatePaths,
  { runner, computer, installation, mayTake, ...options }: RunDeploymentOptions,
  perform: (context: RunContext) => Promise<Result>,
  /** What is on the server if it cannot begin. */
  untouched: DeploymentEnd["state"] = "before",
): Promise<Outcome> {
  const performIn = async ({
    clock,
    signal,
    waitMs,
    report,
    failureIn,
    begin,
    claim,
  }: ProcedureContext): Promise<Outcome> => {
    await begin({ id: claim.id, deployment: input.name, paths, verb } satisfies BegunDeployment);
    try {
      const result = await perform({
        callFor: (given) => to.panel.callFor(given),
        clock,
        signal,
        waitMs,
        // by the wall clock: other computers show it
        by: { id: claim.id, deployment: input.name, computer, installation, at: clock.wallTime() },
        mayTake,
        onPhase: report,
        failureIn,
      });
      return outcomeOf({ ...result, end: { ...result.end, id: claim.id } });
    } catch (error) {
      // thrown before anything was changed
      const end: DeploymentEnd = { deployment: input.name, state: untouched };
      const problem = deploymentProblemOf(error);
      if (problem === undefined) return { kind: "failed", failure: panelFailureOf(error), deployment: end };
      const deployment = { ...end, problem };
      if (problem.kind === "locked") return { kind: "busy", deployment };
      return problem.kind === "changed"
        ? { kind: "changed", now: "", deployment }
        : { kind: "wentWrong", evidence: undefined, deployment };
    }
  };
  return runner.run({ ...to, verb, input: { deployment: input } }, { ...options, procedure: { perform: performIn } });
}

function outcomeOf({ end, failure, evidence }: Result): Outcome {
  const { state, counts, checked: answered } = end;
  if (state === "wanted") {
    if (answered !== undefined && !isWell(answered.answer)) return { kind: "wentWrong", evidence, deployment: end };
    return changesFiles(counts) ? { kind: "done", evidence, deployment: end } : { kind: "already", deployment: end };
  }
  if (state !== "before") return { kind: "uncertain", cause: failure, deployment: end };
  return failure === undefined
    ? { kind: "wentWrong", evidence, deployment: end }
    : { kind: "failed", failure, deployment: end };
}

/** A deployment or roll back in the journal. */
interface BegunDeployment {
  readonly id: string;
  readonly deployment: string;
  readonly paths: StatePaths;
  readonly verb: "deploy" | "rollBack";
}

const begunDeployment: v.GenericSchema<unknown, BegunDeployment> = v.object({
  id: v.string(),
  deployment: v.string(),
  paths: v.object({ site: v.string(), state: v.string(), target: v.string() }),
  verb: v.picklist(["deploy", "rollBack"]),
});

/**
 * Finds out on the server how a deployment or roll back ended whose window has died. Throws `PanelError`.
 * @param begun its entry in the journal
 */
export async function inspectAbandoned(
  begun: unknown,
  call: Call,
  clock: Clock,
  signal: AbortSignal,
): Promise<Outcome> {
  const why = "abandoned";
  const parsed = v.safeParse(begunDeployment, begun);
  if (!parsed.success) return { kind: "uncertain", cause: undefined, why };
  const { id, deployment, paths, verb } = parsed.output;
  const { history, unfinished } = await readState(new RemoteFiles(call, clock, signal), paths);
  if (unfinished !== undefined)
    return { kind: "uncertain", cause: undefined, why, deployment: { deployment, state: "mixed" } };
  // one that has ended leaves no trace of its own
  if (verb === "rollBack") return { kind: "uncertain", cause: undefined, why };
  return history.some((past) => past.id === id)
    ? { kind: "done", evidence: undefined, why, deployment: { deployment, state: "wanted" } }
    : { kind: "failed", failure: { kind: "cancelled" }, deployment: { deployment, state: "before" } };
}
