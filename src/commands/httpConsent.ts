import { l10n } from "vscode";
import type { Services } from "./services.ts";

/** Asks whether calls may be signed over plain http: whoever captures one can use the panel for good (panel-reference.md 0.3). */
export async function askHttpConsent({ dialogs }: Pick<Services, "dialogs">, address: string): Promise<boolean> {
  return dialogs.ask(
    l10n.t("Use the panel at {0} without encryption?", address),
    l10n.t(
      "Over http, anybody on the way to the server can read a call and use the panel with it from then on. Switch on SSL in the panel under Settings if you can.",
    ),
    l10n.t("Use http"),
  );
}
