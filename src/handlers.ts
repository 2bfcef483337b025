import * as l10n from "@vscode/l10n";
import {
  clearActivity,
  copyActivity,
  revealTarget,
  runAgain,
  showActivity,
} from "./activity/window/activityCommands.ts";
import { choosePanel } from "./commands/context/choose.ts";
import type { Handler } from "./commands/context/handler.ts";
import type { Services } from "./services.ts";
import { deleteSelected } from "./commands/deleteSelected.ts";
import {
  clearFollowedLog,
  followLog,
  manageFollowedLogs,
  showFollowedLog,
  stopFollowing,
} from "./followedLogs/window/logCommands.ts";
import { addPanel } from "./commands/panels/addPanel.ts";
import { editPanel } from "./commands/panels/editPanel.ts";
import { exportPanels } from "./commands/panels/exportPanels.ts";
import { importPanels } from "./commands/panels/importPanels.ts";
import { movePanel } from "./commands/panels/movePanels.ts";
import { openDemo } from "./commands/panels/openDemo.ts";
import { openInBrowser } from "./commands/panels/openInBrowser.ts";
import { organizePanel } from "./commands/panels/organizePanel.ts";
import { removePanel } from "./commands/panels/removePanel.ts";
import { actionCommand } from "./commands/resources/actionCommand.ts";
import { copyText } from "./commands/resources/copyText.ts";
import { addEntry, closeRows } from "./commands/resources/entryCommands.ts";
import {
  checkAllPanels,
  copyName,
  fixNode,
  loadMore,
  refreshNode,
  refreshView,
} from "./commands/resources/nodeCommands.ts";
import { openPort } from "./commands/resources/openPort.ts";
import { openSite } from "./commands/resources/siteCommands.ts";
import { applyToPanels } from "./commands/resources/terminalSettingCommands.ts";
import { clearFilter, filterGroup } from "./search/filterCommands.ts";
import { goToResource } from "./search/goToResource.ts";
import { onItem, onRows } from "./search/onRows.ts";
import {
  createFile,
  createFolder,
  enterRow,
  openFile,
  openFiles,
  openPath,
  removeFiles,
  renameFile,
  uploadFiles,
} from "./serverFiles/window/fileCommands.ts";
import { compareRow } from "./serverFolders/window/compareCommand.ts";
import { downloadRow } from "./serverFolders/window/downloadCommand.ts";
import { unpackHere } from "./serverFolders/window/unpackCommand.ts";
import type * as SearchCommands from "./fileSearch/window/searchCommands.ts";
import { downloadBackup } from "./serverFiles/window/downloadBackup.ts";
import { openConfiguration } from "./serverFiles/window/openConfiguration.ts";
import { changePermissions } from "./serverFiles/window/permissionCommand.ts";
import { openTerminal } from "./terminals/openTerminal.ts";
import { insertCommand } from "./terminals/savedCommandCommands.ts";
import { openHostTerminalAs } from "./terminals/savedHostCommands.ts";
import type { CommandId } from "./manifest/commands.ts";
import type { PanelRecord } from "./panels/panelRecord.ts";
import { firstSteps } from "./ports/workbench.ts";
import type { Feature } from "./resources/feature.ts";
import { actionsOf, resourceKinds, type RowActionVerb } from "./resources/resources.ts";

/** A command on one panel: that of the node, or a picked one. */
function onPanel(
  title: string,
  run: (services: Services, panel: PanelRecord) => Promise<void>,
  feature?: Feature,
): Handler<Services> {
  return async (services, args) => {
    const panel = await choosePanel(services, args, title, feature);
    if (panel !== undefined) await run(services, panel);
  };
}

/** A command whose code is loaded when it first runs. */
function loaded(load: () => Promise<Handler<Services>>): Handler<Services> {
  return async (services, args) => (await load())(services, args);
}

/** A command of the search in files, by the name of its handler. */
function searching(name: keyof typeof SearchCommands): Handler<Services> {
  return loaded(async () => (await import("./fileSearch/window/searchCommands.ts"))[name]);
}

/** Opens the walkthrough, at the step that a link names. */
const openFirstSteps: Handler<Services> = async ({ guide }, [given]) =>
  guide.open(firstSteps.find((step) => step === given));

/** The handlers of actions; deleting rows of any sort has its own. */
const actionHandlers = Object.fromEntries(
  resourceKinds.flatMap((kind) =>
    actionsOf(kind).map(([verb]): [string, Handler<Services>] => [
      `serverPanel.${verb}`,
      onRows(verb as RowActionVerb, actionCommand(verb)),
    ]),
  ),
) as Readonly<Record<`serverPanel.${RowActionVerb}`, Handler<Services>>>;

