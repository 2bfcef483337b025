import * as vscode from "vscode";
import { commandIds, type CommandId } from "../manifest/manifest.ts";

/** Runs a command; the arguments are VS Code's: the node of the tree, then all selected nodes. */
export type RunCommand = (id: CommandId, args: readonly unknown[]) => Promise<void>;

/** Registers every command of the manifest. The only caller of `registerCommand`; the caller disposes the result. */
export function registerCommands(run: RunCommand): vscode.Disposable {
  return vscode.Disposable.from(
    ...commandIds.map((id) => vscode.commands.registerCommand(id, (...args: unknown[]) => run(id, args))),
  );
}
