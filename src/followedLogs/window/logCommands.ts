import * as l10n from "@vscode/l10n";
import { followedLogId, type FollowedLog } from "../followedLog.ts";
import type { LogTails, FollowingLogs } from "../logTails.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { runtimeTarget } from "../../resources/runtime.ts";
import type { Feature } from "../../resources/feature.ts";
import type { WebLog } from "../../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../../resources/resources.ts";
import { countedLogs, logsAtAGlance } from "./logBarTexts.ts";
import { logName } from "./logTexts.ts";
import { ownerOf } from "../../tree/treeNodes.ts";
import { chooseItem, choosePanel, nodeArgument, nodeArguments } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { runAndTell } from "../../commands/context/runAndTell.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import type { Acting } from "../../commands/context/acting.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { FollowedLogsList, type LogChoice } from "./followedLogsList.ts";

/** Shows the log of a row and follows it until a person stops it. */
export function followLog(kind: ResourceKind): Handler<Choosing & FollowingLogs> {
  return async (services, args) => {
    const item = await chooseItem(services, args, kind, l10n.t("Follow Log"));
    if (item === undefined) return;
    const { panelId, key, label } = item;
    services.logTails.follow({ panelId, kind, key, label });
  };
}

/** Shows a web server log of a website and follows it until a person stops it. */
export function followWebLog(which: WebLog): Handler<Choosing & FollowingLogs> {
  const titles: Readonly<Record<WebLog, string>> = {
    access: l10n.t("Follow Access Log"),
    error: l10n.t("Follow Error Log"),
  };
  return async (services, args) => {
    const item = await chooseItem(services, args, "site", titles[which]);
    if (item === undefined) return;
    const { panelId, kind, key, label, row } = item;
    const name = row === undefined ? undefined : resourceOf(kind).webLogs?.nameOf(row);
    services.logTails.follow({ panelId, kind, key, label, which, ...(name !== undefined && { name }) });
  };
}

/** Shows the log of the upgrade of a panel's runtime, and follows it to the upgrade's end. */
export const followUpgradeLog: Handler<Choosing & FollowingLogs> = async (services, args) => {
  const panels = await chooseRuntimes(services, args, l10n.t("Follow Upgrade Log"), { kind: "runtime" });
  if (panels.length === 0) return;
  const { logTails } = services;
  for (const panel of panels) logTails.follow(upgradeLogOf(panel));
};

/** Starts the upgrade of a panel's runtime; `afterAction` then follows its log. */
export const startUpgrade: Handler<Acting & Choosing> = async (services, args) => {
  const panels = await chooseRuntimes(services, args, l10n.t("Start Runtime Upgrade"), {
    kind: "runtime",
    verb: "upgrade",
  });
  const requests = panels.map((panel) => ({
    panel: services.connections.of(panel),
    kind: "runtime" as const,
    verb: "upgrade" as const,
    target: runtimeTarget,
    row: undefined,
  }));
  await runAndTell(services, requests);
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

function upgradeLogOf({ id }: PanelRecord): FollowedLog {
  return { panelId: id, kind: "runtime", ...runtimeTarget };
}

/** The panels of the clicked or selected runtimes, if nothing else is selected; else one that a person picks. */
async function chooseRuntimes(
  services: Choosing,
  args: readonly unknown[],
  title: string,
  feature: Feature,
): Promise<readonly PanelRecord[]> {
  const nodes = nodeArguments(services, args);
  const items = nodes.filter((node) => node.type === "item" && node.kind === "runtime");
  if (items.length < nodes.length)
    throw new CommandAborted(
      l10n.t("Nothing was done. This works only on panel runtimes, and other entries are selected too."),
    );
  if (items.length > 0) return services.panels().filter(({ id }) => items.some((item) => ownerOf(item) === id));
  const panel = await choosePanel(services, [], title, feature);
  if (panel === undefined) return [];
  return [panel];
}

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
