import * as v from "valibot";
import { classic, nothingDoneWith } from "../answers/envelope.ts";
import { flag, maybe, rawText, sentence } from "../answers/fields.ts";
import { logText } from "../answers/logText.ts";
import { operation } from "../answers/operation.ts";
import { onBaota } from "./wires.ts";

/** Which of its three sentences the panel sent (docs/protocol.md 12.1); `undefined` for any other. */
export type UpgradeMessage = "noLog" | "running" | "ended";

const MESSAGES: ReadonlyMap<string, UpgradeMessage> = new Map([
  ["暂无日志信息", "noLog"],
  ["获取成功", "running"],
  ["环境升级已结束", "ended"],
]);

const upgradeLog = v.pipe(
  v.object({
    msg: maybe(rawText),
    data: maybe(v.object({ env_update_running: maybe(flag), log: maybe(logText) })),
  }),
  v.transform(({ msg, data }) => ({
    /**
     * `false` also in the first moments after a start, and after a failure; `true` for ever where the upgrade was
     * killed.
     */
    running: data?.env_update_running,
    /**
     * The last 1000 pieces between line feeds, of which the last is empty where the file ends in one: 999 lines that
     * slide. At most 10 MiB. Outer whitespace is stripped, carriage returns inside are kept.
     */
    log: data?.log,
    /** `noLog` distinguishes a panel that never upgraded from one with an empty log. */
    message: MESSAGES.get(msg ?? ""),
  })),
);

const runtime = { route: "runtime", path: "/system" } as const;

/** The first versions that may have these: up to the one before, panels are known to have none. */
const SINCE = { baota: "11.4" } as const;

/** The upgrade of the Python that the panel itself runs on (docs/protocol.md 12). */
export const runtimeOperations = {
  "runtime.upgradeLog": operation({
    since: SINCE,
    effect: "read",
    deadlineMs: 30_000,
    documented: "8",
    params: v.object({}),
    result: upgradeLog,
    wires: [onBaota(runtime, { action: "upgrade_env_log", envelope: classic })],
  }),
  /** Empties the log of the last upgrade. Rejected while one runs, and where the panel has the new runtime already. */
  "runtime.startUpgrade": operation({
    since: SINCE,
    effect: "disrupt",
    deadlineMs: 60_000,
    params: v.object({}),
    result: sentence,
    wires: [onBaota(runtime, { action: "upgrade_env", envelope: nothingDoneWith(/已升级|already/i, classic) })],
  }),
};
