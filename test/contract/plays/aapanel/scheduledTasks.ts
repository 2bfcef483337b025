import { excluded, fails, gives, listOf, type PlayTable, rejected } from "../../play.ts";

const ROWS = { fields: "only what is read of a task", differs: "the demo has other tasks" };

const DAILY = { type: "day", every: "", hour: 3, minute: 30, times: "", days: "" };
const EACH_MINUTE = { ...DAILY, type: "minute-n", every: "1", minute: 1 };

/** Scheduled tasks. */
export const aapanelScheduledTaskPlays: PlayTable = {
  cron_list_after_add_v2: gives(
    "scheduledTask.list",
    listOf([
      {
        id: 5,
        name: "fails",
        on: true,
        schedule: "Execute once a day for 3:30",
        rhythm: DAILY,
        file: "a82f7c294807c5b9baacb48b0548dbdf",
        loggedOnServer: "",
      },
      {
        id: 4,
        name: "fails",
        on: true,
        schedule: "Execute once a day for 3:30",
        rhythm: DAILY,
        file: "4a313f4de7613e46cf99f31a99a5ee70",
        loggedOnServer: "",
      },
      {
        id: 3,
        name: "each minute",
        on: true,
        schedule: "Starting from the 0th minute of each hour, execute every 1 minutes",
        rhythm: EACH_MINUTE,
        file: "a4d02d087172fae629d620828077d8ad",
        loggedOnServer: "",
      },
      {
        id: 2,
        name: "each minute",
        on: true,
        schedule: "Starting from the 0th minute of each hour, execute every 1 minutes",
        rhythm: EACH_MINUTE,
        file: "ebaaa86f479708b49ed32a59a32cf77d",
        loggedOnServer: "",
      },
      {
        id: 1,
        name: "lab task",
        on: true,
        schedule: "Execute once a day for 3:30",
        rhythm: DAILY,
        file: "4415486fec48b0498d4588588e100891",
        loggedOnServer: "",
      },
    ]),
    { given: ["labTasks"], params: {}, otherFields: ["limit"], demo: ROWS },
  ),
  cron_list_v2: gives(
    "scheduledTask.list",
    listOf([
      {
        id: 1,
        name: "lab task",
        on: true,
        schedule: "Execute once a day for 3:30",
        rhythm: DAILY,
        file: "4415486fec48b0498d4588588e100891",
        loggedOnServer: "",
      },
    ]),
    { given: ["labTasks"], params: {}, otherFields: ["limit"], demo: ROWS },
  ),
  cron_log_none_v2: gives(
    "scheduledTask.log",
    { text: "Task logs are empty!" },
    { given: ["freshTasks"], params: { id: 5 } },
  ),
  cron_log_unknown_v2: fails(
    "scheduledTask.log",
    rejected(
      "No data was found for the corresponding scheduled task. Please refresh the page to check if the scheduled task exists!",
    ),
    { params: { id: 9999 } },
  ),
  cron_run_fails_v2: gives(
    "scheduledTask.run",
    { msg: "Task has been executed!" },
    { given: ["labTasks"], params: { id: 5 } },
  ),
  cron_run_unknown_v2: fails(
    "scheduledTask.run",
    rejected(
      "No data was found for the corresponding scheduled task. Please refresh the page to check if the scheduled task exists!",
    ),
    { params: { id: 9999 } },
  ),
  cron_run_v2: gives(
    "scheduledTask.run",
    { msg: "Task has been executed!" },
    { given: ["labTasks"], params: { id: 1 } },
  ),
  cron_set_status_off_v2: gives(
    "scheduledTask.toggle",
    { msg: "Setup successfully!" },
    { given: ["labTasks"], params: { id: 1 } },
  ),
  cron_set_status_on_v2: gives(
    "scheduledTask.toggle",
    { msg: "Setup successfully!" },
    { given: ["labTasks"], params: { id: 1 } },
  ),
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
  ...excluded(
    "no operation of ours adds, deletes or describes one scheduled task",
    "cron_add_bad_type_v2",
    "cron_add_fails_v2",
    "cron_add_no_name_v2",
    "cron_delete_unknown_v2",
    "cron_delete_v2",
    "cron_find_v2",
  ),
};
