import * as l10n from "@vscode/l10n";
import { halfWidth } from "../characters/halfWidth.ts";

/** A domain of a site. */
export interface SiteDomain {
  /** Lower-case ASCII, with other scripts as punycode; an additional domain may begin with `*.`. */
  readonly host: string;
  /** Absent if it was not typed. */
  readonly port?: number;
}

export type ReadSiteDomain =
  { readonly kind: "ok"; readonly domain: SiteDomain } | { readonly kind: "invalid"; readonly problem: string };

/** Panels accept at most 24 letters in the last label, and at most 25 labels before it (docs/protocol.md 6.20). */
const LONGEST_TOP_LABEL = 24;
const MOST_LABELS = 26;

/** Parses one typed domain. Never throws. */
export function readSiteDomain(typed: string): ReadSiteDomain {
  const text = halfWidth(typed).trim();
  if (text === "") return invalid(l10n.t("Enter a domain, such as shop.example.com."));
  if (/[/\\?#@]/.test(text)) return invalid(l10n.t("Enter only the name, without http:// or a path."));
  const [name = "", port, ...more] = text.split(":");
  const host = more.length > 0 ? undefined : readHost(name);
  if (host === undefined)
    return invalid(l10n.t("Panels do not accept this domain. Use letters, digits and hyphens, with at least one dot."));
  if (port === undefined) return { kind: "ok", domain: { host } };
  const number = readPort(port);
  if (number === undefined) return invalid(l10n.t("The port after the colon must be from 1 to 65535."));
  return { kind: "ok", domain: { host, port: number } };
}

/** Parses a port from 1 to 65535; `undefined` for other text. */
export function readPort(typed: string): number | undefined {
  const text = halfWidth(typed).trim();
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  return undefined;
}

/** Formats a domain for the panel; `readSiteDomain` reads it back unchanged. */
export function siteDomainText({ host, port }: SiteDomain): string {
  if (port === undefined) return host;
  return `${host}:${port}`;
}

/** Splits a text at line breaks, spaces, commas and semicolons. */
export function domainLines(text: string): readonly string[] {
  return text.split(/[\s,，、;；]+/).filter((line) => line !== "");
}

function readHost(typed: string): string | undefined {
  const isWildcard = typed.startsWith("*.");
  const name = isWildcard ? typed.slice(2) : typed;
  const host = readName(name);
  if (host === undefined || !isWildcard) return host;
  if (isIpv4(host)) return undefined;
  return `*.${host}`;
}

function readName(typed: string): string | undefined {
  // URL would decode escapes and drop tabs
  if (/[%\s\p{Cc}]/u.test(typed)) return undefined;
  const host = URL.parse(`http://${typed}/`)?.hostname.replace(/\.$/, "");
  if (host === undefined || host.length > 253) return undefined;
  // URL would expand "1.2.3" to 1.2.0.3
  if (isIpv4(host)) {
    if (host === typed.replace(/\.$/, "")) return host;
    return undefined;
  }
  const labels = host.split(".");
  if (labels.length < 2 || labels.length > MOST_LABELS) return undefined;
  if ((labels.at(-1) ?? "").length > LONGEST_TOP_LABEL) return undefined;
  if (labels.every((label) => /^(?!-)[a-z\d_-]{1,63}(?<!-)$/.test(label))) return host;
  return undefined;
}

function isIpv4(host: string): boolean {
  return /^\d+(\.\d+){3}$/.test(host);
}

function invalid(problem: string): ReadSiteDomain {
  return { kind: "invalid", problem };
}
