import * as vscode from "vscode";
import { escapeLinks } from "./escapeLinks.ts";

/** A task with a signal that its Cancel button aborts. Its texts are shown as they are. */
export async function withProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title: escapeLinks(title), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      return await task(abort.signal, (message) => progress.report({ message: escapeLinks(message) }));
    } finally {
      subscription.dispose();
    }
  });
}
