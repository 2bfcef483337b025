import type { Finished } from "../actions/actionRunner.ts";
import type { Outcome } from "../actions/outcome.ts";
import type { DeploymentEnd, Watched } from "../actions/deploymentEnd.ts";
import { outcomeKinds } from "../actions/outcomeKinds.ts";
import { lineOf } from "../texts/actionTexts.ts";
import { nextAfter } from "./nextAfter.ts";
import type { ToolResult } from "./toolResult.ts";
import { withoutCredentials } from "../redaction/withoutCredentials.ts";

/** Most lines of a log in a result. */
const MOST_LINES = 3;

/** How an act ended: whether what was wanted was seen, and what to do next. */
export function outcomeResult(finished: Finished): ToolResult {
  const { outcome } = finished;
  const { happened } = outcomeKinds[outcome.kind];
  const watched = watchedResult(outcome.deployment?.watched);
  return {
    says: { happened, outcome: outcome.kind, ...watched.says, next: nextOf(outcome) },
    data: { message: lineOf(finished), ...servedResult(outcome.deployment), ...watched.data },
  };
}

/** What a website serves after a release, or a way back from one. */
function servedResult(end: DeploymentEnd | undefined): ToolResult["data"] {
  if (end?.served === undefined) return {};
  const { root, isSeen } = end.served;
  return { website_serves: root, switch_seen: isSeen };
}

/** What was seen of the errors of a deployment: their number, and the lines of the first ones, in which anything may be. */
function watchedResult(watched: Watched | undefined): Pick<ToolResult, "says" | "data"> {
  if (watched === undefined) return { says: {} };
  const { kind, seconds, after, lines } = watched;
  return {
    says: {
      errors: kind === "unwatched" ? "unknown" : kind,
      errors_seen: after,
      ...("before" in watched && { errors_before: watched.before }),
      seconds_watched: seconds,
    },
    ...(lines.length > 0 && { data: { error_lines: lines.slice(0, MOST_LINES).map(withoutCredentials) } }),
  };
}

function nextOf(outcome: Outcome): string | undefined {
  // what is no answer to the action itself has its own advice, above all against repeating what counts towards a lockout
  const isOwn = outcome.kind === "failed" && outcome.failure.kind !== "rejected";
  if (isOwn) return nextAfter(outcome.failure);
  return outcomeKinds[outcome.kind].next;
}
