/** Where a command is offered besides by its id. */
export interface CommandShape {
  /** `always`, only where there is a panel, or not at all because it makes no sense without a node. */
  readonly palette: "always" | "withPanels" | "never";
  /** `contextValue`s of the tree nodes whose context menu has it. */
  readonly nodes?: readonly string[];
  /** Also as an icon in the row of these nodes. */
  readonly inline?: readonly string[];
  /** Also in the title bar of the view. */
  readonly viewTitle?: true;
  /** Also in the title bar of the Activity view. */
  readonly activityTitle?: true;
}

const PANELS = ["panel.unknown", "panel.answering", "panel.failing"];
const GROUPS = ["group.site", "group.javaProject", "group.container"];
const FAILURES = [
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
  "uncertain",
].map((kind) => `failure.${kind}`);

const onItems = (kind: string, states: readonly string[]): CommandShape => ({
  palette: "withPanels",
  nodes: states.map((state) => `${kind}.${state}`),
});

/** Every command; package.json is compared with it both ways, and item commands with the resource table. */
export const commands = {
  "serverPanel.panel.add": { palette: "always", viewTitle: true },
  "serverPanel.panel.edit": { palette: "withPanels", nodes: PANELS },
  "serverPanel.panel.remove": { palette: "withPanels", nodes: PANELS },
  "serverPanel.panel.openInBrowser": { palette: "withPanels", nodes: PANELS },
  "serverPanel.demo.open": { palette: "always" },
  "serverPanel.log.show": { palette: "always" },
  "serverPanel.view.refresh": { palette: "withPanels", viewTitle: true },
  "serverPanel.activity.show": { palette: "never" },
  "serverPanel.activity.clear": { palette: "always", activityTitle: true },
  "serverPanel.node.refresh": { palette: "never", nodes: [...PANELS, ...GROUPS], inline: GROUPS },
  "serverPanel.node.retry": { palette: "never", nodes: FAILURES, inline: FAILURES },
  "serverPanel.node.fix": { palette: "never", nodes: FAILURES },
  "serverPanel.node.copyName": {
    palette: "never",
    nodes: ["site", "javaProject", "container"].flatMap((kind) =>
      ["running", "starting", "stopped", "paused", "unknown"].map((state) => `${kind}.${state}`),
    ),
  },
  "serverPanel.group.loadMore": { palette: "never", nodes: ["more.site", "more.javaProject", "more.container"] },
  "serverPanel.javaProject.restart": onItems("javaProject", ["running", "starting", "unknown"]),
  "serverPanel.javaProject.start": onItems("javaProject", ["stopped", "unknown"]),
  "serverPanel.javaProject.stop": onItems("javaProject", ["running", "starting", "unknown"]),
  "serverPanel.container.restart": onItems("container", ["running", "starting", "stopped", "paused", "unknown"]),
} as const satisfies Readonly<Record<string, CommandShape>>;

export type CommandId = keyof typeof commands;

export const commandIds = Object.keys(commands) as readonly CommandId[];

/** The side bar's view. */
export const PANELS_VIEW = "serverPanel.panels";

/** The view below it, collapsed at first: what was done. */
export const ACTIVITY_VIEW = "serverPanel.activity";

/** Settings with their defaults, as package.json declares them. */
export const settings = {
  "serverPanel.confirmation.waitSeconds": 60,
} as const;

export type SettingId = keyof typeof settings;

/** Context keys that `when` clauses use. Unset before activation, so clauses must hold then too. */
export const contextKeys = { panelCount: "serverPanel.panelCount" } as const;
