import assert from "node:assert/strict";
import * as vscode from "vscode";

/**
 * The folder that the window has open. After each test of the enclosing `describe`, its setting of deployments is taken away, and so are
 * `.vscode` and these directories.
 */
export function useWorkspaceFolder(...directories: readonly string[]) {
  const [opened] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(opened);
  const folder = opened.uri;
  const write = async (path: string, text: string) =>
    vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, path), new TextEncoder().encode(text));
  /** `undefined`: as if none had ever been written. */
  const setDeployments = async (deployments: readonly object[] | undefined) =>
    vscode.workspace
      .getConfiguration("serverPanel", folder)
      .update("deployments", deployments, vscode.ConfigurationTarget.WorkspaceFolder);

  afterEach(async () => {
    await setDeployments(undefined);
    for (const name of [...directories, ".vscode"])
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, name), { recursive: true });
  });
  return { folder, write, setDeployments };
}
