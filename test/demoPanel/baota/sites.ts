import { handlers as shipped } from "../../../src/demoPanel/baota.ts";
import {
  type DemoJavaProject,
  type SiteRecord,
  type HandlerContext,
  integer,
  required,
} from "../../../src/demoPanel/state.ts";
import { rowsWithMore } from "../complete.ts";
import { pageFields } from "../page.ts";
import { pythonJson } from "../pythonJson.ts";
import { ADDED, leaveTraces, moreColumns, moreOfCertificate, noQuota } from "../siteFields.ts";
import { testState } from "../state.ts";
import { javaConfig } from "./javaConfig.ts";

type Members = Readonly<Record<string, unknown>>;

/** Handles both lists of websites (docs/protocol.md 6.1 to 6.3). */
export async function siteList(context: HandlerContext): Promise<unknown> {
  if (required(context.fields, "table") !== "sites") throw new Error("only sites are known");
  if (context.route === "getData") return allProjects(context);
  const { state, fields } = context;
  const type = integer(fields, "type", integer(fields, "p", 1));
  const answer = (await shipped["site.list"](context)) as Members;
  const { page } = pageFields(context, answer, 20);
  leaveTraces(context);
  return {
    where: type === -1 ? "(project_type = ?)" : "(project_type = ?) AND (type_id = ?)",
    page,
    data: rowsWithMore(answer["data"], state.sites, (site) => ({
      ...moreOfSite(site, {}),
      git_manager: null,
      php_version_status: true,
      site_total_status: true,
    })),
    search_history: testState(state).traces.searches,
  };
}

/** Lists projects of every kind on the older route, which stores the page size as the default. */
async function allProjects(asked: HandlerContext): Promise<unknown> {
  const { state, fields } = asked;
  const traces = testState(state).traces;
  const context = { ...asked, fields: { limit: String(traces.pageSize ?? 20), ...fields } };
  const answer = (await shipped["site.list"](context)) as Members;
  const { page, row: size } = pageFields(context, answer, 20);
  traces.pageSize = Number(size);
  leaveTraces(context);
  const projects: readonly (SiteRecord | DemoJavaProject)[] = [...state.sites, ...state.javaProjects];
  return {
    auto_list: false,
    where: (fields["search"] ?? "") === "" ? "" : "name LIKE ? OR ps LIKE ?",
    page,
    data: rowsWithMore(answer["data"], projects, (site) =>
      moreOfSite(
        site,
        pythonJson("javaType" in site ? javaConfig(site, testState(state).changedProjects.has(site.name)) : {}),
      ),
    ),
    search_history: traces.searches,
    net_flow_type: [
      { total_flow: "总流量" },
      { "7_day_total_flow": "近7天流量" },
      { one_day_total_flow: "近1天流量" },
      { one_hour_total_flow: "近1小时流量" },
    ],
    net_flow_info: {},
  };
}

function moreOfSite(site: SiteRecord, config: unknown): Members {
  return {
    ...moreColumns(site, config),
    ssl: moreOfCertificate(site),
    rname: site.name,
    stop: "",
    backup_count: 0,
    domain: site.domains.length,
    proxy: false,
    redirect: false,
    waf: {},
    quota: noQuota,
    net: {},
  };
}

/** Adds the name in its own script. */
export async function moreOfSiteDomains(context: HandlerContext): Promise<unknown> {
  const rows = (await shipped["site.domains"](context)) as readonly Members[];
  return rows.map((row) => ({ ...row, cn_name: row["name"], addtime: ADDED }));
}

/** With `all`, also lists versions that could be installed. */
export async function phpVersions(context: HandlerContext): Promise<unknown> {
  const rows = (await shipped["site.phpVersions"](context)) as readonly Members[];
  if (context.fields["all"] === undefined) return rows;
  const others = PHP_RELEASES.filter((version) => !context.state.web.phpVersions.includes(version));
  return [
    ...rows.toSpliced(1, 0, { version: "other", name: "自定义", status: true }),
    ...others.map((version) => ({ version, name: `PHP-${version}`, status: false })),
  ];
}

const PHP_RELEASES = "52 53 54 55 56 70 71 72 73 74 80 81 82 83 84 85".split(" ");
