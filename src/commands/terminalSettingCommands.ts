import { l10n } from "vscode";
import type { ItemNode } from "../model/treeNodes.ts";
import { itemText, stateText } from "../platform/texts/resourceTexts.ts";
import { choosePanel, nodeArgument } from "./choose.ts";
import { requestsFor, runAndTell } from "./resourceCommands.ts";
import type { Handler, Services } from "./services.ts";

/** Acts on a checkbox at once. When it is refused or declined the row is shown as the panel has it. */
export async function switchSetting(services: Services, item: ItemNode, on: boolean): Promise<void> {
  await runAndTell(services, requestsFor(services, [item], on ? "turnOn" : "turnOff", {}));
  services.showAgain(item.id);
}

/** Gives other panels the settings that one panel has. */
export const applyToPanels: Handler = async (services, args) => {
  const title = l10n.t("Apply Terminal Settings to Panels");
  const source = await choosePanel(services, args, title);
  if (source === undefined) return;
  const others = services.panels().filter(({ id }) => id !== source.id);
  const choices = others.map((panel) => ({ label: panel.name, description: panel.address, value: panel }));
  if (choices.length === 0) {
    await services.dialogs.tell({ severity: "information", message: l10n.t("There is no other panel.") });
    return;
  }
  const targets = await services.dialogs.pickMany(
    title,
    l10n.t("Which panels get the settings of “{0}”?", source.name),
    choices,
  );
  if (targets === undefined || targets.length === 0) return;
  const node = nodeArgument(services, args);
  const settings = (await services.tree.items(source.id, "terminalSetting")).filter(
    ({ state, id }) => (state === "on" || state === "off") && (node?.type !== "item" || node.id === id),
  );
  const summary = settings.map(({ kind, label, state }) => `${itemText(kind, label)}: ${stateText(state)}`).join("\n");
  const question = l10n.t("Apply the settings of “{0}” to {1} panels?", source.name, targets.length);
  const detail = [summary, "", ...targets.map(({ name }) => `• ${name}`)].join("\n");
  if (!(await services.dialogs.ask(question, detail, l10n.t("Apply")))) return;
  for (const verb of ["turnOn", "turnOff"] as const) {
    const wanted = settings.filter(({ state }) => state === (verb === "turnOn" ? "on" : "off"));
    const items = targets.flatMap((panel) => wanted.map((item) => ({ ...item, panelId: panel.id, row: undefined })));
    if (items.length > 0) await runAndTell(services, requestsFor(services, items, verb, {}));
  }
};
