import type { SiteRecord } from "../records/demoRecords.ts";
import type { DemoState } from "../state/demoState.ts";
import { type HandlerContext, integer, required } from "../state/handler.ts";
import { saying } from "../http/saying.ts";
import { makeDirectory, type ServerFiles } from "../records/serverFiles.ts";

const DOMAIN = /^([\p{L}\p{N}_*-]{1,100}\.){1,24}[\p{L}\p{N}_-]{1,24}(\.[\p{L}\p{N}_-]{1,24})?$/u;

interface Menu {
  readonly domain: string;
  readonly domainlist: readonly string[];
}

/**
 * `AddSite` (docs/protocol.md 6.12), in the order in which panels go through it: a missing field is noticed only where
 * it is needed, which may be after the directory or the row was made.
 */
export function addSite(context: HandlerContext): unknown {
  const { state, fields, now } = context;
  const { web, files } = state;
  if (web.configurationError !== undefined) return saying(false, configurationProblem(web.configurationError));
  const root = required(fields, "path").replaceAll("//", "/").replace(/\/$/, "");
  const menu = menuOf(required(fields, "webname"));
  const problem = rootProblem(root, files) ?? (menu === undefined ? UNREADABLE_MENU : undefined);
  if (problem !== undefined || menu === undefined) return saying(false, problem ?? UNREADABLE_MENU);
  const host = (menu.domain.trim().split(":")[0] ?? "").toLowerCase();
  const port = required(fields, "port").trim();
  const version = fields["version"] || "00";
  const rejected = rejection(state, { root, host, port, version, menu });
  if (rejected !== undefined) return saying(false, rejected);

  makeDirectory(files, root);
  const note = required(fields, "ps");
  const id = ++web.lastSiteId;
  const name = allSites(state).some((site) => site.name === host) ? `${host}_${port}` : host;
  const taken = new Set(allDomains(state));
  const more = menu.domainlist.map(domainOf).filter((domain) => DOMAIN.test(domain.split(":")[0] ?? ""));
  const site: SiteRecord = {
    id,
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
  };
  state.sites.push(site);
  return { siteStatus: true, siteId: id, ...ftpPart(context, id), ...databasePart(context, id), gitStatus: false };
}

const KEY_DIRECTORIES = "/www /usr / /dev /home /media /mnt /opt /tmp /var".split(" ");
const KEY_PARENTS =
  "/www/.Recycle_bin/ /www/backup/ /www/php_session/ /www/wwwlogs/ /www/server/ /etc/ /usr/ /var/ /boot/ /proc/ /sys/ /tmp/ /root/ /lib/ /bin/ /sbin/ /run/ /lib64/ /lib32/ /srv/".split(
    " ",
  );

/** Why a directory cannot be a site's, in the panel's own words and HTML (docs/protocol.md 6.17); `undefined`: it can. */
function rootProblem(root: string, { files }: ServerFiles): string | undefined {
  if (/[ \n]/.test(root)) return "目录中不能包含空格或换行符，请重新选择！";
  if (files.has(root)) return "选中的必须是一个目录而不是一个文件";
  if (KEY_DIRECTORIES.includes(root) || KEY_PARENTS.some((directory) => root.startsWith(directory)))
    return `请不要将网站根目录设置到以下关键目录中: <br>${[...KEY_DIRECTORIES, ...KEY_PARENTS].join("<br>")}`;
  return undefined;
}

const UNREADABLE_MENU = "webname参数格式不正确，应该是可被解析的JSON字符串";

function configurationProblem(error: string): string {
  const html = error.replaceAll("\n", "<br>");
  return `ERROR: 检测到配置文件有错误,请先排除后再操作<br><br><a style="color:red;">${html}</a>`;
}

/** `undefined` where it is not JSON; JSON of another shape fails later. */
function menuOf(webname: string): Menu | undefined {
  try {
    return JSON.parse(webname) as Menu;
  } catch {
    return undefined;
  }
}

interface Wanted {
  readonly root: string;
  readonly host: string;
  readonly port: string;
  readonly version: string;
  readonly menu: Menu;
}

function rejection(state: DemoState, { root, host, port, version, menu }: Wanted): string | undefined {
  const ports = menu.domainlist.flatMap((domain) => domain.split(":").slice(1, 2));
  if (![port, ...ports].every(isPort)) return "端口范围不合法";
  if (version !== "00" && !state.web.phpVersions.includes(version)) return "指定PHP版本不存在!";
  if (root === "/www/wwwroot" || root === "/www/backup") return "不能以系统关键目录作为站点目录";
  if (!DOMAIN.test(host)) return "主域名格式不正确";
  if (host.includes("*")) return "主域名不能为泛解析";
  return allDomains(state).includes(domainOf(`${host}:${port}`)) ? "您添加的域名已存在" : undefined;
}

/** Any port at all, 22 too. */
function isPort(port: string): boolean {
  return /^\d{1,5}$/.test(port.trim()) && Number(port) >= 1 && Number(port) <= 65_535;
}

/** As rows have them: without the port where it is 80. */
function domainOf(domain: string): string {
  return domain.trim().toLowerCase().replace(/:80$/, "");
}

function allSites({ sites, javaProjects }: DemoState): readonly SiteRecord[] {
  return [...sites, ...javaProjects];
}

function allDomains(state: DemoState): readonly string[] {
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
  if (state.web.databases.some((database) => database.name === name)) return { databaseStatus: false, ...told };
  state.web.databases.push({ site, name, charset: fields["codeing"] ?? "utf8" });
  return { databaseStatus: true, ...told, databaseName: name };
}

/** Server-local time as panels write it, `YYYY-MM-DD hh:mm:ss`; the server's zone is UTC. */
function serverTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace("T", " ");
}
