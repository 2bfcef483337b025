import * as l10n from "@vscode/l10n";

/** The words for a verb; `what` is one target or several: "3 containers". */
interface VerbWords {
  readonly button: () => string;
  readonly heading: (what: string) => string;
  /** The heading of the progress notification. */
  readonly doing: (what: string) => string;
  /** Replaces the state in the target's row while the action is under way. */
  readonly inRow: () => string;
}

/** The verbs, with their words. */
export const verbWords = {
  create: {
    button: () => l10n.t("Create"),
    heading: (what) => l10n.t("Create {0}", what),
    doing: (what) => l10n.t("Creating {0}", what),
    inRow: () => l10n.t("creating…"),
  },
  restart: {
    button: () => l10n.t("Restart"),
    heading: (what) => l10n.t("Restart {0}", what),
    doing: (what) => l10n.t("Restarting {0}", what),
    inRow: () => l10n.t("restarting…"),
  },
  start: {
    button: () => l10n.t("Start"),
    heading: (what) => l10n.t("Start {0}", what),
    doing: (what) => l10n.t("Starting {0}", what),
    inRow: () => l10n.t("starting…"),
  },
  stop: {
    button: () => l10n.t("Stop"),
    heading: (what) => l10n.t("Stop {0}", what),
    doing: (what) => l10n.t("Stopping {0}", what),
    inRow: () => l10n.t("stopping…"),
  },
  reload: {
    button: () => l10n.t("Reload"),
    heading: (what) => l10n.t("Reload {0}", what),
    doing: (what) => l10n.t("Reloading {0}", what),
    inRow: () => l10n.t("reloading…"),
  },
  pause: {
    button: () => l10n.t("Pause"),
    heading: (what) => l10n.t("Pause {0}", what),
    doing: (what) => l10n.t("Pausing {0}", what),
    inRow: () => l10n.t("pausing…"),
  },
  unpause: {
    button: () => l10n.t("Unpause"),
    heading: (what) => l10n.t("Unpause {0}", what),
    doing: (what) => l10n.t("Unpausing {0}", what),
    inRow: () => l10n.t("unpausing…"),
  },
  remove: {
    button: () => l10n.t("Delete"),
    heading: (what) => l10n.t("Delete {0}", what),
    doing: (what) => l10n.t("Deleting {0}", what),
    inRow: () => l10n.t("deleting…"),
  },
  changeLogPath: {
    button: () => l10n.t("Change Log Directory"),
    heading: (what) => l10n.t("Change the log directory of {0}", what),
    doing: (what) => l10n.t("Changing the log directory of {0}", what),
    inRow: () => l10n.t("changing log directory…"),
  },
  run: {
    button: () => l10n.t("Run Now"),
    heading: (what) => l10n.t("Run {0} now", what),
    doing: (what) => l10n.t("Running {0}", what),
    inRow: () => l10n.t("running now…"),
  },
  backUp: {
    button: () => l10n.t("Back Up Now"),
    heading: (what) => l10n.t("Back up {0}", what),
    doing: (what) => l10n.t("Backing up {0}", what),
    inRow: () => l10n.t("backing up…"),
  },
  changePhp: {
    button: () => l10n.t("Change PHP Version"),
    heading: (what) => l10n.t("Change the PHP version of {0}", what),
    doing: (what) => l10n.t("Changing the PHP version of {0}", what),
    inRow: () => l10n.t("changing PHP version…"),
  },
  changeSetting: {
    button: () => l10n.t("Change Setting"),
    heading: (what) => l10n.t("Change a setting of {0}", what),
    doing: (what) => l10n.t("Changing a setting of {0}", what),
    inRow: () => l10n.t("changing a setting…"),
  },
  renew: {
    button: () => l10n.t("Renew"),
    heading: (what) => l10n.t("Renew {0}", what),
    doing: (what) => l10n.t("Renewing {0}", what),
    inRow: () => l10n.t("renewing…"),
  },
  installCertificate: {
    button: () => l10n.t("Install Certificate"),
    heading: (what) => l10n.t("Install a certificate for {0}", what),
    doing: (what) => l10n.t("Installing a certificate for {0}", what),
    inRow: () => l10n.t("installing certificate…"),
  },
  orderCertificate: {
    button: () => l10n.t("Order Certificate"),
    heading: (what) => l10n.t("Order a certificate for {0}", what),
    doing: (what) => l10n.t("Ordering a certificate for {0}", what),
    inRow: () => l10n.t("ordering certificate…"),
  },
  turnOn: {
    button: () => l10n.t("Turn On"),
    heading: (what) => l10n.t("Turn on {0}", what),
    doing: (what) => l10n.t("Turning on {0}", what),
    inRow: () => l10n.t("turning on…"),
  },
  turnOff: {
    button: () => l10n.t("Turn Off"),
    heading: (what) => l10n.t("Turn off {0}", what),
    doing: (what) => l10n.t("Turning off {0}", what),
    inRow: () => l10n.t("turning off…"),
  },
  update: {
    button: () => l10n.t("Update"),
    heading: (what) => l10n.t("Update {0}", what),
    doing: (what) => l10n.t("Updating {0}", what),
    inRow: () => l10n.t("updating…"),
  },
  deploy: {
    button: () => l10n.t("Deploy"),
    heading: (what) => l10n.t("Deploy to {0}", what),
    doing: (what) => l10n.t("Deploying to {0}", what),
    inRow: () => l10n.t("deploying…"),
  },
  rollBack: {
    button: () => l10n.t("Roll Back"),
    heading: (what) => l10n.t("Roll back {0}", what),
    doing: (what) => l10n.t("Rolling back {0}", what),
    inRow: () => l10n.t("rolling back…"),
  },
  serveAgain: {
    button: () => l10n.t("Serve Again"),
    heading: (what) => l10n.t("Serve the release of {0} again", what),
    doing: (what) => l10n.t("Serving the release of {0} again", what),
    inRow: () => l10n.t("serving its release again…"),
  },
  stopStep: {
    button: () => l10n.t("Stop Step"),
    heading: (what) => l10n.t("Stop the step of the deployment to {0}", what),
    doing: (what) => l10n.t("Stopping the step of the deployment to {0}", what),
    inRow: () => l10n.t("stopping its step…"),
  },
  save: {
    button: () => l10n.t("Save"),
    heading: (what) => l10n.t("Save {0}", what),
    doing: (what) => l10n.t("Saving {0}", what),
    inRow: () => l10n.t("saving…"),
  },
  putBack: {
    button: () => l10n.t("Undo"),
    heading: (what) => l10n.t("Undo the save of {0}", what),
    doing: (what) => l10n.t("Undoing the save of {0}", what),
    inRow: () => l10n.t("undoing…"),
  },
  createFile: {
    button: () => l10n.t("Create File"),
    heading: (what) => l10n.t("Create {0}", what),
    doing: (what) => l10n.t("Creating {0}", what),
    inRow: () => l10n.t("creating…"),
  },
  createFolder: {
    button: () => l10n.t("Create Directory"),
    heading: (what) => l10n.t("Create {0}", what),
    doing: (what) => l10n.t("Creating {0}", what),
    inRow: () => l10n.t("creating…"),
  },
  rename: {
    button: () => l10n.t("Move"),
    heading: (what) => l10n.t("Move {0}", what),
    doing: (what) => l10n.t("Moving {0}", what),
    inRow: () => l10n.t("moving…"),
  },
  changeAccess: {
    button: () => l10n.t("Change Permissions"),
    heading: (what) => l10n.t("Change the permissions of {0}", what),
    doing: (what) => l10n.t("Changing the permissions of {0}", what),
    inRow: () => l10n.t("changing permissions…"),
  },
  upload: {
    button: () => l10n.t("Upload"),
    heading: (what) => l10n.t("Upload {0}", what),
    doing: (what) => l10n.t("Uploading {0}", what),
    inRow: () => l10n.t("uploading…"),
  },
  unpack: {
    button: () => l10n.t("Unpack"),
    heading: (what) => l10n.t("Unpack {0}", what),
    doing: (what) => l10n.t("Unpacking {0}", what),
    inRow: () => l10n.t("unpacking…"),
  },
  upgrade: {
    button: () => l10n.t("Start Upgrade"),
    heading: (what) => l10n.t("Upgrade {0}", what),
    doing: (what) => l10n.t("Starting the upgrade of {0}", what),
    inRow: () => l10n.t("starting upgrade…"),
  },
} satisfies Readonly<Record<string, VerbWords>>;

