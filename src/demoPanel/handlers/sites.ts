import type { JavaProject, SiteRecord } from "../demoState.ts";
import { type HandlerContext, integer, required } from "../handler.ts";
import { javaConfig } from "../javaConfig.ts";
import { type Page, pageOf } from "../page.ts";
import { pythonJson } from "../pythonJson.ts";
import { certificateField, matching, siteFields } from "../siteFields.ts";

/** Websites (panel-reference.md 3). */
export const siteHandlers = {
  "site.list": (context: HandlerContext) => (context.route === "getData" ? allProjects(context) : phpSites(context)),
};

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
  return pageOf(context, type === -1 ? found : found.filter(({ typeId }) => typeId === type), 20);
}

/** Panels remember what was searched for, and the order, for their own pages (panel-reference.md 3). */
function leaveTraces({ state: { traces }, fields, now }: HandlerContext): void {
  const { search = "", order = "" } = fields;
  if (order !== "") traces.order = order;
  if (search !== "") traces.searches.unshift({ val: search, time: Math.floor(now() / 1000) });
}
