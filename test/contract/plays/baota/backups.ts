import { excluded, fails, gives, listOf, type PlayTable, rejected } from "../../play.ts";

const OLD = "the demo has no backups of that time";

/** Backups. */
export const backupPlays: PlayTable = {
  site_backup: gives("site.backUp", { msg: "备份成功!" }, { params: { id: 11 }, given: ["labSite"] }),
  site_backup_backstage: gives(
    "site.backUp",
    { msg: "备份任务添加成功！" },
    { demo: { cannot: "our client never asks for it in the background" } },
  ),
  site_backup_unknown: fails("site.backUp", rejected("未找到对应网站"), { params: { id: 9999 } }),
  site_backup_list: gives(
    "backup.list",
    listOf([
      { id: 3, path: "/www/backup/site/two.example.com/two.example.com_20261122_170600.tar.gz" },
      { id: 2, path: "/www/backup/site/two.example.com/two.example.com_20261122_170600.tar.gz" },
    ]),
    { params: { of: "site", id: 11 }, otherFields: ["limit"], demo: { cannot: OLD } },
  ),
  ...excluded("no operation of ours does this, or does it on this route", "site_backup_delete_unknown"),
  db_backup: gives("database.backUp", { msg: "备份成功!" }, { params: { id: 1 } }),
  db_backup_mysqld_down: fails(
    "database.backUp",
    rejected(
      "数据库服务器连接失败！请检查mysql是否正常启动！ Can't connect to MySQL server on '127.0.0.1' ([Errno 2] No such file or directory)",
    ),
    { demo: { cannot: "MySQL of the demo writes archives while it is stopped, too" } },
  ),
  db_backup_unknown: fails("database.backUp", rejected("数据库不存在！9999"), { params: { id: 9999 } }),
  db_list_after_add: gives(
    "site.databases",
    listOf([
      { id: 3, site: 0, name: "extra1", user: "extra1", server: 0, access: "127.0.0.1" },
      { id: 2, site: 0, name: "notes", user: "notes", server: 0, access: "127.0.0.1" },
      { id: 1, site: 6, name: "shop", user: "shop", server: 0, access: "127.0.0.1" },
    ]),
    { params: { page: 1, limit: 20 }, demo: { cannot: "the demo has other databases" } },
  ),
  db_list_mysqld_down: gives(
    "site.databases",
    listOf([
      { id: 2, site: 0, name: "notes", user: "notes", server: 0, access: "127.0.0.1" },
      { id: 1, site: 6, name: "shop", user: "shop", server: 0, access: "127.0.0.1" },
    ]),
    { params: { page: 1, limit: 20 }, demo: { cannot: "the demo has other databases" } },
  ),
  ...excluded(
    "no operation of ours does this, or does it on this route",
    "db_backup_delete",
    "db_backup_delete_unknown",
    "db_backup_list_all",
  ),
};
