import type { DeploymentProblem, SomePaths } from "../actions/deploymentEnd.ts";
import { FileError } from "../serverFiles/fileError.ts";
import { panelFailureOf } from "../wire/answers/failure.ts";

/** Thrown by a step of a deployment that cannot go on; `problem` says why. */
export class DeploymentError extends Error {
  readonly problem: DeploymentProblem;

  constructor(problem: DeploymentProblem) {
    super(`deployment: ${problem.kind}`);
    this.name = "DeploymentError";
    this.problem = problem;
  }
}

/** Ignores an error of a step that only tidies up, unless it is a defect: that is thrown. */
export function rethrowDefect(error: unknown): void {
  if (deploymentProblemOf(error) === undefined) panelFailureOf(error);
}

const MOST_PATHS = 20;

/** The first twenty paths, and how many there are. */
export function someOf(paths: readonly string[]): SomePaths {
  return { paths: paths.slice(0, MOST_PATHS), count: paths.length };
}

/** The error for paths that are not as they should be. */
export function mismatch(paths: readonly string[]): DeploymentError {
  return new DeploymentError({ kind: "mismatch", ...someOf(paths) });
}

/** The problem that has ended a step of a deployment; `undefined` where a call failed. */
export function deploymentProblemOf(error: unknown): DeploymentProblem | undefined {
  if (error instanceof DeploymentError) return error.problem;
  if (!(error instanceof FileError)) return undefined;
  const { kind, path } = error.problem;
  if (kind === "noSpace") return { kind, path };
  return { kind: "mismatch", ...someOf([path]) };
}
