import * as vscode from "vscode";
import { shownText } from "./shownText.ts";

/** A task with a signal that its Cancel button aborts. `shown` is what every text passes on its way to the screen. */
export async function withProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
  shown: (text: string) => string = shownText,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title: shown(title), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      return await task(abort.signal, (message) => progress.report({ message: shown(message) }));
    } finally {
      subscription.dispose();
    }
  });
}
