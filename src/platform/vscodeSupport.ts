import * as vscode from "vscode";
import type { Support } from "../ports/workbench.ts";

/** Describes this VS Code, and opens its issue reporter. */
export function createSupport({
  id,
  extensionKind,
  packageJSON,
}: Pick<vscode.Extension<unknown>, "id" | "extensionKind" | "packageJSON">): Support {
  const isUi = extensionKind === vscode.ExtensionKind.UI;
  const manifest = packageJSON as { readonly version: unknown; readonly bugs?: unknown; readonly repository?: unknown };
  return {
    environment: () => ({
      extension: String(manifest.version),
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
      if (isUi) return "besideRemote";
      return "remote";
    },
    async report(data) {
      // desktop VS Code would open its reporter all the same, with its button turned off
      if (manifest.bugs === undefined && manifest.repository === undefined) return false;
      try {
        await vscode.commands.executeCommand("workbench.action.openIssueReporter", { extensionId: id, data });
        return true;
      } catch {
        // some VS Codes have no issue reporter, and in a browser it accepts only repositories on GitHub
        return false;
      }
    },
  };
}
