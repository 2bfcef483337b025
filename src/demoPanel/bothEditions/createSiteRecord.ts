import type { SiteRecord } from "../records/demoRecords.ts";
import type { DemoState } from "../state/demoState.ts";
import { type HandlerContext, integer, required } from "../state/handler.ts";

/** As panels check it; they accept names in other scripts. */
export const DOMAIN = /^([\p{L}\p{N}_*-]{1,100}\.){1,24}[\p{L}\p{N}_-]{1,24}(\.[\p{L}\p{N}_-]{1,24})?$/u;

/** The domains that are asked for. */
interface Menu {
  readonly domain: string;
  readonly domainlist: readonly string[];
}

/** `undefined` where it is not JSON; JSON of another shape fails later. */
export function menuOf(webname: string): Menu | undefined {
  try {
    return JSON.parse(webname) as Menu;
  } catch {
    return undefined;
  }
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

/** What is checked of a new site. */
export interface NewSite {
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly root: string;
  /** Two digits; `00` is static. */
  readonly version: string;
  readonly domains: readonly string[];
}

/** The row of a new site; without a note there is none. */
export function createSiteRecord(context: HandlerContext, site: NewSite): SiteRecord {
  const { state, fields, now } = context;
  const { name, host, port, root, version, domains } = site;
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

/** Creates the accounts that are asked for, and answers what is said of them. */
export function createAccounts(context: HandlerContext, site: number): object {
  return { ...ftpPart(context, site), ...databasePart(context, site) };
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
