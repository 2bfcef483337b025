import * as l10n from "@vscode/l10n";
import { cleanAddress } from "../../panels/address.ts";
import { guardLevels } from "../../panels/guardLevel.ts";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { guardLevelText } from "../../texts/resourceTexts.ts";
import { askName } from "./askName.ts";
import { changeAddress, type ChangingAddress } from "./changeAddress.ts";
import { changeKey } from "./changeKey.ts";
import type { AskingKey } from "./askApiKey.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { Talking } from "../../ports/dialogs.ts";

/** Changing a stored panel: its name, address, key, entrance and guard level. */
export interface EditingPanels extends AskingKey, ChangingAddress {}

type Edit = (services: EditingPanels, panel: PanelRecord) => Promise<void>;

/** Edits one property of a panel: name, address, key, security entrance or protection. */
export async function editPanel(services: EditingPanels, panel: PanelRecord): Promise<void> {
  if (isDemo(panel)) {
    const message = l10n.t("The demo panel cannot be edited. Remove it when you are done with it.");
    await services.dialogs.tell({ severity: "warning", message });
    return;
  }
  const guard = guardLevelText(panel.guardLevel);
  const entrance = panel.entranceRef === undefined ? l10n.t("not stored") : l10n.t("stored");
  const edit = await services.dialogs.pick<Edit>(l10n.t("Edit “{0}”", panel.name), l10n.t("What should change?"), [
    { label: l10n.t("Name"), description: panel.name, icon: "tag", value: changeName },
    { label: l10n.t("Address"), description: panel.address, icon: "globe", value: changeAddress },
    { label: l10n.t("API Key"), icon: "key", value: changeKey },
    { label: l10n.t("Security Entrance"), description: entrance, icon: "link-external", value: changeEntrance },
    { label: l10n.t("Protection"), description: guard.label, icon: "shield", value: changeGuardLevel },
  ]);
  await edit?.(services, panel);
}

async function changeName(services: KeepingPanels & Talking, panel: PanelRecord): Promise<void> {
  const name = await askName(services, panel.name);
  if (name !== undefined) await services.store.update(panel.id, { name });
}

async function changeEntrance(services: KeepingPanels & Talking, panel: PanelRecord): Promise<void> {
  const entrance = await askEntrance(services);
  if (entrance === undefined) return;
  await services.store.update(panel.id, {}, { entrance: entrance === "" ? undefined : entrance });
}

/** The security entrance as a path such as `/abcd1234`, or `""` for none. The stored one is not shown. */
async function askEntrance({ dialogs }: Talking): Promise<string | undefined> {
  const typed = await dialogs.input({
    title: l10n.t("Security Entrance"),
    prompt: l10n.t(
      "For example, /abcd1234. It is used only to open the panel in a browser. Leave it empty to remove it.",
    ),
    problem: (text) =>
      entranceOf(text) === undefined ? l10n.t("An entrance is one word after a slash, such as /abcd1234.") : undefined,
  });
  if (typed === undefined) return undefined;
  return entranceOf(typed);
}

/** The path of an entrance; `undefined` for other texts. */
function entranceOf(typed: string): string | undefined {
  const text = typed.trim().replace(/^\/*/, "");
  if (text === "") return "";
  const address = cleanAddress(`https://panel/${text}`);
  // a whole address would be cut down to its first part
  if (address.kind === "ok" && address.entrance === `/${text}`) return address.entrance;
  return undefined;
}

/** Lowering the level asks once more: in the list a lower one is one key away from a higher one. */
async function changeGuardLevel(services: KeepingPanels & Talking, panel: PanelRecord): Promise<void> {
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
