import type { Finished } from "../actions/actionRunner.ts";
import type { Outcome } from "../actions/outcome.ts";
import { outcomeKinds } from "../actions/outcomeKinds.ts";
import { lineOf } from "../texts/actionTexts.ts";
import { nextAfter } from "./nextAfter.ts";
import type { ToolResult } from "./toolResult.ts";

<<<<<<< HEAD
/** Whether what was wanted was seen, by the exit code of a task. */
const HAPPENED = ["yes", "no", "unknown"] as const;

/** What to do after each outcome that is not what was wanted. */
const NEXT: Readonly<Record<Outcome["kind"], string | undefined>> = {
  done: undefined,
  already: undefined,
  failed: "Tell the user what the message says. Where the resource has a log, read_panel_log may explain it.",
  wentWrong:
    "The panel accepted it, but it failed, and may be down now. Look with get_panel_resource and read its log.",
  partly: "Only a part of it happened. Do not repeat it: tell the user what the message says.",
  rolledBack:
    "It was done and then taken back, because what was looked at afterwards was not well. Tell the user what the message says.",
  gone: "It is no longer there, and nothing was sent. List the resources again.",
  changed: "It is no longer what was listed, and nothing was sent. List again, and ask the user.",
  ambiguous: "Nothing was sent. Use the full ID.",
  busy: "Nothing was sent: another operation on it is running. Look again later with get_panel_resource.",
  declined: "The user declined, and nothing was sent. Do not ask again unless they tell you to.",
  skipped: "Nothing was sent.",
  readOnly: "The panel is read only, and nothing was sent. Only the user can change that: do not ask them to.",
  sent: "It was sent, but not seen to happen. Do not repeat it: look with get_panel_resource.",
  uncertain: "It may or may not have happened. Do not repeat it: look with get_panel_resource.",
  halfway: "It was stopped and not started again. Look with get_panel_resource; if it is stopped, it can be started.",
  unchanged: "It made no difference. Do not repeat it.",
  prevented: "Something on the server stood in the way, and nothing was changed. Tell the user what the message says.",
};

/** How an act ended: what was seen, and what to do next. */
=======
/** How an act ended: whether what was wanted was seen, and what to do next. */
>>>>>>> refs/heads/outcomes
export function outcomeResult(finished: Finished): ToolResult {
  const { outcome } = finished;
  const { happened } = outcomeKinds[outcome.kind];
  return { says: { happened, outcome: outcome.kind, next: nextOf(outcome) }, data: { message: lineOf(finished) } };
}

function nextOf(outcome: Outcome): string | undefined {
  // what is no answer to the action itself has its own advice, above all against repeating what counts towards a lockout
  const isOwn = outcome.kind === "failed" && outcome.failure.kind !== "rejected";
  return isOwn ? nextAfter(outcome.failure) : outcomeKinds[outcome.kind].next;
}
