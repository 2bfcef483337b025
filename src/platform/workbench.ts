import * as vscode from "vscode";
import type { Terminal, Workbench } from "../ports/workbench.ts";
import { fileDialogs } from "./fileDialogs.ts";

/** VS Code's own clipboard, browser, editors, terminals and files. */
export function createWorkbench(): Workbench {
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
      list: () => vscode.window.terminals.map((terminal) => terminalOf(terminal)),
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
    name: terminal.name,
    show: () => terminal.show(),
    type: (text) => terminal.sendText(text, false),
  };
}
