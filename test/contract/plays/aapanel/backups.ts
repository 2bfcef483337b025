import { excluded, fails, gives, listOf, type PlayTable, rejected } from "../../play.ts";

const OLD = "the demo has no backups of that time";

/** Backups. */
export const aapanelBackupPlays: PlayTable = {
  site_backup_v2: gives("site.backUp", { msg: "Backup Succeeded!" }, { params: { id: 15 }, given: ["labSite"] }),
  db_backup_list_v1: gives(
    "backup.list",
    listOf([
      {
        id: 2,
        path: "/www/backup/database/mysql/shop/shop_2026-11-22_17-05-42_mysql_data_ycr5P.sql.zip",
      },
      { id: 1, path: "/www/backup/database/shop_20261122_170542.sql.gz" },
    ]),
    { params: { of: "database", id: 1 }, otherFields: ["limit"], demo: { cannot: OLD } },
  ),
  ...excluded(
    "no operation of ours does this, or does it on this route",
    "site_backup_delete_unknown_v1",
    "site_backup_delete_unknown_v2",
    "site_backup_delete_v1",
    "site_backup_delete_v2",
    "site_backup_list_v2",
    "site_backup_unknown_v1",
  ),
  db_backup_mysqld_down_v2: fails(
    "database.backUp",
    rejected(
      "Local server connect fail! please check mysql status! Can't connect to MySQL server on '127.0.0.1' ([Errno 2] No such file or directory)",
    ),
    { demo: { cannot: "MySQL of the demo writes archives while it is stopped, too" } },
  ),
  db_backup_unknown_v2: fails("database.backUp", rejected("database not found! 9999"), { params: { id: 9999 } }),
  db_backup_v2: gives("database.backUp", { msg: "Backup Succeeded!" }, { params: { id: 1 } }),
  ...excluded(
    "no operation of ours does this, or does it on this route",
    "db_backup_delete_unknown_v2",
    "db_backup_delete_v2",
    "db_backup_v1",
    "db_list_after_add_v2",
    "db_list_mysqld_down_v2",
    "db_list_v2",
  ),
};
