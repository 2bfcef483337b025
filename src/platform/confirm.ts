import { l10n } from "vscode";
import type { Confirm } from "../model/actionRunner.ts";
import type { Dialogs } from "./dialogs.ts";
import { confirmationText } from "./texts/actionTexts.ts";
import { verbText } from "./texts/resourceTexts.ts";

/** The runner's question as a modal dialog, or as a box in which the target's name is typed. */
export function createConfirm(dialogs: Dialogs): Confirm {
  return async (confirmation) => {
    const { message, detail } = confirmationText(confirmation);
    const { label } = confirmation.target;
    switch (confirmation.safeguard) {
      case "ask":
        return dialogs.ask(message, detail, verbText(confirmation.verb));
      case "typeName": {
        const typed = await dialogs.input({
          title: message,
          prompt: l10n.t("{0} Type “{1}” to go on.", detail, label),
          placeholder: label,
          problem: (value) => (value === label ? undefined : l10n.t("This is not “{0}”.", label)),
        });
        return typed === label;
      }
      default:
        return confirmation.safeguard satisfies never;
    }
  };
}
