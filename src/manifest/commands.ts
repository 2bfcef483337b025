import { resourceStates, type ResourceState } from "../resources/resource.ts";
import { nameableKinds, resourceKinds, type ResourceKind } from "../resources/resources.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import { actionCommands, type ActionCommandId } from "./actionCommands.ts";
import type { CommandShape, MenuPlace } from "./commandShape.ts";

const PANELS = ["panel.unknown", "panel.answering", "panel.failing"];

const filteredGroupsOf = (kinds: readonly ResourceKind[]) => kinds.map((kind) => `group.${kind}.filtered`);
const groupsOf = (kinds: readonly ResourceKind[]) => [
  ...kinds.map((kind) => `group.${kind}`),
  ...filteredGroupsOf(kinds),
];
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

const onPanels = (place: MenuPlace): CommandShape => ({ palette: "withPanels", nodes: PANELS, place });

const onItems = (kind: ResourceKind, states: readonly ResourceState[], place: MenuPlace): CommandShape => ({
  palette: "withPanels",
  nodes: nodesOf(kind, states),
  place,
});

/** Commands that are not those of an action, or replace one of those to be offered elsewhere. */
const otherCommands = {
  "serverPanel.panel.add": { palette: "always", viewTitle: 1, icon: "add" },
  "serverPanel.panel.edit": { ...onPanels("3_change@1"), icon: "edit" },
  "serverPanel.panel.organize": onPanels("3_change@2"),
  "serverPanel.panel.moveUp": { ...onPanels("3_change@3"), palette: "never" },
  "serverPanel.panel.moveDown": { ...onPanels("3_change@4"), palette: "never" },
  "serverPanel.panel.remove": onPanels("9_destroy@1"),
  "serverPanel.panel.openInBrowser": { ...onPanels("1_open@1"), icon: "link-external" },
  "serverPanel.panels.check": { palette: "withPanels", viewTitle: 3, icon: "pulse" },
  "serverPanel.panels.import": { palette: "always", viewMenu: 1 },
  "serverPanel.panels.export": { palette: "withPanels", viewMenu: 2 },
  "serverPanel.demo.open": { palette: "always" },
  "serverPanel.log.show": { palette: "always" },
  "serverPanel.view.refresh": {
    palette: "withPanels",
    viewTitle: 2,
    icon: "refresh",
    key: { key: "f5", whileTyping: true },
  },
  "serverPanel.activity.show": { palette: "never" },
  "serverPanel.activity.clear": { palette: "always", activityTitle: true, icon: "clear-all" },
  "serverPanel.node.refresh": {
    palette: "never",
    nodes: [...PANELS, ...groupsOf(resourceKinds)],
    place: "2_view@1",
    inline: groupsOf(resourceKinds),
    inlineOrder: 9,
    icon: "refresh",
  },
  "serverPanel.node.retry": {
    palette: "never",
    nodes: FAILURES,
    place: "2_view@1",
    inline: FAILURES,
    icon: "refresh",
  },
  "serverPanel.node.fix": { palette: "never", nodes: FAILURES, place: "2_view@2", icon: "lightbulb" },
  "serverPanel.node.delete": { palette: "never", key: { key: "delete", mac: "cmd+backspace" } },
  "serverPanel.node.copyName": {
    palette: "never",
    nodes: resourceKinds.flatMap((kind) => nodesOf(kind, resourceStates)),
    place: "5_copy@1",
    key: { key: "ctrl+c", mac: "cmd+c" },
  },
  "serverPanel.group.loadMore": {
    palette: "never",
    nodes: resourceKinds.map((kind) => `more.${kind}`),
    place: "2_view@1",
  },
  "serverPanel.group.filter": {
    palette: "withPanels",
    nodes: groupsOf(resourceKinds),
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
  },
  "serverPanel.site.create": {
    palette: "withPanels",
    nodes: [...PANELS, ...groupsOf(["site"])],
    place: "4_create@1",
    inline: groupsOf(["site"]),
    inlineOrder: 2,
    icon: "add",
  },
  "serverPanel.site.openInBrowser": {
    ...onItems("site", ["running", "stopped", "unknown"], "1_open@1"),
    inline: nodesOf("site", ["running", "unknown"]),
    icon: "link-external",
  },
  "serverPanel.site.copyDomain": onItems("site", ["running", "stopped", "unknown"], "5_copy@2"),
  "serverPanel.site.copyRoot": onItems("site", ["running", "stopped", "elsewhere", "unknown"], "5_copy@3"),
  "serverPanel.javaProject.followLog": onItems(
    "javaProject",
    ["running", "starting", "stopped", "unknown", "manual"],
    "1_open@1",
  ),
  "serverPanel.container.followLog": onItems(
    "container",
    ["running", "restarting", "created", "stopped", "dead", "paused", "unknown", "manual"],
    "1_open@1",
  ),
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
  "serverPanel.savedHost.copyAddress": onItems("savedHost", ["stateless"], "5_copy@2"),
  "serverPanel.savedCommand.use": {
    ...onItems("savedCommand", ["stateless"], "1_open@1"),
    inline: nodesOf("savedCommand", ["stateless"]),
    icon: "insert",
  },
  "serverPanel.savedCommand.copy": onItems("savedCommand", ["stateless"], "5_copy@2"),
  "serverPanel.runtime.followLog": {
    ...onItems("runtime", ["stateless", "upgrading"], "1_open@1"),
    inline: nodesOf("runtime", ["stateless", "upgrading"]),
    icon: "output",
  },
  "serverPanel.followedLog.show": { palette: "withShownLogs" },
  "serverPanel.followedLog.stop": {
    palette: "withFollowedLogs",
    nodes: ["runtime.upgrading"],
    place: "1_open@2",
    outputTitle: true,
    icon: "debug-stop",
  },
  "serverPanel.followedLog.clear": { palette: "withShownLogs" },
} satisfies Readonly<Record<string, CommandShape>>;

export type CommandId = keyof typeof otherCommands | ActionCommandId;

/** Every command. `npm run manifest` writes what package.json says of them. */
export const commands: Readonly<Record<string, CommandShape>> = { ...actionCommands(), ...otherCommands };

export const commandIds = Object.keys(commands) as readonly CommandId[];