export type Verb = keyof typeof verbWords;

export const verbs = Object.keys(verbWords) as readonly Verb[];

/** The titles of what a person can do with a resource's row besides changing it. */
export const plainVerbTitles = {
  openInBrowser: () => l10n.t("Open in Browser"),
  openTerminal: () => l10n.t("Open SSH Terminal…"),
  openTerminalAs: () => l10n.t("Open SSH Terminal As…"),
  insert: () => l10n.t("Insert Saved Command into Terminal…"),
  openFiles: () => l10n.t("Open Files"),
  followLog: () => l10n.t("Follow Log…"),
  openPort: () => l10n.t("Open Port in Browser"),
  openConfiguration: () => l10n.t("Open Configuration…"),
  downloadBackup: () => l10n.t("Download Backup…"),
  changeSettings: () => l10n.t("Website Settings…"),
  find: () => l10n.t("Find in Server Files…"),
  findByName: () => l10n.t("Find File by Name…"),
  compare: () => l10n.t("Compare…"),
  download: () => l10n.t("Download…"),
  addTask: () => l10n.t("Add as Task…"),
  saveDeployment: () => l10n.t("Save as Deployment…"),
  copyName: () => l10n.t("Copy Name"),
  copy: () => l10n.t("Copy…"),
} as const satisfies Readonly<Record<string, () => string>>;

/** Something that a person can do with a resource's row besides changing it. */
export type PlainVerb = keyof typeof plainVerbTitles;
