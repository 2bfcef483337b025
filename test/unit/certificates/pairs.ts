import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { certificatesIn } from "../../../src/certificates/certificateChain.ts";
import { checkPair, type CheckedPair } from "../../../src/certificates/checkPair.ts";
import { makeUpCertificate } from "../../../src/demoPanel/madeUpCertificate.ts";

const DAY_MS = 86_400_000;

interface Wanted {
  readonly names?: readonly string[];
  /** Days from `now` on. */
  readonly from?: number;
  readonly to?: number;
  readonly key?: KeyObject;
}

/** An authority with one between it and what it issues, and certificates of theirs. */
export class Issuers {
  readonly #now: number;
  readonly root;
  readonly between;

  constructor(now: number) {
    this.#now = now;
    const years = { from: now - 1_000 * DAY_MS, to: now + 1_000 * DAY_MS };
    this.root = makeUpCertificate({ subject: "Root of a test", ...years });
    const issuer = { subject: "Root of a test", key: this.root.key };
    this.between = makeUpCertificate({ subject: "Between of a test", ...years, issuer });
  }

  /** A certificate of the one between. */
  issue({ names = ["shop.example.com"], from = -1, to = 60, key }: Wanted = {}) {
    const subject = names[0] ?? "nobody";
    const issuer = { subject: "Between of a test", key: this.between.key };
    return makeUpCertificate({ names, subject, ...this.#days(from, to), issuer, ...(key && { key }) });
  }

  /** One that nobody else has signed. */
  selfSigned(names: readonly string[]) {
    return makeUpCertificate({ names, subject: names[0] ?? "", ...this.#days(-1, 60) });
  }

  #days(from: number, to: number) {
    return { from: this.#now + from * DAY_MS, to: this.#now + to * DAY_MS };
  }
}

/** A key of RSA of this length. */
export const rsaKey = (modulusLength: number): KeyObject => generateKeyPairSync("rsa", { modulusLength }).privateKey;

export const pemOfKey = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString();

/** One that is fit to be installed on a website without domains. */
export function checkedPair(now: number): CheckedPair {
  const { certificate, key } = new Issuers(now).issue();
  const checked = checkPair(certificatesIn(certificate), key, [], now);
  if ("kind" in checked) throw new TypeError(checked.kind);
  return checked;
}
