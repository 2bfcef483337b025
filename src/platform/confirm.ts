import * as l10n from "@vscode/l10n";
import type { Confirm } from "../actions/confirmation.ts";
import type { Dialogs } from "../ports/dialogs.ts";
import { confirmationText } from "../texts/confirmationTexts.ts";
import { verbsText } from "../texts/actionTitles.ts";

/** The runner's question as a modal dialog, or as a box in which the target's name (of several: their number) is typed. */
export function createConfirm(dialogs: Dialogs): Confirm {
  return async (confirmation) => {
    const { message, detail } = confirmationText(confirmation);
    const { targets, safeguard } = confirmation;
    const button = verbsText(targets.map(({ verb }) => verb));
    if (!(await dialogs.ask(message, detail, button))) return false;
    if (safeguard === "ask") return true;
    const name = targets.length === 1 ? (targets[0]?.target.label ?? "") : String(targets.length);
    const typed = await dialogs.input({
      title: message,
      prompt: l10n.t("Type “{0}” to confirm.", name),
      placeholder: name,
      problem: (value) => (value === name ? undefined : l10n.t("This is not “{0}”.", name)),
    });
    return typed === name;
  };
}
