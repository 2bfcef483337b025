import type { DeploymentProblem, StepEnd } from "../../actions/deploymentEnd.ts";
import { causeOf } from "../deploymentResult.ts";
import { LastLine } from "./lastLine.ts";
import { stepOutput } from "./stepOutput.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import type { ExchangeEnd, StepRun } from "../exchange/exchangeResult.ts";
import type { RanStep } from "../exchange/stepFiles.ts";
import type { RunOf, ScriptContext, ServerRun } from "../serverRun.ts";
import type { Step, StepTurn } from "./step.ts";
import { workingDirectory } from "./stepAgreement.ts";
import { isGood } from "../../actions/stepEnds.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";
import { neverAborted } from "../../storage/neverAborted.ts";

/** What runs steps. */
export interface StepsContext extends ScriptContext {
  /** A step is about to begin. */
  readonly onStep: (step: Step) => void;
  /** What it writes, in pieces; it may have anything in it. */
  readonly onOutput: (text: string) => void;
  /** The failure of anything thrown, also a defect. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** How the steps of a turn have ended. */
export interface StepsEnd {
  /** In their order, whether they have begun or not: after one that has not exited with 0, none does. */
  readonly steps: readonly StepEnd[];
  /** Why one has not begun, where it is for no step before it. */
  readonly problem?: DeploymentProblem;
  readonly failure?: PanelFailure;
}

/**
 * Runs the steps of a turn, one after the other, until one has not exited with 0. A cancel ends the one that runs, with all its processes.
 * Never throws, but for defects.
 * @param of the exchange that was sent with these steps
 */
export async function runSteps(
  run: ServerRun,
  of: RunOf,
  steps: readonly Step[],
  turn: StepTurn,
  context: StepsContext,
): Promise<StepsEnd> {
  const ends: StepEnd[] = [];
  let why: Omit<StepsEnd, "steps"> = {};
  let goesOn = true;
  for (const step of steps.filter((each) => (turn === "back" ? each.alsoBack : each.when === turn))) {
    const ran: RanStep = { ...step, turn };
    if (!goesOn || context.signal.aborted) {
      ends.push(stepEnd(ran, { kind: "notBegun" }));
      continue;
    }
    context.onStep(step);
    try {
      const last = new LastLine();
      const onOutput = (text: string) => {
        last.add(text);
        context.onOutput(text);
      };
      const ended = await followed(run, ran, of, { ...context, onOutput });
      ends.push(withLine(endOf(ran, ended, run.outputOf(ran, of)), last));
      why = whyOf(ended, step, run.rootOf(step));
    } catch (error) {
      ends.push(stepEnd(ran, { kind: "notBegun" }));
      why = causeOf(error, context.failureIn);
    }
    goesOn = ends.every(isGood);
  }
  return { steps: ends, ...why };
}

/** An end with what its step has written last, where that may say why it has failed. */
function withLine(end: StepEnd, { line }: LastLine): StepEnd {
  return isGood(end) || line === undefined ? end : { ...end, lastLine: line };
}

/** Runs a step, and shows what it writes meanwhile. */
async function followed(run: ServerRun, step: RanStep, of: RunOf, context: StepsContext): Promise<ExchangeEnd> {
  const { callFor, clock, onOutput } = context;
  const signal = neverAborted;
  const files = new RemoteFiles(callFor(signal), clock, signal);
  return run.step(step, of, stepOutput(run.outputOf(step, of), onOutput, files, clock), context);
}

function stepEnd({ name, when, turn }: RanStep, end: StepEnd["end"]): StepEnd {
  return { name, when, ...(turn === "back" && { isBack: true }), end };
}

function endOf(step: RanStep, ended: ExchangeEnd, output: string): StepEnd {
  if (ended.kind === "unknown") return { ...stepEnd(step, { kind: "unknown" }), output };
  if (ended.kind === "running") return { ...stepEnd(step, { kind: "unknown" }), left: ended.left, output };
  if (ended.kind !== "step") return stepEnd(step, { kind: "notBegun" });
  const { end, ...left } = stepEndOf(ended, step.seconds);
  return { ...stepEnd(step, end), ...left, output };
}

/** How a step has ended, and what it has left. @param seconds that it had */
export function stepEndOf({ how, code, left }: StepRun, seconds: number): Pick<StepEnd, "end" | "left"> {
  const ends = {
    exited: { kind: "exited", code },
    late: { kind: "late", seconds },
    stopped: { kind: "stopped" },
    lost: { kind: "lost" },
  } as const;
  return { end: ends[how], ...(left > 0 && { left }) };
}

/** Why a step has not begun, if it has not. @param base the directory that it must not leave */
function whyOf(ended: ExchangeEnd, step: Step, base: string): Omit<StepsEnd, "steps"> {
  if (ended.kind === "step" || ended.kind === "running" || ended.kind === "unknown") return {};
  if (ended.kind === "missing") return { problem: { kind: "missing", tools: ended.tools } };
  if (ended.kind === "untouched") return { problem: refusalOf(ended.why, step, base) };
  if (ended.kind === "busy" || ended.kind === "unfinished") return { problem: { kind: ended.kind, by: undefined } };
  // somebody has ended the exchange meanwhile
  return { problem: { kind: "changed" } };
}

/** Why the script has refused a step, by its word. @param base the directory that the step must not leave */
export function refusalOf(why: string, step: Step, base: string): DeploymentProblem {
  switch (why) {
    case "user":
      return { kind: "noUser", step: step.name, user: step.user };
    case "gone":
    case "link":
      return { kind: "stepDirectory", step: step.name, path: workingDirectory(base, step) };
    default:
      return { kind: "unable", why };
  }
}
