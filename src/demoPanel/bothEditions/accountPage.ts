import type { HandlerContext } from "../state/handler.ts";
import { allSites } from "./createSiteRecord.ts";
import { cutPage, type PageLabels } from "./page.ts";

/** Panels send every password in plain text; nothing here has one. */
const PASSWORD = "demo-password";

/**
 * A page of the panel's own table of FTP users or databases, the latest first (docs/protocol.md 6.37).
 * @param more columns that the edition has besides
 */
export function accountPage(
  context: HandlerContext,
  table: "ftps" | "databases",
  labels: PageLabels,
  more: object,
): object {
  const { ftpUsers, databases } = context.state.web;
  const all = table === "ftps" ? ftpUsers : databases;
  const rows = all.map(({ site, name }, index) => {
    const {
      note: ps = "",
      added: addtime = "",
      path = "",
    } = allSites(context.state).find(({ id }) => id === site) ?? {};
    const own =
      table === "ftps"
        ? { status: "1", path }
        : { username: name, sid: 0, db_type: 0, conn_config: {}, accept: "127.0.0.1", backup_count: 0 };
    return { id: index + 1, pid: site, name, password: PASSWORD, ps, addtime, ...own, ...more };
  });
  const page = cutPage(context, rows.toReversed(), 20, labels);
  return { page: page.html, data: page.rows, search_history: [] };
}
