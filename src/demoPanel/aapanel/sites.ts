import { cutPage } from "../bothEditions/page.ts";
import { certificateField, matching, noQuota, siteColumns } from "../bothEditions/siteColumns.ts";
import { accountPage } from "../bothEditions/accountPage.ts";
import { presenceOf } from "../bothEditions/presenceOf.ts";
import { siteLog } from "../bothEditions/siteLog.ts";
import { domainRows, leaveTraces, removeSite, siteOf } from "../bothEditions/siteRecords.ts";
import { htmlEscape } from "../http/htmlEscape.ts";
import { Answer, fromApplication } from "../http/answer.ts";
import { saying, sayingStamped } from "../http/saying.ts";
import type { SiteLogs, SiteRecord } from "../records/demoRecords.ts";
import { type HandlerContext, integer, type Language, required } from "../state/handler.ts";
import { addSite } from "./addSite.ts";
import { pageLabels } from "./pageLabels.ts";
import { NOTHING_TRANSLATED, say } from "./sentences.ts";

/** Websites (docs/protocol.md 6). */
export const siteHandlers = {
  /** PHP and WordPress; it stores the page size. */
  "site.list": (context: HandlerContext) => {
    const { state, fields, now, language } = context;
    const search = fields["search"] ?? "";
    const sites = state.sites.filter(({ projectType }) => projectType === "PHP" || projectType === "WP");
    const { html, size, rows } = cutPage(context, ofType(found(sites, search), fields), 20, pageLabels(language));
    state.traces.pageSize = size;
    leaveTraces(context);
    const searched = search === "" ? "" : "(name LIKE ? OR ps LIKE ?) AND ";
    return {
      where: `${searched}(project_type='PHP' OR project_type='WP')`,
      page: html,
      data: rows.map((site) => siteRow(site, language, now())),
      search_history: state.traces.searches,
      ...(rows.length > 0 && { net_flow_info: {} }),
    };
  },
  "site.domains": ({ state, fields }: HandlerContext) => domainRows(siteOf(state, integer(fields, "search", 0))),
  "site.phpVersions": ({ state: { web }, language }: HandlerContext) => [
    { version: "00", name: say(language, "static") },
    ...web.phpVersions.map((version) => ({ version, name: `PHP-${version}` })),
  ],
  "site.types": ({ state, language }: HandlerContext) => [
    { id: 0, name: say(language, "defaultCategory") },
    ...state.web.categories,
  ],
  "site.create": addSite,
  "site.ftpUsers": (context: HandlerContext) => ({
    where: "",
    ...accountPage(context, "ftps", pageLabels(context.language), { quota: NO_QUOTA }),
  }),
  "site.databases": (context: HandlerContext) => ({
    where: 'type = "MySQL"',
    ...accountPage(context, "databases", pageLabels(context.language), { quota: NO_QUOTA }),
  }),
  "file.presence": (context: HandlerContext) => sayingStamped(0, presenceOf(context), context.now()),
  "site.delete": (context: HandlerContext) => {
    const { state, fields, language, now } = context;
    if (fields["webname"] === undefined) return nameWanted(now());
    const site = siteOf(state, integer(fields, "id", 0));
    if (site === undefined) return saying(false, say(language, "noSuchSite"));
    removeSite(context, site);
    return saying(true, say(language, "siteDeleted"));
  },
  "site.accessLog": (context: HandlerContext) => readLog(context, "access"),
  "site.errorLog": (context: HandlerContext) => readLog(context, "error"),
  "site.start": (context: HandlerContext) => setRunning(context, true),
  "site.stop": (context: HandlerContext) => setRunning(context, false),
};

/** Alike for a site that is not there and for a log that is not (docs/protocol.md 6.30). */
function readLog(context: HandlerContext, which: keyof SiteLogs): unknown {
  const text = siteLog(context, which, Number(context.fields["lines"] ?? "99999"));
  if (text === undefined) return sayingStamped(-1, { result: say(context.language, "noLogFile") }, context.now());
  return sayingStamped(0, { result: text }, context.now());
}

/** The log of the plain route, which translates an empty one into the header of its sentences' file. */
export function plainLog(which: keyof SiteLogs): (context: HandlerContext) => unknown {
  return (context) => {
    const text = siteLog(context, which);
    if (text === undefined) return saying(false, say(context.language, "logIsEmpty"));
    return saying(true, text === "" ? NOTHING_TRANSLATED : text);
  };
}

/** BaoTa's newer list: here it shows every site as static, in Chinese, and hides WordPress (docs/protocol.md 6.3). */
export function brokenSiteList(context: HandlerContext): unknown {
  const { state, fields, now, language } = context;
  if (required(fields, "table") !== "sites") throw new Error("only sites are known");
  const sites = state.sites.filter(({ projectType }) => projectType === "PHP");
  const shown = ofType(found(sites, fields["search"] ?? ""), fields);
  const { html, rows } = cutPage(context, shown, 20, pageLabels(language));
  leaveTraces(context);
  return {
    where: "(project_type = ?)",
    page: html,
    data: rows.map((site) => ({
      ...siteColumns(site, {}),
      service_type: "",
      parent_id: 0,
      backup_count: 0,
      domain: site.domains.length,
      ssl: certificateField(site.certificate, now()),
      php_version: "静态",
      php_version_status: true,
      rname: site.name,
      cn_name: site.name,
      proxy: false,
      redirect: false,
      waf: {},
      quota: noQuota,
      net: {},
    })),
    search_history: state.traces.searches,
  };
}

const NO_QUOTA = { size: 0, used: 0 };

function siteRow(site: SiteRecord, language: Language, now: number): Readonly<Record<string, unknown>> {
  const ssl = certificateField(site.certificate, now);
  return {
    id: site.id,
    name: site.name,
    path: site.path,
    status: site.running ? "1" : "0",
    ps: htmlEscape(site.note),
    addtime: site.added,
    edate: "0000-00-00",
    backup_count: 0,
    quota: NO_QUOTA,
    domain: site.domains.length,
    ssl,
    site_ssl: ssl,
    php_version: phpOf(site, language),
    attack: 0,
    project_type: site.projectType,
    cache_status: site.projectType === "WP" ? false : undefined,
    rname: site.name,
  };
}

function phpOf({ php }: SiteRecord, language: Language): string {
  if (php === "静态") return say(language, "static");
  return php === "其它" ? say(language, "otherPhp") : php;
}

/** By name, note and domains. */
function found(sites: readonly SiteRecord[], search: string): readonly SiteRecord[] {
  return matching(sites, "").filter(({ name, note, domains }) =>
    [name, note, ...domains].some((text) => text.includes(search)),
  );
}

function ofType(sites: readonly SiteRecord[], fields: HandlerContext["fields"]): readonly SiteRecord[] {
  const type = integer(fields, "type", -1);
  return type === -1 ? sites : sites.filter(({ typeId }) => typeId === type);
}

/** The same answer whatever it was before, and for one that is not there. */
function setRunning({ state, fields, language }: HandlerContext, running: boolean): unknown {
  const site = siteOf(state, integer(fields, "id", 0));
  required(fields, "name");
  if (site !== undefined) site.running = running;
  return saying(true, say(language, running ? "siteStarted" : "siteStopped"));
}

/** In the second envelope, though the route has the first; a library of the panel's writes it (docs/protocol.md 2.4). */
function nameWanted(now: number): Answer {
  const { status, timestamp } = sayingStamped(-1, "", now);
  const body = JSON.stringify({ message: { result: "webname is required" }, status, timestamp });
  return new Answer(200, { "Content-Type": "application/json", ...fromApplication }, `${body}\n`);
}
