import { excluded, gives, type PlayTable } from "../../play.ts";
import {
  addsCommand,
  copyAddsCommand,
  copyReadsCommand,
  addsOther,
  lacksTask,
  LINE,
  listsTasks,
  MINUTELY,
  readsCommand,
  refusesTask,
  removesTask,
  runsTask,
  task,
  togglesTask,
} from "../scheduledTasks.ts";

const DAILY = "Execute once a day for 3:30";
const EACH_MINUTE = "Starting from the 0th minute of each hour, execute every 1 minutes";
const UNKNOWN =
  "No data was found for the corresponding scheduled task. Please refresh the page to check if the scheduled task exists!";
const DONE = "Task has been executed!";
const SET = "Setup successfully!";

const first = task(1, "lab task", DAILY, "4415486fec48b0498d4588588e100891");

/** Scheduled tasks. */
export const aapanelScheduledTaskPlays: PlayTable = {
  cron_list_after_add_v2: listsTasks(
    task(5, "fails", DAILY, "a82f7c294807c5b9baacb48b0548dbdf"),
    task(4, "fails", DAILY, "4a313f4de7613e46cf99f31a99a5ee70"),
    task(3, "each minute", EACH_MINUTE, "a4d02d087172fae629d620828077d8ad", MINUTELY),
    task(2, "each minute", EACH_MINUTE, "ebaaa86f479708b49ed32a59a32cf77d", MINUTELY),
    first,
  ),
  cron_list_v2: listsTasks(first),
  cron_log_none_v2: gives(
    "scheduledTask.log",
    { text: "Task logs are empty!" },
    { given: ["freshTasks"], params: { id: 5 } },
  ),
  cron_log_unknown_v2: lacksTask("log", UNKNOWN),
  cron_run_fails_v2: runsTask(5, DONE),
  cron_run_unknown_v2: lacksTask("run", UNKNOWN),
  cron_run_v2: runsTask(1, DONE),
  cron_set_status_off_v2: togglesTask(SET),
  cron_set_status_on_v2: togglesTask(SET),
  cron_add_bad_type_v2: addsOther(7),
  cron_add_fails_v2: addsOther(5),
  cron_add_no_name_v2: refusesTask("Name of task cannot be empty!"),
  cron_command_add_v2: addsCommand(45, "fact run 7f18322dfc24d21e"),
  cron_command_delete_v2: removesTask(41, "Successfully deleted"),
  cron_command_log_v2: readsCommand(
    45,
    `fact-begin-7f18322dfc24d21e pid=7775\nfact-end-7f18322dfc24d21e rc=3\n${LINE}\n★[2026-11-23 19:19:08] Successful\n${LINE}`,
  ),
  cron_command_off_v2: togglesTask(SET, 24),
  cron_command_run_v2: runsTask(45, DONE),
  recipe_grep_add_v2: copyAddsCommand(48, "fact run eccf5a7f333dfd8b"),
  recipe_grep_log_v2: copyReadsCommand(
    48,
    `fact-begin-eccf5a7f333dfd8b pid=8478\nfact-end-eccf5a7f333dfd8b rc=0\n${LINE}\n★[2026-11-23 19:23:13] Successful\n${LINE}`,
  ),
  cron_delete_unknown_v2: lacksTask("remove", "The specified task does not exist!"),
  cron_delete_v2: removesTask(5, "Successfully deleted"),
  ...excluded(
    "our client asks aaPanel by the second envelope",
    "cron_add_bad_type_v1",
    "cron_add_fails_v1",
    "cron_add_no_body_field_v1",
    "cron_add_no_name_v1",
    "cron_add_v1",
    "cron_delete_unknown_v1",
    "cron_find_unknown_v1",
    "cron_find_v1",
    "cron_list_after_add_v1",
    "cron_list_v1",
    "cron_log_fails_v1",
    "cron_log_none_v1",
    "cron_log_unknown_v1",
    "cron_log_v1",
    "cron_run_fails_v1",
  ),
  ...excluded("no operation of ours describes one scheduled task", "cron_find_v2"),
};
