import * as l10n from "@vscode/l10n";
import type { CertificateFacts } from "../wire/answers/failure.ts";
import { dayText } from "./timeTexts.ts";

/** The question before a certificate is trusted; `pinned` is the fingerprint trusted so far. */
export function certificateQuestion(
  address: string,
  certificate: CertificateFacts,
  pinned: string | undefined,
): { readonly message: string; readonly detail: string } {
  const lines = [
    l10n.t("Subject: {0}", certificate.subject),
    l10n.t("Issuer: {0}", certificate.issuer),
    l10n.t("Valid: {0} to {1}", dateText(certificate.validFrom), dateText(certificate.validTo)),
    l10n.t("SHA-256: {0}", certificate.fingerprint256),
  ];
  // by the wall clock: days as people count them
  if (Date.parse(certificate.validTo) < Date.now()) lines.push(l10n.t("It has expired."));
  if (pinned === undefined) {
    lines.unshift(
      l10n.t(
        "Panels create their own certificate, so this is normal. If in doubt, compare the fingerprint with the server's.",
      ),
      "",
    );
    return { message: l10n.t("Trust the certificate of {0}?", address), detail: lines.join("\n") };
  }
  lines.unshift(
    l10n.t("Nothing was sent. The certificate may have been renewed, or the connection may be intercepted."),
    "",
    l10n.t("Trusted before, SHA-256: {0}", pinned),
    "",
  );
  return { message: l10n.t("The certificate of {0} is not the one you trusted", address), detail: lines.join("\n") };
}

/** The local day of an ISO date. */
export function dateText(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  return dayText(time);
}
