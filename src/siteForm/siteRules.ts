import * as l10n from "@vscode/l10n";
import { decodeDomains } from "../characters/decodeDomains.ts";
import { isListed, siblingOf, type ListedSites } from "./listedSites.ts";
import {
  charsetProblem,
  databaseNameProblem,
  ftpUserProblem,
  isWeakPassword,
  passwordProblem,
} from "./siteAccounts.ts";
import { domainLines, readPort, readSiteDomain, siteDomainText } from "./siteDomain.ts";
import type { SiteDraft, SiteField } from "./siteDraft.ts";
import { rootOf, siteRootProblem } from "./siteRoot.ts";

/** An error or warning about a field. */
interface Issue {
  readonly severity: "error" | "warning";
  readonly text: string;
  /** Shown while typing: a match in the list is not caused by a half-typed name. */
  readonly isAtOnce?: true;
}

export interface SiteDraftIssue extends Issue {
  readonly field: SiteField;
}

/** Facts about the panel. A rule does not apply if its fact is `undefined`. */
export interface SitePanelFacts {
  readonly panelHost: string | undefined;
  readonly panelPort: number | undefined;
  /** Two-digit codes including static. */
  readonly phpVersions: readonly string[] | undefined;
  readonly categories: readonly number[] | undefined;
  /** From a list that is loaded in the tree. */
  readonly listed?: ListedSites | undefined;
}

export const LONGEST_REMARK = 255;

/** Ports of other services. Newer panels silently skip additional domains on them (docs/protocol.md 6.21). */
export const SKIPPED_PORTS = [21, 25, 443, 888, 3306, 8443, 8888, 22];

type Rule = (draft: SiteDraft, facts: SitePanelFacts) => readonly Issue[];

/** Rules by field, in the order of the form. */
const rules: Readonly<Record<SiteField, Rule>> = {
  domain: domainIssues,
  additionalDomains: additionalDomainIssues,
  root: rootIssues,
  php: phpIssues,
  port: portIssues,
  category: ({ category }, { categories }) => {
    const id = /^\d+$/.test(category) ? Number(category) : -1;
    const isKnown = id === 0 || (id > 0 && (categories === undefined || categories.includes(id)));
    if (isKnown) return [];
    return [error(l10n.t("The panel does not have this category."))];
  },
  remark: ({ remark }) =>
    remark.trim().length > LONGEST_REMARK ? [error(l10n.t("The note is longer than 255 characters."))] : [],
  ftpUser: ({ ftp, ftpUser }) => (ftp ? errorIf(ftpUserProblem(ftpUser.trim())) : []),
  ftpPassword: ({ ftp, ftpPassword }) => (ftp ? passwordIssues(ftpPassword) : []),
  databaseName: ({ database, databaseName }) => (database ? errorIf(databaseNameProblem(databaseName.trim())) : []),
  databasePassword: ({ database, databasePassword }) => (database ? passwordIssues(databasePassword) : []),
  databaseCharset: ({ database, databaseCharset }) => (database ? errorIf(charsetProblem(databaseCharset)) : []),
};

/** All fields in the order of the form. */
export const siteFields = Object.keys(rules) as readonly SiteField[];

/** Finds the issues of a draft in the order of the form. A draft without errors can be sent. Never throws. */
export function checkSiteDraft(draft: SiteDraft, facts: SitePanelFacts): readonly SiteDraftIssue[] {
  return siteFields.flatMap((field) => rules[field](draft, facts).map((issue) => ({ field, ...issue })));
}

function domainIssues({ domain, port: typedPort }: SiteDraft, { listed }: SitePanelFacts): readonly Issue[] {
  const read = readSiteDomain(domain);
  if (read.kind === "invalid") return [error(read.problem)];
  const { host } = read.domain;
  if (host.startsWith("*"))
    return [error(l10n.t("The main domain cannot be a wildcard. Add it to the additional domains."))];
  // panels silently drop a port here
  if (read.domain.port !== undefined)
    return [error(l10n.t("Enter the port in the Port field, not in the main domain."))];
  if (listed === undefined) return [];
  const { names, isOneADomain } = listed;
  const port = readPort(typedPort) ?? 80;
  const isThere = names.includes(host);
  const sibling = siblingOf(host);
  if ((isOneADomain && isThere) || isListed(listed, host, port))
    return [atOnce(error(l10n.t("The panel already has the website {0}.", decodeDomains(host))))];
  if (isThere) {
    const name = decodeDomains(`${host}_${port}`);
    return [
      atOnce(warning(l10n.t("The panel already has a website of this domain. It will list this one as {0}.", name))),
    ];
  }
  if (!names.includes(sibling)) return [];
  return [
    atOnce(
      warning(
        l10n.t("The panel has the website {0}, which may already answer to this domain.", decodeDomains(sibling)),
      ),
    ),
  ];
}

