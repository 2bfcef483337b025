/** The side bar's view. */
export const PANELS_VIEW = "serverPanel.panels";

/** The view below it, collapsed at first: what was done. */
export const ACTIVITY_VIEW = "serverPanel.activity";

/** `contextValue`s of its rows: one that can be run again, and any other. */
export const REPEATABLE = "operation.repeatable";
export const OPERATION = "operation.recorded";

/** The walkthrough that leads from the API key to a followed log. */
export const FIRST_STEPS = "serverPanel.firstSteps";

/** The type of the site form's editor. */
export const SITE_FORM_VIEW = "serverPanel.siteForm";

/** In the workspace's memento: the logs that a window follows, so that it goes on after a reload. */
export const FOLLOWED_LOGS = "serverPanel.followedLogs";

/** In the workspace's memento: what is in trouble stands first in its group. */
export const TROUBLE_FIRST = "serverPanel.troubleFirst";

/** Context keys that `when` clauses use. Unset before activation, so clauses must hold then too. */
export const contextKeys = {
  panelCount: "serverPanel.panelCount",
  /** Without the demo panels. */
  storedPanels: "serverPanel.storedPanels",
  /** A panel has answered, so its API is on; it has not refused this computer's address. Of this window, as `restarted`. */
  apiOn: "serverPanel.apiOn",
  addressAllowed: "serverPanel.addressAllowed",
  /** Something was restarted, and seen to be. */
  restarted: "serverPanel.restarted",
  /** How many logs have an Output channel, and how many of them are followed now. */
  shownLogs: "serverPanel.shownLogs",
  followedLogs: "serverPanel.followedLogs",
  /** The Output panel shows one that is followed. */
  followedLogInSight: "serverPanel.followedLogInSight",
  /** What is in trouble stands first in its group. */
  troubleFirst: "serverPanel.troubleFirst",
} as const;
