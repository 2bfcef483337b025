import type { SiteLogs } from "../records/demoRecords.ts";
import { type HandlerContext, integer, required } from "../state/handler.ts";
import { cutPage } from "../bothEditions/page.ts";
import { accountHandlers } from "../bothEditions/accounts.ts";
import { allSites } from "../bothEditions/addSite.ts";
import { addSite } from "./addSite.ts";
import { saying } from "../http/saying.ts";
import { domainRows, removeSite, siteOf } from "../bothEditions/siteRecords.ts";
import { hasSite, siteLog } from "../bothEditions/siteLog.ts";
import { certificateField, matching, siteColumns } from "../bothEditions/siteColumns.ts";

/** Websites (docs/protocol.md 6). */
export const siteHandlers = {
  ...accountHandlers,
  /** The newer list has PHP and static sites only, the older one projects of every kind (docs/protocol.md 6.1). */
  "site.list": (context: HandlerContext) => {
    const { state, fields, now, route } = context;
    const isOlder = route === "getData";
    // without a type the newer list takes the page number for it
    const type = integer(fields, "type", isOlder ? -1 : integer(fields, "p", 1));
    const sites = isOlder ? allSites(state) : state.sites.filter(({ projectType }) => projectType === "PHP");
    const found = matching(sites, fields["search"] ?? "");
    const { html, rows } = cutPage(context, type === -1 ? found : found.filter(({ typeId }) => typeId === type), 20);
    const data = rows.map((site) => ({
      ...siteColumns(site),
      ssl: certificateField(site.certificate, now()),
      php_version: site.php,
      ...(!isOlder && { cn_name: site.name }),
    }));
    return { page: html, data };
  },
  "site.domains": ({ state, fields }: HandlerContext) => domainRows(siteOf(state, integer(fields, "search", 0))),
  "site.phpVersions": ({ state: { web } }: HandlerContext) => [
    { version: "00", name: "纯静态", status: true },
    ...web.phpVersions.map((version) => ({ version, name: `PHP-${version}`, status: true })),
  ],
  "site.types": ({ state }: HandlerContext) => [
    { id: 0, name: "默认分类" },
    { id: -2, name: "已停止网站" },
    ...state.web.categories,
  ],
  "site.create": addSite,
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

/** The same answer whatever it was before; throws for one that is not there. */
function setRunning({ state, fields }: HandlerContext, running: boolean, said: string): unknown {
  const site = siteOf(state, integer(fields, "id", 0));
  required(fields, "name");
  if (site === undefined) throw new Error("no such site");
  site.running = running;
  return saying(true, said);
}
