import { cutPage } from "../bothEditions/page.ts";
import { certificateField, matching, siteColumns } from "../bothEditions/siteColumns.ts";
import { accountHandlers } from "../bothEditions/accounts.ts";
import { siteLog } from "../bothEditions/siteLog.ts";
import { domainRows, removeSite, siteOf } from "../bothEditions/siteRecords.ts";
import { saying, sayingStamped } from "../http/saying.ts";
import type { SiteLogs, SiteRecord } from "../records/demoRecords.ts";
import { type HandlerContext, integer, required } from "../state/handler.ts";
import { addSite } from "./addSite.ts";
import { type Language, say } from "../sentences.ts";

/** Websites (docs/protocol.md 6). */
export const siteHandlers = {
  ...accountHandlers,
  /** PHP and WordPress. */
  "site.list": (context: HandlerContext) => {
    const { state, fields, now, language } = context;
    const sites = state.sites.filter(({ projectType }) => projectType === "PHP" || projectType === "WP");
    const { html, rows } = cutPage(context, sitesFound(sites, fields), 20);
    return { page: html, data: rows.map((site) => siteRow(site, language, now())) };
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
  "site.delete": (context: HandlerContext) => {
    const { state, fields, language } = context;
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

function siteRow(site: SiteRecord, language: Language, now: number): Readonly<Record<string, unknown>> {
  return { ...siteColumns(site), php_version: phpOf(site, language), ssl: certificateField(site.certificate, now) };
}

function phpOf({ php }: SiteRecord, language: Language): string {
  if (php === "静态") return say(language, "static");
  return php === "其它" ? say(language, "otherPhp") : php;
}

/** By name, note and domains, and by type. */
export function sitesFound(sites: readonly SiteRecord[], fields: HandlerContext["fields"]): readonly SiteRecord[] {
  const { search = "" } = fields;
  const type = integer(fields, "type", -1);
  return matching(sites, "").filter(
    ({ name, note, domains, typeId }) =>
      [name, note, ...domains].some((text) => text.includes(search)) && (type === -1 || typeId === type),
  );
}

/** The same answer whatever it was before, and for one that is not there. */
function setRunning({ state, fields, language }: HandlerContext, running: boolean): unknown {
  const site = siteOf(state, integer(fields, "id", 0));
  required(fields, "name");
  if (site !== undefined) site.running = running;
  return saying(true, say(language, running ? "siteStarted" : "siteStopped"));
}
