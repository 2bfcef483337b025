import * as vscode from "vscode";
import type { Terminal, Workbench } from "../ports/workbench.ts";
import { FIRST_STEPS } from "../manifest/manifest.ts";
import { fileDialogs } from "./fileDialogs.ts";
import { findProgram } from "./findProgram.ts";
import { isSshTerminal } from "./sshTerminal.ts";

/** VS Code's own clipboard, browser, editors, terminals and files, and this extension's walkthrough. */
export function createWorkbench({
  id,
  extensionKind,
}: Pick<vscode.Extension<unknown>, "id" | "extensionKind">): Workbench {
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
    guide: {
      async open(step) {
        const category = `${id}#${FIRST_STEPS}`;
        const what = step === undefined ? category : { category, step };
        await vscode.commands.executeCommand("workbench.action.openWalkthrough", what);
      },
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
