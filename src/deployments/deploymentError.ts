import type { DeploymentProblem } from "../actions/deploymentEnd.ts";
import { FileError } from "../serverFiles/fileError.ts";

/** Ends a step of a deployment. */
export class DeploymentError extends Error {
  readonly problem: DeploymentProblem;

  constructor(problem: DeploymentProblem) {
    super(`deployment: ${problem.kind}`);
    this.name = "DeploymentError";
    this.problem = problem;
  }
}

const MOST_PATHS = 20;

/** The error for paths that are not as they should be. */
export function mismatch(paths: readonly string[]): DeploymentError {
  return new DeploymentError({ kind: "mismatch", paths: paths.slice(0, MOST_PATHS), count: paths.length });
}

/** The problem that has ended a step of a deployment; `undefined` where a call failed. */
export function deploymentProblemOf(error: unknown): DeploymentProblem | undefined {
  if (error instanceof DeploymentError) return error.problem;
  if (!(error instanceof FileError)) return undefined;
  const { kind, path } = error.problem;
  if (kind === "noSpace") return { kind, path };
  return { kind: "mismatch", paths: [path], count: 1 };
}
