import * as l10n from "@vscode/l10n";
import { exportedText } from "../../panels/exportedPanels.ts";
import { codeOf } from "../../storage/fileSystem.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { Handler } from "../context/handler.ts";
import type { ChoosingFiles } from "../../ports/workbench.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { numberText } from "../../texts/numberTexts.ts";

/** The name that the dialog suggests. */
const FILE_NAME = "server-panels.json";

/** Writes the chosen panels to a file, without their secrets. */
export const exportPanels: Handler<ChoosingFiles & KeepingPanels & Talking> = async ({
  dialogs,
  fileDialogs,
  store,
}) => {
  const panels = store.list();
  if (panels.length === 0) throw new CommandAborted(l10n.t("There is no panel to export. Add one first."));
  const title = l10n.t("Export Panels");
  const picked = await dialogs.pickMany(
    title,
    l10n.t("Which panels? Their API keys, security entrances and SSH logins are not exported."),
    panels.map((panel) => ({ label: panel.name, description: panel.address, icon: "server", value: panel })),
    panels,
  );
  if (picked === undefined) return;
  if (picked.length === 0) throw new CommandAborted(l10n.t("Nothing was exported: no panel was chosen."));
  let name: string | undefined;
  try {
    name = await fileDialogs.save(title, FILE_NAME, exportedText(picked));
  } catch (error) {
    const message = l10n.t("The file could not be written ({0}). Nothing was exported.", codeOf(error));
    await dialogs.tell({ severity: "error", message });
    return;
  }
  if (name === undefined) return;
  const message =
    picked.length === 1
      ? l10n.t(
          "“{0}” was exported to {1}, without API key, security entrance and SSH login.",
          picked[0]?.name ?? "",
          name,
        )
      : l10n.t(
          "{0} panels were exported to {1}, without API keys, security entrances and SSH logins.",
          numberText(picked.length),
          name,
        );
  await dialogs.tell({ severity: "information", message, names: [name, ...picked.map((panel) => panel.name)] });
};
