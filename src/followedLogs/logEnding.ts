import type { PanelFailure } from "../wire/answers/failure.ts";
import { cutText } from "../characters/plainText.ts";
import { endOfLog } from "./logWindow.ts";
import { cleanTerminalText } from "../characters/terminalText.ts";

/** Reason for which following a log has ended. */
export type LogEnding =
  | { readonly kind: "finished" }
  /** `line` shows the failure, as untrusted plain text. */
  | { readonly kind: "failed"; readonly line: string }
  /** The writer has ended, and the log does not show how. */
  | { readonly kind: "unclear" }
  /** Nothing ran while the log was followed. */
  | { readonly kind: "notRunning" }
  /** The row of the log is gone. */
  | { readonly kind: "gone" }
  /** The log cannot be read any more. */
  | { readonly kind: "unreadable"; readonly failure: PanelFailure };

/**
 * Lines that the upgrade's own scripts print on success. Only a whole line counts: the same words also occur inside
 * of other lines, and the tools that the scripts call report their own steps as done (docs/protocol.md 12.7).
 */
const FINISHED =
  /^ ?(?:\[INFO\] ?)?(?:(?:宝塔面板)?(?:Python ?[\d.]*)? ?环境(?:准备|升级|替换)(?:完成|成功)[!！。 ]*$|已存在 ?python3\.\d+ ?环境)/i;

/** Printed by the program around the upgrade, whatever the reason. */
const FAILED_FOR_A_REASON = /环境准备失败/;

/** Final failures, printed by the upgrade's own scripts: tools may also fail where the scripts have a fallback. */
const OWN_FAILURE = /^ ?\[ERROR\]|环境(?:准备|升级|替换)失败|获取最新升级.{1,20}失败/;

const FAILED =
  /(?<!\b0 ?(?:个|项)? ?)失败(?! ?[:：]? ?0\b)(?!.{0,8}重试)|^ ?\[ERROR\]|\b(?:exit(?:ed)?(?: with)?(?: code| status)?|non-zero exit status)[ :=]{1,3}[1-9]\d*\b|(?:退出码|返回码) ?[:：]? ?[1-9]|^ ?make\b.*\bError \d+/i;

/** Lines about steps with a fallback, and lines that may follow the end. */
const HARMLESS = /^ ?\[(?:INFO|WARN)\]|^[ =*#─-]*$|^ ?(?:Starting|Stopping|Reloading) Bt-\w+\W*(?:done ?)?$/i;

/** The first line of a run; a log that was not emptied holds earlier ones before it. */
const STARTED = /^ ?检查环境/;

const TRACEBACK = /^ ?Traceback \(most recent call last\)/;

/** Characters of a line that are read: a hostile panel sends megabytes. */
const LONGEST_LOOK = 1_000;

/** Characters of a line that fit into a notification. */
const LONGEST_LINE = 400;

/** Most lines of a log that panels send. */
const MOST_LINES = 1_000;

/**
 * Reads from the log of an ended runtime upgrade how its last run ended. It counts as finished only by the line of
 * the upgrade's own scripts, without a failure of theirs before it: the last script checks the interpreter alone.
 */
export function endingOfUpgrade(log: string): LogEnding {
  const lines = endOfLog(log).text.trimEnd().split("\n").slice(-MOST_LINES).map(lookedAt);
  const run = lines.slice(
    Math.max(
      0,
      lines.findLastIndex((line) => STARTED.test(line)),
    ),
  );
  const endIndex = run.findLastIndex((line) => FINISHED.test(line) && !FAILED.test(line));
  const below = run.slice(endIndex + 1);
  const failure = failureIn(below) ?? failureIn(run.slice(0, endIndex + 1).filter((line) => OWN_FAILURE.test(line)));
  if (failure !== undefined) return failed(failure);
  // lines below it may be of another end
  const isFinished = endIndex >= 0 && below.every((line) => HARMLESS.test(line));
  return { kind: isFinished ? "finished" : "unclear" };
}

/** Joins blanks, so that no expression meets a long row of them. */
function lookedAt(line: string): string {
  return cleanTerminalText(line).slice(0, LONGEST_LOOK).replace(/\s+/g, " ");
}

/** The last line with a failure, preferably with its reason. */
function failureIn(lines: readonly string[]): string | undefined {
  const failures = [...lines.entries()].flatMap(([index, line]) => {
    if (TRACEBACK.test(line)) return exceptionAfter(lines, index) ?? line;
    if (FAILED.test(line) && !HARMLESS.test(line)) return line;
    return [];
  });
  return failures.findLast((line) => !FAILED_FOR_A_REASON.test(line)) ?? failures.at(-1);
}

/** The line that ends a traceback and names what was thrown. */
function exceptionAfter(lines: readonly string[], traceback: number): string | undefined {
  return lines.slice(traceback + 1).find((line) => /^\S/.test(line));
}

function failed(line: string): LogEnding {
  return { kind: "failed", line: cutText(line.trim(), LONGEST_LINE) };
}
