import type { DemoJavaProject, SiteLogs, SiteRecord } from "../records/demoRecords.ts";
import { type HandlerContext, integer, required } from "../state/handler.ts";
import { javaConfig } from "./javaConfig.ts";
import { type Page, cutPage } from "../bothEditions/page.ts";
import { pageLabels } from "./pageLabels.ts";
import { pythonJson } from "../http/pythonJson.ts";
import { addSite } from "./addSite.ts";
import { saying } from "../http/saying.ts";
import { domainRows, leaveTraces, removeSite, siteOf } from "../bothEditions/siteRecords.ts";
import { accountPage } from "../bothEditions/accountPage.ts";
import { presenceOf } from "../bothEditions/presenceOf.ts";
import { hasSite, siteLog } from "../bothEditions/siteLog.ts";
import { certificateField, matching, noQuota, siteColumns } from "../bothEditions/siteColumns.ts";

/** Websites (docs/protocol.md 6). */
export const siteHandlers = {
  "site.list": (context: HandlerContext) => (context.route === "getData" ? allProjects(context) : phpSites(context)),
  "site.domains": ({ state, fields }: HandlerContext) =>
    domainRows(siteOf(state, integer(fields, "search", 0))).map((row) => ({ ...row, cn_name: row.name })),
  /** With `all` those that could be installed too. */
  "site.phpVersions": ({ state: { web }, fields }: HandlerContext) => {
    const isInstalled = (version: string) => web.phpVersions.includes(version);
    const rows = [
      { version: "00", name: "纯静态", status: true },
      ...web.phpVersions.map((version) => ({ version, name: `PHP-${version}`, status: true })),
    ];
    if (fields["all"] === undefined) return rows;
    const others = PHP_RELEASES.filter((version) => !isInstalled(version));
    return [
      ...rows.toSpliced(1, 0, { version: "other", name: "自定义", status: true }),
      ...others.map((version) => ({ version, name: `PHP-${version}`, status: false })),
    ];
  },
  "site.types": ({ state }: HandlerContext) => [
    { id: 0, name: "默认分类" },
    { id: -2, name: "已停止网站" },
    ...state.web.categories,
  ],
  "site.create": addSite,
  "site.ftpUsers": (context: HandlerContext) => ({
    auto_list: false,
    where: "",
    ...accountPage(context, "ftps", pageLabels, { quota: noQuota, end_time: "0" }),
  }),
  "site.databases": (context: HandlerContext) => ({
    auto_list: false,
    where: 'LOWER(type) = LOWER("MySQL")',
    ...accountPage(context, "databases", pageLabels, { quota: noQuota, type: "MySQL", type_id: 0 }),
  }),
  "file.presence": presenceOf,
  /** The name decides only about configuration files; the row is found by its id. */
  "site.delete": (context: HandlerContext) => {
    const { state, fields } = context;
    const site = siteOf(state, integer(fields, "id", 0));
    if (site === undefined) return saying(false, "指定站点不存在!");
    required(fields, "webname");
    removeSite(context, site);
    return saying(true, "站点删除成功!");
  },
  "site.accessLog": (context: HandlerContext) => readLog(context, "access"),
  "site.errorLog": (context: HandlerContext) => readLog(context, "error"),
  "site.start": (context: HandlerContext) => setRunning(context, true, "站点已启用"),
  "site.stop": (context: HandlerContext) => setRunning(context, false, "站点已停用"),
};

/** Throws for a site that is not there, whose configuration the panel takes for granted. */
function readLog(context: HandlerContext, which: keyof SiteLogs): unknown {
  if (!hasSite(context)) throw new Error("no such site");
  const text = siteLog(context, which);
  return text === undefined ? saying(false, "日志为空") : saying(true, text);
}

const PHP_RELEASES = "52 53 54 55 56 70 71 72 73 74 80 81 82 83 84 85".split(" ");

/** The same answer whatever it was before; throws for one that is not there. */
function setRunning({ state, fields }: HandlerContext, running: boolean, said: string): unknown {
  const site = siteOf(state, integer(fields, "id", 0));
  required(fields, "name");
  if (site === undefined) throw new Error("no such site");
  site.running = running;
  return saying(true, said);
}

/** The newer list: PHP and static sites only, and no traces without `order` and `search`. */
function phpSites(context: HandlerContext): unknown {
  const { state, fields, now } = context;
  assertSites(context);
  // without a type the panel takes the page number for it
  const type = integer(fields, "type", integer(fields, "p", 1));
  const sites = state.sites.filter(({ projectType }) => projectType === "PHP");
  const { html, rows } = searched(context, sites, type);
  leaveTraces(context);
  return {
    where: type === -1 ? "(project_type = ?)" : "(project_type = ?) AND (type_id = ?)",
    page: html,
    data: rows.map((site) => ({
      ...siteColumns(site, {}),
      rname: site.name,
      stop: "",
      backup_count: 0,
      domain: site.domains.length,
      ssl: certificateField(site.certificate, now()),
      git_manager: null,
      php_version: site.php,
      php_version_status: true,
      cn_name: site.name,
      proxy: false,
      redirect: false,
      waf: {},
      quota: noQuota,
      net: {},
      site_total_status: true,
    })),
    search_history: state.traces.searches,
  };
}

/** The older list: projects of every kind; it also stores the page size, which counts where none is sent. */
function allProjects(context: HandlerContext): unknown {
  const { state, fields, now } = context;
  assertSites(context);
  const type = integer(fields, "type", -1);
  const projects: readonly (SiteRecord | DemoJavaProject)[] = [...state.sites, ...state.javaProjects];
  const { html, size, rows } = searched(context, projects, type, state.traces.pageSize);
  state.traces.pageSize = size;
  leaveTraces(context);
  return {
    auto_list: false,
    where: (fields["search"] ?? "") === "" ? "" : "name LIKE ? OR ps LIKE ?",
    page: html,
    data: rows.map((site) => ({
      ...siteColumns(site, pythonJson("javaType" in site ? javaConfig(site) : {})),
      rname: site.name,
      stop: "",
      backup_count: 0,
      quota: noQuota,
      domain: site.domains.length,
      ssl: certificateField(site.certificate, now()),
      php_version: site.php,
      net: {},
      waf: {},
      proxy: false,
      redirect: false,
    })),
    search_history: state.traces.searches,
    net_flow_type: [
      { total_flow: "总流量" },
      { "7_day_total_flow": "近7天流量" },
      { one_day_total_flow: "近1天流量" },
      { one_hour_total_flow: "近1小时流量" },
    ],
    net_flow_info: {},
  };
}

function assertSites({ fields }: HandlerContext): void {
  if (required(fields, "table") !== "sites") throw new Error("only sites are known");
}

function searched<Row extends SiteRecord>(
  context: HandlerContext,
  sites: readonly Row[],
  type: number,
  size = 20,
): Page<Row> {
  const found = matching(sites, context.fields["search"] ?? "");
  return cutPage(context, type === -1 ? found : found.filter(({ typeId }) => typeId === type), size, pageLabels);
}
