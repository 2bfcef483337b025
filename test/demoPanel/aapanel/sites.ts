import { handlers as shipped, sitesFound } from "../../../src/demoPanel/aapanel.ts";
import { cutPage, certificateField, siteColumns, siteLog } from "../../../src/demoPanel/demoSites.ts";
import { statusReply } from "../../../src/demoPanel/http.ts";
import { type SiteLogs, type SiteRecord, type HandlerContext, required } from "../../../src/demoPanel/state.ts";
import { rowsWithMore } from "../complete.ts";
import { pageFields } from "../page.ts";
import { ADDED, leaveTraces, moreColumns, moreOfCertificate, noQuota as baotaQuota } from "../siteFields.ts";
import { testState } from "../state.ts";
import { NOTHING_TRANSLATED, anySentence } from "./languages.ts";

type Members = Readonly<Record<string, unknown>>;

/** The quota of a site without a limit. */
export const noQuota = { size: 0, used: 0 };

/** Lists websites, and stores the page size. */
export async function siteList(context: HandlerContext): Promise<unknown> {
  const { state, fields } = context;
  const answer = (await shipped["site.list"](context)) as Members;
  const { page, row: size } = pageFields(context, answer, 20);
  testState(state).traces.pageSize = Number(size);
  leaveTraces(context);
  const searched = (fields["search"] ?? "") === "" ? "" : "(name LIKE ? OR ps LIKE ?) AND ";
  const data = rowsWithMore(answer["data"], state.sites, moreOfSite).map((row) => ({
    ...(row as Members),
    site_ssl: (row as Members)["ssl"],
  }));
  return {
    where: `${searched}(project_type='PHP' OR project_type='WP')`,
    page,
    data,
    search_history: testState(state).traces.searches,
    ...(data.length > 0 && { net_flow_info: {} }),
  };
}

function moreOfSite(site: SiteRecord): Members {
  return {
    addtime: ADDED,
    edate: "0000-00-00",
    backup_count: 0,
    quota: noQuota,
    domain: site.domains.length,
    ssl: moreOfCertificate(site),
    attack: 0,
    cache_status: site.projectType === "WP" ? false : undefined,
    rname: site.name,
  };
}

/** Reads a log on the plain route, which replaces an empty one by the header of the translations' file. */
export function plainLog(which: keyof SiteLogs): (context: HandlerContext) => unknown {
  return (context) => {
    const text = siteLog(context, which);
    if (text === undefined) return statusReply(false, anySentence(context.language, "logIsEmpty"));
    return statusReply(true, text === "" ? NOTHING_TRANSLATED : text);
  };
}

/** BaoTa's newer list, which on aaPanel shows every site as static, in Chinese, without WordPress (docs/protocol.md 6.3). */
export function brokenSiteList(context: HandlerContext): unknown {
  const { state, fields, now } = context;
  if (required(fields, "table") !== "sites") throw new Error("only sites are known");
  const sites = state.sites.filter(({ projectType }) => projectType === "PHP");
  const { html, rows } = cutPage(context, sitesFound(sites, fields), 20);
  const { page } = pageFields(context, { page: html }, 20);
  leaveTraces(context);
  const data = rows.map((site) => ({
    ...siteColumns(site),
    ssl: certificateField(site.certificate, now()),
    php_version: "静态",
  }));
  return {
    where: "(project_type = ?)",
    page,
    data: rowsWithMore(data, rows, (site) => ({
      ...moreColumns(site, {}),
      service_type: "",
      parent_id: 0,
      backup_count: 0,
      domain: site.domains.length,
      ssl: moreOfCertificate(site),
      php_version_status: true,
      rname: site.name,
      cn_name: site.name,
      proxy: false,
      redirect: false,
      waf: {},
      quota: baotaQuota,
      net: {},
    })),
    search_history: testState(state).traces.searches,
  };
}
