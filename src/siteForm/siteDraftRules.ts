import {
  charsetProblem,
  databaseNameProblem,
  ftpUserProblem,
  isWeakPassword,
  passwordProblem,
  type SiteAccountProblem,
} from "./siteAccounts.ts";
import { isListed, listedMatch, type ListedMatch, type ListedSites } from "./listedSites.ts";
import { domainLines, readPort, readSiteDomain, siteDomainText, type SiteDomainProblem } from "./siteDomain.ts";
import type { SiteDraft } from "./siteDraft.ts";
import { isRenamedRoot, rootOf, siteRootProblem, type SiteRootProblem } from "./siteRoot.ts";

/** Every field of the form, in its order. */
export const siteFields = [
  "domain",
  "additionalDomains",
  "root",
  "php",
  "port",
  "category",
  "remark",
  "ftpUser",
  "ftpPassword",
  "databaseName",
  "databasePassword",
  "databaseCharset",
] as const;

export type SiteField = (typeof siteFields)[number];

export type SiteDraftRule =
  | SiteDomainProblem
  | ListedMatch["problem"]
  | "domainSkipped"
  | SiteRootProblem
  | SiteAccountProblem
  | "domainWildcard"
  | "domainPort"
  | "domainDuplicate"
  | "domainPortReserved"
  | "rootRenamed"
  | "phpEmpty"
  | "phpFormat"
  | "phpUnknown"
  | "portFormat"
  | "portSsh"
  | "portMysql"
  | "portPanel"
  | "portReserved"
  | "categoryUnknown"
  | "remarkLong"
  | "passwordWeak";

/** Said while a person types: what is listed is no half-typed name. */
export const toldAtOnce: ReadonlySet<SiteDraftRule> = new Set<SiteDraftRule>([
  "domainListed",
  "domainListedPort",
  "domainSibling",
]);

/** One thing that is wrong with a draft, or worth a second look. `value` is the part of the text that it is about. */
export interface SiteDraftIssue {
  readonly field: SiteField;
  readonly rule: SiteDraftRule;
  readonly severity: "error" | "warning";
  readonly value?: string;
}

/** What the rules need to know of the panel. `undefined`: the panel did not tell, and the rule does not apply. */
export interface SitePanelFacts {
  /** Where sites are by default, `/www/wwwroot`. */
  readonly sitesRoot: string;
  readonly panelHost: string | undefined;
  readonly panelPort: number | undefined;
  /** Two-digit codes, static among them. */
  readonly phpVersions: readonly string[] | undefined;
  readonly categories: readonly number[] | undefined;
  /** Of a list that a person has opened. */
  readonly listed?: ListedSites | undefined;
}

const LONGEST_REMARK = 255;

/**
 * Ports of other services. Newer panels leave additional domains on them out without a word (docs/protocol.md 6.21).
 */
const LEFT_OUT_PORTS = [21, 25, 443, 888, 3306, 8443, 8888, 22];

/** What a draft has in a field, as text. */
export function fieldText(draft: SiteDraft, field: SiteField): string {
  const { ftp, database, category, root, ...others } = draft;
  const texts: Readonly<Record<SiteField, string>> = {
    ...others,
    // it may follow the domain
    root: root ?? `${draft.domain}/`,
    category: String(category),
    ftpUser: ftp.user,
    ftpPassword: ftp.password,
    databaseName: database.name,
    databasePassword: database.password,
    databaseCharset: database.charset,
  };
  return texts[field];
}

/** What is wrong with a draft, in the order of its fields; it can be sent when none of it is an error. Never throws. */
export function checkSiteDraft(draft: SiteDraft, facts: SitePanelFacts): readonly SiteDraftIssue[] {
  return [
    ...domainIssues(draft, facts),
    ...additionalDomainIssues(draft, facts),
    ...rootIssues(draft, facts),
    ...phpIssues(draft, facts),
    ...portIssues(draft, facts),
    ...categoryIssues(draft, facts),
    ...(draft.remark.trim().length > LONGEST_REMARK ? [error("remark", "remarkLong")] : []),
    ...(draft.ftp.on ? ftpIssues(draft.ftp) : []),
    ...(draft.database.on ? databaseIssues(draft.database) : []),
  ];
}

function domainIssues({ domain, port }: SiteDraft, { listed }: SitePanelFacts): readonly SiteDraftIssue[] {
  const read = readSiteDomain(domain);
  if (read.kind === "invalid") return [error("domain", read.problem)];
  const { host } = read.domain;
  if (host.startsWith("*")) return [error("domain", "domainWildcard")];
  // panels drop a port here without a word
  if (read.domain.port !== undefined) return [error("domain", "domainPort")];
  const match = listed && listedMatch(listed, host, readPort(port) ?? 80);
  if (match === undefined) return [];
  return [(match.problem === "domainListed" ? error : warning)("domain", match.problem, match.value)];
}

