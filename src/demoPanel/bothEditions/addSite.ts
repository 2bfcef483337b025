import type { SiteRecord } from "../records/demoRecords.ts";
import { makeDirectory } from "../records/serverFiles.ts";
import { saying } from "../http/saying.ts";
import { say } from "../sentences.ts";
import type { DemoState } from "../state/demoState.ts";
import { type HandlerContext, integer, required } from "../state/handler.ts";

/** As panels check it; they accept names in other scripts. */
const DOMAIN = /^([\p{L}\p{N}_*-]{1,100}\.){1,24}[\p{L}\p{N}_-]{1,24}(\.[\p{L}\p{N}_-]{1,24})?$/u;

/** The domains that are asked for. */
interface Menu {
  readonly domain: string;
  readonly domainlist: readonly string[];
}

/** What is checked of a new site. */
interface NewSite {
  readonly host: string;
  readonly port: string;
  readonly root: string;
  /** Two digits; `00` is static. */
  readonly version: string;
  readonly domains: readonly string[];
}

/** Where the editions differ. */
export interface SiteRules {
  /** Why a directory cannot be a site's, in the panel's own words and HTML; `undefined`: it can. */
  readonly rootProblem: (context: HandlerContext, root: string) => string | undefined;
  /** @param more ports of the other domains */
  readonly arePorts: (port: string, more: readonly string[]) => boolean;
  /** Why the main domain cannot be a site's, though it is well-formed; `undefined`: it can. */
  readonly domainProblem: (context: HandlerContext, site: NewSite) => string | undefined;
  readonly nameOf: (state: DemoState, site: NewSite) => string;
  /** What the answer says besides. */
  readonly besides: object;
}

/**
 * `AddSite` (docs/protocol.md 6.12 to 6.25): a missing field is noticed only where it is needed, which may be after the
 * directory or the row was made.
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
    if (rootProblem !== undefined) return saying(false, rootProblem);
    const more = domains.flatMap((domain) => domain.split(":").slice(1, 2));
    if (!rules.arePorts(port, more)) return saying(false, say(language, "badPort"));
    if (version !== "00" && !state.web.phpVersions.includes(version)) return saying(false, say(language, "noSuchPhp"));
    if (!DOMAIN.test(host)) return saying(false, say(language, "badDomain"));
    const domainProblem = rules.domainProblem(context, site);
    if (domainProblem !== undefined) return saying(false, domainProblem);
    makeDirectory(state.files, root);
    const { id } = createSiteRecord(context, rules.nameOf(state, site), site);
    return { siteStatus: true, siteId: id, ...ftpPart(context, id), ...databasePart(context, id), ...rules.besides };
  };
}

const KEY_DIRECTORIES = "/www /usr / /dev /home /media /mnt /opt /tmp /var".split(" ");
const KEY_PARENTS =
  "/www/.Recycle_bin/ /www/backup/ /www/php_session/ /www/wwwlogs/ /www/server/ /etc/ /usr/ /var/ /boot/ /proc/ /sys/ /tmp/ /root/ /lib/ /bin/ /sbin/ /run/ /lib64/ /lib32/ /srv/".split(
    " ",
  );

/** The directories that no site may have, as panels list them in HTML (docs/protocol.md 6.17). */
export const keyDirectories = [...KEY_DIRECTORIES, ...KEY_PARENTS].join("<br>");

/** @param root without a slash at the end */
export function isKeyDirectory(root: string): boolean {
  return KEY_DIRECTORIES.includes(root) || KEY_PARENTS.some((directory) => `${root}/`.startsWith(directory));
}

/** The row of a new site; without a note there is none. */
function createSiteRecord(context: HandlerContext, name: string, site: NewSite): SiteRecord {
  const { state, fields, now } = context;
  const { host, port, root, version, domains } = site;
  const note = required(fields, "ps");
  const taken = new Set(allDomains(state));
  const more = domains.map(domainOf).filter((domain) => DOMAIN.test(domain.split(":")[0] ?? ""));
  const record: SiteRecord = {
    id: ++state.web.lastSiteId,
    name,
    path: root,
    running: true,
    note,
    added: serverTime(now()),
    typeId: integer(fields, "type_id", 0),
    projectType: "PHP",
    php: version === "00" ? "静态" : `${version[0]}.${version.slice(1)}`,
    // what is taken or malformed is left out silently
    domains: [...new Set([domainOf(`${host}:${port}`), ...more.filter((domain) => !taken.has(domain))])],
    certificate: undefined,
    // the web server makes both files when it is reloaded
    logs: { access: [], error: [] },
  };
  state.sites.push(record);
  return record;
}

/** As rows have them: without the port where it is 80. */
export function domainOf(domain: string): string {
  return domain.trim().toLowerCase().replace(/:80$/, "");
}

/** Projects of every kind. */
export function allSites({ sites, javaProjects }: DemoState): readonly SiteRecord[] {
  return [...sites, ...javaProjects];
}

/** Of all sites. */
export function allDomains(state: DemoState): readonly string[] {
  return allSites(state).flatMap(({ domains }) => domains);
}

/** Not created where there is one of that name. */
function ftpPart({ state, fields }: HandlerContext, site: number): object {
  if (required(fields, "ftp") !== "true") return { ftpStatus: false };
  const name = required(fields, "ftp_username");
  const ftpPass = required(fields, "ftp_password");
  if (state.web.ftpUsers.some((user) => user.name === name)) return { ftpStatus: false };
  state.web.ftpUsers.push({ site, name });
  return { ftpStatus: true, ftpUser: name, ftpPass };
}

/** User and password are told whether or not it was created. */
function databasePart({ state, fields }: HandlerContext, site: number): object {
  if (!["true", "MySQL"].includes(required(fields, "sql"))) return { databaseStatus: false };
  const name = required(fields, "datauser").slice(0, 16);
  const told = { databaseUser: name, databasePass: required(fields, "datapassword") };
  const { databases, databaseServerIsDown } = state.web;
  if (databaseServerIsDown || databases.some((database) => database.name === name))
    return { databaseStatus: false, ...told };
  databases.push({ site, name, charset: fields["codeing"] ?? "utf8" });
  return { databaseStatus: true, ...told, databaseName: name };
}

/** Server-local time as panels write it, `YYYY-MM-DD hh:mm:ss`; the server's zone is UTC. */
function serverTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace("T", " ");
}
