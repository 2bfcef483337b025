import type { CommandShape, MenuPlace } from "./commandShape.ts";
import { rowCommands, rowVerbs, type RowCommandId } from "./rowCommands.ts";

const onPanels = (place: MenuPlace): CommandShape => ({ palette: "withPanels", onPanels: true, place });

/** The commands that are no verbs of resources and files. */
const otherCommands = {
  "serverPanel.resource.goTo": {
    palette: "withPanels",
    viewTitle: 2,
    icon: "search",
    keys: [{ key: "ctrl+k g", mac: "cmd+k g", where: "everywhere" }],
  },
  "serverPanel.panel.add": { palette: "always", viewTitle: 1, icon: "add" },
  "serverPanel.panel.edit": { palette: "withPanels", verb: "edit", place: "3_change@1", icon: "edit" },
  "serverPanel.panel.organize": { palette: "withPanels", verb: "edit", place: "3_change@2" },
  "serverPanel.panel.move": {
    keys: [
      { key: "alt+up", where: "view", args: { step: -1 } },
      { key: "alt+down", where: "view", args: { step: 1 } },
    ],
  },
  "serverPanel.panel.remove": onPanels("9_destroy@1"),
  "serverPanel.panel.openInBrowser": { ...onPanels("1_open@1"), icon: "link-external" },
  "serverPanel.panel.openPath": { ...onPanels("1_open@4"), icon: "files" },
  "serverPanel.panel.diagnose": { ...onPanels("2_view@3"), icon: "checklist" },
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
  "serverPanel.activity.show": {},
  "serverPanel.activity.reveal": { activity: "single", place: "1_open@1" },
  "serverPanel.activity.runAgain": { activity: "repeatable", place: "3_change@1" },
  "serverPanel.activity.copy": {
    activity: "every",
    place: "5_copy@1",
    keys: [{ key: "ctrl+c", mac: "cmd+c", where: "view" }],
  },
  "serverPanel.activity.clear": { palette: "always", viewTitle: 1, icon: "clear-all" },
  // VS Code passes the focused row to what stands in a view's title
  "serverPanel.view.refresh": { palette: "withPanels", viewTitle: 3, icon: "refresh" },
  "serverPanel.refresh": { verb: "refresh", place: "2_view@1", several: true, inline: 9, icon: "refresh" },
  "serverPanel.fix": { verb: "fix", place: "2_view@2", inline: 1, icon: "lightbulb" },
  "serverPanel.close": { verb: "close", place: "6_close@1", several: true },
  "serverPanel.enter": {
    keys: [
      { key: "enter", where: "rows" },
      { key: "enter", where: "foundRows" },
    ],
  },
  "serverPanel.group.loadMore": {},
  "serverPanel.group.sort": { palette: "withPanels", viewMenu: 3 },
  "serverPanel.group.filter": {
    palette: "withPanels",
    verb: "filter",
    place: "2_view@3",
    several: true,
    icon: "filter",
  },
  "serverPanel.group.clearFilter": { verb: "clearFilter", inline: 1, icon: "clear-all" },
  "serverPanel.entry.add": { palette: "withPanels" },
  "serverPanel.site.create": {
    palette: "withPanels",
    verb: "create",
    place: "1_open@3",
    several: true,
    inline: 2,
    icon: "add",
  },
  "serverPanel.deployment.fromExplorer": { isInExplorer: true },
  "serverPanel.deployment.sendFile": {
    palette: "withPanels",
    isOnLocalFiles: true,
    keys: [{ key: "ctrl+k shift+u", mac: "cmd+k shift+u", where: "everywhere" }],
  },
  // a key of Deploy… itself would stand in the menu of each row
  "serverPanel.deployment.again": {
    keys: [{ key: "ctrl+k shift+a", mac: "cmd+k shift+a", where: "everywhere" }],
  },
  "serverPanel.deployment.choosePanel": { palette: "withPanels" },
  "serverPanel.deployment.showScript": { palette: "always" },
  "serverPanel.terminalSetting.applyToPanels": { palette: "withPanels" },
  "serverPanel.file.open": {},
  "serverPanel.search.change": { viewTitle: 1, icon: "search-refresh" },
  "serverPanel.search.cancel": { viewTitle: 2, whileSearching: true, icon: "search-stop" },
  "serverPanel.search.clear": { viewTitle: 3, icon: "clear-all" },
  "serverPanel.search.open": {
    keys: [
      { key: "f4", where: "results", args: { step: 1 } },
      { key: "shift+f4", where: "results", args: { step: -1 } },
    ],
  },
  "serverPanel.search.copy": {
    found: ["line", "file"],
    place: "5_copy@1",
    keys: [{ key: "ctrl+c", mac: "cmd+c", where: "view" }],
  },
  "serverPanel.search.dismiss": {
    foundInline: ["line", "file", "server"],
    icon: "close",
    keys: [{ key: "delete", mac: "cmd+backspace", where: "view" }],
  },
  "serverPanel.followedLog.show": { palette: "withShownLogs" },
  "serverPanel.followedLog.manage": { palette: "withShownLogs" },
  "serverPanel.followedLog.stop": { palette: "withFollowedLogs", outputTitle: true, icon: "debug-stop" },
  "serverPanel.followedLog.clear": { palette: "withShownLogs" },
} satisfies Readonly<Record<string, CommandShape>>;

/** The command of a verb of rows. */
export function commandOf<Of extends keyof typeof rowCommands>(verb: Of): `serverPanel.${Of}` {
  return `serverPanel.${verb}`;
}

export type OtherCommandId = keyof typeof otherCommands;
export type CommandId = OtherCommandId | RowCommandId;

/** Every command; `npm run manifest` writes them into package.json. */
export const commands: Readonly<Record<CommandId, CommandShape>> = {
  ...(Object.fromEntries(rowVerbs.map((verb) => [commandOf(verb), { ...rowCommands[verb], verb }])) as Readonly<
    Record<RowCommandId, CommandShape>
  >),
  ...otherCommands,
};

export const commandIds = Object.keys(commands) as readonly CommandId[];
