import * as l10n from "@vscode/l10n";
import type { ListedSites } from "./listedSites.ts";
import type { SiteChoices, SiteFormPanel } from "./protocol.ts";
import { domainLines, readPort, readSiteDomain, siteDomainText } from "./siteDomain.ts";
import { STATIC_PHP, type SiteDraft } from "./siteDraft.ts";
import { checkSiteDraft, type SiteDraftIssue, type SitePanelFacts } from "./siteRules.ts";
import { rootOf } from "./siteRoot.ts";
import type { SiteRequest } from "./siteRequest.ts";

/** Collects the facts for the rules, on the page and in the host. */
export function sitePanelFacts(
  { address }: Pick<SiteFormPanel, "address">,
  choices: SiteChoices | undefined,
  listed?: ListedSites,
): SitePanelFacts {
  const url = URL.parse(address);
  return {
    panelHost: url?.hostname,
    panelPort: url === null ? undefined : portOf(url),
    phpVersions: choices?.phpVersions,
    categories: choices?.categories?.map(({ id }) => id),
    listed,
  };
}

function portOf({ port, protocol }: URL): number {
  const standard = protocol === "https:" ? 443 : 80;
  if (port === "") return standard;
  return Number(port);
}

/** A site to be created. All fields are normalised, so that the summary shows exactly what is sent. */
export interface PlannedSite {
  readonly domain: string;
  /** `host` or `host:port`; panels default to port 80. */
  readonly additionalDomains: readonly string[];
  readonly root: string;
  /** Two digits; `00` is static. */
  readonly php: string;
  readonly port: number;
  readonly typeId: number;
  readonly note: string;
  readonly ftp?: { readonly user: string; readonly password: string };
  /** `user` is also the name of the database. */
  readonly database?: { readonly user: string; readonly password: string; readonly charset: string };
}

/** A site to create, or the errors that prevent it; `issues` contains warnings in both cases. */
export type SitePlan =
  | { readonly kind: "ready"; readonly site: PlannedSite; readonly issues: readonly SiteDraftIssue[] }
  | { readonly kind: "invalid"; readonly issues: readonly SiteDraftIssue[] };

/** Checks a draft and turns it into a site if it has no errors. Never throws. */
export function planSite(draft: SiteDraft, facts: SitePanelFacts): SitePlan {
  const issues = checkSiteDraft(draft, facts);
  const domain = readSiteDomain(draft.domain);
  const port = readPort(draft.port);
  const hasErrors = issues.some(({ severity }) => severity === "error");
  if (hasErrors || domain.kind === "invalid" || port === undefined) return { kind: "invalid", issues };
  const site: PlannedSite = {
    domain: domain.domain.host,
    additionalDomains: domainLines(draft.additionalDomains).flatMap((line) => {
      const read = readSiteDomain(line);
      if (read.kind === "ok") return [siteDomainText(read.domain)];
      return [];
    }),
    root: rootOf(draft),
    php: draft.php.trim(),
    port,
    typeId: Number(draft.category),
    note: plainNote(draft.remark),
    ...(draft.ftp ? { ftp: { user: draft.ftpUser.trim(), password: draft.ftpPassword } } : {}),
    ...(draft.database
      ? {
          database: {
            user: databaseUserOf(draft),
            password: draft.databasePassword,
            charset: draft.databaseCharset,
          },
        }
      : {}),
  };
  return { kind: "ready", site, issues };
}

/** Reads the request from a draft; `undefined` if the draft cannot have been sent. Never throws. */
export function requestOf(draft: SiteDraft): SiteRequest | undefined {
  const read = readSiteDomain(draft.domain);
  const port = readPort(draft.port);
  if (read.kind === "invalid" || port === undefined) return undefined;
  return {
    domain: read.domain.host,
    port,
    ...(draft.ftp ? { ftp: { user: draft.ftpUser.trim() } } : {}),
    ...(draft.database ? { database: { user: databaseUserOf(draft) } } : {}),
  };
}

/** Key that is equal for two requests for the same site. */
export function requestKey({ domain, port }: Pick<SiteRequest, "domain" | "port">): string {
  return `${domain}:${port}`;
}

/** All valid hosts of a draft, in ASCII. */
export function hostsOf(draft: SiteDraft): readonly string[] {
  return [draft.domain, ...domainLines(draft.additionalDomains)].flatMap((typed) => {
    const read = readSiteDomain(typed);
    if (read.kind === "ok") return [read.domain.host];
    return [];
  });
}

/** The ports that panels open in the server's firewall for a site, in ascending order. */
export function portsOf({ port, additionalDomains }: PlannedSite): readonly number[] {
  const ports = additionalDomains.map((domain) => Number(domain.split(":")[1] ?? 80));
  return [...new Set([port, ...ports])].toSorted((a, b) => a - b);
}

/** Formats a PHP code: `8.2` for `82`; `undefined` for static. */
export function phpVersionOf(code: string): string | undefined {
  if (code === STATIC_PHP) return undefined;
  if (/^\d{2}$/.test(code)) return `${code.charAt(0)}.${code.charAt(1)}`;
  return code;
}

/** Names a PHP code for a person to choose: `PHP 8.2` for `82`. */
export function phpLabel(code: string): string {
  const version = phpVersionOf(code);
  if (version === undefined) return l10n.t("Static, no PHP");
  return l10n.t("PHP {0}", version);
}

/** Lower case, because panels lower the case of the database's name and not of its user's. */
function databaseUserOf({ databaseName }: SiteDraft): string {
  return databaseName.trim().toLowerCase();
}

function plainNote(remark: string): string {
  return remark
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
