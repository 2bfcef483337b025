import { homedir } from "node:os";
import * as vscode from "vscode";
import type { ChosenFile, FileDialogs } from "../ports/workbench.ts";

/** VS Code's own dialogs for files, through its file systems: where the window is remote, so are the files. */
export const fileDialogs: FileDialogs = {
  async save(title, suggestedName, text) {
    const defaultUri = vscode.Uri.joinPath(startFolder(), suggestedName);
    const uri = await vscode.window.showSaveDialog({ title, defaultUri, filters: { JSON: ["json"] } });
    if (uri === undefined) return undefined;
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return nameOf(uri);
  },
  async open(title) {
    const [uri] =
      (await vscode.window.showOpenDialog({ title, defaultUri: startFolder(), filters: { JSON: ["json"] } })) ?? [];
    return uri === undefined ? undefined : chosen(uri);
  },
};

function chosen(uri: vscode.Uri): ChosenFile {
  return {
    name: nameOf(uri),
    async read(mostBytes) {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > mostBytes) return { kind: "tooLarge" };
      return { kind: "text", text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) };
    },
    async remove(how) {
      await vscode.workspace.fs.delete(uri, { useTrash: how === "trash" });
    },
  };
}

/** Where the dialog starts; it needs a whole address even where no folder is open. */
function startFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}
