import type { Finished } from "../actions/actionRunner.ts";
import type { Outcome } from "../actions/outcome.ts";
import { outcomeKinds } from "../actions/outcomeKinds.ts";
import { lineOf } from "../texts/actionTexts.ts";
import { nextAfter } from "./nextAfter.ts";
import type { ToolResult } from "./toolResult.ts";

/** How an act ended: whether what was wanted was seen, and what to do next. */
export function outcomeResult(finished: Finished): ToolResult {
  const { outcome } = finished;
  const { happened } = outcomeKinds[outcome.kind];
  return { says: { happened, outcome: outcome.kind, next: nextOf(outcome) }, data: { message: lineOf(finished) } };
}

function nextOf(outcome: Outcome): string | undefined {
  // what is no answer to the action itself has its own advice, above all against repeating what counts towards a lockout
  const isOwn = outcome.kind === "failed" && outcome.failure.kind !== "rejected";
  if (isOwn) return nextAfter(outcome.failure);
  return outcomeKinds[outcome.kind].next;
}
