import * as l10n from "@vscode/l10n";
import { panelName } from "../../panels/panelName.ts";
import type { Talking } from "../../ports/dialogs.ts";

/** Asks for the name of a panel. */
export async function askName({ dialogs }: Talking, value: string): Promise<string | undefined> {
  const name = await dialogs.input({
    title: l10n.t("Panel Name"),
    prompt: l10n.t("Name shown in the side bar"),
    value,
    problem: (typed) => (panelName(typed) === "" ? l10n.t("Enter a name.") : undefined),
  });
  if (name === undefined) return undefined;
  return panelName(name);
}
