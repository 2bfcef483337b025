import type { StepEnd } from "../../actions/deploymentEnd.ts";

/** Whether a step may still run: nobody has seen its end. */
export function isOpen({ end }: StepEnd): boolean {
  return end.kind === "unknown";
}

/** Whether what comes after a step may come. */
export function isGood(step: StepEnd | undefined): boolean {
  return step?.end.kind === "exited" && step.end.code === 0;
}

/** Whether a step has begun, and was not seen to end well. */
export function hasFailed(step: StepEnd): boolean {
  return step.end.kind !== "notBegun" && !isGood(step);
}
