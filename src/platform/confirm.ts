import * as l10n from "@vscode/l10n";
import type { ShowProgress } from "../actions/actionRunner.ts";
import type { Confirm } from "../actions/confirmation.ts";
import { sentences } from "../characters/sentences.ts";
import type { Dialogs } from "../ports/dialogs.ts";
import { confirmationText } from "../texts/confirmationTexts.ts";
import { stepText } from "../texts/actionTexts.ts";
import { confirmButton, progressTitle } from "../texts/actionTitles.ts";
import { partSentences } from "../texts/partTexts.ts";

/** The runner's question as a modal dialog, or as a box in which the target's name (of several: their number) is typed. */
export function createConfirm(dialogs: Dialogs): Confirm {
  return async (confirmation) => {
    const { message, detail } = confirmationText(confirmation);
    const { targets, safeguard } = confirmation;
    const button = confirmButton(targets);
    if (!(await dialogs.ask(message, detail, button))) return false;
    if (safeguard === "ask") return true;
    const [only] = targets.length === 1 ? targets : [];
    const { label: name, alias } = only?.target ?? { label: String(targets.length) };
    const isRight = (text: string) => text === name || (alias !== undefined && text === alias);
    const typed = await dialogs.input({
      title: message,
      prompt: sentences(
        partSentences(confirmation.input.with ?? []),
        alias === undefined
          ? l10n.t("Type “{0}” to confirm.", name)
          : l10n.t("Type “{0}” or “{1}” to confirm.", name, alias),
      ),
      placeholder: name,
      problem: (value) => (isRight(value) ? undefined : l10n.t("This is not “{0}”.", name)),
    });
    return typed !== undefined && isRight(typed);
  };
}

/** The runner's progress as a notification: "3 of 12" where there are several. */
export function showActionProgress(dialogs: Dialogs): ShowProgress {
  return (requests, task) =>
    dialogs.progress(progressTitle(requests), (signal, report) =>
      task(signal, (step) => report(stepText(requests, step))),
    );
}
