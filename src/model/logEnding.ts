import type { PanelFailure } from "../panel/failure.ts";
import { endOfLog } from "./endOfLog.ts";
import { cleanTerminalText } from "./terminalText.ts";

/** How the following of a log came to its end. */
export type LogEnding =
  | { readonly kind: "finished" }
  /** `line` is the one that says so, as plain text. It is untrusted. */
  | { readonly kind: "failed"; readonly line: string }
  /** It ended, and its log does not say how. */
  | { readonly kind: "unclear" }
  /** Nothing ran while it was followed. */
  | { readonly kind: "notRunning" }
  /** The log cannot be read any more. */
  | { readonly kind: "unreadable"; readonly failure: PanelFailure };

/** What an upgrade prints when all went well: a line of its own, for what it waits for is named with the same words. */
const FINISHED =
  /^\s*(?:\[INFO\]\s*)?(?:(?:宝塔面板)?(?:Python\s*[\d.]*)?\s*环境(?:准备|升级|替换)(?:完成|成功)[!！。\s]*$|已存在\s*python3\.\d+\s*环境|当前环境已升级为\s*Python)/i;

/** Says so at the very end only, as in recorded answers (panel-reference.md 2.8): steps of a build are done as well. */
const DONE = /^\s*(?:done|finished|completed?)\W*$/i;

/** Said by the script around the upgrade, whatever the reason was. */
const FAILED_FOR_A_REASON = /环境准备失败/;

const FAILED =
  /(?<!\b0\s*(?:个|项)?\s*)失败(?!\s*[:：]?\s*0\b)(?![^\n]{0,8}重试)|^\s*\[ERROR\]|\b(?:exit(?:ed)?(?: with)?(?: code| status)?|non-zero exit status)[ :=]{1,3}[1-9]\d*\b|(?:退出码|返回码)\s*[:：]?\s*[1-9]|\*\*\* .*\bError \d+/i;

/** Lines that tell of a step for which there is another way, and what may stand below the end. */
const HARMLESS = /^\s*\[(?:INFO|WARN)\]|^[\s=*#─-]*$|^\s*(?:Starting|Stopping|Reloading) Bt-\w+\W*(?:done)?\s*$/i;

/** The first line of a run; a log that was not emptied holds earlier ones before it. */
const STARTED = /^\s*检查环境/;

const TRACEBACK = /^\s*Traceback \(most recent call last\)/;

/** A longer line says nothing more in a notification. */
const LONGEST_LINE = 400;

/** A line says in its beginning what it is. */
const LONGEST_READ = 600;

/** Panels send the last thousand. */
const MOST_LINES = 1_000;

/** What the log of a runtime upgrade that has ended says of it; the last line that says anything decides. */
export function endingOfUpgrade(log: string): LogEnding {
  const lines = endOfLog(log).text.split("\n").slice(-MOST_LINES).map(readable);
  if (DONE.test(lines.at(-1) ?? "")) return { kind: "finished" };
  let vague: string | undefined;
  let goesOn = false;
  for (const [at, line] of [...lines.entries()].toReversed()) {
    const decisive = TRACEBACK.test(line) ? (exceptionAfter(lines, at) ?? line) : line;
    if (FINISHED.test(line) && !FAILED.test(line)) {
      // what went on below it may have come to another end
      if (vague === undefined && !goesOn) return { kind: "finished" };
      break;
    }
    if (STARTED.test(line)) break;
    goesOn ||= !HARMLESS.test(line);
    if (HARMLESS.test(line) || !(TRACEBACK.test(line) || FAILED.test(line))) continue;
    if (!FAILED_FOR_A_REASON.test(line)) return failed(decisive);
    vague ??= line;
  }
  return vague === undefined ? { kind: "unclear" } : failed(vague);
}

/** What the patterns are tried on: one of a panel's choosing, without runs of blanks, must not take them long. */
function readable(line: string): string {
  return cleanTerminalText(line).replaceAll(/\s+/g, " ").slice(0, LONGEST_READ);
}

/** The line that ends a traceback and names what was thrown. */
function exceptionAfter(lines: readonly string[], traceback: number): string | undefined {
  return lines.slice(traceback + 1).find((line) => /^\S/.test(line));
}

function failed(line: string): LogEnding {
  const text = line.trim();
  // not within a character outside the basic plane
  return {
    kind: "failed",
    line: text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE - 1).replace(/[\ud800-\udbff]$/, "")}…`,
  };
}
