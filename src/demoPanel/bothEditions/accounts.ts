import type { HandlerContext } from "../state/handler.ts";
import { cutPage } from "./page.ts";

/** The panel's own tables of FTP users and databases, the latest first (docs/protocol.md 6.37). */
export const accountHandlers = {
  "site.ftpUsers": (context: HandlerContext) => accountPage(context, "ftpUsers"),
  "site.databases": (context: HandlerContext) => accountPage(context, "databases"),
};

function accountPage(context: HandlerContext, table: "ftpUsers" | "databases"): object {
  const rows = context.state.web[table].map(({ site, name }, index) => ({
    id: index + 1,
    pid: site,
    name,
    ...(table === "databases" && { username: name, sid: 0 }),
  }));
  const { html, rows: data } = cutPage(context, rows.toReversed(), 20);
  return { page: html, data };
}
