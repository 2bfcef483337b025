import * as vscode from "vscode";
import type { Support } from "../ports/workbench.ts";

/** The facts of this VS Code, and its reporter of issues. */
export function createSupport({
  id,
  extensionKind,
  packageJSON,
}: Pick<vscode.Extension<unknown>, "id" | "extensionKind" | "packageJSON">): Support {
  const isUi = extensionKind === vscode.ExtensionKind.UI;
  return {
    environment: () => ({
      extension: String((packageJSON as { readonly version: unknown }).version),
      editor: vscode.version,
      host: vscode.env.appHost,
      platform: `${process.platform} ${process.arch}`,
      node: process.version,
      language: vscode.env.language,
      remote: vscode.env.remoteName,
      runsIn: isUi ? "ui" : "workspace",
      setting: (setting) => vscode.workspace.getConfiguration().get(setting),
      variable: (name) => process.env[name],
    }),
    place() {
      if (vscode.env.remoteName === undefined) return "only";
      return isUi ? "besideRemote" : "remote";
    },
    async report(data) {
      try {
        await vscode.commands.executeCommand("workbench.action.openIssueReporter", { extensionId: id, data });
        return true;
      } catch {
        // a browser's VS Code has a reporter only for extensions that name an address for their issues
        return false;
      }
    },
  };
}
