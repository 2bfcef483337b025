import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { HANG_MS } from "../../eventually.ts";

/** The text that the Output panel shows under this name, as soon as `isWhole` says so; fails where it never does. */
export async function outputText(name: string, isWhole: (text: string) => boolean): Promise<string> {
  let text = "";
  for (const end = performance.now() + HANG_MS; performance.now() < end; await sleep(50)) {
    const document = vscode.workspace.textDocuments.findLast(
      ({ uri }) => uri.scheme === "output" && uri.path.replace(/^\/?extension-output-.+?-#\d+-/, "") === name,
    );
    text = document?.getText().replaceAll("\r\n", "\n") ?? "";
    if (isWhole(text)) return text;
  }
  return assert.fail(`the Output channel “${name}” holds ${text.length} characters, last of all: ${text.slice(-300)}`);
}

/** Forgets the logs that were followed and ended, and closes the Output panel. */
export async function clearFollowedLogs(): Promise<void> {
  await vscode.commands.executeCommand("serverPanel.followedLog.clear");
  await vscode.commands.executeCommand("workbench.action.closePanel");
}
