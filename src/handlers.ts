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
  followUpgradeLog,
  followWebLog,
  manageFollowedLogs,
  showFollowedLog,
  startUpgrade,
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
import { actionHandlers } from "./commands/resources/actionHandlers.ts";
import { copyCommand, copyPanelAddress } from "./commands/resources/copyCommand.ts";
import { addEntry, forgetEntry } from "./commands/resources/entryCommands.ts";
import {
  checkAllPanels,
  copyName,
  fixNode,
  loadMore,
  refreshNode,
  refreshView,
  retryNode,
} from "./commands/resources/nodeCommands.ts";
import { openPort } from "./commands/resources/openPort.ts";
import { copyDomain, copyRoot, openSite } from "./commands/resources/siteCommands.ts";
import { applyToPanels } from "./commands/resources/terminalSettingCommands.ts";
import { clearFilter, filterGroup, showExpiredOrders } from "./search/filterCommands.ts";
import { goToResource, runOnResource } from "./search/goToResource.ts";
import {
  closeFiles,
  compareWithHistory,
  compareWithLocal,
  copyPath,
  createFile,
  createFolder,
  downloadFile,
  enterRow,
  openFile,
  openPath,
  openProjectFiles,
  openSiteFiles,
  removeFiles,
  renameFile,
  showEnd,
  uploadFiles,
} from "./serverFiles/window/fileCommands.ts";
import { compareWithSelected, selectForCompare } from "./serverFiles/window/compareSelected.ts";
import { compareWithFolder } from "./serverFolders/window/compareCommand.ts";
import { downloadDirectory } from "./serverFolders/window/downloadCommand.ts";
import { unpackHere } from "./serverFolders/window/unpackCommand.ts";
import type * as SearchCommands from "./fileSearch/window/searchCommands.ts";
import { downloadBackup } from "./serverFiles/window/downloadBackup.ts";
import { openConfiguration } from "./serverFiles/window/openConfiguration.ts";
import { changePermissions } from "./serverFiles/window/permissionCommand.ts";
import { openPanelTerminal } from "./terminals/panelTerminal.ts";
import { copySavedCommand, insertCommand } from "./terminals/savedCommandCommands.ts";
import { copyHost, openHostTerminal, openHostTerminalAs } from "./terminals/savedHostCommands.ts";
import { targetKinds, targetKindsOf } from "./deployments/targetKinds.ts";
import { showScript } from "./deployments/window/showScript.ts";
import type { CommandId } from "./manifest/commands.ts";
import { pickedNameIds, type PickingCommandId } from "./manifest/pickedCommands.ts";
import type { RowCommandId } from "./manifest/rowCommands.ts";
import type { PanelRecord } from "./panels/panelRecord.ts";
import { firstSteps } from "./ports/workbench.ts";
import type { Feature } from "./resources/feature.ts";
import { copiesOf, resourceKinds, resourceOf, type ResourceKind } from "./resources/resources.ts";

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

/** The handlers of the commands that `rowCommands` has. */
const rowHandlers = Object.fromEntries(
  resourceKinds.flatMap((kind): [string, Handler<Services>][] => {
    const { log, ports, backups, configurations } = resourceOf(kind);
    return [
      ...(log?.offered === undefined
        ? []
        : [[`serverPanel.${kind}.followLog`, followLog(kind)] as [string, Handler<Services>]]),
      ...(ports === undefined ? [] : [[`serverPanel.${kind}.openPort`, openPort(kind)] as [string, Handler<Services>]]),
      ...(backups === undefined
        ? []
        : [[`serverPanel.${kind}.downloadBackup`, downloadBackup(kind, backups.of)] as [string, Handler<Services>]]),
      ...(configurations === undefined
        ? []
        : [[`serverPanel.${kind}.openConfiguration`, openConfiguration(kind)] as [string, Handler<Services>]]),
      ...copiesOf(kind).map(([name, { title, textOf }]): [string, Handler<Services>] => [
        `serverPanel.${kind}.${name}`,
        // entries added by hand have no row
        copyCommand(kind, title(), ({ row }) => (row === undefined ? undefined : textOf(row))),
      ]),
    ];
  }),
) as Readonly<Record<RowCommandId, Handler<Services>>>;

