import type { HandlerContext } from "../state/handler.ts";
import { isAtMost } from "./isAtMost.ts";
import { logWindow } from "./logWindow.ts";
import { runUpgrade } from "./runUpgrade.ts";
import { saying, sayingWithData, UNKNOWN_ACTION } from "../http/saying.ts";

/** The upgrade of the panel's own Python (docs/protocol.md 12). */
export const runtimeHandlers = {
  "runtime.upgradeLog": ({ state: { upgrade, version }, now }: HandlerContext) => {
    if (isAtMost(version, [11, 1])) return saying(false, UNKNOWN_ACTION);
    const { log, locked } = upgrade;
    const msg = log === undefined ? "暂无日志信息" : locked ? "获取成功" : "环境升级已结束";
    return sayingWithData(true, msg, now(), { env_update_running: locked, log: logWindow(log ?? "") });
  },
  "runtime.startUpgrade": (context: HandlerContext) => {
    const { state, now } = context;
    if (isAtMost(state.version, [11, 1])) return saying(false, UNKNOWN_ACTION);
    const { upgrade } = state;
    if (upgrade.upgraded) return sayingWithData(true, "当前环境已升级为Python3.13", now());
    if (upgrade.locked) return sayingWithData(false, "当前环境正在升级中，请勿重复操作", now());
    if (upgrade.log !== undefined) upgrade.log = "";
    runUpgrade(context);
    return sayingWithData(true, "环境升级任务已启动...", now());
  },
};
