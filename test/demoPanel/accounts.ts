import { accountHandlers, allSites } from "../../src/demoPanel/demoSites.ts";
import type { HandlerContext } from "../../src/demoPanel/state.ts";
import { pageFields } from "./page.ts";
import { ADDED } from "./siteFields.ts";

type Members = Readonly<Record<string, unknown>>;

/** Panels send every password in plain text; nothing here has one. */
const PASSWORD = "demo-password";

/** Further members of the answers about FTP users and databases, and of each row. */
type MoreOfAccounts = Readonly<
  Record<"ftpUsers" | "databases", { readonly ofTable: Members; readonly ofRow: Members }>
>;

/** Adds the members that the demo leaves out (docs/protocol.md 6.37). */
export function fullAccountHandlers({ ftpUsers, databases }: MoreOfAccounts) {
  const whole = (context: HandlerContext, answer: object, { ofTable, ofRow }: MoreOfAccounts["ftpUsers"]) => {
    const rows = (answer as { readonly data: readonly Members[] }).data;
    const data = rows.map((row) => {
      const { note: ps = "", path = "" } = allSites(context.state).find(({ id }) => id === row["pid"]) ?? {};
      const own =
        "sid" in row ? { db_type: 0, conn_config: {}, accept: "127.0.0.1", backup_count: 0 } : { status: "1", path };
      return { ...row, password: PASSWORD, ps, addtime: ADDED, ...own, ...ofRow };
    });
    const { page } = pageFields(context, answer as Members, 20);
    return { ...ofTable, page, data, search_history: [] };
  };
  return {
    "site.ftpUsers": (context: HandlerContext) => whole(context, accountHandlers["site.ftpUsers"](context), ftpUsers),
    "site.databases": (context: HandlerContext) =>
      whole(context, accountHandlers["site.databases"](context), databases),
  };
}
