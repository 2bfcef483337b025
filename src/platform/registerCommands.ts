import * as vscode from "vscode";
import type { CommandId } from "../manifest/commands.ts";

/** Runs a command; the arguments are VS Code's: the node of the tree, then all selected nodes. */
export type RunCommand = (id: CommandId, args: readonly unknown[]) => Promise<void>;

/**
 * Registers every command of package.json, which is written from the table of commands. The only caller of
 * `registerCommand`; the caller disposes the result.
 */
export function registerCommands({ packageJSON }: vscode.Extension<unknown>, run: RunCommand): vscode.Disposable {
  const { contributes } = packageJSON as { contributes: { commands: readonly { command: CommandId }[] } };
  return vscode.Disposable.from(
    ...contributes.commands.map(({ command }) =>
      vscode.commands.registerCommand(command, (...args: unknown[]) => run(command, args)),
    ),
  );
}
