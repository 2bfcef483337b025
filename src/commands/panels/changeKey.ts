import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { askApiKey, type AskingKey } from "./askApiKey.ts";
import { askFix, showTrial, tryPanel, type Trial, type Trying } from "./tryPanel.ts";

/**
 * Asks for a key, tries it with one signed call, and stores it; a key that fails is stored only if the person
 * insists.
 */
export async function changeKey(services: AskingKey & Trying, panel: PanelRecord): Promise<void> {
  const { name, address } = panel;
  // a slow secret storage must not delay the box
  const entrance = async () => services.store.entrance(panel).catch(() => undefined);
  let apiKey = await askApiKey(services, undefined, { name, address, entrance });
  if (apiKey === undefined) return;
  let keyRef = await services.store.newKeyRef(panel.id);
  let trial: Trial | undefined;
  for (;;) {
    trial ??= await tryPanel(services, { ...panel, keyRef }, apiKey);
    if (trial.failure === undefined) break;
    const message = l10n.t("The new key of “{0}” is not saved yet", panel.name);
    const { failure } = trial;
    const failed = { failure, address, entrance: await entrance(), isStored: true, changeable: ["key"] } as const;
    const next = await askFix(services, message, failed);
    if (next === undefined) return;
    if (next === "store") break;
    if (next === "key") {
      const typed = await askApiKey(services, apiKey, { name, address, entrance });
      if (typed === undefined) continue;
      if (typed !== apiKey) keyRef = await services.store.newKeyRef(panel.id);
      apiKey = typed;
    }
    trial = undefined;
  }
  const stored = await services.store.update(panel.id, trial.trust ?? {}, { apiKey, keyRef });
  showTrial(services, stored, trial);
}
