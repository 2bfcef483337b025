import { env, l10n } from "vscode";
import type { PanelRecord } from "../model/panelRecord.ts";
import type { PanelFailure } from "../panel/failure.ts";
import { failureText } from "../platform/texts/failureTexts.ts";
import { askHttpConsent } from "./httpConsent.ts";
import { changeKey, editPanel, moveTo } from "./editPanel.ts";
import { findOtherScheme } from "./findOtherScheme.ts";
import { openInBrowser } from "./openInBrowser.ts";
import { reviewCertificate } from "./reviewCertificate.ts";
import type { Services } from "./services.ts";

interface Fix {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

/** Tells a failure in one sentence, with buttons that lead to the fix. Cancelling is silent. */
export async function tellFailure(services: Services, failure: PanelFailure, panel?: PanelRecord): Promise<void> {
  if (failure.kind === "cancelled") return;
  const fixes = [...(await otherSchemeFix(services, failure, panel)), ...fixesFor(services, failure, panel)];
  const text = failureText(failure);
  const message = panel === undefined ? text : l10n.t("“{0}”: {1}", panel.name, text);
  const pressed = await services.dialogs.tell({ severity: "error", message, buttons: fixes.map(({ label }) => label) });
  await fixes.find(({ label }) => label === pressed)?.run();
}

function fixesFor(services: Services, failure: PanelFailure, panel: PanelRecord | undefined): readonly Fix[] {
  const showLog: Fix = { label: l10n.t("Show Log"), run: async () => services.log.show() };
  if (panel === undefined || services.demo.owns(panel)) return [showLog];
  const edit: Fix = { label: l10n.t("Edit Panel…"), run: () => editPanel(services, panel) };
  const key: Fix = { label: l10n.t("Change API Key…"), run: () => changeKey(services, panel) };
  const browse: Fix = { label: l10n.t("Open Panel in Browser"), run: () => openInBrowser(services, panel) };
  switch (failure.kind) {
    case "refused":
      if (failure.reason !== "ip") return [key, browse];
      return failure.clientAddress === undefined ? [browse] : [copyAddress(failure.clientAddress), browse];
    case "keyNeeded":
      return [key];
    case "consentNeeded":
      return [{ label: l10n.t("Review…"), run: () => agreeToHttp(services, panel) }];
    case "tls":
      return failure.problem === "untrusted" || failure.problem === "changed"
        ? [{ label: l10n.t("Review Certificate…"), run: () => reviewCertificate(services, panel, failure) }, edit]
        : [edit, browse];
    case "network":
    case "timeout":
    case "page":
      return [edit, browse];
    case "uncertain":
      return fixesFor(services, failure.cause, panel);
    case "cancelled":
    case "unsupported":
    case "malformed":
    case "tooLarge":
    case "invalid":
    case "rejected":
      return [showLog];
    default:
      return failure satisfies never;
  }
}

/** The same place under http for https or the reverse, where it answers there. */
async function otherSchemeFix(
  services: Services,
  failure: PanelFailure,
  panel: PanelRecord | undefined,
): Promise<readonly Fix[]> {
  if (panel === undefined || services.demo.owns(panel)) return [];
  const origin = await findOtherScheme(services, failure, panel.address);
  return origin === undefined ? [] : [{ label: l10n.t("Use {0}", origin), run: () => moveTo(services, panel, origin) }];
}

function copyAddress(address: string): Fix {
  return { label: l10n.t("Copy Address"), run: async () => env.clipboard.writeText(address) };
}

async function agreeToHttp(services: Services, panel: PanelRecord): Promise<void> {
  if (await askHttpConsent(services, panel.address)) await services.store.update(panel.id, { httpConsent: true });
}
