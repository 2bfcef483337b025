import { l10n } from "vscode";
import { cleanAddress } from "../model/address.ts";
import type { Services } from "./services.ts";

type Asking = Pick<Services, "dialogs">;

/** The name under which a panel is shown. */
export async function askName({ dialogs }: Asking, value: string): Promise<string | undefined> {
  const name = await dialogs.input({
    title: l10n.t("Panel Name"),
    prompt: l10n.t("How should the panel be called here?"),
    value,
    problem: (typed) => (typed.trim() === "" ? l10n.t("A name is needed.") : undefined),
  });
  return name?.trim();
}

/** The API key. Goes from this box to SecretStorage and into signatures, and nowhere else. */
export async function askApiKey({ dialogs }: Asking, value: string | undefined): Promise<string | undefined> {
  const key = await dialogs.input({
    title: l10n.t("API Key"),
    prompt: l10n.t(
      "In the panel: Settings > API interface. Switch it on, add this computer to the IP allowlist, and copy the key.",
    ),
    password: true,
    ...(value === undefined ? {} : { value }),
    problem: (typed) => (typed.trim() === "" ? l10n.t("The API key is needed.") : undefined),
  });
  return key?.trim();
}

/** The security entrance as a path such as `/abcd1234`, or `""` for none. What is stored is not shown. */
export async function askEntrance({ dialogs }: Asking): Promise<string | undefined> {
  const typed = await dialogs.input({
    title: l10n.t("Security Entrance"),
    prompt: l10n.t("It is used for opening the panel in a browser, and for nothing else. Leave it empty to remove it."),
    placeholder: "/abcd1234",
    problem: (text) =>
      entranceOf(text) === undefined ? l10n.t("An entrance is one word after a slash, such as /abcd1234.") : undefined,
  });
  return typed === undefined ? undefined : entranceOf(typed);
}

/** `undefined`: this is no entrance. */
function entranceOf(typed: string): string | undefined {
  const text = typed.trim().replace(/^\/*/, "");
  if (text === "") return "";
  const address = cleanAddress(`https://panel/${text}`);
  // a whole address would be cut down to its first part
  return address.kind === "ok" && address.entrance === `/${text}` ? address.entrance : undefined;
}
