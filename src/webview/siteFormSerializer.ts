import * as vscode from "vscode";
import { SITE_FORM_VIEW } from "../manifest/manifest.ts";

/** Brings forms back after a restart; to be called at activation, so it loads nothing. The caller disposes the result. */
export function registerSiteFormSerializer(
  restore: (panel: vscode.WebviewPanel, state: unknown) => Promise<void>,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(SITE_FORM_VIEW, { deserializeWebviewPanel: restore });
}
