import { resourceStates, type ResourceState } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/table.ts";
import type { NumberSetting } from "./settingValue.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";

/** Where a command is offered besides by its id. */
export interface CommandShape {
  /**
   * `always`, only where there is a panel, a log that was shown or one that is followed, or not at all because it
   * makes no sense without a node.
   */
  readonly palette: "always" | "withPanels" | "withShownLogs" | "withFollowedLogs" | "never";
  /** `contextValue`s of the tree nodes whose context menu has it. */
  readonly nodes?: readonly string[];
  /** Also as an icon in the row of these nodes. */
  readonly inline?: readonly string[];
  /** Also in the title bar of the view. */
  readonly viewTitle?: true;
  /** Also in the title bar of the Activity view. */
  readonly activityTitle?: true;
  /** Also in the title bar of the Output panel, while it shows a log that is followed. */
  readonly outputTitle?: true;
}

const PANELS = ["panel.unknown", "panel.answering", "panel.failing"];

const KINDS = [
  "site",
  "javaProject",
  "container",
  "certificateOrder",
  "terminalSetting",
  "savedHost",
  "savedCommand",
  "dependencyManager",
  "runtime",
] as const satisfies readonly ResourceKind[];

const groupsOf = (kinds: readonly ResourceKind[]) =>
  kinds.flatMap((kind) => [`group.${kind}`, `group.${kind}.filtered`]);
const filteredGroups = KINDS.map((kind) => `group.${kind}.filtered`);
const nodesOf = (kind: ResourceKind, states: readonly ResourceState[]) => states.map((state) => `${kind}.${state}`);

const FAILURES = (
  [
    "cancelled",
    "timeout",
    "network",
    "tls",
    "refused",
    "page",
    "unsupported",
    "malformed",
    "tooLarge",
    "invalid",
    "rejected",
    "keyNeeded",
    "consentNeeded",
    "storage",
    "defect",
    "uncertain",
  ] as const satisfies readonly PanelFailure["kind"][]
).map((kind) => `failure.${kind}`);

const onItems = (
  kind: ResourceKind,
  states: readonly ResourceState[],
  inline: readonly ResourceState[] = [],
): CommandShape => ({
  palette: "withPanels",
  nodes: nodesOf(kind, states),
  ...(inline.length > 0 && { inline: nodesOf(kind, inline) }),
});

