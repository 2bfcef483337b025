import type { Finished } from "../actions/actionRunner.ts";
import type { Outcome } from "../actions/outcome.ts";
import type { DeploymentEnd } from "../actions/deploymentEnd.ts";
import { isReached, outcomeKinds } from "../actions/outcomeKinds.ts";
import { endKindOf } from "../deployments/deploymentResult.ts";
import { lineOf } from "../texts/actionTexts.ts";
import { nextAfter } from "./nextAfter.ts";
import type { ToolResult } from "./toolResult.ts";

/** How an act ended: whether what was wanted was seen, and what to do next. */
export function outcomeResult(finished: Finished): ToolResult {
  const { outcome } = finished;
  const { happened } = outcomeKinds[outcome.kind];
  return {
    says: { happened, outcome: outcome.kind, ...watchedResult(outcome.deployment), next: nextOf(outcome) },
    data: { message: lineOf(finished), ...servedResult(outcome.deployment) },
  };
}

/** What a website serves after a release, or a way back from one. */
function servedResult(end: DeploymentEnd | undefined): ToolResult["data"] {
  if (end?.served === undefined) return {};
  const { root, isSeen } = end.served;
  return { website_serves: root, switch_seen: isSeen };
}

/** How long a deployment was watched, and how many lines its log has gained: the last ones of its output. */
function watchedResult(end: DeploymentEnd | undefined): ToolResult["says"] {
  const { watched, logGained } = end ?? {};
  return {
    ...(watched && { seconds_watched: watched.seconds }),
    ...(logGained !== undefined && { new_lines_in_log: logGained }),
  };
}

/** What comes next where a deployment has not come to its end: the message has what the user can do, and no other tool shows it. */
const DEPLOYMENT_IS_OPEN =
  "It has not come to its end. Tell the user what the message says: only they decide how it ends.";

function nextOf(outcome: Outcome): string | undefined {
  // what is no answer to the action itself has its own advice, above all against repeating what counts towards a lockout
  const isOwn = outcome.kind === "failed" && outcome.failure.kind !== "rejected";
  if (isOwn) return nextAfter(outcome.failure);
  const { deployment } = outcome;
  const isOpen = deployment !== undefined && endKindOf(deployment).toDo !== undefined;
  if (isOpen && !isReached(outcome)) return DEPLOYMENT_IS_OPEN;
  return outcomeKinds[outcome.kind].next;
}
