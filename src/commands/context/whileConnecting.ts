import * as l10n from "@vscode/l10n";
import type { Dialogs } from "../../ports/dialogs.ts";

const PLACE = "beforeQuestion";

/** Shows that a panel is being asked, for as long as that takes; what it answers may lead to a question. */
export function whileConnecting<T>(
  dialogs: Pick<Dialogs, "progress">,
  { name }: { readonly name: string },
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return dialogs.progress(l10n.t("Connecting to “{0}”…", name), task, PLACE);
}