function additionalDomainIssues(draft: SiteDraft, facts: SitePanelFacts): readonly Issue[] {
  const main = readSiteDomain(draft.domain);
  const seen = new Set(main.kind === "ok" ? [`${main.domain.host}:${readPort(draft.port)}`] : []);
  const issues: Issue[] = [];
  for (const line of domainLines(draft.additionalDomains)) {
    const read = readSiteDomain(line);
    if (read.kind === "invalid") {
      issues.push(error(l10n.t("{0}: {1}", decodeDomains(line), read.problem)));
      continue;
    }
    // panels default to port 80 here even if the site has another port
    const { host, port = 80 } = read.domain;
    const key = `${host}:${port}`;
    const name = decodeDomains(siteDomainText(read.domain));
    if (seen.has(key)) issues.push(error(l10n.t("{0} is listed twice.", name)));
    // panels skip domains that are already in use (docs/protocol.md 6.21)
    else if (facts.listed !== undefined && isListed(facts.listed, host, port))
      issues.push(warning(l10n.t("{0}: another website has this domain, and panels skip it.", name)));
    else if (SKIPPED_PORTS.includes(port) || isPanelsOwn(facts, host, port))
      issues.push(warning(l10n.t("{0}: another service uses this port, and newer panels skip such a domain.", name)));
    seen.add(key);
  }
  return issues;
}

function rootIssues(draft: SiteDraft, { listed }: SitePanelFacts): readonly Issue[] {
  const root = rootOf(draft);
  // while the root follows the domain, the domain is the field to correct
  if (root === "" && draft.root === null) return [];
  const problem = siteRootProblem(root);
  if (problem !== undefined) return [error(problem)];
  const site = listed?.atRoot;
  return [
    ...(/[^\p{ASCII}]/u.test(root)
      ? [warning(l10n.t("If this directory does not exist, panels create it under its punycode name."))]
      : []),
    ...(site === undefined
      ? []
      : [
          atOnce(
            warning(
              l10n.t("The website {0} has the same directory: both will serve the same files.", decodeDomains(site)),
            ),
          ),
        ]),
  ];
}

function phpIssues({ php }: SiteDraft, { phpVersions }: SitePanelFacts): readonly Issue[] {
  const code = php.trim();
  if (code === "") return [error(l10n.t("Choose a PHP version, or static."))];
  if (!/^\d{2}$/.test(code))
    return [error(l10n.t("Enter two digits without a dot, such as 82, or 00 for a static website."))];
  if (phpVersions === undefined || phpVersions.includes(code)) return [];
  return [error(l10n.t("The panel does not have PHP {0} installed.", code))];
}

function portIssues(draft: SiteDraft, facts: SitePanelFacts): readonly Issue[] {
  const port = readPort(draft.port);
  if (port === undefined) return [error(l10n.t("A port is a number from 1 to 65535."))];
  const main = readSiteDomain(draft.domain);
  if (isPanelsOwn(facts, main.kind === "ok" ? main.domain.host : undefined, port))
    return [warning(l10n.t("This is the panel's own port: a web server on it may lock you out of the panel."))];
  if (port === 22) return [warning(l10n.t("SSH uses port 22: a web server on it may lock you out of the server."))];
  if (port === 3306) return [warning(l10n.t("MySQL uses port 3306."))];
  if (SKIPPED_PORTS.includes(port)) return [warning(l10n.t("Another service on the server usually uses this port."))];
  return [];
}

/** Whether the panel itself listens there. On 80 and 443 a web server in front of it selects by host. */
function isPanelsOwn({ panelHost, panelPort }: SitePanelFacts, host: string | undefined, port: number): boolean {
  return port === panelPort && (![80, 443].includes(port) || host === panelHost);
}

function passwordIssues(password: string): readonly Issue[] {
  const problem = passwordProblem(password);
  if (problem !== undefined) return [error(problem)];
  if (isWeakPassword(password)) return [warning(l10n.t("A password of fewer than 10 characters is easy to guess."))];
  return [];
}

function errorIf(text: string | undefined): readonly Issue[] {
  if (text === undefined) return [];
  return [error(text)];
}

function error(text: string): Issue {
  return { severity: "error", text };
}

function warning(text: string): Issue {
  return { severity: "warning", text };
}

function atOnce(issue: Issue): Issue {
  return { ...issue, isAtOnce: true };
}
