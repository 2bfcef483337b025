import { gives, type PlayTable } from "../../play.ts";
import {
  addsCommand,
  addsOther,
  copyAddsCommand,
  copyReadsCommand,
  lacksTask,
  LINE,
  listsTasks,
  readsCommand,
  refusesTask,
  removesTask,
  runsTask,
  task,
  togglesTask,
} from "../scheduledTasks.ts";

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
  cron_add_bad_type: addsOther(4),
  cron_add_fails: addsOther(3),
  cron_add_no_body_field: refusesTask("'NoneType' object has no attribute 'replace'"),
  cron_add_no_name: refusesTask("任务名称不能为空!"),
  cron_command_add: addsCommand(22, "fact run 01c51fd632dd8f2f"),
  cron_command_delete: removesTask(24, "删除成功"),
  cron_command_log: readsCommand(
    22,
    `fact-begin-01c51fd632dd8f2f pid=48239\nfact-end-01c51fd632dd8f2f rc=3\n${LINE}\n★[2026-11-23 19:10:44] Successful\n${LINE}\n`,
  ),
  cron_command_log_deleted: lacksTask("log", UNKNOWN, 11),
  cron_command_off: togglesTask("设置成功", 11),
  cron_command_run: runsTask(22, "任务已执行!"),
  recipe_grep_add: copyAddsCommand(31, "fact run ac7886394bc11317"),
  recipe_grep_log: copyReadsCommand(
    31,
    `fact-begin-ac7886394bc11317 pid=8253\nfact-end-ac7886394bc11317 rc=0\n${LINE}\n★[2026-11-23 19:23:11] Successful\n${LINE}\n`,
  ),
  cron_delete: removesTask(3, "删除成功"),
  cron_delete_unknown: lacksTask("remove", "指定任务不存在!"),
};
