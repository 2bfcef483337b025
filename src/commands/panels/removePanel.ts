import * as l10n from "@vscode/l10n";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Connecting } from "../../connection/panelConnection.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { PlayingDemos } from "../../panels/demo.ts";
import type { Talking } from "../../ports/dialogs.ts";

/** Removing a panel with all that is kept of it. */
export interface RemovingPanels extends Connecting, KeepingPanels, PlayingDemos, Talking {
  /** Unfinished changes of all windows. */
  readonly changes: { forget(panelId: string): Promise<void> };
}

/** Forgets a panel and its secrets; nothing changes on the server. */
export async function removePanel(services: RemovingPanels, panel: PanelRecord): Promise<void> {
  const { guard } = services.connectionServices;
  if (isDemo(panel)) {
    await services.demo.close(panel);
    await guard.forget(panel.id);
    return;
  }
  const message = l10n.t("Remove “{0}” from VS Code?", panel.name);
  const detail = l10n.t(
    "Its API key is deleted from this computer. Nothing changes on the server at {0}.",
    panel.address,
  );
  if (!(await services.dialogs.ask(message, detail, l10n.t("Remove")))) return;
  await services.store.remove(panel.id);
  await guard.forget(panel.id);
  // leftovers are dropped after a day
  await services.changes.forget(panel.id).catch(() => undefined);
}
