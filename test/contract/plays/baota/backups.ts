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
};
