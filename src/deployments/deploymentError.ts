import type { DeploymentProblem, SomePaths } from "../actions/deploymentEnd.ts";

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

/** The first of some paths, for a text. */
export function someOf(paths: readonly string[]): SomePaths {
  return { paths: paths.slice(0, MOST_PATHS), count: paths.length };
}

/** The error for paths that are not as they should be. */
export function mismatch(paths: readonly string[]): DeploymentError {
  return new DeploymentError({ kind: "mismatch", ...someOf(paths) });
}
