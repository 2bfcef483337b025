import * as vscode from "vscode";
import type { LogTails } from "../logs/logTails.ts";
import { contextKeys } from "../manifest/manifest.ts";

/** Tells `when` clauses how many panels there are. */
export function setPanelCount(count: number): void {
  set("panelCount", count);
}

/** Tells `when` clauses of the followed logs. */
export function setLogKeys(logTails: LogTails): void {
  const { current, shown } = logTails;
  const isInSight = current.some(({ id }) => logTails.isVisible(id));
  set("followedLogInSight", isInSight);
  set("followedLogs", current.length);
  set("shownLogs", shown.length);
}

function set(key: keyof typeof contextKeys, value: number | boolean): void {
  void vscode.commands.executeCommand("setContext", contextKeys[key], value);
}
