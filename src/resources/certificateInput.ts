import type { CertificateSummary } from "../certificates/certificateChain.ts";
import type { CheckedPair } from "../certificates/checkPair.ts";

/** A certificate of this computer, as the person saw it before it is installed. */
export interface CertificateInput extends CheckedPair {
  /** What the website has so far, and what the question has named. */
  readonly replaces: HeldCertificate;
}

/** An order of a certificate, as the person saw it. */
export interface OrderInput {
  readonly domains: readonly string[];
  readonly replaces: HeldCertificate;
}

/** The certificate that a website's configuration names; `unreadable`: what is there is none. */
export type HeldCertificate = CertificateSummary | "none" | "unreadable";

/** The choices for the two ways to a certificate. */
export interface CertificateChoices {
  /** For one that is installed. */
  readonly certificate?: CertificateInput;
  /** For one that is ordered. */
  readonly order?: OrderInput;
}
