import * as v from "valibot";
import { bareArray, classic, stamped, timestamped, wordsIn } from "../answers/envelope.ts";
import { flag, key, label, maybe, sentence, text, whole } from "../answers/fields.ts";
import { wholeListOf } from "../answers/listing.ts";
import { logText } from "../answers/logText.ts";
import { operation } from "../answers/operation.ts";
import { unescapeHtml } from "../../characters/unescapeHtml.ts";

/** Reads no more than these fields: the script of a task may have passwords. */
const task = v.pipe(
  v.object({
    id: maybe(whole),
    name: maybe(text),
    status: maybe(flag),
    cycle: v.fallback(maybe(label), undefined),
    echo: v.fallback(maybe(v.pipe(key, v.regex(/^\w+$/))), undefined),
  }),
  v.transform(({ id, name, status, cycle, echo }) => ({
    id,
    name,
    on: status,
    /** In the panel's language, by the clock of the server: "每天的03:30执行一次". */
    schedule: cycle,
    /** The name of its log file, without `.log`. */
    file: echo,
  })),
);

const one = v.object({ id: v.pipe(v.number(), v.integer()) });

const baota = { route: "crontab", edition: "baota", method: "POST", path: "/crontab" } as const;
const aapanel = { route: "v2crontab", edition: "aapanel", method: "POST", path: "/v2/crontab" } as const;

const oneFields = ({ id }: v.InferOutput<typeof one>) => ({ id: String(id) });

/** Both editions' wires of something about one task that is answered with words. */
function onOne(action: string) {
  return [
    { ...baota, action, encode: oneFields, envelope: classic },
    {
      ...aapanel,
      action,
      encode: oneFields,
      envelope: timestamped,
      normalise: (content: unknown) => ({ msg: wordsIn(content) }),
    },
  ] as const;
}

const listing = { action: "GetCrontab", encode: () => ({ p: "1", limit: "1000" }) } as const;

const changing = { area: "scheduledTask", deadlineMs: 60_000, params: one, result: sentence } as const;

/** The panel's scheduled tasks (docs/protocol.md 19). */
export const scheduledTaskOperations = {
  "scheduledTask.list": operation({
    area: "scheduledTask",
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({}),
    result: wholeListOf(task),
    wires: [
      { ...baota, ...listing, envelope: bareArray },
      { ...aapanel, ...listing, envelope: stamped(bareArray) },
    ],
  }),
  /** Runs it in the background; nothing tells how it ends. */
  "scheduledTask.run": operation({ ...changing, effect: "disrupt", wires: onOne("StartTask") }),
  /** Turns it off if it is on, and on if it is off. */
  "scheduledTask.toggle": operation({ ...changing, effect: "change", wires: onOne("set_cron_status") }),
  /** Rejected, or a sentence in place of the log, where there is none. */
  "scheduledTask.log": operation({
    area: "scheduledTask",
    effect: "read",
    deadlineMs: 30_000,
    params: one,
    result: v.pipe(
      v.object({ msg: maybe(logText) }),
      v.transform(({ msg = "" }) => ({ text: unescapeHtml(msg) })),
    ),
    wires: onOne("GetLogs"),
  }),
};
