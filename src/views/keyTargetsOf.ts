import * as vscode from "vscode";
import { readKeyTargets, type RenderTracker } from "./keyTargets.ts";

const TOGGLE_FOCUSED = "list.toggleSelection";

/** Returns a function that calls `readKeyTargets` for a view, never twice at once: a repeated key must not interfere. */
export function keyTargetsOf(
  view: vscode.TreeView<string>,
  rendering: RenderTracker,
): () => ReturnType<typeof readKeyTargets> {
  const list = {
    selection: () => view.selection,
    toggleFocused: async () => vscode.commands.executeCommand(TOGGLE_FOCUSED),
  };
  let reading: ReturnType<typeof readKeyTargets> | undefined;
  return async () => (reading ??= readKeyTargets(list, rendering).finally(() => (reading = undefined)));
}
