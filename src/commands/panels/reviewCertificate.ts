import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { CertificateFacts, PanelFailure } from "../../wire/answers/failure.ts";
import { certificateQuestion } from "../../texts/certificateTexts.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";

type TlsFailure = Extract<PanelFailure, { kind: "tls" }>;

/** A certificate that a person trusts, as stored with the panel. */
export interface Trust {
  readonly pin: string;
  /** Absent if the certificate has no readable date. */
  readonly pinnedUntil?: string;
}

/** Shows a certificate, for a changed one also the old one, and asks whether to trust it from now on. */
export async function askTrust({ dialogs }: Talking, address: string, failure: TlsFailure): Promise<Trust | undefined> {
  const { certificate, pinned } = failure;
  if (certificate === undefined) return undefined;
  const { message, detail } = certificateQuestion(address, certificate, pinned);
  if (await dialogs.ask(message, detail, l10n.t("Trust This Certificate"))) return trustIn(certificate);
  return undefined;
}

/** Shows the certificate that a stored panel presents; trusting it takes effect at once, in all windows. */
export async function reviewCertificate(
  services: KeepingPanels & Talking,
  panel: PanelRecord,
  failure: TlsFailure,
): Promise<void> {
  const trust = await askTrust(services, panel.address, failure);
  if (trust !== undefined) await services.store.update(panel.id, { pinnedUntil: undefined, ...trust });
}

function trustIn({ fingerprint256, validTo }: CertificateFacts): Trust {
  return { pin: fingerprint256, ...(validTo === "" ? {} : { pinnedUntil: validTo }) };
}
