/** The side bar's view. */
export const PANELS_VIEW = "serverPanel.panels";

/** The Activity view at the bottom, collapsed at first. */
export const ACTIVITY_VIEW = "serverPanel.activity";

/** The Search view between them, which is there once something was looked for. */
export const SEARCH_VIEW = "serverPanel.search";

/** `contextValue`s of its rows, by what they stand for: a line with a match, a file with lines, a server that was not searched as asked. */
export const foundRows = { line: "found.line", file: "found.file", server: "found.server" } as const;

export type FoundRow = keyof typeof foundRows;

/** `contextValue`s of the Activity view's rows: operations that can be run again, and others. */
export const REPEATABLE = "operation.repeatable";
export const OPERATION = "operation.recorded";
/** Those of one deployment to one server. */
export const DEPLOYED = "operation.deployed";
/** Those of one deployment to several servers. */
export const OPERATIONS = "operation.several";

/** The walkthrough that leads from the API key to a followed log. */
export const FIRST_STEPS = "serverPanel.firstSteps";

/** The scheme of the script that servers run for deployments, which is shown read-only. */
export const SCRIPT_SCHEME = "serverpanel-script";

/** The type of the site form's editor. */
export const SITE_FORM_VIEW = "serverPanel.siteForm";

/** Key in the workspace's memento for the followed logs, which continue after a reload. */
export const FOLLOWED_LOGS = "serverPanel.followedLogs";

/** Key in the workspace's memento for the order with trouble first. */
export const TROUBLE_FIRST = "serverPanel.troubleFirst";

/** The setting of a workspace folder that has its deployments. */
export const DEPLOYMENTS = "serverPanel.deployments";

/** The type of our tasks in tasks.json. */
export const TASK_TYPE = "serverPanel";

/** Context keys that `when` clauses use. Unset before activation, so clauses must hold then too. */
export const contextKeys = {
  panelCount: "serverPanel.panelCount",
  /** The number of stored panels, without demo panels. */
  storedPanels: "serverPanel.storedPanels",
  /** A panel has answered in this window: its API is on, and this computer's address is allowed. */
  apiOn: "serverPanel.apiOn",
  addressAllowed: "serverPanel.addressAllowed",
  /** A restart was verified in this window. */
  restarted: "serverPanel.restarted",
  /** A deployment was verified in this window. */
  deployed: "serverPanel.deployed",
  /** The number of logs with an Output channel, and of those that are followed now. */
  shownLogs: "serverPanel.shownLogs",
  followedLogs: "serverPanel.followedLogs",
  /** The Output panel shows a followed log. */
  followedLogInSight: "serverPanel.followedLogInSight",
  /** Something was looked for in this window, and its results are shown. */
  searched: "serverPanel.searched",
  /** It is being looked for. */
  searching: "serverPanel.searching",
  /** The number of results. */
  found: "serverPanel.found",
} as const;
