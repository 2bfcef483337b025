import * as l10n from "@vscode/l10n";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { StorageError } from "../../storage/storageError.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";
import { changeKey } from "./changeKey.ts";
import { switchToHttps } from "./changeAddress.ts";
import { editPanel } from "./editPanel.ts";
import { findOtherScheme } from "./findOtherScheme.ts";
import { askHttpConsent } from "./agreeToOrigin.ts";
import { openInBrowser } from "./openInBrowser.ts";
import { remediesFor, type Remedy } from "./remediesFor.ts";
import { reviewCertificate } from "./reviewCertificate.ts";
import { forPanel, whileConnecting } from "../context/askPanel.ts";
import type { Fix, ReadOnly } from "../context/services.ts";
import type { PanelServices } from "./panelServices.ts";

/**
 * Fixes for a failure of a panel, the likeliest first. A fix works on the panel as it is when it runs. @param again
 * called once a panel that refused us accepts a call
 */
export async function fixesFor(
  services: PanelServices,
  failure: PanelFailure | ReadOnly,
  panel: PanelRecord | undefined,
  again?: () => Promise<void>,
): Promise<readonly Fix[]> {
  if (panel === undefined || isDemo(panel))
    return [{ label: l10n.t("Show Extension Log"), run: async () => services.log.show() }];
  if (failure.kind === "readOnly") return [editOf(services, panel)];
  const origin = await findOtherScheme(services, failure, panel.address, true);
  const others = fixesOf(services, failure, panel, again);
  if (origin === undefined) return others;
  const change = atSamePlace(services, panel, (current) => switchToHttps(services, current, origin));
  return [{ label: l10n.t("Use {0}", origin), run: change }, ...others];
}

function fixesOf(
  services: PanelServices,
  failure: PanelFailure,
  panel: PanelRecord,
  again?: () => Promise<void>,
): readonly Fix[] {
  const edit = editOf(services, panel);
  const key = fixOf(services, panel, l10n.t("Change API Key…"), changeKey);
  const browse = fixOf(services, panel, l10n.t("Open Panel in Browser"), openInBrowser);
  const showLog: Fix = { label: l10n.t("Show Extension Log"), run: async () => services.log.show() };
  const clientAddress = failure.kind === "refused" ? failure.clientAddress : undefined;
  const copy = clientAddress === undefined ? undefined : copyAddress(services, clientAddress);
  // after other failures any call tries again
  const retry = failure.kind === "refused" ? retryOf(services, panel, again) : undefined;
  const fixes: Readonly<Record<Remedy, Fix | undefined>> = { copy, browse, key, address: edit, retry };
  switch (failure.kind) {
    case "refused":
    case "keyNeeded":
    case "network":
    case "timeout":
    case "page":
      return remediesFor(failure).flatMap((remedy) => fixes[remedy] ?? []);
    case "consentNeeded": {
      const review = atSamePlace(services, panel, (current) => agree(services, current));
      return [{ label: l10n.t("Review…"), run: review }];
    }
    case "tls": {
      if (failure.certificate === undefined || (failure.problem !== "untrusted" && failure.problem !== "changed"))
        return [edit, browse];
      const review = atSamePlace(services, panel, (current) => reviewCertificate(services, current, failure));
      return [{ label: l10n.t("Review Certificate…"), run: review }, edit];
    }
    case "uncertain":
      return fixesOf(services, failure.cause, panel, again);
    case "cancelled":
    case "unsupported":
    case "malformed":
    case "tooLarge":
    case "invalid":
    case "rejected":
    case "storage":
    case "defect":
      return [showLog];
    default:
      return failure satisfies never;
  }
}

function fixOf(
  services: PanelServices,
  panel: PanelRecord,
  label: string,
  run: (services: PanelServices, panel: PanelRecord) => Promise<void>,
): Fix {
  return { label, run: () => run(services, currently(services, panel)) };
}

/** Tries the panel by one call, the only one that is sent while a refusal stands. */
function retryOf(services: PanelServices, panel: PanelRecord, again?: () => Promise<void>): Fix {
  return fixOf(services, panel, l10n.t("Try Again"), async ({ connections, dialogs }, current) => {
    const call = (signal: AbortSignal) => connections.of(current).callFor(signal, "retry")("system.total", {});
    await forPanel(current, () => whileConnecting(dialogs, current, call));
    await again?.();
  });
}

function editOf(services: PanelServices, panel: PanelRecord): Fix {
  return fixOf(services, panel, l10n.t("Edit Panel…"), editPanel);
}

/** The panel as it is now: it may have been changed or removed while the notification was open. */
function currently({ store }: PanelServices, { id }: PanelRecord): PanelRecord {
  const panel = store.get(id);
  if (panel === undefined) throw new StorageError({ kind: "gone" });
  return panel;
}

/** Wraps a fix for one address and certificate: it does nothing if the panel has others by then. */
function atSamePlace(
  services: PanelServices,
  panel: PanelRecord,
  run: (current: PanelRecord) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const current = currently(services, panel);
    if (current.address === panel.address && current.pin === panel.pin) {
      await run(current);
      return;
    }
    const message = l10n.t("“{0}” was changed in the meantime. Try again first.", current.name);
    await services.dialogs.tell({ severity: "information", message, names: [current.name] });
  };
}

function copyAddress({ clipboard }: PanelServices, address: string): Fix {
  return { label: l10n.t("Copy Address"), run: async () => clipboard.write(address) };
}

async function agree(services: PanelServices, { id, address }: PanelRecord): Promise<void> {
  if (await askHttpConsent(services, address)) await services.store.update(id, { httpConsent: true });
}