/** Every command; package.json is compared with it both ways, and item commands with the resource table. */
export const commands = {
  "serverPanel.panel.add": { palette: "always", viewTitle: true },
  "serverPanel.panel.edit": { palette: "withPanels", nodes: PANELS },
  "serverPanel.panel.organize": { palette: "withPanels", nodes: PANELS },
  "serverPanel.panel.moveUp": { palette: "withPanels", nodes: PANELS },
  "serverPanel.panel.moveDown": { palette: "withPanels", nodes: PANELS },
  "serverPanel.panel.remove": { palette: "withPanels", nodes: PANELS },
  "serverPanel.panel.openInBrowser": { palette: "withPanels", nodes: PANELS },
  "serverPanel.panels.check": { palette: "withPanels", viewTitle: true },
  "serverPanel.demo.open": { palette: "always" },
  "serverPanel.log.show": { palette: "always" },
  "serverPanel.view.refresh": { palette: "withPanels", viewTitle: true },
  "serverPanel.activity.show": { palette: "never" },
  "serverPanel.activity.clear": { palette: "always", activityTitle: true },
  "serverPanel.node.refresh": { palette: "never", nodes: [...PANELS, ...groupsOf(KINDS)], inline: groupsOf(KINDS) },
  "serverPanel.node.retry": { palette: "never", nodes: FAILURES, inline: FAILURES },
  "serverPanel.node.fix": { palette: "never", nodes: FAILURES },
  "serverPanel.node.delete": { palette: "never" },
  "serverPanel.node.copyName": { palette: "never", nodes: KINDS.flatMap((kind) => nodesOf(kind, resourceStates)) },
  "serverPanel.group.loadMore": { palette: "never", nodes: KINDS.map((kind) => `more.${kind}`) },
  "serverPanel.group.filter": { palette: "withPanels", nodes: groupsOf(KINDS) },
  "serverPanel.group.clearFilter": { palette: "withPanels", nodes: filteredGroups, inline: filteredGroups },
  "serverPanel.entry.add": {
    palette: "withPanels",
    nodes: groupsOf(["javaProject", "container", "certificateOrder"]),
  },
  "serverPanel.entry.forget": {
    palette: "withPanels",
    nodes: ["javaProject.manual", "container.manual", "certificateOrder.manual"],
  },
  "serverPanel.site.create": {
    palette: "withPanels",
    nodes: [...PANELS, ...groupsOf(["site"])],
    inline: groupsOf(["site"]),
  },
  "serverPanel.site.openInBrowser": onItems("site", ["running", "stopped", "unknown"], ["running", "unknown"]),
  "serverPanel.site.start": onItems("site", ["stopped", "unknown"], ["stopped"]),
  "serverPanel.site.stop": onItems("site", ["running", "unknown"]),
  "serverPanel.site.copyDomain": onItems("site", ["running", "stopped", "unknown"]),
  "serverPanel.site.copyRoot": onItems("site", ["running", "stopped", "elsewhere", "unknown"]),
  "serverPanel.site.remove": onItems("site", ["running", "stopped", "unknown"]),
  "serverPanel.javaProject.restart": onItems(
    "javaProject",
    ["running", "starting", "unknown", "manual"],
    ["running", "starting", "unknown", "manual"],
  ),
  "serverPanel.javaProject.start": onItems("javaProject", ["stopped", "unknown", "manual"], ["stopped"]),
  "serverPanel.javaProject.stop": onItems("javaProject", ["running", "starting", "unknown", "manual"]),
  "serverPanel.javaProject.changeLogPath": onItems("javaProject", [
    "running",
    "starting",
    "stopped",
    "unknown",
    "manual",
  ]),
  "serverPanel.container.restart": onItems(
    "container",
    ["running", "starting", "stopped", "paused", "unknown", "manual"],
    ["running", "starting", "unknown", "manual"],
  ),
  "serverPanel.container.start": onItems(
    "container",
    ["stopped", "paused", "unknown", "manual"],
    ["stopped", "paused"],
  ),
  "serverPanel.container.stop": onItems("container", ["running", "starting", "paused", "unknown", "manual"]),
  "serverPanel.container.remove": onItems("container", [
    "running",
    "starting",
    "stopped",
    "paused",
    "unknown",
    "manual",
  ]),
  "serverPanel.javaProject.followLog": onItems("javaProject", ["running", "starting", "stopped", "unknown", "manual"]),
  "serverPanel.container.followLog": onItems("container", [
    "running",
    "starting",
    "stopped",
    "paused",
    "unknown",
    "manual",
  ]),
  "serverPanel.certificateOrder.showExpired": {
    palette: "withPanels",
    nodes: groupsOf(["certificateOrder"]),
  },
  "serverPanel.certificateOrder.remove": onItems("certificateOrder", [
    "valid",
    "pending",
    "expired",
    "failed",
    "unknown",
    "manual",
  ]),
  "serverPanel.terminalSetting.turnOn": onItems("terminalSetting", ["off", "unknown"]),
  "serverPanel.terminalSetting.turnOff": onItems("terminalSetting", ["on", "unknown"]),
  "serverPanel.terminalSetting.applyToPanels": {
    palette: "withPanels",
    nodes: [...groupsOf(["terminalSetting"]), "terminalSetting.on", "terminalSetting.off"],
  },
  "serverPanel.savedHost.openTerminal": onItems("savedHost", ["stateless"], ["stateless"]),
  "serverPanel.savedHost.openTerminalAs": onItems("savedHost", ["stateless"]),
  "serverPanel.savedHost.copyAddress": onItems("savedHost", ["stateless"]),
  "serverPanel.savedCommand.use": onItems("savedCommand", ["stateless"], ["stateless"]),
  "serverPanel.savedCommand.copy": onItems("savedCommand", ["stateless"]),
  "serverPanel.dependencyManager.update": onItems("dependencyManager", ["stateless", "unknown"]),
  "serverPanel.runtime.followLog": onItems("runtime", ["stateless", "upgrading"], ["stateless", "upgrading"]),
  "serverPanel.runtime.upgrade": onItems("runtime", ["stateless"]),
  "serverPanel.followedLog.show": { palette: "withShownLogs" },
  "serverPanel.followedLog.stop": { palette: "withFollowedLogs", nodes: ["runtime.upgrading"], outputTitle: true },
  "serverPanel.followedLog.clear": { palette: "withShownLogs" },
} as const satisfies Readonly<Record<string, CommandShape>>;

export type CommandId = keyof typeof commands;

export const commandIds = Object.keys(commands) as readonly CommandId[];

/** The side bar's view. */
export const PANELS_VIEW = "serverPanel.panels";

/** The view below it, collapsed at first: what was done. */
export const ACTIVITY_VIEW = "serverPanel.activity";

/** The type of the site form's editor. */
export const SITE_FORM_VIEW = "serverPanel.siteForm";

/** In the workspace's memento: the logs that a window follows, so that it goes on after a reload. */
export const FOLLOWED_LOGS = "serverPanel.followedLogs";

/** Settings with their defaults and limits, as package.json declares them. */
export const settings = {
  "serverPanel.confirmation.waitSeconds": { default: 60, minimum: 1, maximum: 600 },
  "serverPanel.refresh.intervalSeconds": { default: 30, minimum: 0, maximum: 3600 },
  "serverPanel.upgradeLog.staleMinutes": { default: 10, minimum: 1, maximum: 1440 },
} as const satisfies Readonly<Record<string, NumberSetting>>;

export type SettingId = keyof typeof settings;

/** Context keys that `when` clauses use. Unset before activation, so clauses must hold then too. */
export const contextKeys = {
  panelCount: "serverPanel.panelCount",
  /** How many logs have an Output channel, and how many of them are followed now. */
  shownLogs: "serverPanel.shownLogs",
  followedLogs: "serverPanel.followedLogs",
  /** The Output panel shows one that is followed. */
  followedLogInSight: "serverPanel.followedLogInSight",
} as const;