/** The handler of each command. */
export const handlers: Readonly<Record<CommandId, Handler<Services>>> = {
  ...actionHandlers,
  "serverPanel.remove": deleteSelected(removeFiles),
  "serverPanel.openInBrowser": onItem("openInBrowser", openSite),
  "serverPanel.openTerminal": openTerminal,
  "serverPanel.openTerminalAs": onItem("openTerminalAs", openHostTerminalAs),
  "serverPanel.insert": onItem("insert", insertCommand),
  "serverPanel.openFiles": onItem("openFiles", openFiles),
  "serverPanel.followLog": onItem("followLog", followLog),
  "serverPanel.openPort": onItem("openPort", openPort),
  "serverPanel.openConfiguration": onItem("openConfiguration", openConfiguration),
  "serverPanel.downloadBackup": onItem("downloadBackup", downloadBackup),
  "serverPanel.changeSettings": loaded(async () =>
    onItem("changeSettings", (await import("./siteSettings/window/settingsCommand.ts")).changeSettings),
  ),
  "serverPanel.find": searching("findInFiles"),
  "serverPanel.findByName": loaded(async () => (await import("./fileSearch/window/findByName.ts")).findFileByName),
  "serverPanel.compare": onRows("compare", compareRow),
  "serverPanel.download": onRows("download", downloadRow),
  "serverPanel.deploy": loaded(async () => (await import("./deployments/window/deploy.ts")).deploy),
  "serverPanel.rollBack": onRows(
    "rollBack",
    loaded(async () => (await import("./deployments/window/rollBackCommands.ts")).rollBack),
  ),
  "serverPanel.addTask": loaded(async () => onItem("addTask", (await import("./tasks/window/addTask.ts")).addTask)),
  "serverPanel.saveDeployment": loaded(
    async () => (await import("./deployments/window/earlier/saveDeployment.ts")).saveEarlier,
  ),
  "serverPanel.createFile": createFile,
  "serverPanel.createFolder": createFolder,
  "serverPanel.upload": uploadFiles,
  "serverPanel.unpack": unpackHere,
  "serverPanel.rename": renameFile,
  "serverPanel.changeAccess": changePermissions,
  "serverPanel.copyName": copyName,
  "serverPanel.copy": copyText,
  "serverPanel.resource.goTo": goToResource((command) => handlers[command]),
  "serverPanel.panel.add": addPanel,
  "serverPanel.panel.edit": onPanel(l10n.t("Edit Panel"), editPanel),
  "serverPanel.panel.organize": onPanel(l10n.t("Organize Panel"), organizePanel),
  "serverPanel.panel.move": movePanel,
  "serverPanel.panel.remove": onPanel(l10n.t("Remove Panel"), removePanel),
  "serverPanel.panel.openInBrowser": onPanel(l10n.t("Open Panel in Browser"), openInBrowser),
  "serverPanel.panel.openPath": openPath,
  "serverPanel.panel.diagnose": onPanel(l10n.t("Diagnose Connection"), async ({ diagnose }, panel) => diagnose(panel)),
  "serverPanel.panels.check": checkAllPanels,
  "serverPanel.panels.export": exportPanels,
  "serverPanel.panels.import": importPanels,
  "serverPanel.demo.open": openDemo,
  "serverPanel.firstSteps.open": openFirstSteps,
  "serverPanel.agent.connect": loaded(async () => (await import("./mcp/connect/connectAgent.ts")).connectAgent),
  "serverPanel.agent.disconnect": loaded(
    async () => (await import("./mcp/connect/disconnectAgent.ts")).disconnectAgent,
  ),
  "serverPanel.diagnostics.copy": loaded(
    async () => (await import("./doctor/window/diagnosticsCommands.ts")).copyDiagnostics,
  ),
  "serverPanel.issue.report": loaded(async () => (await import("./doctor/window/diagnosticsCommands.ts")).reportIssue),
  "serverPanel.log.show": async ({ log }) => log.show(),
  "serverPanel.activity.show": showActivity,
  "serverPanel.activity.reveal": revealTarget,
  "serverPanel.activity.runAgain": runAgain,
  "serverPanel.activity.copy": copyActivity,
  "serverPanel.activity.clear": clearActivity,
  "serverPanel.view.refresh": refreshView,
  "serverPanel.refresh": refreshNode,
  "serverPanel.fix": fixNode,
  "serverPanel.close": closeRows,
  "serverPanel.enter": enterRow,
  "serverPanel.group.loadMore": loadMore,
  "serverPanel.group.sort": async ({ switchOrder }) => switchOrder(),
  "serverPanel.group.filter": filterGroup,
  "serverPanel.group.clearFilter": clearFilter,
  "serverPanel.entry.add": addEntry,
  "serverPanel.site.create": onPanel(
    l10n.t("Create Website"),
    async (services, { id }) => void (await services.openSiteForm(id)),
    {
      kind: "site",
      verb: "create",
    },
  ),
  "serverPanel.deployment.fromExplorer": loaded(
    async () => (await import("./deployments/window/deploy.ts")).deployFromExplorer,
  ),
  "serverPanel.deployment.sendFile": loaded(async () => (await import("./deployments/window/sendFiles.ts")).sendFiles),
  "serverPanel.deployment.again": loaded(
    async () => (await import("./deployments/window/earlier/deployAgain.ts")).deployAgain,
  ),
  "serverPanel.deployment.choosePanel": loaded(
    async () => (await import("./deployments/window/deployCommands.ts")).choosePanelAgain,
  ),
  "serverPanel.deployment.showScript": async ({ editors }) => editors.showScript(),
  "serverPanel.terminalSetting.applyToPanels": applyToPanels,
  "serverPanel.file.open": openFile,
  "serverPanel.search.change": searching("changeSearch"),
  "serverPanel.search.cancel": searching("cancelSearch"),
  "serverPanel.search.clear": searching("clearSearch"),
  "serverPanel.search.open": searching("openResult"),
  "serverPanel.search.copy": searching("copyResults"),
  "serverPanel.search.dismiss": searching("dismissResults"),
  "serverPanel.followedLog.show": showFollowedLog,
  "serverPanel.followedLog.manage": manageFollowedLogs,
  "serverPanel.followedLog.stop": stopFollowing,
  "serverPanel.followedLog.clear": clearFollowedLog,
};
