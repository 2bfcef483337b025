import { resourceStates, type ResourceState } from "../resources/resource.ts";
import { listedKinds, nameableKinds, resourceKinds, topGroups, type ResourceKind } from "../resources/resources.ts";
import { subjectKinds } from "../resources/subjects.ts";
import { failureKinds } from "../wire/answers/failureKinds.ts";
import { actionCommands, type ActionCommandId } from "./actionCommands.ts";
import type { CommandShape, MenuPlace } from "./commandShape.ts";
import { deployedNodes, deployingCommands, type DeployingCommandId } from "./deployingCommands.ts";
import { pickingCommands, type PickingCommandId } from "./pickedCommands.ts";
import { rowCommands, type RowCommandId } from "./rowCommands.ts";
import { taskKinds, taskStatesOf } from "./taskActions.ts";

const PANELS = ["panel.unknown", "panel.answering", "panel.failing"];

const filteredGroupsOf = (kinds: readonly ResourceKind[]) => kinds.map((kind) => `group.${kind}.filtered`);
const groupsOf = (kinds: readonly ResourceKind[]) => [
  ...kinds.map((kind) => `group.${kind}`),
  ...filteredGroupsOf(kinds),
];
const nodesOf = (kind: ResourceKind, states: readonly ResourceState[]) => states.map((state) => `${kind}.${state}`);

const FAILURES = Object.keys(failureKinds).map((kind) => `failure.${kind}`);

const onPanels = (place: MenuPlace): CommandShape => ({ palette: "withPanels", nodes: PANELS, place });

const onItems = (kind: ResourceKind, states: readonly ResourceState[], place: MenuPlace): CommandShape => ({
  palette: "withPanels",
  nodes: nodesOf(kind, states),
  place,
});

/** Kinds of rows of directories on the server; `root`: one that a person has opened. */
const DIRECTORIES = ["directory", "root"];

const onFiles = (kinds: readonly string[], place: MenuPlace): CommandShape => ({
  palette: "never",
  nodes: kinds.map((kind) => `file.${kind}`),
  place,
});

/** Rows of what has a directory on the server, and directories themselves. */
const onDirectories = (place: MenuPlace): CommandShape => ({
  palette: "never",
  nodes: [
    ...(["site", "project", "javaProject"] as const).flatMap((kind) => nodesOf(kind, resourceStates)),
    ...DIRECTORIES.map((kind) => `file.${kind}`),
  ],
  place,
});
/** Rows with a directory of the server, in which files are looked for. */
const WITH_FILES = [
  ...nodesOf("site", ["running", "stopped", "elsewhere", "unknown"]),
  ...nodesOf("javaProject", ["running", "starting", "stopped", "unknown"]),
  ...nodesOf("project", ["running", "starting", "stopped", "unknown"]),
  ...DIRECTORIES.map((kind) => `file.${kind}`),
];

/** Copies a value of an item, or one line each of several items. */
const copying = (kind: ResourceKind, states: readonly ResourceState[], order: number): CommandShape => ({
  ...onItems(kind, states, `5_copy@${order}`),
  palette: "never",
  several: true,
});

/** The order of the rows in all groups. */
const sorting: CommandShape = {
  palette: "withPanels",
  several: true,
  viewMenu: 3,
  nodes: groupsOf(topGroups.filter((kind) => listedKinds.includes(kind))),
  place: "2_view@5",
};

