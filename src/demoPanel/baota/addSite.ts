import {
  allDomains,
  allSites,
  createAccounts,
  createSiteRecord,
  DOMAIN,
  domainOf,
  isKeyDirectory,
  keyDirectories,
  menuOf,
} from "../bothEditions/createSiteRecord.ts";
import type { DemoState } from "../state/demoState.ts";
import { type HandlerContext, required } from "../state/handler.ts";
import { saying } from "../http/saying.ts";
import { makeDirectory, type ServerFiles } from "../records/serverFiles.ts";

/**
 * `AddSite` (docs/protocol.md 6.12), in the order in which panels go through it: a missing field is noticed only where
 * it is needed, which may be after the directory or the row was made.
 */
export function addSite(context: HandlerContext): unknown {
  const { state, fields } = context;
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
  const name = allSites(state).some((site) => site.name === host) ? `${host}_${port}` : host;
  const { id } = createSiteRecord(context, { name, host, port, root, version, domains: menu.domainlist });
  return { siteStatus: true, siteId: id, ...createAccounts(context, id), gitStatus: false };
}

/** Why a directory cannot be a site's, in the panel's own words and HTML (docs/protocol.md 6.17); `undefined`: it can. */
function rootProblem(root: string, { files }: ServerFiles): string | undefined {
  if (/[ \n]/.test(root)) return "目录中不能包含空格或换行符，请重新选择！";
  if (files.has(root)) return "选中的必须是一个目录而不是一个文件";
  if (isKeyDirectory(root)) return `请不要将网站根目录设置到以下关键目录中: <br>${keyDirectories}`;
  return undefined;
}

const UNREADABLE_MENU = "webname参数格式不正确，应该是可被解析的JSON字符串";

function configurationProblem(error: string): string {
  const html = error.replaceAll("\n", "<br>");
  return `ERROR: 检测到配置文件有错误,请先排除后再操作<br><br><a style="color:red;">${html}</a>`;
}

interface Wanted {
  readonly root: string;
  readonly host: string;
  readonly port: string;
  readonly version: string;
  readonly menu: NonNullable<ReturnType<typeof menuOf>>;
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
