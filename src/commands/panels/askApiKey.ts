import * as l10n from "@vscode/l10n";
import type { PanelServices } from "./panelServices.ts";

/** The API key. Goes from this box to SecretStorage and into signatures, and nowhere else. */
export async function askApiKey(
  { dialogs }: Pick<PanelServices, "dialogs">,
  value: string | undefined,
): Promise<string | undefined> {
  const key = await dialogs.input({
    title: l10n.t("API Key"),
    prompt: l10n.t(
      "In the panel, open Settings > API interface, turn it on, add this computer to the IP allowlist, and copy the key.",
    ),
    password: true,
    ...(value === undefined ? {} : { value }),
    problem: (typed) => (typed.trim() === "" ? l10n.t("Enter the API key.") : undefined),
  });
  return key?.trim();
}