/** Commands without an action, and some that replace an action's own command to offer it elsewhere. */
const otherCommands = {
  "serverPanel.resource.goTo": {
    palette: "withPanels",
    viewTitle: 2,
    icon: "search",
    key: { key: "ctrl+k g", mac: "cmd+k g", everywhere: true },
  },
  "serverPanel.panel.add": { palette: "always", viewTitle: 1, icon: "add" },
  "serverPanel.panel.edit": { ...onPanels("3_change@1"), change: "edit", icon: "edit" },
  "serverPanel.panel.organize": { ...onPanels("3_change@2"), change: "edit" },
  "serverPanel.panel.moveUp": { palette: "withPanels", key: { key: "alt+up" } },
  "serverPanel.panel.moveDown": { palette: "withPanels", key: { key: "alt+down" } },
  "serverPanel.panel.remove": onPanels("9_destroy@1"),
  "serverPanel.panel.openInBrowser": { ...onPanels("1_open@1"), icon: "link-external" },
  "serverPanel.panel.openTerminal": { ...onPanels("1_open@2"), icon: "terminal" },
  "serverPanel.panel.diagnose": { ...onPanels("2_view@3"), icon: "checklist" },
  "serverPanel.panel.openPath": { ...onPanels("1_open@4"), icon: "files" },
  "serverPanel.panel.copyAddress": { palette: "never", nodes: PANELS, place: "5_copy@2", several: true },
  "serverPanel.panels.check": { palette: "withPanels", viewTitle: 4, icon: "pulse" },
  "serverPanel.panels.import": { palette: "always", viewMenu: 1 },
  "serverPanel.panels.export": { palette: "withPanels", viewMenu: 2 },
  "serverPanel.demo.open": { palette: "always" },
  "serverPanel.firstSteps.open": { palette: "always", viewMenu: 4 },
  "serverPanel.agent.connect": { palette: "always", viewMenu: 5 },
  "serverPanel.agent.disconnect": { palette: "always" },
  "serverPanel.log.show": { palette: "always" },
  "serverPanel.diagnostics.copy": { palette: "always" },
  "serverPanel.issue.report": { palette: "always" },
  "serverPanel.view.refresh": { palette: "withPanels", viewTitle: 3, icon: "refresh" },
  "serverPanel.activity.show": { palette: "never" },
  "serverPanel.activity.reveal": { palette: "never", activity: "single", place: "1_open@1" },
  "serverPanel.activity.runAgain": { palette: "never", activity: "repeatable", place: "3_change@1" },
  "serverPanel.activity.copy": {
    palette: "never",
    activity: "every",
    place: "5_copy@1",
    key: { key: "ctrl+c", mac: "cmd+c" },
  },
  "serverPanel.activity.clear": { palette: "always", activityTitle: true, icon: "clear-all" },
  "serverPanel.node.refresh": {
    palette: "never",
    nodes: [...PANELS, ...groupsOf(resourceKinds), ...DIRECTORIES.map((kind) => `file.${kind}`)],
    place: "2_view@1",
    several: true,
    inline: groupsOf(resourceKinds),
    inlineOrder: 9,
    icon: "refresh",
  },
  "serverPanel.node.retry": {
    palette: "never",
    nodes: FAILURES,
    place: "2_view@1",
    inline: FAILURES,
    inlineOrder: 2,
    icon: "refresh",
  },
  "serverPanel.node.fix": {
    palette: "never",
    nodes: [...FAILURES, "panel.failing"],
    place: "2_view@2",
    inline: [...FAILURES, "panel.failing"],
    whileInTrouble: resourceKinds.flatMap((kind) => nodesOf(kind, resourceStates)),
    icon: "lightbulb",
  },
  "serverPanel.node.delete": { palette: "never", key: { key: "delete", mac: "cmd+backspace" } },
  "serverPanel.node.enter": { palette: "never", key: { key: "enter", onRows: true } },
  "serverPanel.node.copyName": {
    palette: "never",
    nodes: [
      ...PANELS,
      ...resourceKinds.flatMap((kind) => nodesOf(kind, resourceStates)),
      ...["file", "other", ...DIRECTORIES].map((kind) => `file.${kind}`),
    ],
    place: "5_copy@1",
    several: true,
    key: { key: "ctrl+c", mac: "cmd+c" },
  },
  "serverPanel.group.loadMore": {
    palette: "never",
    nodes: subjectKinds.map((kind) => `more.${kind}`),
    place: "2_view@1",
  },
  "serverPanel.rows.sortByTrouble": { ...sorting, whileTroubleFirst: false },
  "serverPanel.rows.sortAsListed": { ...sorting, whileTroubleFirst: true },
  "serverPanel.group.filter": {
    palette: "withPanels",
    nodes: groupsOf(listedKinds),
    place: "2_view@2",
    icon: "filter",
  },
  "serverPanel.group.clearFilter": {
    palette: "withPanels",
    nodes: filteredGroupsOf(resourceKinds),
    place: "2_view@3",
    inline: filteredGroupsOf(resourceKinds),
    icon: "clear-all",
  },
  "serverPanel.entry.add": { palette: "withPanels", nodes: groupsOf(nameableKinds), place: "3_change@1" },
  "serverPanel.entry.forget": {
    palette: "withPanels",
    nodes: nameableKinds.map((kind) => `${kind}.manual`),
    place: "6_forget@1",
    several: true,
  },
  "serverPanel.task.add": {
    palette: "never",
    nodes: [
      ...taskKinds.flatMap((kind) => nodesOf(kind, taskStatesOf(kind))),
      ...nodesOf("dependencyManager", ["stateless", "unknown"]),
    ],
    place: "4_deploy@3",
  },
  "serverPanel.site.create": {
    palette: "withPanels",
    nodes: ["panel.unknown", "panel.answering", ...groupsOf(["site"])],
    change: "create",
    place: "1_open@3",
    inline: groupsOf(["site"]),
    inlineOrder: 2,
    icon: "add",
  },
  "serverPanel.site.openInBrowser": {
    ...onItems("site", ["running", "stopped", "unknown"], "1_open@1"),
    inline: nodesOf("site", ["running", "unknown"]),
    icon: "link-external",
  },
  "serverPanel.site.followAccessLog": onItems("site", ["running", "stopped", "elsewhere", "unknown"], "1_logs@1"),
  "serverPanel.site.followErrorLog": onItems("site", ["running", "stopped", "elsewhere", "unknown"], "1_logs@2"),
  "serverPanel.site.openFiles": {
    ...onItems("site", ["running", "stopped", "elsewhere", "unknown"], "1_open@4"),
    palette: "never",
  },
  "serverPanel.site.changeSettings": onItems("site", ["running", "stopped", "unknown"], "3_settings@1"),
  "serverPanel.folder.deploy": { palette: "never", explorer: "folders" },
  "serverPanel.program.deploy": { palette: "never", explorer: "programs" },
  "serverPanel.deployment.choosePanel": { palette: "withPanels" },
  "serverPanel.deployment.save": {
    palette: "withPanels",
    nodes: [...deployedNodes("site"), ...deployedNodes("project")],
    activity: "deployed",
    place: "4_deploy@4",
  },
  "serverPanel.deployment.showScript": { palette: "always" },
  "serverPanel.site.copyDomain": copying("site", ["running", "stopped", "unknown"], 2),
  "serverPanel.site.copyRoot": copying("site", ["running", "stopped", "elsewhere", "unknown"], 3),
  "serverPanel.javaProject.openFiles": {
    ...onItems("javaProject", ["running", "starting", "stopped", "unknown"], "1_open@5"),
    palette: "never",
  },
  "serverPanel.certificateOrder.showExpired": {
    palette: "withPanels",
    nodes: groupsOf(["certificateOrder"]),
    place: "2_view@4",
  },
  "serverPanel.terminalSetting.applyToPanels": {
    palette: "withPanels",
    nodes: [...groupsOf(["terminalSetting"]), ...nodesOf("terminalSetting", ["on", "off"])],
    place: "3_change@3",
  },
  "serverPanel.savedHost.openTerminal": {
    ...onItems("savedHost", ["stateless"], "1_open@1"),
    inline: nodesOf("savedHost", ["stateless"]),
    icon: "terminal",
  },
  "serverPanel.savedHost.openTerminalAs": onItems("savedHost", ["stateless"], "1_open@2"),
  "serverPanel.savedHost.copyAddress": copying("savedHost", ["stateless"], 2),
  "serverPanel.savedCommand.insert": {
    ...onItems("savedCommand", ["stateless"], "1_open@1"),
    inline: nodesOf("savedCommand", ["stateless"]),
    icon: "insert",
  },
  "serverPanel.savedCommand.copy": copying("savedCommand", ["stateless"], 2),
  "serverPanel.runtime.followLog": {
    ...onItems("runtime", ["stateless", "upgrading"], "1_open@1"),
    palette: "never",
    inline: nodesOf("runtime", ["stateless", "upgrading"]),
    icon: "output",
  },
  "serverPanel.file.open": onFiles(["file"], "1_open@1"),
  "serverPanel.file.showEnd": onFiles(["file"], "1_open@2"),
  "serverPanel.file.compareWithLocal": onFiles(["file"], "1_compare@1"),
  "serverPanel.file.compareWithHistory": onFiles(["file"], "1_compare@2"),
  "serverPanel.file.selectForCompare": onFiles(["file"], "1_compare@3"),
  "serverPanel.file.compareWithSelected": { ...onFiles(["file"], "1_compare@4"), whileFileSelected: true },
  "serverPanel.file.download": onFiles(["file"], "1_open@5"),
  "serverPanel.file.upload": { ...onFiles(DIRECTORIES, "3_change@1"), change: "upload" },
  "serverPanel.file.createFile": { ...onFiles(DIRECTORIES, "3_change@2"), change: "createFile", icon: "new-file" },
  "serverPanel.file.createFolder": {
    ...onFiles(DIRECTORIES, "3_change@3"),
    change: "createFolder",
    icon: "new-folder",
  },
  "serverPanel.file.rename": {
    ...onFiles(["file", "directory", "other"], "3_change@4"),
    change: "rename",
    key: { key: "f2" },
  },
  "serverPanel.file.changePermissions": {
    ...onFiles(["file", ...DIRECTORIES], "3_change@5"),
    change: "changeAccess",
  },
  "serverPanel.file.remove": {
    ...onFiles(["file", "directory", "other"], "9_destroy@1"),
    change: "remove",
    several: true,
  },
  "serverPanel.file.copyPath": { ...onFiles(["file", "other", ...DIRECTORIES], "5_copy@2"), several: true },
  "serverPanel.file.unpack": { ...onFiles(["file"], "3_change@6"), change: "unpack" },
  "serverPanel.directory.compare": onDirectories("1_files@3"),
  "serverPanel.directory.download": onDirectories("1_files@4"),
  "serverPanel.file.close": onFiles(["root"], "6_forget@1"),
  "serverPanel.files.find": {
    palette: "withPanels",
    nodes: ["folder.tag", ...PANELS, ...WITH_FILES],
    place: "1_files@1",
    besideSubmenu: { nodes: ["folder.tag", ...PANELS], place: "1_open@6" },
    several: true,
    icon: "search",
  },
  "serverPanel.files.findByName": { palette: "withPanels", nodes: WITH_FILES, place: "1_files@2" },
  "serverPanel.search.change": { palette: "never", searchTitle: 1, icon: "edit" },
  "serverPanel.search.again": { palette: "never", searchTitle: 2, whileSearching: false, icon: "refresh" },
  "serverPanel.search.cancel": { palette: "never", searchTitle: 2, whileSearching: true, icon: "search-stop" },
  "serverPanel.search.clear": { palette: "never", searchTitle: 3, icon: "clear-all" },
  "serverPanel.found.open": { palette: "never", found: ["line"], place: "1_open@1" },
  "serverPanel.found.enter": { palette: "never", key: { key: "enter", onRows: true } },
  "serverPanel.found.next": { palette: "never", key: { key: "f4", amongResults: true } },
  "serverPanel.found.previous": { palette: "never", key: { key: "shift+f4", amongResults: true } },
  "serverPanel.found.showMore": { palette: "never" },
  "serverPanel.found.fix": {
    palette: "never",
    found: ["server"],
    foundInline: ["server"],
    place: "2_view@2",
    icon: "lightbulb",
  },
  "serverPanel.found.copy": {
    palette: "never",
    found: ["line", "file"],
    place: "5_copy@1",
    key: { key: "ctrl+c", mac: "cmd+c" },
  },
  "serverPanel.found.copyAll": { palette: "never", found: ["line", "file"], place: "5_copy@2" },
  "serverPanel.found.dismiss": {
    palette: "never",
    found: ["line", "file", "server"],
    foundInline: ["line", "file", "server"],
    place: "6_forget@1",
    icon: "close",
    key: { key: "delete", mac: "cmd+backspace" },
  },
  "serverPanel.followedLog.show": { palette: "withShownLogs" },
  "serverPanel.followedLog.manage": { palette: "withShownLogs" },
  "serverPanel.followedLog.stop": {
    palette: "withFollowedLogs",
    nodes: ["runtime.upgrading"],
    place: "1_open@2",
    outputTitle: true,
    icon: "debug-stop",
  },
  "serverPanel.followedLog.clear": { palette: "withShownLogs" },
} satisfies Readonly<Record<string, CommandShape>>;

export type CommandId =
  keyof typeof otherCommands | ActionCommandId | DeployingCommandId | RowCommandId | PickingCommandId;

/** Every command; `npm run manifest` writes them into package.json. */
export const commands: Readonly<Record<string, CommandShape>> = {
  ...actionCommands(),
  ...rowCommands(),
  ...pickingCommands(),
  ...deployingCommands(),
  ...otherCommands,
};

export const commandIds = Object.keys(commands) as readonly CommandId[];
