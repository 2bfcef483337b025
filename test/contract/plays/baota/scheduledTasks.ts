import { excluded, gives, type PlayTable } from "../../play.ts";
import { lacksTask, listsTasks, runsTask, task, togglesTask } from "../scheduledTasks.ts";

const LOG = { words: "other lines", differs: "other lines" };
const UNKNOWN = "未找到对应计划任务的数据，请刷新页面查看该计划任务是否存在！";

/** Scheduled tasks. */
export const scheduledTaskPlays: PlayTable = {
  cron_list: listsTasks(task(1, "lab task", "每天的03:30执行一次", "6aa78b12cfb29844c973cb872728d42e")),
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
  cron_log_unknown: lacksTask("log", UNKNOWN),
  cron_run_fails: runsTask(3, "任务已执行!"),
  cron_run_unknown: lacksTask("run", UNKNOWN),
  cron_set_status_off: togglesTask("设置成功"),
  cron_set_status_on: togglesTask("设置成功"),
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
