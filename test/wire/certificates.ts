import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

/** The certificates that `test/certificates/makeCertificates.sh` makes; what each is odd in is told there. */
export type CertificateName = "panel" | "sameKey" | "other" | "wildcard" | "legacy" | "expired" | "leaf" | "root";

/** What a TLS server takes, and the fingerprint that pins it. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
  readonly fingerprint256: string;
}

/** Reads a test certificate with its key, which is public. */
export function testCertificate(name: CertificateName): TestCertificate {
  const cert = read(`${name}.cert.pem`);
  const key = read(name === "other" || name === "root" ? "testOnlyOther.key.pem" : "testOnly.key.pem");
  return { cert, key, fingerprint256: new X509Certificate(cert).fingerprint256 };
}

function read(file: string): string {
  return readFileSync(new URL(`../certificates/${file}`, import.meta.url), "utf8");
}
