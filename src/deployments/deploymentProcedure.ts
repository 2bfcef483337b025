import type { ProcedureContext, RunOptions, Running } from "../actions/actionRunner.ts";
import type { Outcome, Phase } from "../actions/outcome.ts";
import type { DeploymentInput } from "../resources/plannedDeployment.ts";
import type { Call } from "../resources/resource.ts";
import type { BegunDeployment } from "./abandonedDeployment.ts";
import { DeploymentError } from "./deploymentError.ts";
import { outcomeOf, outcomeOfThrown, type Result } from "./deploymentResult.ts";
import type { ProcessContext } from "./restartTarget.ts";
import type { StepsContext } from "./steps/runSteps.ts";
import type { ScriptContext } from "./serverRun.ts";
import { isStoppedProcess, targetKindOf } from "./targetKinds.ts";
import { targetNow, type DeployTo } from "./targetNow.ts";
import { changeProcess } from "./targetProcess.ts";
import { unlessFailing } from "../wire/answers/failure.ts";

/** What every deployment and roll back is run with. */
export interface RunDeploymentOptions
  extends
    Pick<RunOptions, "alwaysAsk" | "confirm" | "isAgreed" | "showProgress">,
    Pick<ScriptContext, "script" | "installation" | "temporary"> {
  readonly runner: Running["runner"];
  /** Name of this computer, which others show. */
  readonly computer: string;
  /** Whether a person still agrees to what it runs; asked once more before anything is changed. */
  readonly isStillAgreed?: () => Promise<boolean>;
  /** Tells which step begins. */
  readonly onStep?: StepsContext["onStep"];
  /** Shows what a step or the log writes. */
  readonly onOutput?: StepsContext["onOutput"];
  /** Says something between what they write. */
  readonly say?: RunContext["say"];
}

/** What a deployment or a roll back has while it runs. */
export interface RunContext extends ProcessContext, Pick<ProcedureContext, "waitMs"> {
  readonly onPhase: (phase: Phase, share?: number) => void;
  /** Says something between what is written. */
  readonly say: (sentence: string) => void;
}

/**
 * Runs a deployment or a roll back as the runner's procedure: claims, journals and records it. Resolves whatever the panel does.
 * @param begun what the journal keeps of it
 * @param act what it does to the server
 */
export async function perform(
  to: DeployTo,
  input: DeploymentInput,
  begun: Omit<BegunDeployment, "deployment" | "targetKind" | "steps"> & Partial<Pick<BegunDeployment, "steps">>,
  {
    runner,
    computer,
    script,
    installation,
    temporary,
    isStillAgreed,
    onStep = () => undefined,
    onOutput = () => undefined,
    say = () => undefined,
    ...options
  }: RunDeploymentOptions,
  act: (context: RunContext) => Promise<Result>,
): Promise<Outcome> {
  const { verb, place, ids } = begun;
  const { targetKind } = to;
  const performIn = async ({ clock, signal, waitMs, report, failureIn, begin }: ProcedureContext): Promise<Outcome> => {
    await begin({ steps: [], ...begun, deployment: input.name, targetKind } satisfies BegunDeployment);
    const callFor = (given: AbortSignal) => to.panel.callFor(given);
    let isStopped = false;
    const leftTasks = new Set<string>();
    const files = { script, installation, temporary, leftTasks };
    const common = { callFor, clock, signal, waitMs, ...files, failureIn, onPhase: report, onStep, onOutput, say };
    const context: RunContext = {
      ...common,
      // by the wall clock: other computers show it
      by: { computer, at: clock.wallTime(), ...(to.group && { run: to.group.id }) },
      async lookAgain(given) {
        if ((await isStillAgreed?.()) === false) throw new DeploymentError({ kind: "notAgreed" });
        const row = await targetNow(to, place, callFor(given));
        isStopped = isStoppedProcess({ ...to, row });
      },
      isStopped: () => isStopped,
      startsStopped: false,
      maySplit: targetKindOf(to).brings.what === "folder",
      // a restart that failed may have left nothing running, and panels refuse to restart that (docs/protocol.md 18.4)
      restart: async (given) => {
        const isDown = (await isStoppedNow(to, callFor(given))) ?? isStopped;
        return changeProcess(to, isDown ? "start" : "restart", given, common);
      },
      stop: async (given) => changeProcess(to, "stop", given, common),
    };
    const left = () => ({ targetKind, ...(leftTasks.size > 0 && { leftTasks: [...leftTasks] }) });
    try {
      const result = await act(context);
      const [id] = verb === "deploy" ? ids : [];
      return outcomeOf({ ...result, end: { ...result.end, ...(id !== undefined && { id }), ...left() } }, verb);
    } catch (error) {
      return outcomeOfThrown(error, { deployment: input.name, ...left() }, verb);
    }
  };
  return runner.run(
    { ...to, verb, input: { deployment: { ...input, targetKind } } },
    { ...options, procedure: { perform: performIn } },
  );
}

/** Whether the process of a target is stopped by now; `undefined`: the panel does not say. */
async function isStoppedNow(to: DeployTo, call: Call): Promise<boolean | undefined> {
  const row = await unlessFailing(async () => targetKindOf(to).find(call, to.target.key));
  return row === undefined ? undefined : isStoppedProcess({ ...to, row });
}
