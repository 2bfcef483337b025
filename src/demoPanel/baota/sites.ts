import type { JavaProject, SiteRecord } from "../records/demoRecords.ts";
import type { DemoState } from "../state/demoState.ts";
import { type HandlerContext, integer, required } from "../state/handler.ts";
import { javaConfig } from "./javaConfig.ts";
import { type Page, pageOf } from "../bothEditions/page.ts";
import { pageLabels } from "./pageLabels.ts";
import { pythonJson } from "../http/pythonJson.ts";
import { addSite } from "./addSite.ts";
import { saying } from "../http/saying.ts";
import { certificateField, matching, siteFields } from "../bothEditions/siteFields.ts";

/** Websites (docs/protocol.md 6). */
export const siteHandlers = {
  "site.list": (context: HandlerContext) => (context.route === "getData" ? allProjects(context) : phpSites(context)),
  /** The latest first; the main domain is the last to be added. */
  "site.domains": ({ state, fields }: HandlerContext) => {
    const site = siteOf(state, integer(fields, "search", 0));
    const [main = [], ...more] = site?.domains ?? [];
    return [main, more.toReversed()].flat().map((domain, index, { length }) => {
      const [name = "", port = "80"] = domain.split(":");
      return { id: length - index, pid: site?.id, name, port: Number(port), addtime: site?.added, cn_name: name };
    });
  },
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
  /** The name decides only about configuration files; the row is found by its id. */
  "site.delete": ({ state, fields }: HandlerContext) => {
    const id = integer(fields, "id", 0);
    const site = siteOf(state, id);
    if (site === undefined) return saying(false, "指定站点不存在!");
    required(fields, "webname");
    removeFrom(state.sites, site);
    removeFrom(state.javaProjects, site);
    const isShared = [...state.sites, ...state.javaProjects].some(({ path }) => path === site.path);
    if (fields["path"] === "1" && !isShared) state.files.directories.delete(site.path);
    const ofSite = (part: { readonly site: number }) => part.site === id;
    if (fields["ftp"] === "1") removeFrom(state.web.ftpUsers, state.web.ftpUsers.find(ofSite));
    if (fields["database"] === "1") removeFrom(state.web.databases, state.web.databases.find(ofSite));
    return saying(true, "站点删除成功!");
  },
  "site.start": (context: HandlerContext) => setRunning(context, true, "站点已启用"),
  "site.stop": (context: HandlerContext) => setRunning(context, false, "站点已停用"),
};

const PHP_RELEASES = "52 53 54 55 56 70 71 72 73 74 80 81 82 83 84 85".split(" ");

/** The same answer whatever it was before; throws for one that is not there. */
function setRunning({ state, fields }: HandlerContext, running: boolean, said: string): unknown {
  const site = siteOf(state, integer(fields, "id", 0));
  required(fields, "name");
  if (site === undefined) throw new Error("no such site");
  site.running = running;
  return saying(true, said);
}

function siteOf({ sites, javaProjects }: DemoState, id: number): SiteRecord | undefined {
  return [...sites, ...javaProjects].find((site) => site.id === id);
}

function removeFrom<Element>(list: Element[], element: Element | undefined): void {
  const position = list.findIndex((candidate) => candidate === element);
  if (position !== -1) list.splice(position, 1);
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
      ...siteFields(site, {}),
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

/** The older list: projects of every kind; it also stores the page size. */
function allProjects(context: HandlerContext): unknown {
  const { state, fields, now } = context;
  assertSites(context);
  const type = integer(fields, "type", -1);
  const projects: readonly (SiteRecord | JavaProject)[] = [...state.sites, ...state.javaProjects];
  const { html, size, rows } = searched(context, projects, type);
  state.traces.pageSize = size;
  leaveTraces(context);
  return {
    auto_list: false,
    where: (fields["search"] ?? "") === "" ? "" : "name LIKE ? OR ps LIKE ?",
    page: html,
    data: rows.map((site) => ({
      ...siteFields(site, pythonJson("javaType" in site ? javaConfig(site) : {})),
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

const noQuota = { used: 0, size: 0, quota_push: { size: 0, used: 0 }, quota_storage: { size: 0, used: 0 } };

function assertSites({ fields }: HandlerContext): void {
  if (required(fields, "table") !== "sites") throw new Error("only sites are known");
}

function searched<Row extends SiteRecord>(context: HandlerContext, sites: readonly Row[], type: number): Page<Row> {
  const found = matching(sites, context.fields["search"] ?? "");
  return pageOf(context, type === -1 ? found : found.filter(({ typeId }) => typeId === type), 20, pageLabels);
}

/** Panels remember what was searched for, and the order, for their own pages (docs/protocol.md 6.2). */
function leaveTraces({ state: { traces }, fields, now }: HandlerContext): void {
  const { search = "", order = "" } = fields;
  if (order !== "") traces.order = order;
  if (search !== "") traces.searches.unshift({ val: search, time: Math.floor(now() / 1000) });
}
