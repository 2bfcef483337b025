import * as vscode from "vscode";
import type { ShowProgress } from "../model/actionRunner.ts";
import { shownText } from "./shownText.ts";
import { progressTitle, stepText } from "./texts/actionTexts.ts";

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

/** The runner's progress as a notification: "3 of 12" where there are several. */
export const showActionProgress: ShowProgress = (requests, task) =>
  withProgress(progressTitle(requests), (signal, report) => task(signal, (step) => report(stepText(requests, step))));
