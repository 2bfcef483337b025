import * as l10n from "@vscode/l10n";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { StorageError } from "../../storage/storageError.ts";
import { causeOf, type PanelFailure } from "../../wire/answers/failure.ts";
import { changeKey } from "./changeKey.ts";
import { switchToHttps } from "./changeAddress.ts";
import { editPanel, type EditingPanels } from "./editPanel.ts";
import { findOtherScheme } from "./findOtherScheme.ts";
import { askHttpConsent } from "./agreeToOrigin.ts";
import { openInBrowser } from "./openInBrowser.ts";
import { fixNamesFor, isReviewable, type FixName } from "./fixNames.ts";
import { reviewCertificate } from "./reviewCertificate.ts";
import { forPanel, whileConnecting } from "../context/askPanel.ts";
import type { KnownPanels } from "../context/knownPanels.ts";
import type { ShownLog, ReadOnly, Fix } from "../context/telling.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Copying } from "../../ports/workbench.ts";

/** Fixing what keeps a panel from answering. */
export interface Fixing extends EditingPanels, KnownPanels {
  readonly log: ShownLog;
}

/**
 * Buttons that fix a failure of a panel, the likeliest first. A fix works on the panel as it is when it runs.
 * @param again called once a panel that refused us accepts a call
 */
export async function fixesFor(
  services: Fixing,
  failure: PanelFailure | ReadOnly,
  panel: PanelRecord | undefined,
  again?: () => Promise<void>,
): Promise<readonly Fix[]> {
  const log: Fix = { label: l10n.t("Show Extension Log"), run: async () => services.log.show() };
  if (panel === undefined || isDemo(panel)) return [log];
  const address = fixOf(services, panel, l10n.t("Edit Panel…"), editPanel);
  if (failure.kind === "readOnly") return [address];
  const cause = causeOf(failure);
  const clientAddress = cause.kind === "refused" ? cause.clientAddress : undefined;
  const certificate = cause.kind === "tls" && isReviewable(cause) ? cause : undefined;
  const fixes: Readonly<Record<FixName, Fix | undefined>> = {
    copy: clientAddress === undefined ? undefined : copyAddress(services, clientAddress),
    // the review shows more than a browser's warning
    browse: certificate ? undefined : fixOf(services, panel, l10n.t("Open Panel in Browser"), openInBrowser),
    key: fixOf(
      services,
      panel,
      cause.kind === "keyNeeded" ? l10n.t("Enter API Key…") : l10n.t("Change API Key…"),
      changeKey,
    ),
    address,
    // after other failures any call tries again
    retry: cause.kind === "refused" ? retryOf(services, panel, again) : undefined,
    consent: {
      label: l10n.t("Review…"),
      run: atSamePlace(services, panel, (current) => agree(services, current)),
    },
    certificate: certificate && {
      label: l10n.t("Review Certificate…"),
      run: atSamePlace(services, panel, (current) => reviewCertificate(services, current, certificate)),
    },
    log,
  };
  const { retry } = fixes;
  const likeliest = fixNamesFor(failure).flatMap((name) => (name === "retry" ? [] : (fixes[name] ?? [])));
  // second: the sentence of a refusal names it, and a notification shows two of them
  const others = retry === undefined ? likeliest : likeliest.toSpliced(1, 0, retry);
  const origin = await findOtherScheme(services, failure, panel.address, true);
  if (origin === undefined) return others;
  const change = atSamePlace(services, panel, (current) => switchToHttps(services, current, origin));
  return [{ label: l10n.t("Use {0}", origin), run: change }, ...others];
}

function fixOf(
  services: Fixing,
  panel: PanelRecord,
  label: string,
  run: (services: Fixing, panel: PanelRecord) => Promise<void>,
): Fix {
  return { label, run: () => run(services, currently(services, panel)) };
}

/** Tries the panel by one call, the only one that is sent while a refusal stands. */
function retryOf(services: Fixing, panel: PanelRecord, again?: () => Promise<void>): Fix {
  return fixOf(services, panel, l10n.t("Try Again"), async ({ connections, dialogs }, current) => {
    const call = (signal: AbortSignal) => connections.of(current).callFor(signal, "retry")("system.total", {});
    await forPanel(current, () => whileConnecting(dialogs, current, call));
    await again?.();
  });
}

/** The panel as it is now: it may have been changed or removed while the notification was open. */
function currently({ store }: KeepingPanels, { id }: PanelRecord): PanelRecord {
  const panel = store.get(id);
  if (panel === undefined) throw new StorageError({ kind: "gone" });
  return panel;
}

/** Wraps a fix for one address and certificate: it does nothing if the panel has others by then. */
function atSamePlace(
  services: KeepingPanels & Talking,
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
    await services.dialogs.tell({ severity: "warning", message, names: [current.name] });
  };
}

function copyAddress({ clipboard }: Copying, address: string): Fix {
  return { label: l10n.t("Copy Address"), run: async () => clipboard.write(address) };
}

async function agree(services: KeepingPanels & Talking, { id, address }: PanelRecord): Promise<void> {
  if (await askHttpConsent(services, address)) await services.store.update(id, { httpConsent: true });
}
