import * as l10n from "@vscode/l10n";
import { openSettings } from "./openInBrowser.ts";
import type { PanelServices } from "./panelServices.ts";

/** Where the key is valid: the panel's address, and its security entrance where that is known. `entrance` must not reject. */
export interface KeyPlace {
  readonly address: string;
  readonly entrance: () => Promise<string | undefined>;
}

/**
 * The API key. Goes from this box to SecretStorage and into signatures, and nowhere else. The box stays open while a person
 * looks at what its buttons show.
 */
export async function askApiKey(
  services: Pick<PanelServices, "browser" | "dialogs" | "guide" | "log" | "redactor">,
  value: string | undefined,
  { address, entrance }: KeyPlace,
): Promise<string | undefined> {
  const helping = (help: () => Promise<void>) => async () =>
    help().catch((error: unknown) => services.log.warn(`no help with the API key: ${String(error)}`));
  const key = await services.dialogs.input({
    title: l10n.t("API Key"),
    prompt: l10n.t(
      "In the panel, open Settings > API interface, turn it on, add this computer to the IP allowlist, and copy the key.",
    ),
    password: true,
    buttons: [
      { icon: "question", tooltip: l10n.t("How to Get the Key"), press: helping(() => services.guide.open("api")) },
      {
        icon: "link-external",
        tooltip: l10n.t("Open the Panel to Copy Its Key"),
        press: helping(async () => openSettings(services, address, await entrance())),
      },
    ],
    ...(value === undefined ? {} : { value }),
    problem: (typed) => (typed.trim() === "" ? l10n.t("Enter the API key.") : undefined),
  });
  return key?.trim();
}
