import * as l10n from "@vscode/l10n";
import type { DeploymentProblem } from "../actions/deploymentEnd.ts";
import { visibleText } from "../characters/plainText.ts";

/** Why a step could not begin. */
export function stepProblemText(problem: Extract<DeploymentProblem, { kind: "noUser" | "stepDirectory" }>): string {
  const step = visibleText(problem.step);
  if (problem.kind === "noUser")
    return l10n.t(
      "Step “{0}” could not begin: the server no longer has the user {1} as it was shown.",
      step,
      visibleText(problem.user),
    );
  return l10n.t(
    "Step “{0}” could not begin: its directory {1} is not there, or a symbolic link leads out of it.",
    step,
    visibleText(problem.path),
  );
}
