import type { DeploymentProblem } from "../actions/deploymentEnd.ts";
import { FileError } from "../serverFiles/fileError.ts";
import { ExpectedError } from "../wire/answers/failure.ts";

/** Thrown by a step of a deployment that cannot go on; `problem` says why. */
export class DeploymentError extends ExpectedError {
  readonly problem: DeploymentProblem;

  constructor(problem: DeploymentProblem) {
    super(`deployment: ${problem.kind}`);
    this.name = "DeploymentError";
    this.problem = problem;
  }
}

/** Most files that are named. */
export const MOST_NAMED = 20;

/** The problem that has ended a step of a deployment; `undefined` where a call failed. */
export function deploymentProblemOf(error: unknown): DeploymentProblem | undefined {
  if (error instanceof DeploymentError) return error.problem;
  if (!(error instanceof FileError)) return undefined;
  const { kind, path } = error.problem;
  return { kind: kind === "noSpace" ? kind : "mismatch", path };
}
