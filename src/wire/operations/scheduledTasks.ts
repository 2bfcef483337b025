import * as v from "valibot";
import { inFields, inStamp, inWords } from "../answers/editionEnvelopes.ts";
import { bareArray } from "../answers/envelope.ts";
import { flag, integer, key, label, maybe, sentence, text } from "../answers/fields.ts";
import { wholeListOf } from "../answers/listing.ts";
import { logText } from "../answers/logText.ts";
import { operation } from "../answers/operation.ts";
import { unescapeHtml } from "../../characters/unescapeHtml.ts";
import { fields, onBoth } from "./wires.ts";

/** A list of times is useless without its end. */
const exact = v.fallback(v.nullish(text, ""), "");

const part = v.fallback(maybe(integer), undefined);

/** By what a task does, where that says more of when it runs than its `type` (docs/protocol.md 19.6). */
const OTHER_RHYTHMS: ReadonlyMap<string, string> = new Map([
  ["startup_services", "startup"],
  ["site_restart", "sday"],
]);

/** Reads no more than these fields: the script of a task may have passwords. */
const task = v.pipe(
  v.object({
    id: maybe(integer),
    name: maybe(text),
    status: maybe(flag),
    cycle: v.fallback(maybe(label), undefined),
    echo: v.fallback(maybe(v.pipe(key, v.regex(/^\w+$/))), undefined),
    sType: exact,
    type: exact,
    time_type: exact,
    where1: exact,
    where_hour: part,
    where_minute: part,
    special_time: exact,
    time_set: exact,
    addtime: exact,
  }),
  v.transform((row) => ({
    id: row.id,
    name: row.name,
    on: row.status,
    /** In the panel's language, by the clock of the server: "每天的03:30执行一次". */
    schedule: row.cycle,
    rhythm: {
      type: OTHER_RHYTHMS.get(row.sType) ?? (row.time_type || row.type),
      /** The step, weekday, day of the month or, of `once`, the time. */
      every: row.where1,
      hour: row.where_hour,
      minute: row.where_minute,
      /** Of `sday`, `sweek` and `smonth`: "07:15,18:05", on these days: "1,4". */
      times: row.special_time,
      days: row.time_set,
    },
    /** The name of its log file, without `.log`. */
    file: row.echo,
    /** When its log last changed, by the clock of the server: "2026-11-23 03:30:00". */
    loggedOnServer: row.addtime.trim(),
  })),
);

/** When a task runs, by the clock of the server (docs/protocol.md 19.6). */
export type Rhythm = v.InferOutput<typeof task>["rhythm"];

const byId = v.object({ id: v.pipe(v.number(), v.integer()) });

const crontab = { route: "crontab", path: "/crontab" } as const;

/** Something about one task that is answered with words. */
const aboutOne = { encode: fields({ id: "id" }), envelope: inWords };

const changing = { deadlineMs: 60_000, params: byId, result: sentence } as const;

const added = v.object({
  name: v.pipe(v.string(), v.regex(/^[\w -]{1,100}$/)),
  /** Panels cut words out of it and keep it for good (docs/protocol.md 19.10), so it only names what to run. */
  script: v.pipe(v.string(), v.regex(/^[\w./ -]{1,2000}$/)),
  /** Of the month, on which it would run if it stayed on. */
  day: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(28)),
});

const taskFields = { name: "name", sBody: "script", where1: "day" } as const;

/** A script of root's, once a month. */
const taskConstants = {
  type: "month",
  hour: "3",
  minute: "17",
  week: "",
  sType: "toShell",
  sName: "",
  save: "",
  save_local: "0",
  backupTo: "localhost",
  urladdress: "",
  notice: "0",
  notice_channel: "",
} as const;

/** The panel's scheduled tasks (docs/protocol.md 19). */
export const scheduledTaskOperations = {
  "scheduledTask.list": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({}),
    result: wholeListOf(task),
    wires: onBoth(crontab, {
      action: "GetCrontab",
      encode: () => ({ p: "1", limit: "1000" }),
      envelope: inStamp(bareArray),
    }),
  }),
  /** Runs it in the background; nothing tells how it ends. */
  "scheduledTask.run": operation({
    ...changing,
    effect: "disrupt",
    wires: onBoth(crontab, { ...aboutOne, action: "StartTask" }),
  }),
  /** Turns it off if it is on, and on if it is off. */
  "scheduledTask.toggle": operation({
    ...changing,
    effect: "change",
    wires: onBoth(crontab, { ...aboutOne, action: "set_cron_status" }),
  }),
  /** Adds a script that root runs once a month, which is on. */
  "scheduledTask.add": operation({
    effect: "change",
    deadlineMs: 60_000,
    params: added,
    result: v.object({ id: maybe(integer) }),
    wires: onBoth(
      crontab,
      { action: "AddCrontab", encode: fields(taskFields, taskConstants), envelope: inFields },
      // without a user the panel wraps the script, and a word of it could end that
      { encode: fields(taskFields, { ...taskConstants, user: "" }) },
    ),
  }),
  /** Deletes it with its log; what it has begun goes on. */
  "scheduledTask.remove": operation({
    ...changing,
    effect: "destroy",
    wires: onBoth(crontab, { ...aboutOne, action: "DelCrontab" }),
  }),
  /** Rejected, or a sentence in place of the log, where there is none. */
  "scheduledTask.log": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: byId,
    result: v.pipe(
      v.object({ msg: maybe(logText) }),
      v.transform(({ msg = "" }) => ({ text: unescapeHtml(msg) })),
    ),
    wires: onBoth(crontab, { ...aboutOne, action: "GetLogs" }),
  }),
};
