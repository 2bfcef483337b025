import type { HandlerContext } from "../state/handler.ts";
import { runUpgrade } from "./runUpgrade.ts";
import { sayingWithData } from "../http/saying.ts";

/** The upgrade of the panel's own Python (docs/protocol.md 12). */
export const runtimeHandlers = {
  "runtime.upgradeLog": ({ state: { upgrade }, now }: HandlerContext) => {
    const { log, locked } = upgrade;
    const msg = log === undefined ? "暂无日志信息" : locked ? "获取成功" : "环境升级已结束";
    return sayingWithData(true, msg, now(), { env_update_running: locked, log: lastLines(log ?? "") });
  },
  "runtime.startUpgrade": (context: HandlerContext) => {
    const { state, now } = context;
    const { upgrade } = state;
    if (upgrade.upgraded) return sayingWithData(true, "当前环境已升级为Python3.13", now());
    if (upgrade.locked) return sayingWithData(false, "当前环境正在升级中，请勿重复操作", now());
    if (upgrade.log !== undefined) upgrade.log = "";
    runUpgrade(context);
    return sayingWithData(true, "环境升级任务已启动...", now());
  },
};

/** Between line feeds: 999 lines where the text ends in one (docs/protocol.md 12.3). */
const MOST_PIECES = 1_000;

/** In characters. */
const LONGEST_LOG = 10 * 1024 * 1024;

/** What panels send of a log: its last lines without outer whitespace, with the carriage returns between them. */
function lastLines(text: string): string {
  let start = text.length;
  for (let pieces = 0; pieces < MOST_PIECES && start >= 0; pieces++)
    start = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
  return text
    .slice(start + 1)
    .slice(-LONGEST_LOG)
    .trim();
}
