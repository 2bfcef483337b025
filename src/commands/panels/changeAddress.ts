import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { agreeToOrigin, type Agreeing } from "./agreeToOrigin.ts";
import { askAddress, type AgreedAddress } from "./askAddress.ts";
import { findOtherScheme } from "./findOtherScheme.ts";
import { askFix, showTrial, tryPanel, type Trial, type Trying } from "./tryPanel.ts";

/** Moving a panel to another address, unless another panel has it. */
export interface ChangingAddress extends Agreeing, Trying {}

type NewAddress = Pick<AgreedAddress, "origin" | "httpConsent" | "entrance">;

/** Asks for another address, tries it with one signed call, and stores it with the entrance that was typed. */
export async function changeAddress(services: ChangingAddress, panel: PanelRecord): Promise<void> {
  const chosen = await askAddress(services, panel.address, panel);
  if (chosen !== undefined) await tryAndStore(services, panel, chosen, chosen.typed);
}

/** Switches a panel from http to https, after one signed call there. */
export async function switchToHttps(services: ChangingAddress, panel: PanelRecord, origin: string): Promise<void> {
  const httpConsent = await agreeToOrigin(services, origin, panel);
  if (httpConsent !== undefined) await tryAndStore(services, panel, { origin, httpConsent }, origin);
}

/**
 * Tries an address and stores it. If the trial fails, stores it only if the person insists. `typed`: the person's
 * text.
 */
async function tryAndStore(
  services: ChangingAddress,
  panel: PanelRecord,
  first: NewAddress,
  typed: string,
): Promise<void> {
  let candidate = first;
  let written = typed;
  let trial: Trial | undefined;
  for (;;) {
    trial ??= await tryAt(services, panel, candidate);
    if (trial?.failure === undefined) break;
    const message = l10n.t("The new address of “{0}” is not saved yet", panel.name);
    const { failure } = trial;
    const other = await findOtherScheme(services, failure, candidate.origin, true);
    const { origin, entrance } = candidate;
    const isStored = origin === panel.address;
    const failed = { failure, address: origin, entrance, isStored, other, changeable: ["address"] } as const;
    const next = await askFix(services, message, failed);
    if (next === undefined) return;
    if (next === "store") break;
    if (next === "address") {
      const chosen = await askAddress(services, written, panel);
      if (chosen === undefined) continue;
      candidate = chosen;
      written = chosen.typed;
    } else if (typeof next === "object") {
      const httpConsent = await agreeToOrigin(services, next.origin, panel);
      if (httpConsent === undefined) continue;
      candidate = { ...candidate, origin: next.origin, httpConsent };
    }
    trial = undefined;
  }
  const { origin: address, httpConsent, entrance } = candidate;
  const patch = { address, httpConsent, ...trial?.trust };
  const stored = await services.store.update(panel.id, patch, entrance === undefined ? {} : { entrance });
  if (trial !== undefined) showTrial(services, stored, trial);
}

/** Tries the panel at an address; `undefined`: no key to try with, and the tree asks for one. */
async function tryAt(
  services: Trying,
  panel: PanelRecord,
  { origin, httpConsent }: NewAddress,
): Promise<Trial | undefined> {
  const apiKey = await services.store.apiKey(panel);
  if (apiKey === undefined) return undefined;
  const { pin, pinnedUntil, ...unpinned } = panel;
  const isSame = origin === panel.address;
  const kept = isSame && pin !== undefined && pinnedUntil !== undefined ? { pin, pinnedUntil } : {};
  return tryPanel(services, { ...unpinned, ...kept, address: origin, httpConsent }, apiKey);
}
