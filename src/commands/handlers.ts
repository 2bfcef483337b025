import type { CommandId } from "../manifest.ts";
import { clearActivity, showActivity } from "./activityCommands.ts";
import { addPanel } from "./addPanel.ts";
import { choosePanel } from "./choose.ts";
import { editPanel } from "./editPanel.ts";
import { copyName, fixNode, loadMore, refreshNode, refreshView, retryNode } from "./nodeCommands.ts";
import { openInBrowser } from "./openInBrowser.ts";
import { openDemo } from "./openDemo.ts";
import { removePanel } from "./removePanel.ts";
import { actionCommand } from "./resourceCommands.ts";
import type { Handler, Services } from "./services.ts";
import { l10n } from "vscode";
import type { PanelRecord } from "../model/panelRecord.ts";

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
  "serverPanel.panel.remove": onPanel(l10n.t("Remove Panel"), removePanel),
  "serverPanel.panel.openInBrowser": onPanel(l10n.t("Open Panel in Browser"), openInBrowser),
  "serverPanel.demo.open": openDemo,
  "serverPanel.log.show": async ({ log }) => log.show(),
  "serverPanel.view.refresh": refreshView,
  "serverPanel.activity.show": showActivity,
  "serverPanel.activity.clear": clearActivity,
  "serverPanel.node.refresh": refreshNode,
  "serverPanel.node.retry": retryNode,
  "serverPanel.node.fix": fixNode,
  "serverPanel.node.copyName": copyName,
  "serverPanel.group.loadMore": loadMore,
  "serverPanel.javaProject.restart": actionCommand("javaProject", "restart"),
  "serverPanel.javaProject.start": actionCommand("javaProject", "start"),
  "serverPanel.javaProject.stop": actionCommand("javaProject", "stop"),
  "serverPanel.container.restart": actionCommand("container", "restart"),
};
