import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { visibleText } from "../characters/plainText.ts";

/** What a certificate says of itself. */
export interface CertificateSummary {
  /** `AB:CD:…` over SHA-256. */
  readonly fingerprint: string;
  /** The names that it is for: domains, wildcards, addresses. */
  readonly names: readonly string[];
  readonly issuer: string;
  /** ISO 8601, as `validTo`. */
  readonly validFrom: string;
  readonly validTo: string;
}

/** Most names that are kept of a certificate. */
const MOST_NAMES = 100;

const LONGEST_NAME = 200;

/** Most certificates that are read of one text. */
const MOST_CERTIFICATES = 10;

const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z\d+/=\s]{1,32768}-----END CERTIFICATE-----/g;

/** The certificates in a text in PEM, in its order; one that cannot be read is left out. */
export function certificatesIn(text: string): readonly X509Certificate[] {
  const blocks = text.match(BLOCK) ?? [];
  return blocks.slice(0, MOST_CERTIFICATES).flatMap((block) => certificateFrom(block) ?? []);
}

/** A certificate in PEM or DER; `undefined`: it is none. */
export function certificateFrom(bytes: string | Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

export function summaryOf(certificate: X509Certificate): CertificateSummary {
  const { fingerprint256, validFrom, validTo } = certificate;
  return {
    fingerprint: fingerprint256,
    names: namesIn(certificate),
    issuer: partOf(certificate.issuer, "CN") ?? partOf(certificate.issuer, "O") ?? "",
    validFrom: new Date(validFrom).toISOString(),
    validTo: new Date(validTo).toISOString(),
  };
}

/** The names in its extension, the only ones that browsers look at. */
function namesIn({ subjectAltName = "" }: X509Certificate): readonly string[] {
  const entries = subjectAltName.split(", ").flatMap((entry) => /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1] ?? []);
  return entries.slice(0, MOST_NAMES).map((name) => visibleText(name, LONGEST_NAME));
}

/** What a certificate is called, such as that of an authority. */
export function subjectOf({ subject, fingerprint256 }: X509Certificate): string {
  return partOf(subject, "CN") ?? partOf(subject, "O") ?? fingerprint256;
}

/** A part of a name such as `O=…`, each on its own line. */
function partOf(name: string, part: string): string | undefined {
  const line = name.split("\n").find((each) => each.startsWith(`${part}=`));
  return line && visibleText(line.slice(part.length + 1), LONGEST_NAME);
}

/** Whether somebody has signed it with its own key. */
export function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate);
}

/** A certificate with those that it was issued by, in order; `rest` are the others of the file. */
export interface Chain {
  readonly links: readonly X509Certificate[];
  readonly rest: readonly X509Certificate[];
  /** Nobody whom browsers trust has issued the last one, and its own issuer is missing. */
  readonly isCut: boolean;
}

/** Puts certificates in the order in which web servers send them, from `leaf` on. */
export function chainFrom(leaf: X509Certificate, others: readonly X509Certificate[]): Chain {
  const links = [leaf];
  // each once
  const byFingerprint = new Map([...others, leaf].map((each) => [each.fingerprint256, each] as const));
  byFingerprint.delete(leaf.fingerprint256);
  let rest = [...byFingerprint.values()];
  for (let last = leaf; !isSelfSigned(last);) {
    const issuer = rest.find((each) => isIssuedBy(last, each));
    if (issuer === undefined) return { links, rest, isCut: !isIssuedByRoot(last) };
    rest = rest.filter((each) => each !== issuer);
    links.push(issuer);
    last = issuer;
  }
  return { links, rest, isCut: false };
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isIssuedByRoot(certificate: X509Certificate): boolean {
  return rootCertificates.some((root) => certificateFrom(root)?.subject === certificate.issuer);
}

/** The domains that a certificate is not for: with no name of it a browser warns. */
export function uncoveredBy(certificate: X509Certificate, domains: readonly string[]): readonly string[] {
  const isCovered = (domain: string) => {
    const isAddress = /^[\d.]+$|:/.test(domain);
    if (isAddress) return certificate.checkIP(domain) !== undefined;
    // a wildcard among the domains of a website is a name like any other
    if (domain.includes("*")) return namesIn(certificate).includes(domain);
    return certificate.checkHost(domain, { subject: "never" }) !== undefined;
  };
  return domains.filter((domain) => !isCovered(domain));
}
