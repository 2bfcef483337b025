import { htmlEscape, statusReply } from "./http.ts";
import { sentence } from "./demoSentences.ts";
import { siteConfigurationPath, writeSiteConfiguration } from "./nginxConfiguration.ts";
import { makeSiteRoot, remove } from "./serverFiles.ts";
import type { SiteCertificate } from "./siteCertificates.ts";
import { type HandlerContext, integer, type SiteRecord, type DemoState, required, type SiteLogs } from "./state.ts";

/** One page of a list. */
export interface Page<Row> {
  /** The HTML below the list, of which only the total is read (docs/protocol.md 2.11). */
  readonly html: string;
  readonly rows: readonly Row[];
}

/** Cuts out the page that `p` and `limit` ask for; throws if these are not numbers. */
export function cutPage<Row>(context: HandlerContext, allRows: readonly Row[], defaultSize: number): Page<Row> {
  const { size, current } = pageAsked(context, defaultSize);
  const shift = (current - 1) * size;
  const html = `<div><span class='Pcount'>${sentence(context.language, "total", allRows.length)}</span></div>`;
  return { html, rows: allRows.slice(shift, shift + size) };
}

/** Reads the number and the size of the page that is asked for. */
export function pageAsked(
  { fields }: HandlerContext,
  defaultSize: number,
): { readonly size: number; readonly current: number } {
  const size = Math.max(1, integer(fields, "limit", defaultSize));
  return { size, current: Math.max(1, integer(fields, "p", 1)) };
}

const DAY_MS = 86_400_000;

/** Returns the columns that the rows of every kind of project begin with. */
export function siteColumns(site: SiteRecord): Readonly<Record<string, unknown>> {
  return {
    id: site.id,
    name: site.name,
    path: site.path,
    status: site.running ? "1" : "0",
    ps: htmlEscape(site.note),
    project_type: site.projectType,
    edate: site.lastDay ?? "0000-00-00",
  };
}

/** Describes a certificate; -1 without one. Days are whole, and negative once it has expired. */
export function certificateField(certificate: SiteCertificate | undefined, now: number): unknown {
  if (certificate === undefined) return -1;
  return {
    issuer: certificate.issuer,
    dns: certificate.domains,
    notAfter: new Date(certificate.validTo).toISOString().slice(0, 10),
    endtime: Math.floor((certificate.validTo - now) / DAY_MS),
  };
}

/** Filters rows by name and note, the newest first. */
export function matching<Row extends SiteRecord>(rows: readonly Row[], search: string): readonly Row[] {
  return rows
    .filter(({ name, note }) => name.includes(search) || note.includes(search))
    .toSorted((a, b) => b.id - a.id);
}

/** The panel's own check, which accepts names in any script. */
const DOMAIN = /^([\p{L}\p{N}_*-]{1,100}\.){1,24}[\p{L}\p{N}_-]{1,24}(\.[\p{L}\p{N}_-]{1,24})?$/u;

/** The field `webname`. */
interface Menu {
  readonly domain: string;
  readonly domainlist: readonly string[];
}

interface NewSite {
  readonly host: string;
  readonly port: string;
  readonly root: string;
  /** Two digits; `00` is static. */
  readonly version: string;
  readonly domains: readonly string[];
}

/** The differences of the editions; a problem is the panel's own message, `undefined` if there is none. */
interface SiteRules {
  readonly rootProblem: (context: HandlerContext, root: string) => string | undefined;
  /** Whether ports are valid. @param more ports of the other domains */
  readonly arePorts: (port: string, more: readonly string[]) => boolean;
  readonly domainProblem: (context: HandlerContext, site: NewSite) => string | undefined;
  readonly nameOf: (state: DemoState, site: NewSite) => string;
  /** Further members of the answer. */
  readonly more: object;
}

/**
 * Handles `AddSite` (docs/protocol.md 6.12 to 6.25). A missing field fails only where it is needed, which may be after the directory
 * or the row was created.
 */
