import * as l10n from "@vscode/l10n";
import type { DeployTo } from "../targetNow.ts";
import type { Talking } from "../../ports/dialogs.ts";

/** Asks whether a project that is stopped starts with what is new; `undefined`: dismissed. */
export async function askStart({ dialogs }: Talking, { target, panel }: DeployTo): Promise<boolean | undefined> {
  return dialogs.pick(
    l10n.t("Deploy to “{0}” on “{1}”", target.label, panel.name),
    l10n.t("The project is stopped. And then?"),
    [
      { label: l10n.t("Leave It Stopped"), icon: "debug-stop", value: false },
      { label: l10n.t("Start It"), icon: "play", value: true },
    ],
  );
}
