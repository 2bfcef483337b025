import type { DeploymentProblem, SomePaths } from "../actions/deploymentEnd.ts";
import { panelFailureOf } from "../wire/answers/failure.ts";

/** Ends a step of a deployment. */
export class DeploymentError extends Error {
  readonly problem: DeploymentProblem;

  constructor(problem: DeploymentProblem) {
    super(`deployment: ${problem.kind}`);
    this.name = "DeploymentError";
    this.problem = problem;
  }
}

/** Takes the error of what only tidies up: throws it if it is a defect. */
export function rethrowDefect(error: unknown): void {
  if (!(error instanceof DeploymentError)) panelFailureOf(error);
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
