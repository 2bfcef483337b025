import * as l10n from "@vscode/l10n";
import type { FollowedLog } from "../../logs/followedLog.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { runtimeTarget } from "../../resources/runtime.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import { ownerOf } from "../../tree/treeNodes.ts";
import { chooseItem, choosePanel, nodeArguments } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import { runAndTell } from "../context/runAndTell.ts";
import type { Handler } from "../context/services.ts";
import type { LogServices } from "./logServices.ts";

/** Shows the log of something that a panel runs, and follows it until it is stopped. */
export function followLog(kind: ResourceKind): Handler<LogServices> {
  return async (services, args) => {
    const item = await chooseItem(services, args, kind, l10n.t("Follow Log"));
    if (item === undefined) return;
    const { panelId, key, label } = item;
    services.logTails.follow({ panelId, kind, key, label });
  };
}

/** Shows the log of the upgrade of a panel's runtime, and follows it to the upgrade's end. */
export const followUpgradeLog: Handler<LogServices> = async (services, args) => {
  for (const panel of await choosePanels(services, args, l10n.t("Follow Upgrade Log")))
    services.logTails.follow(upgradeLogOf(panel));
};

/** Starts the upgrade of a panel's runtime; its log is followed once it was started (see `afterAction`). */
export const startUpgrade: Handler<LogServices> = async (services, args) => {
  const panels = await choosePanels(services, args, l10n.t("Start Runtime Upgrade"));
  const requests = panels.map((panel) => ({
    panel: services.connections.of(panel),
    kind: "runtime" as const,
    verb: "upgrade" as const,
    target: runtimeTarget,
    row: undefined,
  }));
  await runAndTell(services, requests);
};

function upgradeLogOf({ id }: PanelRecord): FollowedLog {
  return { panelId: id, kind: "runtime", ...runtimeTarget };
}

/** Of the runtimes that were clicked or selected, with nothing else among them; else the one that a person picks. */
async function choosePanels(
  services: LogServices,
  args: readonly unknown[],
  title: string,
): Promise<readonly PanelRecord[]> {
  const nodes = nodeArguments(services, args);
  const items = nodes.filter((node) => node.type === "item" && node.kind === "runtime");
  if (items.length < nodes.length)
    throw new CommandAborted(
      l10n.t("Nothing was done. This works only on panel runtimes, and other entries are selected too."),
    );
  if (items.length > 0) return services.panels().filter(({ id }) => items.some((item) => ownerOf(item) === id));
  const panel = await choosePanel(services, [], title);
  return panel === undefined ? [] : [panel];
}