/** A command that deploys to a kind of resource. */
function deployTo(kind: ResourceKind): Handler<Services> {
  const areFolders = targetKindsOf(kind).every(({ brings }) => brings.what === "folder");
  return areFolders
    ? loaded(async () => (await import("./deployments/window/deployCommands.ts")).deployFolderOn(kind))
    : loaded(async () => (await import("./deployments/window/deployFileCommands.ts")).deployFileOn(kind));
}

/** The handlers of the commands that deploy, and take that back. */
const deployHandlers = Object.fromEntries(
  targetKinds.flatMap(({ kind }): [string, Handler<Services>][] => [
    [`serverPanel.${kind}.deploy`, deployTo(kind)],
    [
      `serverPanel.${kind}.rollBack`,
      loaded(async () => (await import("./deployments/window/rollBackCommands.ts")).rollBackOn(kind)),
    ],
  ]),
) as Readonly<
  Record<`serverPanel.${(typeof targetKinds)[number]["kind"]}.${"deploy" | "rollBack"}`, Handler<Services>>
>;

/** The handlers of the commands that pick their resource among all. */
const pickingHandlers = Object.fromEntries(
  pickedNameIds.map((name) => [`serverPanel.resource.${name}`, runOnResource(name, (command) => handlers[command])]),
) as Readonly<Record<PickingCommandId, Handler<Services>>>;

