import * as l10n from "@vscode/l10n";
import type { Dialogs } from "../../ports/dialogs.ts";
import type { AddedTo } from "../../ports/workspace.ts";

/** Says what the person has to do where something was added to a file whose other changes they have not saved. */
export async function tellUnsaved(dialogs: Pick<Dialogs, "tell">, { file, isSaved }: AddedTo): Promise<void> {
  if (isSaved) return;
  const message = l10n.t("{0} has unsaved changes. What was added to it takes effect once you save it.", file);
  await dialogs.tell({ severity: "warning", message });
}
