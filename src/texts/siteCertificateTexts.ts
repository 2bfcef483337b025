import * as l10n from "@vscode/l10n";
import type { PairTrouble } from "../certificates/checkPair.ts";
import type { FileTrouble } from "../certificates/readCertificateFiles.ts";
import { decodeDomains } from "../characters/decodeDomains.ts";
import type { CertificateInput, HeldCertificate } from "../resources/certificateInput.ts";
import type { ActionInput } from "../resources/resource.ts";
import { dateText } from "./certificateTexts.ts";
import { listText, MOST_NAMED, namedText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** The most domains that a line of the question names. */
const MOST_DOMAINS = 10;

/** Names as people read them, the others counted. */
function domainsText(names: readonly string[], most = MOST_DOMAINS): string {
  const shownNames = names.slice(0, most).map(decodeDomains);
  if (names.length <= most) return listText(shownNames);
  return listText([...shownNames, l10n.t("… and {0} more", numberText(names.length - most))]);
}

/** What visitors get by a change of a website's certificate, and instead of what. */
export function siteCertificateLines({ certificate, order }: ActionInput): readonly string[] {
  if (certificate !== undefined) return [...installedLines(certificate), ...replacedLines(certificate.replaces)];
  if (order !== undefined)
    return [l10n.t("Certificate for: {0}", domainsText(order.domains)), ...replacedLines(order.replaces)];
  return [];
}

function installedLines({ summary, uncovered, doubt }: CertificateInput): readonly string[] {
  const { names, issuer, validTo, fingerprint } = summary;
  const lines = [
    l10n.t("Certificate for: {0}", names.length === 0 ? l10n.t("no names") : domainsText(names)),
    l10n.t("Issuer: {0}", issuer),
    l10n.t("Last day: {0}", dateText(validTo)),
    l10n.t("SHA-256: {0}", fingerprint),
  ];
  if (uncovered.length > 0)
    lines.push(l10n.t("It is not for these domains of the website, where browsers warn: {0}", domainsText(uncovered)));
  if (doubt === "selfSigned") lines.push(l10n.t("Nobody has signed it but its owner: browsers warn everywhere."));
  if (doubt === "cut")
    lines.push(
      l10n.t("The file lacks the certificate that it was issued by, without which some programs do not trust it."),
    );
  return lines;
}

function replacedLines(held: HeldCertificate): readonly string[] {
  if (held === "none")
    return [
      l10n.t(
        "The website has no certificate so far. It then answers by https too, and the panel opens port 443 in the server's firewall.",
      ),
    ];
  if (held === "unreadable")
    return [l10n.t("It replaces what the configuration names as the certificate, which is none that can be read.")];
  const { names, validTo, fingerprint } = held;
  return [
    "",
    l10n.t("It replaces that for {0}, whose last day is {1}.", domainsText(names, MOST_NAMED), dateText(validTo)),
    l10n.t("SHA-256: {0}", fingerprint),
    // what follows is about the panel
    "",
  ];
}

/** Why a file that a person chose has no certificate or key. @param name of the file */
export function fileTroubleText(trouble: FileTrouble, name: string): string {
  return {
    pkcs12: l10n.t(
      "{0} is a store of certificates and keys. Take both out of it first, by: {1}",
      name,
      "openssl pkcs12 -in FILE -nodes -out NEW.pem",
    ),
    pkcs7: l10n.t(
      "{0} is a store of certificates. Convert it first, by: {1}",
      name,
      "openssl pkcs7 -print_certs -in FILE -out NEW.pem",
    ),
    request: l10n.t("{0} is a request for a certificate. Choose the certificate that was issued for it.", name),
    encrypted: l10n.t(
      "The key in {0} has a password, with which web servers do not start by themselves. Take it off first, by: {1}",
      name,
      "openssl pkey -in FILE -out NEW.key",
    ),
    publicKey: l10n.t("{0} is a public key. Choose the private key that belongs to the certificate.", name),
    noCertificate: l10n.t("{0} has no certificate that can be read.", name),
    noKey: l10n.t("{0} has no private key that can be read.", name),
    onlyKey: l10n.t("{0} is a private key. Choose the certificate first, then the key.", name),
    onlyCertificate: l10n.t("{0} is a certificate. Choose the private key that belongs to it.", name),
  }[trouble];
}

/** Why a certificate and key are not installed. */
export function pairTroubleText(trouble: PairTrouble): string {
  switch (trouble.kind) {
    case "noMatch":
      return l10n.t("The key belongs to none of the certificates in the file.");
    case "weakKey":
      return l10n.t("The key is shorter than 2,048 bits: web servers and browsers refuse it.");
    case "keyType":
      return l10n.t("Browsers do not take keys of this type, but these: {0}.", "RSA, ECDSA (P-256, P-384, P-521)");
    case "expired":
      return l10n.t("The certificate has expired: its last day was {0}.", dateText(trouble.at));
    case "early":
      return l10n.t("The certificate is not valid before {0}.", dateText(trouble.at));
    case "strangers":
      return l10n.t(
        "The file has certificates by which this one was not issued: {0}. Leave them out.",
        domainsText(trouble.names, MOST_NAMED),
      );
    default:
      return trouble satisfies never;
  }
}

/** The title of choosing what is installed on a website. */
export function choosingTitle(what: "certificate" | "key", site: string): string {
  if (what === "certificate") return namedText(l10n.t("Certificate"), site);
  return namedText(l10n.t("Private Key"), site);
}
