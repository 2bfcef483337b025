import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import { newPanelRecord, type PanelRecord } from "../../panels/panelRecord.ts";
import { StorageError } from "../../storage/storageError.ts";
import { panelNodeId } from "../../tree/treeNodes.ts";
import { storageText } from "../../texts/failureTexts.ts";
import { agreeToOrigin, type Agreeing } from "./agreeToOrigin.ts";
import { askAddress, type AgreedAddress } from "./askAddress.ts";
import { askApiKey, type KeyPlace, type AskingKey } from "./askApiKey.ts";
import { askName } from "./askName.ts";
import { findOtherScheme } from "./findOtherScheme.ts";
import { organizeNewPanel } from "./organizePanel.ts";
import type { Trust } from "./reviewCertificate.ts";
import type { Handler } from "../context/handler.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { askFix, showTrial, tryPanel, type ChosenFix, type Trial, type Trying } from "./tryPanel.ts";

/** Adding a panel: asking for it, trying it and showing it. */
interface AddingPanels extends Agreeing, AskingKey, Trying {}

/** The entries so far; going back a step keeps them. */
interface Draft {
  readonly address: AgreedAddress;
  readonly name: string;
  readonly apiKey: string;
  /** Changes with the key, so that the lockout guard recognises a refused pair. */
  readonly keyRef: string;
  readonly trust?: Trust | undefined;
}

/**
 * Adds a panel: address → name → key → one signed call → saved → tags and colour. The person may save although the
 * call failed. The last question comes after saving, so dismissing it loses nothing.
 */
export const addPanel: Handler<AddingPanels> = async (services) => {
  const id = randomUUID();
  const { guard } = services.connectionServices;
  const typed = await askEverything(services);
  if (typed === undefined) return;
  let draft: Draft = { ...typed, keyRef: await services.store.newKeyRef(id) };
  let trial: Trial | undefined;
  let isSaved = false;
  try {
    for (;;) {
      trial ??= await tryPanel(services, recordOf(id, draft), draft.apiKey);
      draft = { ...draft, trust: trial.trust ?? draft.trust };
      const next = trial.failure === undefined ? "store" : await askNext(services, draft, trial.failure);
      if (next === undefined) return;
      if (next === "store") break;
      const changed = await change(services, id, draft, next);
      // dismissed: the same question again, without another call
      if (changed === undefined) continue;
      draft = changed;
      trial = undefined;
    }
    isSaved = await save(services, recordOf(id, draft), draft);
  } finally {
    // after a refusal, a panel that was saved all the same is still not called automatically
    if (!isSaved || trial?.failure === undefined) await guard.forget(id);
  }
  if (!isSaved) return;
  showTrial(services, recordOf(id, draft), trial);
  if (trial.failure === undefined) await organizeNewPanel(services, id);
  // expanding it makes a call, which would fail again and may count as a refusal. It may take its time, and by then the focus is
  // where a person has put it
  await services.reveal(panelNodeId(id), { expand: trial.failure === undefined, focus: false });
};

/** Asks all questions. Dismissing one leads a step back; dismissing the first ends. */
async function askEverything(services: AddingPanels): Promise<Omit<Draft, "keyRef"> | undefined> {
  let address: AgreedAddress | undefined;
  let name: string | undefined;
  for (;;) {
    const suggested = address === undefined ? undefined : hostOf(address);
    address = await askAddress(services, address?.typed, undefined);
    if (address === undefined) return undefined;
    if (name === suggested) name = undefined;
    for (;;) {
      const typed = await askName(services, name ?? hostOf(address));
      if (typed === undefined) break;
      name = typed;
      const apiKey = await askApiKey(services, undefined, keyPlaceAt(address));
      if (apiKey !== undefined) return { address, name, apiKey };
    }
  }
}

async function askNext(
  services: Trying,
  { name, address }: Draft,
  failure: NonNullable<Trial["failure"]>,
): Promise<ChosenFix | undefined> {
  const { origin, entrance } = address;
  const other = await findOtherScheme(services, failure, origin, false);
  const changeable = ["key", "address"] as const;
  const failed = { failure, address: origin, entrance, isStored: false, other, changeable };
  return askFix(services, l10n.t("“{0}” is not saved yet", name), failed);
}

/** `undefined`: dismissed. A certificate that was trusted belongs to the old address. */
async function change(services: AddingPanels, id: string, draft: Draft, what: ChosenFix): Promise<Draft | undefined> {
  if (typeof what === "object") {
    const httpConsent = await agreeToOrigin(services, what.origin, undefined);
    if (httpConsent === undefined) return undefined;
    return { ...draft, address: { ...draft.address, origin: what.origin, httpConsent }, trust: undefined };
  }
  switch (what) {
    case "address": {
      const address = await askAddress(services, draft.address.typed, undefined);
      if (address === undefined) return undefined;
      return { ...draft, address, trust: undefined };
    }
    case "key": {
      const apiKey = await askApiKey(services, draft.apiKey, keyPlaceAt(draft.address));
      if (apiKey === undefined || apiKey === draft.apiKey) {
        if (apiKey === undefined) return undefined;
        return draft;
      }
      return { ...draft, apiKey, keyRef: await services.store.newKeyRef(id) };
    }
    case "retry":
    case "store":
      return draft;
    default:
      return what satisfies never;
  }
}

/** Saves the panel. If this computer's storage fails, the person can try again; `false`: they gave up. */
async function save(
  services: KeepingPanels & Talking,
  record: PanelRecord,
  { apiKey, keyRef, address }: Draft,
): Promise<boolean> {
  const { entrance } = address;
  for (;;) {
    try {
      await services.store.add(record, { apiKey, keyRef, entrance });
      return true;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const message = l10n.t("“{0}” is not saved yet", record.name);
      const again = [{ label: l10n.t("Try Again"), value: true }];
      if ((await services.dialogs.choose(message, storageText(error.problem), again)) !== true) return false;
    }
  }
}

function recordOf(id: string, { name, address, keyRef, trust }: Draft): PanelRecord {
  const { origin, httpConsent } = address;
  return newPanelRecord({ id, name, address: origin, keyRef, httpConsent, ...trust });
}

function keyPlaceAt({ origin, entrance }: AgreedAddress): KeyPlace {
  return { address: origin, entrance: async () => entrance };
}

function hostOf({ origin }: AgreedAddress): string {
  return new URL(origin).hostname;
}
