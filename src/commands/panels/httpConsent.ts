import * as l10n from "@vscode/l10n";
import { isLoopback } from "../../panels/address.ts";
import type { PanelServices } from "./panelServices.ts";
import { sentences } from "../../characters/sentences.ts";

type Asking = Pick<PanelServices, "dialogs">;

/**
 * Asks whether calls may be signed over plain http: whoever captures one can use the panel for good (docs/protocol.md
 * 1.3).
 * @param wasSecure whether the panel is stored with https
 */
export async function askHttpConsent({ dialogs }: Asking, address: string, wasSecure = false): Promise<boolean> {
  const risk = l10n.t(
    "Over http, anybody between you and the server can intercept a call and use it to control the panel from then on. If you can, turn on SSL in the panel under Settings.",
  );
  const warning = l10n.t(
    "This panel is stored with https. If that stopped working by itself, the connection may be intercepted.",
  );
  return dialogs.ask(
    l10n.t("Use the panel at {0} without encryption?", address),
    wasSecure ? sentences(warning, risk) : risk,
    l10n.t("Use http"),
  );
}

/** Asks for consent if it is needed. `false`: not needed; `undefined`: refused. */
export async function agreeToHttp(services: Asking, origin: string, wasSecure = false): Promise<boolean | undefined> {
  if (!origin.startsWith("http://") || isLoopback(origin)) return false;
  return (await askHttpConsent(services, origin, wasSecure)) || undefined;
}
