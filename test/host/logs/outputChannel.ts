import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";

/** The text that the Output panel shows under this name, as soon as `isWhole` says so; fails after `withinMs`. */
export async function outputText(name: string, isWhole: (text: string) => boolean, withinMs = 15_000): Promise<string> {
  const deadline = Date.now() + withinMs;
  let text = "";
  while (Date.now() < deadline) {
    const document = vscode.workspace.textDocuments.findLast(
      ({ uri }) => uri.scheme === "output" && uri.path.replace(/^\/?extension-output-.+?-#\d+-/, "") === name,
    );
    text = document?.getText().replaceAll("\r\n", "\n") ?? "";
    if (isWhole(text)) return text;
    await sleep(50);
  }
  return assert.fail(`the Output channel “${name}” holds ${text.length} characters, last of all: ${text.slice(-300)}`);
}

/** Forgets the logs that were followed and ended, and closes the Output panel. */
export async function clearFollowedLogs(): Promise<void> {
  await vscode.commands.executeCommand("serverPanel.followedLog.clear");
  await vscode.commands.executeCommand("workbench.action.closePanel");
}
