import { excluded, fails, gives, listOf, type PlayTable, rejected } from "../../play.ts";

const ROWS = { fields: "only what is read of a task", differs: "the demo has other tasks" };
const LOG = { words: "other lines", differs: "other lines" };

/** Scheduled tasks. */
export const scheduledTaskPlays: PlayTable = {
  cron_list: gives(
    "scheduledTask.list",
    listOf([
      {
        id: 1,
        name: "lab task",
        on: true,
        schedule: "每天的03:30执行一次",
        rhythm: { type: "day", every: "", hour: 3, minute: 30, times: "", days: "" },
        file: "6aa78b12cfb29844c973cb872728d42e",
        loggedOnServer: "",
      },
    ]),
    { given: ["labTasks"], params: {}, otherFields: ["limit"], demo: ROWS },
  ),
  cron_log: gives(
    "scheduledTask.log",
    {
      text: "lab-task\nSun Nov 22 17:15:19 UTC 2026\n----------------------------------------------------------------------------\n★[2026-11-22 17:15:19] Successful\n----------------------------------------------------------------------------\n",
    },
    { given: ["labTasks"], params: { id: 1 }, demo: LOG },
  ),
  cron_log_fails: gives(
    "scheduledTask.log",
    { text: "about to fail\n" },
    { given: ["labTasks"], params: { id: 3 }, demo: LOG },
  ),
  cron_log_unknown: fails(
    "scheduledTask.log",
    rejected("未找到对应计划任务的数据，请刷新页面查看该计划任务是否存在！"),
    { params: { id: 9999 } },
  ),
  cron_run_fails: gives("scheduledTask.run", { msg: "任务已执行!" }, { given: ["labTasks"], params: { id: 3 } }),
  cron_run_unknown: fails(
    "scheduledTask.run",
    rejected("未找到对应计划任务的数据，请刷新页面查看该计划任务是否存在！"),
    { params: { id: 9999 } },
  ),
  cron_set_status_off: gives("scheduledTask.toggle", { msg: "设置成功" }, { given: ["labTasks"], params: { id: 1 } }),
  cron_set_status_on: gives("scheduledTask.toggle", { msg: "设置成功" }, { given: ["labTasks"], params: { id: 1 } }),
  ...excluded(
    "no operation of ours adds, deletes or describes one scheduled task",
    "cron_add_bad_type",
    "cron_add_fails",
    "cron_add_no_body_field",
    "cron_add_no_name",
    "cron_delete",
    "cron_delete_unknown",
  ),
};
