import { X509Certificate, type KeyObject } from "node:crypto";
import { summaryOf } from "../certificates/certificateChain.ts";
import { siteConfigurationPath } from "./nginxConfiguration.ts";
import { makeUpCertificate, type MadeUpPair } from "./madeUpCertificate.ts";
import { type ServerFiles, writeFile } from "./serverFiles.ts";

const DAY_MS = 86_400_000;
/** Days for which certificates are issued. */
export const VALID_DAYS = 90;
const AUTHORITY = "R11";

let authority: MadeUpPair | undefined;

/** Issues a certificate as the demo's authority does, which always grants one, with that of the authority behind it. @param to milliseconds since the epoch */
export function issueCertificate(domains: readonly string[], to: number): MadeUpPair & { readonly chain: string } {
  // by the wall clock of the demo: it outlives all that it signs
  authority ??= makeUpCertificate({ subject: AUTHORITY, from: to - 3_650 * DAY_MS, to: to + 3_650 * DAY_MS });
  const names = domains.map((domain) => domain.replace(/:\d+$/, ""));
  const from = to - VALID_DAYS * DAY_MS;
  const issuer = { subject: AUTHORITY, key: authority.key };
  const pair = makeUpCertificate({ subject: names[0] ?? "", names, from, to, issuer });
  return { ...pair, chain: pair.certificate + authority.certificate };
}

/** A site's certificate; `validTo` in milliseconds since the epoch. */
export interface SiteCertificate {
  readonly issuer: string;
  readonly validTo: number;
  readonly domains: readonly string[];
}

interface Certified {
  readonly name: string;
  certificate: SiteCertificate | undefined;
}

/** Where panels keep the certificate that a website serves (docs/protocol.md 9.11). */
const directoryOf = ({ name }: Pick<Certified, "name">) => `/www/server/panel/vhost/cert/${name}`;

/** A private key as text. */
export const pemOf = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();

/** Writes a certificate and its key where panels have them, and names them in the configuration. */
export function giveCertificate(
  files: ServerFiles,
  site: Certified,
  { chain, key }: { readonly chain: string; readonly key: string | KeyObject },
  now: number,
): void {
  const mtime = Math.floor(now / 1_000);
  const write = (path: string, text: string) => writeFile(files, path, Buffer.from(text), mtime);
  const directory = directoryOf(site);
  write(`${directory}/fullchain.pem`, chain);
  write(`${directory}/privkey.pem`, typeof key === "string" ? key : pemOf(key));
  const path = siteConfigurationPath(site);
  const configuration = files.get(path)?.bytes?.toString();
  if (configuration !== undefined && !configuration.includes("ssl_certificate"))
    write(path, configuration.replace(/^( *server_name [^\n]*\n)/m, `    listen 443 ssl;\n$1${linesFor(directory)}`));
  const { names, issuer, validTo } = summaryOf(new X509Certificate(chain));
  site.certificate = { issuer, validTo: Date.parse(validTo), domains: names };
}

const linesFor = (directory: string) =>
  `    ssl_certificate    ${directory}/fullchain.pem;\n    ssl_certificate_key    ${directory}/privkey.pem;\n`;

/** Gives each website of a new demo server the certificate that it is described with. */
export function seedCertificates(files: ServerFiles, sites: readonly Certified[], now: number): void {
  for (const site of sites)
    if (site.certificate !== undefined) {
      const { validTo, domains } = site.certificate;
      giveCertificate(files, site, issueCertificate(domains, validTo), now - 30 * DAY_MS);
    }
}
