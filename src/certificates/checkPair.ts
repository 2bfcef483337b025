import type { KeyObject, X509Certificate } from "node:crypto";
import {
  chainFrom,
  isSelfSigned,
  subjectOf,
  summaryOf,
  uncoveredBy,
  type CertificateSummary,
} from "./certificateChain.ts";

/** A certificate with its key that a web server can use, as a person decides about it. */
export interface CheckedPair {
  readonly summary: CertificateSummary;
  /** In PEM, with those that it was issued by, in the order in which web servers send them. */
  readonly certificate: string;
  readonly key: KeyObject;
  /** Domains of the website that it is not for. */
  readonly uncovered: readonly string[];
  /** What browsers or other programs do not trust; absent: nothing is known of that. */
  readonly doubt?: "selfSigned" | "cut";
}

/** Why a pair is not installed. */
export type PairTrouble =
  | { readonly kind: "noMatch" | "weakKey" | "keyType" }
  | { readonly kind: "expired" | "early"; readonly at: string }
  | { readonly kind: "strangers"; readonly names: readonly string[] };

/** The shortest key of RSA that browsers and web servers take, in bits. */
const SHORTEST_RSA = 2_048;

/** The curves that browsers take. */
const CURVES: ReadonlySet<string | undefined> = new Set(["prime256v1", "secp384r1", "secp521r1"]);

/**
 * Checks a key and certificates before anything is sent.
 * @param domains of the website @param now by the wall clock, as the days of a certificate
 */
export function checkPair(
  certificates: readonly X509Certificate[],
  key: KeyObject,
  domains: readonly string[],
  now: number,
): CheckedPair | PairTrouble {
  const leaf = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (leaf === undefined) return { kind: "noMatch" };
  const { asymmetricKeyType: type, asymmetricKeyDetails: { modulusLength = 0, namedCurve } = {} } = key;
  if (type !== "rsa" && !(type === "ec" && CURVES.has(namedCurve))) return { kind: "keyType" };
  if (type === "rsa" && modulusLength < SHORTEST_RSA) return { kind: "weakKey" };
  const { links, rest, isCut } = chainFrom(leaf, certificates);
  if (rest.length > 0) return { kind: "strangers", names: rest.map(subjectOf) };
  const summary = summaryOf(leaf);
  if (Date.parse(summary.validTo) <= now) return { kind: "expired", at: summary.validTo };
  if (Date.parse(summary.validFrom) > now) return { kind: "early", at: summary.validFrom };
  return {
    summary,
    certificate: links.map((link) => link.toString()).join(""),
    key,
    uncovered: uncoveredBy(leaf, domains),
    ...(isCut && { doubt: "cut" as const }),
    ...(isSelfSigned(leaf) && { doubt: "selfSigned" as const }),
  };
}
