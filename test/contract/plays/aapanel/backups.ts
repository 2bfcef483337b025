import { excluded, gives, listOf, type PlayTable } from "../../play.ts";

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
};
