import * as l10n from "@vscode/l10n";
import { followedLogId, type FollowedLog } from "../../logs/followedLog.ts";
import { logName } from "../../texts/logTexts.ts";
import { nodeArgument } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { Handler } from "../context/services.ts";
import type { LogServices } from "./logServices.ts";

/** Brings a followed log to the front. */
export const showFollowedLog: Handler<LogServices> = async (services, args) => {
  const id = await chooseLog(services, args, l10n.t("Show Followed Log"), services.logTails.shown);
  if (id !== undefined) services.logTails.show(id);
};

/** Ends the following of a log; what was shown stays. */
export const stopFollowing: Handler<LogServices> = async (services, args) => {
  const current = services.logTails.current.map(({ log }) => log);
  const id = await chooseLog(services, args, l10n.t("Stop Following Log"), current);
  if (id !== undefined) services.logTails.stop(id);
};

/** Empties the screen of a log. */
export const clearFollowedLog: Handler<LogServices> = async (services, args) => {
  const id = await chooseLog(services, args, l10n.t("Clear Followed Log"), services.logTails.shown);
  if (id !== undefined) services.logTails.clear(id);
};

/**
 * The log whose id or node was passed, else the one that the Output panel shows, else the only one, else the one that
 * a person picks.
 */
async function chooseLog(
  services: LogServices,
  args: readonly unknown[],
  title: string,
  logs: readonly FollowedLog[],
): Promise<string | undefined> {
  const { logTails, dialogs, panels } = services;
  const ids = logs.map(followedLogId);
  const [passed] = args;
  if (typeof passed === "string" && ids.includes(passed)) return passed;
  const node = args.length === 0 ? undefined : nodeArgument(services, args);
  if (node?.type === "item") return followedLogId(node);
  const visible = logTails.shown.map(followedLogId).find((each) => logTails.isVisible(each));
  if (visible !== undefined && ids.includes(visible)) return visible;
  if (logs.length === 0) throw new CommandAborted(l10n.t("No log is being followed."));
  // with another log in sight the only one may not be the one that is meant
  if (logs.length === 1 && visible === undefined) return ids[0];
  const choices = logs.map((log) => {
    const panel = panels().find(({ id }) => id === log.panelId)?.name ?? "";
    return { label: logName(log, panel), icon: "output", value: followedLogId(log) };
  });
  return dialogs.pick(title, l10n.t("Which log?"), choices);
}