/** The handler of each command. */
export const handlers: Readonly<Record<CommandId, Handler<Services>>> = {
  ...actionHandlers,
  ...rowHandlers,
  "serverPanel.resource.goTo": goToResource((command) => handlers[command]),
  ...pickingHandlers,
  "serverPanel.panel.add": addPanel,
  "serverPanel.panel.edit": onPanel(l10n.t("Edit Panel"), editPanel),
  "serverPanel.panel.organize": onPanel(l10n.t("Organize Panel"), organizePanel),
  "serverPanel.panel.moveUp": movePanel(-1),
  "serverPanel.panel.moveDown": movePanel(1),
  "serverPanel.panel.remove": onPanel(l10n.t("Remove Panel"), removePanel),
  "serverPanel.panel.openInBrowser": onPanel(l10n.t("Open Panel in Browser"), openInBrowser),
  "serverPanel.panel.openTerminal": onPanel(
    l10n.t("Open SSH Terminal"),
    async (services, panel) => void (await openPanelTerminal(services, panel)),
  ),
  "serverPanel.panel.diagnose": onPanel(l10n.t("Diagnose Connection"), async ({ diagnose }, panel) => diagnose(panel)),
  "serverPanel.panel.copyAddress": copyPanelAddress,
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
  "serverPanel.view.refresh": refreshView,
  "serverPanel.activity.show": showActivity,
  "serverPanel.activity.reveal": revealTarget,
  "serverPanel.activity.runAgain": runAgain,
  "serverPanel.activity.copy": copyActivity,
  "serverPanel.activity.clear": clearActivity,
  "serverPanel.node.refresh": refreshNode,
  "serverPanel.node.retry": retryNode,
  "serverPanel.node.fix": fixNode,
  "serverPanel.node.delete": deleteSelected(removeFiles),
  "serverPanel.node.copyName": copyName,
  "serverPanel.node.enter": enterRow,
  "serverPanel.group.loadMore": loadMore,
  "serverPanel.rows.sortByTrouble": async ({ sortByTrouble }) => sortByTrouble(true),
  "serverPanel.rows.sortAsListed": async ({ sortByTrouble }) => sortByTrouble(false),
  "serverPanel.group.filter": filterGroup,
  "serverPanel.group.clearFilter": clearFilter,
  "serverPanel.entry.add": addEntry,
  "serverPanel.entry.forget": forgetEntry,
  "serverPanel.task.add": loaded(async () => (await import("./tasks/window/addTask.ts")).addTask),
  "serverPanel.site.create": onPanel(
    l10n.t("Create Website"),
    async (services, { id }) => void (await services.openSiteForm(id)),
    {
      kind: "site",
      verb: "create",
    },
  ),
  "serverPanel.folder.deploy": loaded(
    async () => (await import("./deployments/window/deployCommands.ts")).deployThisFolder,
  ),
  "serverPanel.program.deploy": loaded(
    async () => (await import("./deployments/window/deployThisFile.ts")).deployThisFile,
  ),
  "serverPanel.deployment.choosePanel": loaded(
    async () => (await import("./deployments/window/deployCommands.ts")).choosePanelAgain,
  ),
  "serverPanel.deployment.save": loaded(
    async () => (await import("./deployments/window/saveDeployment.ts")).saveEarlier,
  ),
  "serverPanel.deployment.showScript": showScript,
  ...deployHandlers,
  "serverPanel.site.openInBrowser": openSite,
  "serverPanel.site.followAccessLog": followWebLog("access"),
  "serverPanel.site.followErrorLog": followWebLog("error"),
  "serverPanel.site.copyDomain": copyDomain,
  "serverPanel.site.copyRoot": copyRoot,
  "serverPanel.certificateOrder.showExpired": showExpiredOrders,
  "serverPanel.terminalSetting.applyToPanels": applyToPanels,
  "serverPanel.savedHost.openTerminal": openHostTerminal,
  "serverPanel.savedHost.openTerminalAs": openHostTerminalAs,
  "serverPanel.savedHost.copyAddress": copyHost,
  "serverPanel.savedCommand.insert": insertCommand,
  "serverPanel.savedCommand.copy": copySavedCommand,
  "serverPanel.runtime.followLog": followUpgradeLog,
  "serverPanel.runtime.upgrade": startUpgrade,
  "serverPanel.panel.openPath": openPath,
  "serverPanel.site.changeSettings": loaded(
    async () => (await import("./siteSettings/window/settingsCommand.ts")).changeSettings,
  ),
  "serverPanel.site.openFiles": openSiteFiles,
  "serverPanel.javaProject.openFiles": openProjectFiles,
  "serverPanel.file.open": openFile,
  "serverPanel.file.showEnd": showEnd,
  "serverPanel.file.compareWithLocal": compareWithLocal,
  "serverPanel.file.compareWithHistory": compareWithHistory,
  "serverPanel.file.selectForCompare": selectForCompare,
  "serverPanel.file.compareWithSelected": compareWithSelected,
  "serverPanel.file.download": downloadFile,
  "serverPanel.file.upload": uploadFiles,
  "serverPanel.file.createFile": createFile,
  "serverPanel.file.createFolder": createFolder,
  "serverPanel.file.rename": renameFile,
  "serverPanel.file.changePermissions": changePermissions,
  "serverPanel.file.remove": removeFiles,
  "serverPanel.file.copyPath": copyPath,
  "serverPanel.file.close": closeFiles,
  "serverPanel.file.unpack": unpackHere,
  "serverPanel.directory.compare": compareWithFolder,
  "serverPanel.directory.download": downloadDirectory,
  "serverPanel.files.find": searching("findInFiles"),
  "serverPanel.files.findByName": loaded(
    async () => (await import("./fileSearch/window/findByName.ts")).findFileByName,
  ),
  "serverPanel.search.change": searching("changeSearch"),
  "serverPanel.search.again": searching("searchAgain"),
  "serverPanel.search.cancel": searching("cancelSearch"),
  "serverPanel.search.clear": searching("clearSearch"),
  "serverPanel.found.open": searching("openResult"),
  "serverPanel.found.enter": searching("enterResult"),
  "serverPanel.found.next": searching("goToNextResult"),
  "serverPanel.found.previous": searching("goToPreviousResult"),
  "serverPanel.found.showMore": searching("showMoreResults"),
  "serverPanel.found.fix": searching("fixServer"),
  "serverPanel.found.copy": searching("copyResults"),
  "serverPanel.found.copyAll": searching("copyAllResults"),
  "serverPanel.found.dismiss": searching("dismissResults"),
  "serverPanel.followedLog.show": showFollowedLog,
  "serverPanel.followedLog.manage": manageFollowedLogs,
  "serverPanel.followedLog.stop": stopFollowing,
  "serverPanel.followedLog.clear": clearFollowedLog,
};
