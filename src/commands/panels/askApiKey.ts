import * as l10n from "@vscode/l10n";
import { isApiKey, KEY_LENGTH } from "../../panels/apiKey.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { openSettings, type OpeningPages } from "./openInBrowser.ts";
import type { Guiding } from "../../ports/workbench.ts";
import type { Logging } from "../../storage/ports.ts";
import type { Talking } from "../../ports/dialogs.ts";

/** Asking for an API key, with help to find it. */
export interface AskingKey extends Guiding, Logging, OpeningPages, Talking {}

/** The panel of a key: its name, unless it has none yet, its address, and its entrance if known. `entrance` must not reject. */
export interface KeyPlace {
  readonly name?: string;
  readonly address: string;
  readonly entrance: () => Promise<string | undefined>;
}

/**
 * Asks for the API key, which goes from this box to SecretStorage and into signatures, and nowhere else. The box
 * stays open while a person uses its buttons. A text without the form of a key is used only after a question, for
 * each refused call counts towards the lockout (docs/protocol.md 3.4).
 */
export async function askApiKey(
  services: AskingKey,
  value: string | undefined,
  place: KeyPlace,
): Promise<string | undefined> {
  for (let typed = value; ;) {
    typed = await askText(services, typed, place);
    if (typed === undefined || isApiKey(typed) || (await usesAnyway(services, typed))) return typed;
  }
}

async function askText(
  services: AskingKey,
  value: string | undefined,
  { name, address, entrance }: KeyPlace,
): Promise<string | undefined> {
  const helping = (help: () => Promise<void>) => async () =>
    help().catch((error: unknown) => services.log.warn(`no help with the API key: ${String(error)}`));
  const key = await services.dialogs.input({
    title: name === undefined ? l10n.t("API Key") : l10n.t("API Key of “{0}”", name),
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

async function usesAnyway({ dialogs }: Talking, { length }: string): Promise<boolean> {
  const detail =
    length === KEY_LENGTH
      ? l10n.t("The keys that panels make consist of letters and digits alone. Nothing was sent.")
      : l10n.t(
          "It has {0} characters; the keys that panels make have {1}. Nothing was sent.",
          numberText(length),
          numberText(KEY_LENGTH),
        );
  const answers = [
    { label: l10n.t("Enter It Again"), value: false },
    { label: l10n.t("Use Anyway"), value: true },
  ];
  return (await dialogs.choose(l10n.t("This does not look like an API key"), detail, answers)) === true;
}
