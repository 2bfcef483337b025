import * as vscode from "vscode";
import { readKeyTargets, type Drawing } from "./keyTargets.ts";

/** Adds the focused row to the selection of its list, or takes it out. */
const TOGGLE_FOCUSED = "list.toggleSelection";

/** Reads what a key acts on in a view, as `readKeyTargets`. A key that repeats must not read while that toggles. */
export function keyTargetsOf(view: vscode.TreeView<string>, drawing: Drawing): () => ReturnType<typeof readKeyTargets> {
  const list = {
    selection: () => view.selection,
    toggleFocused: async () => vscode.commands.executeCommand(TOGGLE_FOCUSED),
  };
  let reading: ReturnType<typeof readKeyTargets> | undefined;
  return async () => (reading ??= readKeyTargets(list, drawing).finally(() => (reading = undefined)));
}