export function addSite(rules: SiteRules) {
  return (context: HandlerContext): unknown => {
    const { state, fields, language } = context;
    const root = required(fields, "path").replaceAll("//", "/").replace(/\/$/, "");
    const menu = JSON.parse(required(fields, "webname")) as Menu;
    const domains = menu.domainlist;
    const host = (menu.domain.trim().split(":")[0] ?? "").toLowerCase();
    const port = required(fields, "port").trim();
    const version = fields["version"] || "00";
    const site: NewSite = { host, port, root, version, domains };
    const rootProblem = rules.rootProblem(context, root);
    if (rootProblem !== undefined) return statusReply(false, rootProblem);
    const morePorts = domains.flatMap((domain) => domain.split(":").slice(1, 2));
    if (!rules.arePorts(port, morePorts)) return statusReply(false, sentence(language, "badPort"));
    if (version !== "00" && !state.web.phpVersions.includes(version))
      return statusReply(false, sentence(language, "noSuchPhp"));
    if (!DOMAIN.test(host)) return statusReply(false, sentence(language, "badDomain"));
    const domainProblem = rules.domainProblem(context, site);
    if (domainProblem !== undefined) return statusReply(false, domainProblem);
    makeSiteRoot(state.files, root, Math.floor(context.now() / 1000));
    const { id } = createSiteRecord(context, rules.nameOf(state, site), site);
    return { siteStatus: true, siteId: id, ...ftpPart(context, id), ...databasePart(context, id), ...rules.more };
  };
}

const KEY_DIRECTORIES = "/www /usr / /dev /home /media /mnt /opt /tmp /var".split(" ");
const KEY_PARENTS =
  "/www/.Recycle_bin/ /www/backup/ /www/php_session/ /www/wwwlogs/ /www/server/ /etc/ /usr/ /var/ /boot/ /proc/ /sys/ /tmp/ /root/ /lib/ /bin/ /sbin/ /run/ /lib64/ /lib32/ /srv/".split(
    " ",
  );

/** The HTML list of directories that no site may have (docs/protocol.md 6.17). */
export const keyDirectories = [...KEY_DIRECTORIES, ...KEY_PARENTS].join("<br>");

/** @param root without a slash at the end */
export function isKeyDirectory(root: string): boolean {
  return KEY_DIRECTORIES.includes(root) || KEY_PARENTS.some((directory) => `${root}/`.startsWith(directory));
}

/** Adds the row of a new site; throws without a note. */
function createSiteRecord(context: HandlerContext, name: string, site: NewSite): SiteRecord {
  const { state, fields } = context;
  const { host, port, root, version, domains } = site;
  const note = required(fields, "ps");
  const taken = new Set(allDomains(state));
  const moreDomains = domains.map(domainOf).filter((domain) => DOMAIN.test(domain.split(":")[0] ?? ""));
  const record: SiteRecord = {
    id: ++state.web.lastSiteId,
    name,
    path: root,
    running: true,
    note,
    typeId: integer(fields, "type_id", 0),
    projectType: "PHP",
    php: version === "00" ? "静态" : `${version[0]}.${version.slice(1)}`,
    // panels silently leave out taken and malformed domains
    domains: [...new Set([domainOf(`${host}:${port}`), ...moreDomains.filter((domain) => !taken.has(domain))])],
    certificate: undefined,
    // the web server creates both files when it is reloaded
    logs: { access: [], error: [] },
  };
  state.sites.push(record);
  writeSiteConfiguration(state.files, record, Math.floor(context.now() / 1000));
  return record;
}

/** Writes a domain as rows do, without port 80. */
export function domainOf(domain: string): string {
  return domain.trim().toLowerCase().replace(/:80$/, "");
}

/** Returns projects of every kind. */
export function allSites({ sites, javaProjects }: DemoState): readonly SiteRecord[] {
  return [...sites, ...javaProjects];
}

/** Returns the domains of projects of every kind. */
export function allDomains(state: DemoState): readonly string[] {
  return allSites(state).flatMap(({ domains }) => domains);
}

/** Creates an FTP user, unless there is one of that name. */
function ftpPart({ state, fields }: HandlerContext, site: number): object {
  if (required(fields, "ftp") !== "true") return { ftpStatus: false };
  const name = required(fields, "ftp_username");
  const ftpPass = required(fields, "ftp_password");
  if (state.web.ftpUsers.some((user) => user.name === name)) return { ftpStatus: false };
  state.web.ftpUsers.push({ site, name });
  return { ftpStatus: true, ftpUser: name, ftpPass };
}

