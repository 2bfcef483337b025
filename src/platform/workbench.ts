import * as vscode from "vscode";
import type { Terminal, Workbench } from "../ports/workbench.ts";
import { fileDialogs } from "./fileDialogs.ts";
import { findProgram } from "./findProgram.ts";
import { isSshTerminal } from "./sshTerminal.ts";

/**
 * VS Code's own clipboard, browser, editors, terminals and files.
 * @param extensionKind where this extension runs
 */
export function createWorkbench(extensionKind: vscode.ExtensionKind): Workbench {
  return {
    fileDialogs,
    clipboard: { write: async (text) => vscode.env.clipboard.writeText(text) },
    browser: {
      async open(address) {
        await vscode.env.openExternal(vscode.Uri.parse(address, true));
      },
    },
    editors: {
      async openUntitled(content, language) {
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language }));
      },
    },
    terminals: {
      list: () => vscode.window.terminals.map((terminal) => terminalOf(terminal)).filter(({ isClosed }) => !isClosed),
      async canRun(program) {
        // terminals of a remote window are there, and we may be here
        const isBeside = vscode.env.remoteName === undefined || extensionKind === vscode.ExtensionKind.Workspace;
        return !isBeside || (await findProgram(program)) !== undefined;
      },
      create: (options) =>
        terminalOf(
          options === undefined
            ? vscode.window.createTerminal()
            : vscode.window.createTerminal({ ...options, shellArgs: [...options.shellArgs] }),
        ),
    },
  };
}

function terminalOf(terminal: vscode.Terminal): Terminal {
  return {
    get name() {
      return terminal.name;
    },
    get isSsh() {
      return isSshTerminal(terminal);
    },
    get isClosed() {
      return terminal.exitStatus !== undefined;
    },
    show: () => terminal.show(),
    type: (text) => terminal.sendText(text, false),
  };
}
