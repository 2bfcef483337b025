import * as l10n from "@vscode/l10n";
import type { Dialogs } from "../../ports/dialogs.ts";

const PLACE = "beforeQuestion";

/** Shows progress while a panel is called; a question may follow. */
export function whileConnecting<T>(
  dialogs: Pick<Dialogs, "progress">,
  { name }: { readonly name: string },
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return dialogs.progress(l10n.t("Connecting to “{0}”…", name), task, PLACE);
}
