import * as l10n from "@vscode/l10n";
import type { FollowedLog, FollowedStart, LogNotice, LogTail, NoticeContext } from "../followedLog.ts";
import type { LogEnding } from "../logEnding.ts";
import type { Message } from "../../ports/dialogs.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { timeText } from "../../texts/timeTexts.ts";
import { sentences } from "../../characters/sentences.ts";
import { numberText } from "../../texts/numberTexts.ts";

/**
 * The name of a log, also of its Output channel; lists cut off the end of a long one, so what it is of stands first.
 */
export function logName({ kind, label, which }: FollowedLog, panel: string): string {
  if (kind === "runtime") return l10n.t("Runtime Upgrade – {0}", panel);
  switch (which) {
    case undefined:
      return l10n.t("{0} – {1}", label, panel);
    case "access":
      return l10n.t("{0}: Access Log – {1}", label, panel);
    case "error":
      return l10n.t("{0}: Error Log – {1}", label, panel);
    default:
      return which satisfies never;
  }
}

/** The sentence at the start of following a log. */
function startedText({ kind, label, which }: FollowedLog, panel: string): string {
  if (kind === "runtime") return l10n.t("Following the runtime upgrade of “{0}”.", panel);
  switch (which) {
    case undefined:
      return l10n.t("Following the log of “{0}” on “{1}”.", label, panel);
    case "access":
      return l10n.t("Following the access log of “{0}” on “{1}”.", label, panel);
    case "error":
      return l10n.t("Following the error log of “{0}” on “{1}”.", label, panel);
    default:
      return which satisfies never;
  }
}

/** A notice as a line between the log's own, marked as ours; `undefined`: there is nothing to say. */
export function logSentence(
  notice: LogNotice,
  context: NoticeContext,
  panel: string,
  staleMinutes: number,
  now: number,
): string | undefined {
  const sentence = sentenceFor(notice, context, panel, staleMinutes);
  if (sentence === undefined) return undefined;
  return `── ${timeText(now, now)} ${sentence}`;
}

function sentenceFor(
  notice: LogNotice,
  { tail, hasText }: NoticeContext,
  panel: string,
  staleMinutes: number,
): string | undefined {
  const { log, phase, start } = tail;
  switch (notice.kind) {
    case "started":
      return startedText(log, panel);
    case "stopped":
      return l10n.t("Stopped following.");
    case "empty":
      // panels do not tell one from the other (docs/protocol.md 6.32)
      return sentences(emptyText(log), notice.refusal && failureText(notice.refusal));
    case "section":
      return l10n.t("The log started over.");
    case "maybeMissing":
      if (hasText) return l10n.t("Lines may be missing here: the panel sends only the last ones.");
      return l10n.t("The panel sends only the last lines; earlier ones are not shown.");
    case "reconnecting":
      return l10n.t("Waiting for the panel. {0}", failureText(notice.failure));
    case "state":
      if (notice.state === "stale")
        return l10n.t(
          "The panel reports a running upgrade, but its log has not grown for {0} minutes. The upgrade may have been killed.",
          numberText(staleMinutes),
        );
      if (phase === "reconnecting") return l10n.t("The panel answers again.");
      if (notice.state !== "idle") return undefined;
      if (start === "none") return l10n.t("No upgrade is running yet. Waiting for one…");
      return l10n.t("Waiting for the upgrade to start…");
    case "ended":
      return endingSentence(notice.ending, log.label, start, hasText);
    default:
      return notice satisfies never;
  }
}

function emptyText({ which }: FollowedLog): string {
  if (which === undefined) return l10n.t("The log is empty or does not exist.");
  return l10n.t("The log is empty or does not exist. It may be turned off for this website.");
}

function endingSentence(ending: LogEnding, label: string, start: FollowedStart, hasText: boolean): string {
  switch (ending.kind) {
    case "finished":
      return l10n.t("The upgrade finished.");
    case "failed":
      return l10n.t("The upgrade failed: {0}", ending.line);
    case "unclear":
      return l10n.t("The upgrade ended. Its log does not show the result.");
    case "notRunning":
      if (start !== "none") return l10n.t("No running upgrade was seen.");
      if (hasText) return l10n.t("No upgrade is running. Above is the log of the last one.");
      return l10n.t("No upgrade is running, and there is no log of an earlier one.");
    case "gone":
      return l10n.t("Stopped following. “{0}” is no longer there.", label);
    case "unreadable":
      return l10n.t("Stopped following. {0}", failureText(ending.failure));
    default:
      return ending satisfies never;
  }
}

/**
 * The notification when a log tail ends; `undefined`: its screen says enough, or it could not be read, which
 * `tellLogEnd` reports.
 */
export function endMessage({ start, log }: LogTail, ending: LogEnding, panel: string): Message | undefined {
  switch (ending.kind) {
    case "finished":
      return {
        severity: "information",
        message: l10n.t("Runtime upgrade of “{0}” finished.", panel),
      };
    case "failed":
      return {
        severity: "error",
        message: l10n.t("Runtime upgrade of “{0}” failed: {1}", panel, ending.line),
      };
    case "unclear":
      return {
        severity: "warning",
        message: l10n.t("Runtime upgrade of “{0}” ended. Its log does not show the result.", panel),
      };
    case "notRunning":
      if (start !== "none")
        return { severity: "warning", message: l10n.t("No running upgrade of “{0}” was seen.", panel) };
      return undefined;
    case "gone":
      return {
        severity: "warning",
        message: l10n.t("“{0}” on “{1}” is no longer there. Its log is no longer followed.", log.label, panel),
      };
    case "unreadable":
      return undefined;
    default:
      return ending satisfies never;
  }
}

/** The status bar's text and tooltip for an upgrade that is followed; `seconds` since it began. */
export function upgradeTailText(
  { phase }: LogTail,
  panel: string,
  seconds: number,
): { readonly text: string; readonly tooltip: string } {
  const minutes = Math.floor(seconds / 60);
  const text = `${panel} ${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  const tooltips: Readonly<Record<LogTail["phase"], string>> = {
    asking: l10n.t("Asking “{0}” for its upgrade log. Click to show it.", panel),
    idle: l10n.t("Waiting for the upgrade of “{0}” to start. Click to show its log.", panel),
    running: l10n.t("Upgrading the runtime of “{0}”. Click to show the log.", panel),
    following: l10n.t("Upgrading the runtime of “{0}”. Click to show the log.", panel),
    stale: l10n.t("The upgrade of “{0}” no longer writes to its log. Click to show it.", panel),
    reconnecting: l10n.t("Waiting for “{0}”, which does not answer. Click to show its upgrade log.", panel),
  };
  return { text, tooltip: tooltips[phase] };
}