function additionalDomainIssues(draft: SiteDraft, facts: SitePanelFacts): readonly SiteDraftIssue[] {
  const main = readSiteDomain(draft.domain);
  const seen = new Set(main.kind === "ok" ? [`${main.domain.host}:${readPort(draft.port)}`] : []);
  const issues: SiteDraftIssue[] = [];
  for (const line of domainLines(draft.additionalDomains)) {
    const read = readSiteDomain(line);
    if (read.kind === "invalid") {
      issues.push(error("additionalDomains", read.problem, line));
      continue;
    }
    // panels give an additional domain port 80, whatever the site's own port is
    const { host, port = 80 } = read.domain;
    const key = `${host}:${port}`;
    if (seen.has(key)) issues.push(error("additionalDomains", "domainDuplicate", siteDomainText(read.domain)));
    // panels leave out what is taken (docs/protocol.md 6.21)
    else if (facts.listed !== undefined && isListed(facts.listed, host, port))
      issues.push(warning("additionalDomains", "domainSkipped", siteDomainText(read.domain)));
    else if (LEFT_OUT_PORTS.includes(port) || isPanelsOwn(facts, host, port))
      issues.push(warning("additionalDomains", "domainPortReserved", siteDomainText(read.domain)));
    seen.add(key);
  }
  return issues;
}

function rootIssues(draft: SiteDraft, { sitesRoot }: SitePanelFacts): readonly SiteDraftIssue[] {
  const root = rootOf(draft, sitesRoot);
  const problem = siteRootProblem(root, sitesRoot);
  // while it follows the domain, the domain is what has to be mended
  if (problem === "rootEmpty" && draft.root === null) return [];
  if (problem !== undefined) return [error("root", problem, root)];
  return isRenamedRoot(root) ? [warning("root", "rootRenamed", root)] : [];
}

function phpIssues({ php }: SiteDraft, { phpVersions }: SitePanelFacts): readonly SiteDraftIssue[] {
  const code = php.trim();
  if (code === "") return [error("php", "phpEmpty")];
  if (!/^\d{2}$/.test(code)) return [error("php", "phpFormat")];
  return phpVersions === undefined || phpVersions.includes(code) ? [] : [error("php", "phpUnknown", code)];
}

function portIssues(draft: SiteDraft, facts: SitePanelFacts): readonly SiteDraftIssue[] {
  const port = readPort(draft.port);
  if (port === undefined) return [error("port", "portFormat")];
  const main = readSiteDomain(draft.domain);
  if (isPanelsOwn(facts, main.kind === "ok" ? main.domain.host : undefined, port))
    return [warning("port", "portPanel")];
  if (port === 22) return [warning("port", "portSsh")];
  if (port === 3306) return [warning("port", "portMysql")];
  return LEFT_OUT_PORTS.includes(port) ? [warning("port", "portReserved")] : [];
}

/** On 80 and 443 a panel is behind a web server that tells hosts apart, so there only its own host is taken. */
function isPanelsOwn({ panelHost, panelPort }: SitePanelFacts, host: string | undefined, port: number): boolean {
  return port === panelPort && (![80, 443].includes(port) || host === panelHost);
}

function categoryIssues({ category }: SiteDraft, { categories }: SitePanelFacts): readonly SiteDraftIssue[] {
  const isKnown = category === 0 || (category > 0 && (categories === undefined || categories.includes(category)));
  return isKnown ? [] : [error("category", "categoryUnknown")];
}

function ftpIssues({ user, password }: SiteDraft["ftp"]): readonly SiteDraftIssue[] {
  return [...errorIf("ftpUser", ftpUserProblem(user.trim())), ...passwordIssues("ftpPassword", password)];
}

function databaseIssues({ name, password, charset }: SiteDraft["database"]): readonly SiteDraftIssue[] {
  return [
    ...errorIf("databaseName", databaseNameProblem(name.trim())),
    ...passwordIssues("databasePassword", password),
    ...errorIf("databaseCharset", charsetProblem(charset)),
  ];
}

function passwordIssues(field: SiteField, password: string): readonly SiteDraftIssue[] {
  const found = passwordProblem(password);
  if (found !== undefined) return [error(field, found)];
  return isWeakPassword(password) ? [warning(field, "passwordWeak")] : [];
}

function errorIf(field: SiteField, rule: SiteDraftRule | undefined): readonly SiteDraftIssue[] {
  return rule === undefined ? [] : [error(field, rule)];
}

function error(field: SiteField, rule: SiteDraftRule, value?: string): SiteDraftIssue {
  return { field, rule, severity: "error", ...(value === undefined ? {} : { value }) };
}

function warning(field: SiteField, rule: SiteDraftRule, value?: string): SiteDraftIssue {
  return { field, rule, severity: "warning", ...(value === undefined ? {} : { value }) };
}
