import * as l10n from "@vscode/l10n";
import { followedLogId, type FollowedLog } from "../followedLog.ts";
import type { LogTails, FollowingLogs } from "../logTails.ts";
import type { WebLog } from "../../resources/resource.ts";
import { resourceOf } from "../../resources/resources.ts";
import { countedLogs, logsAtAGlance } from "./logBarTexts.ts";
import { logName } from "./logTexts.ts";
import { nodeArgument } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler, OnItem } from "../../commands/context/handler.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { FollowedLogsList, type LogChoice } from "./followedLogsList.ts";

/** Follows the log of a row, or the one of a website that a person picks, until a person stops it. */
export const followLog: OnItem<FollowingLogs & Talking> = async (services, { panelId, kind, key, label, row }) => {
  const { logTails, dialogs } = services;
  const { webLogs } = resourceOf(kind);
  if (webLogs === undefined) return logTails.follow({ panelId, kind, key, label });
  const choices = [
    { label: l10n.t("Access log"), icon: "output", value: "access" },
    { label: l10n.t("Error log"), icon: "output", value: "error" },
  ] as const;
  const which = await dialogs.pick<WebLog>(l10n.t("Follow Log of “{0}”", label), l10n.t("Which log?"), choices);
  if (which === undefined) return;
  const name = row === undefined ? undefined : webLogs.nameOf(row);
  logTails.follow({ panelId, kind, key, label, which, ...(name !== undefined && { name }) });
};

/** Brings a followed log to the front: without an argument the only one that the status bar counts, whose entry passes none. */
export const showFollowedLog: Handler<FollowingLogs & KnownPanels & Talking> = async (services, args) => {
  const { logTails } = services;
  const [only, ...others] = countedLogs(logsAtAGlance(logTails));
  if (args.length === 0 && only !== undefined && others.length === 0) {
    logTails.show(followedLogId(only));
    return;
  }
  const id = await chooseLog(services, logTails, args, l10n.t("Show Followed Log"), logTails.shown);
  if (id !== undefined) logTails.show(id);
};

/** Opens the list of followed logs, to show one or stop some. */
export const manageFollowedLogs: Handler<FollowingLogs & KnownPanels & Talking> = async (services) => {
  const { logTails } = services;
  if (logTails.shown.length === 0) throw new CommandAborted(l10n.t("No log is being followed."));
  await services.dialogs.live<LogChoice>({
    title: l10n.t("Followed Logs"),
    placeholder: l10n.t("Which log?"),
    open: (box) => new FollowedLogsList(logTails, services.panels(), box),
  });
};

/** Stops following a log; its text stays. */
export const stopFollowing: Handler<FollowingLogs & KnownPanels & Talking> = async (services, args) => {
  const { logTails } = services;
  const current = logTails.current.map(({ log }) => log);
  const id = await chooseLog(services, logTails, args, l10n.t("Stop Following Log"), current);
  if (id !== undefined) logTails.stop(id);
};

/** Empties the screen of a log. */
export const clearFollowedLog: Handler<FollowingLogs & KnownPanels & Talking> = async (services, args) => {
  const { logTails } = services;
  const id = await chooseLog(services, logTails, args, l10n.t("Clear Followed Log"), logTails.shown);
  if (id !== undefined) logTails.clear(id);
};

/**
 * The log of the passed id or node, else the one in the Output panel, else the only one, else one that a person
 * picks.
 */
async function chooseLog(
  services: KnownPanels & Talking,
  logTails: LogTails,
  args: readonly unknown[],
  title: string,
  logs: readonly FollowedLog[],
): Promise<string | undefined> {
  const { dialogs, panels } = services;
  const ids = logs.map(followedLogId);
  const [passed] = args;
  if (typeof passed === "string" && ids.includes(passed)) return passed;
  const node = args.length === 0 ? undefined : nodeArgument(services, args);
  if (node?.type === "item") return followedLogId(node);
  const visible = logTails.shown.map(followedLogId).find((id) => logTails.isVisible(id));
  if (visible !== undefined && ids.includes(visible)) return visible;
  if (logs.length === 0) throw new CommandAborted(l10n.t("No log is being followed."));
  // the visible log may be another one
  if (logs.length === 1 && visible === undefined) return ids[0];
  const choices = logs.map((log) => {
    const panel = panels().find(({ id }) => id === log.panelId)?.name ?? "";
    return { label: logName(log, panel), icon: "output", value: followedLogId(log) };
  });
  return dialogs.pick(title, l10n.t("Which log?"), choices);
}
