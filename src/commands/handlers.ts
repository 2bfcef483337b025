import { l10n } from "vscode";
import type { CommandId } from "../manifest.ts";
import type { PanelRecord } from "../model/panelRecord.ts";
import { resourceOf } from "../model/resources/table.ts";
import { clearActivity, showActivity } from "./activityCommands.ts";
import { addPanel } from "./addPanel.ts";
import { askLogPath } from "./askLogPath.ts";
import { choosePanel, nodeArgument } from "./choose.ts";
import { editPanel } from "./editPanel.ts";
import { addEntry, forgetEntry } from "./entryCommands.ts";
import { clearFollowedLog, showFollowedLog, stopFollowing } from "./followedLogCommands.ts";
import { followLog, followUpgradeLog, startUpgrade } from "./followLog.ts";
import { clearFilter, filterGroup, showExpiredOrders } from "./filterCommands.ts";
import { movePanel } from "./movePanels.ts";
import { checkAllPanels, copyName, fixNode, loadMore, refreshNode, refreshView, retryNode } from "./nodeCommands.ts";
import { openDemo } from "./openDemo.ts";
import { openInBrowser } from "./openInBrowser.ts";
import { organizePanel } from "./organizePanel.ts";
import { removePanel } from "./removePanel.ts";
import { actionCommand } from "./resourceCommands.ts";
import { copyCommand, useCommand } from "./savedCommandCommands.ts";
import { copyHost, openHostTerminal } from "./savedHostCommands.ts";
import type { Handler, Services } from "./services.ts";
import { askRemoval, copyDomain, copyRoot, openSite } from "./siteCommands.ts";
import { applyToPanels } from "./terminalSettingCommands.ts";

/** A command on one panel: the node's, or one that is picked. */
function onPanel(title: string, run: (services: Services, panel: PanelRecord) => Promise<void>): Handler {
  return async (services, args) => {
    const panel = await choosePanel(services, args, title);
    if (panel !== undefined) await run(services, panel);
  };
}

/** What each command does. A command without an entry does not compile. */
export const handlers: Readonly<Record<CommandId, Handler>> = {
  "serverPanel.panel.add": addPanel,
  "serverPanel.panel.edit": onPanel(l10n.t("Edit Panel"), editPanel),
  "serverPanel.panel.organize": onPanel(l10n.t("Organize Panel"), organizePanel),
  "serverPanel.panel.moveUp": movePanel(-1),
  "serverPanel.panel.moveDown": movePanel(1),
  "serverPanel.panel.remove": onPanel(l10n.t("Remove Panel"), removePanel),
  "serverPanel.panel.openInBrowser": onPanel(l10n.t("Open Panel in Browser"), openInBrowser),
  "serverPanel.panels.check": checkAllPanels,
  "serverPanel.demo.open": openDemo,
  "serverPanel.log.show": async ({ log }) => log.show(),
  "serverPanel.view.refresh": refreshView,
  "serverPanel.activity.show": showActivity,
  "serverPanel.activity.clear": clearActivity,
  "serverPanel.node.refresh": refreshNode,
  "serverPanel.node.retry": retryNode,
  "serverPanel.node.fix": fixNode,
  "serverPanel.node.delete": deleteSelected,
  "serverPanel.node.copyName": copyName,
  "serverPanel.group.loadMore": loadMore,
  "serverPanel.group.filter": filterGroup,
  "serverPanel.group.clearFilter": clearFilter,
  "serverPanel.entry.add": addEntry,
  "serverPanel.entry.forget": forgetEntry,
  "serverPanel.site.create": onPanel(l10n.t("Create Site"), async (services, { id }) => services.openSiteForm(id)),
  "serverPanel.site.openInBrowser": openSite,
  "serverPanel.site.start": actionCommand("site", "start"),
  "serverPanel.site.stop": actionCommand("site", "stop"),
  "serverPanel.site.copyDomain": copyDomain,
  "serverPanel.site.copyRoot": copyRoot,
  "serverPanel.site.remove": actionCommand("site", "remove", askRemoval),
  "serverPanel.javaProject.restart": actionCommand("javaProject", "restart"),
  "serverPanel.javaProject.start": actionCommand("javaProject", "start"),
  "serverPanel.javaProject.stop": actionCommand("javaProject", "stop"),
  "serverPanel.javaProject.changeLogPath": actionCommand("javaProject", "changeLogPath", askLogPath),
  "serverPanel.container.restart": actionCommand("container", "restart"),
  "serverPanel.container.start": actionCommand("container", "start"),
  "serverPanel.container.stop": actionCommand("container", "stop"),
  "serverPanel.container.remove": actionCommand("container", "remove"),
  "serverPanel.javaProject.followLog": followLog("javaProject"),
  "serverPanel.container.followLog": followLog("container"),
  "serverPanel.certificateOrder.showExpired": showExpiredOrders,
  "serverPanel.certificateOrder.remove": actionCommand("certificateOrder", "remove"),
  "serverPanel.terminalSetting.turnOn": actionCommand("terminalSetting", "turnOn"),
  "serverPanel.terminalSetting.turnOff": actionCommand("terminalSetting", "turnOff"),
  "serverPanel.terminalSetting.applyToPanels": applyToPanels,
  "serverPanel.savedHost.openTerminal": openHostTerminal,
  "serverPanel.savedHost.copyAddress": copyHost,
  "serverPanel.savedCommand.use": useCommand,
  "serverPanel.savedCommand.copy": copyCommand,
  "serverPanel.dependencyManager.update": actionCommand("dependencyManager", "update"),
  "serverPanel.runtime.followLog": followUpgradeLog,
  "serverPanel.runtime.upgrade": startUpgrade,
  "serverPanel.followedLog.show": showFollowedLog,
  "serverPanel.followedLog.stop": stopFollowing,
  "serverPanel.followedLog.clear": clearFollowedLog,
};

/** The delete key: what that means for what is selected. An entry added by hand is forgotten, never deleted on the server. */
async function deleteSelected(services: Services): Promise<void> {
  const node = nodeArgument(services, []);
  const ids = services.selection();
  if (node?.type === "panel") await removePanel(services, node.panel);
  else if (node?.type === "item" && node.state === "manual") await forgetEntry(services, [node.id, ids]);
  else if (node?.type === "item" && resourceOf(node.kind).actions.remove !== undefined)
    await actionCommand(node.kind, "remove", node.kind === "site" ? askRemoval : undefined)(services, [node.id, ids]);
}
