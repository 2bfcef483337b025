import { readdir } from "node:fs/promises";
import * as vscode from "vscode";
import { journalDirectory } from "./actions/journalDirectory.ts";
import type { Features } from "./features.ts";
import { FOLLOWED_LOGS, SITE_FORM_VIEW } from "./manifest/manifest.ts";
import { registerCommands } from "./platform/registerCommands.ts";
import { ActivityView } from "./views/activityView.ts";
import { PanelsView } from "./views/panelsView.ts";
import { LoadedLater } from "./window/loadedLater.ts";

/** What tests see of a running extension; `activate` returns it only when VS Code runs a test suite. */
export interface TestApi {
  readonly features: () => Promise<Features>;
}

let stop: (() => Promise<void>) | undefined;

/** Registers what the manifest declares; everything else is loaded when it is first used. */
export function activate(context: vscode.ExtensionContext): TestApi | undefined {
  const later = new LoadedLater(async () => {
    // modules make texts while they load
    await import("./platform/useWindowLanguage.ts");
    const { compose } = await import("./compose.ts");
    return compose(context, view, activityView);
  });
  const features = async () => later.load();
  const view = new PanelsView(features);
  const activityView = new ActivityView(
    async () => (await features()).activity(),
    async (entry) => (await features()).activityItemOf(entry),
  );
  const commands = registerCommands(context.extension, async (id, args) => {
    try {
      await (await features()).run(id, args);
    } catch (error) {
      // commands have an error boundary of their own, so this is a failed start
      const reason = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(vscode.l10n.t("Server Panel could not start ({0}).", reason));
      view.changed(undefined);
    }
  });
  const siteForms = vscode.window.registerWebviewPanelSerializer(SITE_FORM_VIEW, {
    // where we cannot start, VS Code shows the form as broken and keeps what was typed for the next time
    deserializeWebviewPanel: async (panel, state: unknown) => (await features()).restoreSiteForm(panel, state),
  });
  context.subscriptions.push(view, activityView, commands, siteForms);
  stop = async () => later.dispose();
  void startIfAbandoned(context, features);
  // followed logs go on after a reload, and npm start opens the demo panels, before any view or command asks for them
  if (context.workspaceState.get(FOLLOWED_LOGS) !== undefined || process.env["SERVER_PANEL_DEMO"] === "1")
    void features().catch(() => undefined);
  return context.extensionMode === vscode.ExtensionMode.Test ? { features } : undefined;
}

/** Starts if a window left a change unfinished, whatever the side bar shows. */
async function startIfAbandoned({ globalStorageUri }: vscode.ExtensionContext, features: () => Promise<Features>) {
  const pending = await readdir(journalDirectory(globalStorageUri.fsPath)).catch(() => []);
  if (pending.length > 0) await features().catch(() => undefined);
}

/** VS Code waits for the promise, so sockets and demo panels are ended before the window is gone. */
export async function deactivate(): Promise<void> {
  await stop?.();
}
