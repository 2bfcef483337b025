import type { ShowProgress } from "../actions/actionRunner.ts";
import type { Dialogs } from "../ports/dialogs.ts";
import { progressTitle, stepText } from "../texts/actionTexts.ts";

/** The runner's progress as a notification: "3 of 12" where there are several. */
export function showActionProgress(dialogs: Dialogs): ShowProgress {
  return (requests, task) =>
    dialogs.progress(progressTitle(requests), (signal, report) =>
      task(signal, (step) => report(stepText(requests, step))),
    );
}
