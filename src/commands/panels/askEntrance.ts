import * as l10n from "@vscode/l10n";
import { cleanAddress } from "../../panels/address.ts";
import type { PanelServices } from "./panelServices.ts";

/** The security entrance as a path such as `/abcd1234`, or `""` for none. What is stored is not shown. */
export async function askEntrance({ dialogs }: Pick<PanelServices, "dialogs">): Promise<string | undefined> {
  const typed = await dialogs.input({
    title: l10n.t("Security Entrance"),
    prompt: l10n.t(
      "For example, /abcd1234. It is used only to open the panel in a browser. Leave it empty to remove it.",
    ),
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
