import { randomUUID } from "node:crypto";
import { l10n } from "vscode";
import { isLoopback } from "../model/address.ts";
import { newPanelRecord, type PanelRecord } from "../model/panelRecord.ts";
import { panelNodeId } from "../model/treeNodes.ts";
import { verifyPanel } from "../model/verifyPanel.ts";
import type { PanelFailure } from "../panel/failure.ts";
import { withProgress } from "../platform/progress.ts";
import { failureText } from "../platform/texts/failureTexts.ts";
import { askAddress, type ChosenAddress } from "./askAddress.ts";
import { askApiKey, askName } from "./askPanel.ts";
import { findOtherScheme } from "./findOtherScheme.ts";
import { askHttpConsent } from "./httpConsent.ts";
import { askTrust, type Trust } from "./reviewCertificate.ts";
import type { Handler, Services } from "./services.ts";

/** What was typed so far; going back a step keeps all of it. */
interface Draft {
  readonly address: ChosenAddress;
  readonly name: string;
  readonly apiKey: string;
  readonly httpConsent: boolean;
  readonly trust?: Trust;
}

/** Address → name → key → one signed call → saved. The person may save without the call having worked. */
export const addPanel: Handler = async (services) => {
  let draft = await askEverything(services);
  while (draft !== undefined) {
    const record = newPanelRecord({
      id: randomUUID(),
      name: draft.name,
      address: draft.address.origin,
      keyRef: randomUUID(),
      httpConsent: draft.httpConsent,
      ...draft.trust,
    });
    const failure = await verify(services, record, draft.apiKey);
    if (failure?.kind === "tls" && failure.certificate !== undefined) {
      const trust = await askTrust(services, draft.address.origin, failure);
      if (trust !== undefined) {
        draft = { ...draft, trust };
        continue;
      }
    }
    const next = failure === undefined ? "save" : await askWhatNext(services, failure, draft.address.origin);
    if (next === undefined) return;
    if (next === "save") {
      await save(services, record, draft);
      return;
    }
    draft = await change(services, draft, next);
  }
};

async function askEverything(services: Services): Promise<Draft | undefined> {
  const address = await askAddress(services, undefined);
  if (address === undefined) return undefined;
  const httpConsent = await agreeToHttp(services, address);
  if (httpConsent === undefined) return undefined;
  const name = await askName(services, new URL(address.origin).hostname);
  if (name === undefined) return undefined;
  const apiKey = await askApiKey(services, undefined);
  return apiKey === undefined ? undefined : { address, name, apiKey, httpConsent };
}

/** `false`: no agreement is needed; `undefined`: it was refused. */
async function agreeToHttp(services: Services, { origin }: ChosenAddress): Promise<boolean | undefined> {
  if (!origin.startsWith("http://") || isLoopback(origin)) return false;
  return (await askHttpConsent(services, origin)) || undefined;
}

async function verify(services: Services, record: PanelRecord, apiKey: string): Promise<PanelFailure | undefined> {
  const forget = services.redactor.add(apiKey);
  try {
    return await withProgress(l10n.t("Asking “{0}”", record.name), (signal) =>
      verifyPanel(services.connectionServices, record, apiKey, signal),
    );
  } finally {
    forget();
  }
}

/** An origin: use it instead. */
type Next = "retry" | "address" | "key" | "save" | { readonly origin: string };

async function askWhatNext(services: Services, failure: PanelFailure, tried: string): Promise<Next | undefined> {
  const origin = await findOtherScheme(services, failure, tried);
  const other = origin === undefined ? [] : [{ label: l10n.t("Use {0}", origin), icon: "pass", value: { origin } }];
  return services.dialogs.pick<Next>(l10n.t("The Panel Did Not Accept the Call"), failureText(failure), [
    ...other,
    { label: l10n.t("Try Again"), icon: "refresh", detail: failureText(failure), value: "retry" },
    { label: l10n.t("Change the Address…"), icon: "globe", value: "address" },
    { label: l10n.t("Change the API Key…"), icon: "key", value: "key" },
    { label: l10n.t("Save Anyway"), icon: "save", value: "save" },
  ]);
}

async function change(services: Services, draft: Draft, what: Next): Promise<Draft> {
  if (typeof what === "object") return moved(services, draft, { ...draft.address, origin: what.origin });
  switch (what) {
    case "address": {
      const address = await askAddress(services, draft.address.typed);
      return address === undefined ? draft : moved(services, draft, address);
    }
    case "key":
      return { ...draft, apiKey: (await askApiKey(services, draft.apiKey)) ?? draft.apiKey };
    case "retry":
    case "save":
      return draft;
    default:
      return what satisfies never;
  }
}

/** What was trusted belongs to the old address. */
async function moved(services: Services, draft: Draft, address: ChosenAddress): Promise<Draft> {
  const httpConsent = await agreeToHttp(services, address);
  if (httpConsent === undefined) return draft;
  const { name, apiKey } = draft;
  return { address, name, apiKey, httpConsent };
}

async function save(services: Services, record: PanelRecord, { apiKey, address }: Draft): Promise<void> {
  const { entrance } = address;
  const saved = await services.store.add(record, { apiKey, ...(entrance === undefined ? {} : { entrance }) });
  await services.reveal(panelNodeId(saved.id));
}
