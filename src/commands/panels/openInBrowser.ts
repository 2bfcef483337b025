import * as l10n from "@vscode/l10n";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Browsing } from "../../ports/workbench.ts";
import type { Redacting } from "../../redaction/redactor.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { Talking } from "../../ports/dialogs.ts";

/** Opening a panel's own pages. */
export interface OpeningPages extends Browsing, Redacting {}

/**
 * Opens a panel's pages in the browser, through its security entrance if one is stored. The entrance is used nowhere
 * else.
 */
export async function openInBrowser(
  services: KeepingPanels & OpeningPages & Talking,
  panel: PanelRecord,
): Promise<void> {
  if (isDemo(panel)) {
    const message = l10n.t("The demo panel has no web pages: it answers only API calls.");
    await services.dialogs.tell({ severity: "warning", message });
    return;
  }
  await openPages(services, panel.address, await services.store.entrance(panel));
}

/**
 * Opens the page with a panel's settings (docs/protocol.md 4.8), also of one that is not stored. Without its
 * entrance, only people who are logged in get there.
 */
export async function openSettings(
  services: OpeningPages,
  address: string,
  entrance: string | undefined,
): Promise<void> {
  if (entrance === undefined) await services.browser.open(`${address}/config`);
  else await openPages(services, address, entrance);
}

/** Opens a panel's pages in the browser, at its security entrance if given. The panel need not be stored. */
export async function openPages(
  { browser, redactor }: OpeningPages,
  address: string,
  entrance: string | undefined,
): Promise<void> {
  // opening may fail with an error that holds the address
  if (entrance !== undefined) redactor.addTriedEntrance(entrance);
  await browser.open(address + (entrance ?? "/"));
}