/** Creates a database, unless there is one of that name; the answer has user and password in any case. */
function databasePart({ state, fields }: HandlerContext, site: number): object {
  if (!["true", "MySQL"].includes(required(fields, "sql"))) return { databaseStatus: false };
  const name = required(fields, "datauser").slice(0, 16);
  const account = { databaseUser: name, databasePass: required(fields, "datapassword") };
  const { databases } = state.web;
  if (databases.some((database) => database.name === name)) return { databaseStatus: false, ...account };
  databases.push({ site, name, charset: fields["codeing"] ?? "utf8" });
  return { databaseStatus: true, ...account, databaseName: name };
}

/** Finds a project of any kind. */
export function siteOf(state: DemoState, id: number): SiteRecord | undefined {
  return allSites(state).find((site) => site.id === id);
}

/** Lists domains, the main one first, then the latest (docs/protocol.md 6.7). */
export function domainRows(site: SiteRecord | undefined) {
  const [main = [], ...more] = site?.domains ?? [];
  return [main, more.toReversed()].flat().map((domain, index, { length }) => {
    const [name = "", port = "80"] = domain.split(":");
    return { id: length - index, pid: site?.id, name, port: Number(port) };
  });
}

/** Deletes a site with the parts that the fields name; the answer does not say which parts went (docs/protocol.md 6.36). */
export function removeSite({ state, fields }: HandlerContext, site: SiteRecord): void {
  const root = site.path.replaceAll("//", "/").replace(/\/$/, "");
  const isShared = allSites(state).filter(({ path }) => path === root).length > 1;
  const isKept = isShared || root === "/www/wwwroot" || root === "/www/backup";
  if (fields["path"] === "1" && !isKept) remove(state.files, root);
  remove(state.files, siteConfigurationPath(site));
  removeFrom(state.sites, site);
  removeFrom(state.javaProjects, site);
  const { databases, ftpUsers } = state.web;
  const ofSite = (part: { readonly site: number }) => part.site === site.id;
  if (fields["database"] === "1") removeFrom(databases, databases.find(ofSite));
  if (fields["ftp"] === "1") removeFrom(ftpUsers, ftpUsers.find(ofSite));
}

function removeFrom<Element>(list: Element[], element: Element | undefined): void {
  const position = list.findIndex((candidate) => candidate === element);
  if (position !== -1) list.splice(position, 1);
}

const LOG_LINES = 1_000;

const SIGNS: Readonly<Record<string, string>> = { '"': "＂", "<": "＜", ">": "＞", "'": "＇" };

/** Reads the last lines of a site's log (docs/protocol.md 6.29); `undefined` if there is no such file or site. */
export function siteLog(
  { state, fields }: HandlerContext,
  which: keyof SiteLogs,
  lines = LOG_LINES,
): string | undefined {
  const name = required(fields, "siteName");
  const log = allSites(state).find((site) => site.name === name)?.logs?.[which];
  const end = log?.slice(-lines).join("\n").trim();
  if (end === undefined) return undefined;
  return htmlEscape(end.replace(/["<>']/g, (character) => SIGNS[character] ?? character));
}

/** Whether the site that is asked for exists. */
export function hasSite({ state, fields }: HandlerContext): boolean {
  return allSites(state).some(({ name }) => name === fields["siteName"]);
}

/** Handles the panel's tables of FTP users and databases, the latest first (docs/protocol.md 6.37). */
export const accountHandlers = {
  "site.ftpUsers": (context: HandlerContext) => accountPage(context, "ftpUsers"),
  "site.databases": (context: HandlerContext) => accountPage(context, "databases"),
};

function accountPage(context: HandlerContext, table: "ftpUsers" | "databases"): object {
  const rows = context.state.web[table].map(({ site, name }, index) => ({
    id: index + 1,
    pid: site,
    name,
    ...(table === "databases" && { username: name, sid: 0, accept: "127.0.0.1" }),
  }));
  const { html, rows: data } = cutPage(context, rows.toReversed(), 20);
  return { page: html, data };
}
