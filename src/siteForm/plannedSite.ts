import type { ListedSites } from "./listedSites.ts";
import type { SiteChoices, SiteFormPanel } from "./protocol.ts";
import { domainLines, readPort, readSiteDomain, siteDomainText } from "./siteDomain.ts";
import { STATIC_PHP, type SiteDraft } from "./siteDraft.ts";
import { checkSiteDraft, type SiteDraftIssue, type SitePanelFacts } from "./siteRules.ts";
import { DEFAULT_SITES_ROOT, rootOf } from "./siteRoot.ts";

/** Facts about a panel for the rules, the same for form and host; `choices` as far as loaded. */
export function sitePanelFacts(
  { address }: Pick<SiteFormPanel, "address">,
  choices: SiteChoices | undefined,
  listed?: ListedSites,
): SitePanelFacts {
  const url = URL.parse(address);
  return {
    sitesRoot: choices?.sitesRoot ?? DEFAULT_SITES_ROOT,
    panelHost: url?.hostname,
    panelPort: url === null ? undefined : Number(url.port || (url.protocol === "https:" ? 443 : 80)),
    phpVersions: choices?.phpVersions,
    categories: choices?.categories?.map(({ id }) => id),
    listed,
  };
}

/** A site to create: every field is normalised, so the summary shows what is sent. */
export interface PlannedSite {
  readonly domain: string;
  /** `host` or `host:port`; without a port panels take 80. */
  readonly additionalDomains: readonly string[];
  readonly root: string;
  /** Two digits; `00` is static. */
  readonly php: string;
  readonly port: number;
  readonly typeId: number;
  readonly note: string;
  readonly ftp?: { readonly user: string; readonly password: string };
  /** `user` is the database's name as well. */
  readonly database?: { readonly user: string; readonly password: string; readonly charset: string };
}

/** Result of checking a draft: a site to create, or errors. Warnings come with either. */
export type SitePlan =
  | { readonly kind: "ready"; readonly site: PlannedSite; readonly issues: readonly SiteDraftIssue[] }
  | { readonly kind: "invalid"; readonly issues: readonly SiteDraftIssue[] };

/** Checks a draft and, without errors, builds its site. Never throws. */
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
      return read.kind === "ok" ? [siteDomainText(read.domain)] : [];
    }),
    root: rootOf(draft, facts.sitesRoot),
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

/** A site as far as a draft without passwords describes it. */
export interface SiteRequest extends Pick<PlannedSite, "domain" | "port"> {
  readonly ftp?: { readonly user: string };
  readonly database?: { readonly user: string };
}

/** The request of a draft without its passwords; `undefined` if it cannot have been sent. Never throws. */
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

/** Equal for two requests that would create the same site. */
export function requestKey({ domain, port }: Pick<SiteRequest, "domain" | "port">): string {
  return `${domain}:${port}`;
}

/** The readable hosts of a draft, in ASCII. */
export function hostsOf(draft: SiteDraft): readonly string[] {
  return [draft.domain, ...domainLines(draft.additionalDomains)].flatMap((typed) => {
    const read = readSiteDomain(typed);
    return read.kind === "ok" ? [read.domain.host] : [];
  });
}

/** The ports that panels open in the server's firewall for a site, in rising order. */
export function portsOf({ port, additionalDomains }: PlannedSite): readonly number[] {
  const ports = additionalDomains.map((domain) => Number(domain.split(":")[1] ?? 80));
  return [...new Set([port, ...ports])].toSorted((a, b) => a - b);
}

/** A PHP code as a person writes it: `8.2` for `82`; `undefined` for static. */
export function phpVersionOf(code: string): string | undefined {
  if (code === STATIC_PHP) return undefined;
  return /^\d{2}$/.test(code) ? `${code.charAt(0)}.${code.charAt(1)}` : code;
}

/** The database's user name. Panels write the database's name in lower case and its user's unchanged. */
function databaseUserOf({ databaseName }: SiteDraft): string {
  return databaseName.trim().toLowerCase();
}

function plainNote(remark: string): string {
  return remark
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
