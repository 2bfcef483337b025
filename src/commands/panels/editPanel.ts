import * as l10n from "@vscode/l10n";
import { guardLevels } from "../../panels/guardLevel.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { guardLevelText } from "../../texts/resourceTexts.ts";
import { askEntrance } from "./askEntrance.ts";
import { askName } from "./askName.ts";
import { changeAddress } from "./changeAddress.ts";
import { changeKey } from "./changeKey.ts";
import type { PanelServices } from "./panelServices.ts";

/** Changes one fact of a panel: name, address, key, security entrance or protection. */
export async function editPanel(services: PanelServices, panel: PanelRecord): Promise<void> {
  if (services.demo.owns(panel)) {
    const message = l10n.t("The demo panel cannot be edited. Remove it when you are done with it.");
    await services.dialogs.tell({ severity: "information", message });
    return;
  }
  const guard = guardLevelText(panel.guardLevel);
  const entrance = panel.entranceRef === undefined ? l10n.t("not stored") : l10n.t("stored");
  const edit = await services.dialogs.pick(l10n.t("Edit “{0}”", panel.name), l10n.t("What should change?"), [
    { label: l10n.t("Name"), description: panel.name, icon: "tag", value: changeName },
    { label: l10n.t("Address"), description: panel.address, icon: "globe", value: changeAddress },
    { label: l10n.t("API Key"), icon: "key", value: changeKey },
    { label: l10n.t("Security Entrance"), description: entrance, icon: "link-external", value: changeEntrance },
    { label: l10n.t("Protection"), description: guard.label, icon: "shield", value: changeGuardLevel },
  ]);
  await edit?.(services, panel);
}

async function changeName(services: PanelServices, panel: PanelRecord): Promise<void> {
  const name = await askName(services, panel.name);
  if (name !== undefined) await services.store.update(panel.id, { name });
}

async function changeEntrance(services: PanelServices, panel: PanelRecord): Promise<void> {
  const entrance = await askEntrance(services);
  if (entrance !== undefined) await services.store.setEntrance(panel.id, entrance === "" ? undefined : entrance);
}

/** What makes a panel less careful is asked once more: it is one key away from what makes it more so. */
async function changeGuardLevel(services: PanelServices, panel: PanelRecord): Promise<void> {
  const { dialogs, store } = services;
  const current = panel.guardLevel;
  const choices = guardLevels.map((level) => ({ ...guardLevelText(level), icon: "shield", value: level }));
  const title = l10n.t("Protection of “{0}”", panel.name);
  const level = await dialogs.pick(title, l10n.t("When should you be asked first?"), choices, current);
  if (level === undefined || level === current) return;
  const { label, detail } = guardLevelText(level);
  if (guardLevels.indexOf(level) < guardLevels.indexOf(current)) {
    const question = l10n.t(
      "Lower the protection of “{0}” from “{1}” to “{2}”?",
      panel.name,
      guardLevelText(current).label,
      label,
    );
    if (!(await dialogs.ask(question, detail, l10n.t("Lower Protection")))) return;
  }
  await store.update(panel.id, { guardLevel: level });
}
