import { randomUUID } from "node:crypto";
import { l10n } from "vscode";
import { guardLevels } from "../model/guardLevel.ts";
import type { PanelRecord } from "../model/panelRecord.ts";
import { verifyPanel } from "../model/verifyPanel.ts";
import { withProgress } from "../platform/progress.ts";
import { failureText } from "../platform/texts/failureTexts.ts";
import { guardLevelText } from "../platform/texts/resourceTexts.ts";
import { isLoopback } from "../model/address.ts";
import { askAddress } from "./askAddress.ts";
import { askApiKey, askName } from "./askPanel.ts";
import { askHttpConsent } from "./httpConsent.ts";
import type { Services } from "./services.ts";

/** Changes one fact of a panel: name, address, key or protection. */
export async function editPanel(services: Services, panel: PanelRecord): Promise<void> {
  if (services.demo.owns(panel)) {
    const message = l10n.t("The demo panel cannot be edited. Remove it when you are done with it.");
    await services.dialogs.tell({ severity: "information", message });
    return;
  }
  const guard = guardLevelText(panel.guardLevel);
  const edit = await services.dialogs.pick(l10n.t("Edit “{0}”", panel.name), l10n.t("What should change?"), [
    { label: l10n.t("Name"), description: panel.name, icon: "tag", value: changeName },
    { label: l10n.t("Address"), description: panel.address, icon: "globe", value: changeAddress },
    { label: l10n.t("API Key"), icon: "key", value: changeKey },
    { label: l10n.t("Protection"), description: guard.label, icon: "shield", value: changeGuardLevel },
  ]);
  await edit?.(services, panel);
}

async function changeName(services: Services, panel: PanelRecord): Promise<void> {
  const name = await askName(services, panel.name);
  if (name !== undefined) await services.store.update(panel.id, { name });
}

async function changeAddress(services: Services, panel: PanelRecord): Promise<void> {
  const chosen = await askAddress(services, panel.address);
  if (chosen === undefined) return;
  if (!(await moveTo(services, panel, chosen.origin))) return;
  if (chosen.entrance !== undefined) await services.store.setEntrance(panel.id, chosen.entrance);
}

/** Gives a panel another origin, after asking where calls would not be encrypted; whether it was done. */
export async function moveTo(services: Services, panel: PanelRecord, origin: string): Promise<boolean> {
  const needsConsent = origin.startsWith("http://") && !isLoopback(origin);
  if (needsConsent && !(await askHttpConsent(services, origin))) return false;
  await services.store.update(panel.id, { address: origin, httpConsent: needsConsent });
  return true;
}

/** Asks for a key, tries it with one signed call, and stores it; a key that fails is stored only if the person insists. */
export async function changeKey(services: Services, panel: PanelRecord): Promise<void> {
  const apiKey = await askApiKey(services, undefined);
  if (apiKey === undefined) return;
  const forget = services.redactor.add(apiKey);
  try {
    const tried = { ...panel, keyRef: randomUUID() };
    const failure = await withProgress(l10n.t("Asking “{0}”", panel.name), (signal) =>
      verifyPanel(services.connectionServices, tried, apiKey, signal),
    );
    if (failure !== undefined) {
      const question = l10n.t("Store this key for “{0}” all the same?", panel.name);
      if (!(await services.dialogs.ask(question, failureText(failure), l10n.t("Store Key")))) return;
    }
    await services.store.replaceKey(panel.id, apiKey);
  } finally {
    forget();
  }
}

async function changeGuardLevel(services: Services, panel: PanelRecord): Promise<void> {
  const choices = guardLevels.map((level) => ({ ...guardLevelText(level), icon: "shield", value: level }));
  const level = await services.dialogs.pick(
    l10n.t("Protection of “{0}”", panel.name),
    guardLevelText(panel.guardLevel).label,
    choices,
  );
  if (level !== undefined) await services.store.update(panel.id, { guardLevel: level });
}
