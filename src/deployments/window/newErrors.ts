import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { logOf } from "../../followedLogs/followedLog.ts";
import { LogWindow } from "../../followedLogs/logWindow.ts";
import { throwIfEnded } from "../../wire/answers/failure.ts";
import { rethrowDefect } from "../deploymentError.ts";
import { isErrorLine } from "../watching/errorLines.ts";
import { targetKindOf } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import { NEVER, type Ended } from "./deployServices.ts";
import type { Talking } from "../../ports/dialogs.ts";

/** Most characters of a line that are shown: the rest is in the log. */
const LONGEST_LINE = 200;

/**
 * Reads the log of a target with a process, and returns what finds, where that did not run, the last line about an error since. A log
 * that cannot be read has none.
 */
export async function newErrors(
  { dialogs }: Talking,
  to: DeployTo,
): Promise<(outcome: Outcome) => Promise<Pick<Ended, "lastError">>> {
  if (targetKindOf(to).process === undefined) return async () => ({});
  const { pieces, read } = logOf(to);
  const window = new LogWindow({ pieces });
  /** `undefined`: the log cannot be read. */
  const newLines = async (signal: AbortSignal): Promise<readonly string[] | undefined> => {
    try {
      const answer = await read(to.panel.callFor(signal), to.target.key);
      if (answer === "gone") return [];
      return window.advance(answer.text).lines;
    } catch (error) {
      throwIfEnded(signal);
      rethrowDefect(error);
      return undefined;
    }
  };
  const before = await dialogs.progress(l10n.t("Comparing with the server…"), newLines, "beforeQuestion");
  return async ({ deployment }) => {
    // without a first reading old lines would pass for new ones
    if (deployment?.problem?.kind !== "notRunning" || before === undefined) return {};
    const line = (await newLines(NEVER))?.findLast(isErrorLine);
    if (line === undefined) return {};
    return { lastError: visibleText(line, LONGEST_LINE) };
  };
}
