import * as vscode from "vscode";
import type { LogTail } from "../followedLogs/followedLog.ts";
import type { LogEnding } from "../followedLogs/logEnding.ts";
import { createLogTails, type LogTailsSetup } from "../followedLogs/window/createLogTails.ts";
import { FollowedLogsBar } from "../followedLogs/window/followedLogsBar.ts";
import { logsAtAGlance } from "../followedLogs/window/logBarTexts.ts";
import { createLogScreens } from "../followedLogs/window/logScreens.ts";
import { readSetting } from "../platform/readSetting.ts";
import type { Basics } from "./basics.ts";

/** Makes the followed logs with their screens and events. */
export function createLogs(
  { clock, redactor, redact, onDefect }: Basics,
  window: Pick<LogTailsSetup, "panelOf" | "connections" | "demo" | "memento">,
) {
  const tailChanged = new vscode.EventEmitter<LogTail>();
  const tailEnded = new vscode.EventEmitter<{ readonly tail: LogTail; readonly ending: LogEnding }>();
  const screens = createLogScreens(redactor);
  const logTails = createLogTails({
    ...window,
    clock,
    openScreen: (name) => screens.open(name),
    staleMinutes: () => readSetting("serverPanel.upgradeLog.staleMinutes"),
    onChange: (tail) => tailChanged.fire(tail),
    onEnded: (tail, ending) => tailEnded.fire({ tail, ending }),
    onDefect,
  });
  const logsBar = new FollowedLogsBar({
    logs: () => logsAtAGlance(logTails),
    panelName: (panelId) => window.panelOf(panelId)?.name ?? "",
    redact,
    // by the wall clock: read by people
    now: () => clock.wallTime(),
  });
  return { logTails, logsBar, screens, tailChanged, tailEnded };
}
