import * as vscode from "vscode";
import type { Features } from "./compose.ts";
import { FOLLOWED_LOGS } from "./manifest/manifest.ts";
import { registerCommands } from "./platform/registerCommands.ts";
import { ActivityView } from "./views/activityView.ts";
import { PanelsView } from "./views/panelsView.ts";
import { registerSiteFormSerializer } from "./webview/siteFormSerializer.ts";

/** What tests see of a running extension; `activate` returns it only when VS Code runs a test suite. */
export interface TestApi {
  readonly features: () => Promise<Features>;
}

let stop: (() => Promise<void>) | undefined;

/** Registers what the manifest declares; everything else is loaded when it is first used. */
export function activate(context: vscode.ExtensionContext): TestApi | undefined {
  let started: Promise<Features> | undefined;
  const features = (): Promise<Features> => {
    // a start that failed is tried again with the next wish
    started ??= import("./compose.ts")
      .then(({ compose }) => compose(context, view))
      .catch((error: unknown) => {
        started = undefined;
        throw error;
      });
    return started;
  };
  const view = new PanelsView(features);
  const activityView = new ActivityView(
    async () => (await features()).services.activity,
    async (entry) => (await features()).activityItemOf(entry),
  );
  const commands = registerCommands(context.extension, async (id, args) => {
    try {
      await (await features()).run(id, args);
    } catch (error) {
      // what runs is in a boundary of its own: this is a start that failed
      const reason = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(vscode.l10n.t("Server Panel could not start ({0}).", reason));
      view.changed(undefined);
    }
  });
  // where we cannot start VS Code shows the form as broken, and keeps what was typed for the next time
  const siteForms = registerSiteFormSerializer(async (panel, state) =>
    (await features()).restoreSiteForm(panel, state),
  );
  context.subscriptions.push(view, activityView, commands, siteForms);
  stop = async () => (await started?.catch(() => undefined))?.dispose();
  // what was followed before a reload goes on, and npm start shows the demo panels, without anybody asking for it
  if (context.workspaceState.get(FOLLOWED_LOGS) !== undefined || process.env["SERVER_PANEL_DEMO"] === "1")
    void features().catch(() => undefined);
  return context.extensionMode === vscode.ExtensionMode.Test ? { features } : undefined;
}

/** VS Code waits for the promise, so sockets and demo panels are ended before the window is gone. */
export async function deactivate(): Promise<void> {
  await stop?.();
}
