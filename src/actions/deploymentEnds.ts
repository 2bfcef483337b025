import * as l10n from "@vscode/l10n";
import type { Message } from "../ports/dialogs.ts";
import type { DeploymentEnd, DeploymentState } from "./deploymentEnd.ts";

/** What a run of the server's script was to do; `recover`: to end what a cut has left, or to give it up. */
export type Intent = "deploy" | "rollBack" | "recover";

const always = (state: DeploymentState) => ({ deploy: state, rollBack: state, recover: state });

/** The table from the end of the server's script, by its word, to what is on the server, by what a run was to do. */
export const scriptEnds = {
  /** All is in its place. A way back that ends so had not begun. */
  new: { deploy: "wanted", rollBack: "untouched", recover: "finished" },
  /** All is in its place, and waits for what comes after it: it does not count before it is settled. */
  held: always("held"),
  /** Some of it was done, and all is back. */
  old: { deploy: "before", rollBack: "wanted", recover: "wanted" },
  /** Nothing was changed. */
  untouched: { deploy: "before", rollBack: "untouched", recover: "untouched" },
  /** All is back but what was edited since. */
  kept: always("kept"),
  /** Some is new and some is old: it can be tried again, or given up. */
  mixed: always("mixed"),
  /** Given up as it was. */
  left: always("left"),
  /** Somebody works there. */
  busy: always("untouched"),
  /** A step of it still runs, or what that has started, and its end was not seen. */
  running: always("untouched"),
  /** Another exchange waits for its end. */
  unfinished: always("untouched"),
  /** A later exchange has to go back first. */
  superseded: always("untouched"),
  /** The exchange is not in a state for this. */
  unfit: always("untouched"),
  /** The server lacks programs. */
  missing: always("untouched"),
  /** What ran was not our script, its result is not whole, or its end was not seen. */
  unknown: always("unknown"),
  // ends of runs that exchange nothing
  looked: always("unknown"),
  cleaned: always("unknown"),
  step: always("unknown"),
} as const satisfies Readonly<Record<string, Readonly<Record<Intent, DeploymentState>>>>;

/** What was asked for. */
export type DeploymentVerb = "deploy" | "rollBack" | "stopStep" | "serveAgain";

/** What differs by what was asked for: to end a step, or to have a release served again, is a roll back where nothing else is said. */
type ByVerb<Value> = Readonly<Record<"deploy" | "rollBack", Value> & Partial<Record<DeploymentVerb, Value>>>;

/** What a person can do about an end, by a button. */
export type EndChoice = "recover" | "keep" | "giveUp" | "lookAgain" | "stopStep";

/** An end as the sentences of the table need it. */
interface ToldEnd extends Pick<DeploymentEnd, "kept" | "rolledBack"> {
  readonly isDeployment: boolean;
  /** What its steps did is not undone with the files. */
  readonly hasSteps: boolean;
}

type Headings = ByVerb<(deployment: string, target: string, panel: string) => string>;

/** What an end means for everybody who shows it, reports it or acts on it. */
interface DeploymentEndKind {
  /**
   * The outcome if nothing else is wrong; `notDone`: that of the failure or the problem. `outcomeKinds` has what follows from it: a task's exit
   * code, the word of a record, what an agent does next.
   */
  readonly outcome: ByVerb<"done" | "partly" | "notDone" | "uncertain">;
  /** How bad it is where it is not what was wanted; absent: an error, which stays until somebody has done something about it. */
  readonly severity?: Message["severity"];
  /** A cancel that has left this is nobody's trouble. */
  readonly isHarmless?: true;
  /** All files of the deployment are in their places. */
  readonly isInPlace?: true;
  /** The sentence whether it is what was wanted. */
  readonly heading: Headings;
  /** The sentence about what is on the server, where the heading does not say that. */
  readonly onServer?: (end: ToldEnd) => string | undefined;
  /** Whether files are there as before: what steps did is not undone with them. */
  readonly isBack?: ByVerb<boolean>;
  /** The sentence about what a person has to do, and the buttons for it. */
  readonly toDo?: () => string;
  readonly choices?: readonly EndChoice[];
}

const reached: Headings = {
  deploy: (name, target, panel) => l10n.t("“{0}” was deployed to “{1}” on “{2}”.", name, target, panel),
  rollBack: (_name, target, panel) => l10n.t("“{0}” on “{1}” is as it was before the deployment.", target, panel),
  serveAgain: (name, target, panel) =>
    l10n.t("The run path of “{0}” on “{1}” is that of the release “{2}” again.", target, panel, name),
};

const notReached: Headings = {
  deploy: (name, target, panel) => l10n.t("“{0}” was not deployed to “{1}” on “{2}”.", name, target, panel),
  rollBack: (_name, target, panel) => l10n.t("“{0}” on “{1}” was not rolled back.", target, panel),
  serveAgain: (_name, target, panel) => l10n.t("The run path of “{0}” on “{1}” was not set again.", target, panel),
};

const inPart: Headings = {
  ...notReached,
  rollBack: (_name, target, panel) => l10n.t("“{0}” on “{1}” was rolled back, but not all of it.", target, panel),
};

const waiting: Headings = {
  ...notReached,
  deploy: (name, target, panel) =>
    l10n.t("The files of “{0}” are on “{1}” on “{2}”, but they do not count yet.", name, target, panel),
  rollBack: (name, target, panel) => l10n.t("“{0}” waits for its end on “{1}” on “{2}”.", name, target, panel),
};

/** The rows of states that are recorded as another one, with what tells them from that. */
const notRecorded = ["unrestarted", "open"] as const;
type NotRecorded = (typeof notRecorded)[number];

/**
 * The table of ends: what each state of the server means in which a deployment, a roll back, a release or the stop of a step has ended.
 * `endKindOf` finds the row of an end.
 */
export const deploymentEnds: Readonly<Record<DeploymentState | NotRecorded, DeploymentEndKind>> = {
  /** All is as wanted. */
  wanted: {
    outcome: { deploy: "done", rollBack: "done" },
    severity: "warning",
    isInPlace: true,
    heading: reached,
    isBack: { deploy: false, rollBack: true },
  },
  /** All is as wanted, and whether the process was restarted with it, nobody has seen. */
  unrestarted: {
    outcome: { deploy: "uncertain", rollBack: "uncertain" },
    isInPlace: true,
    heading: {
      ...reached,
      deploy: (name, target, panel) => l10n.t("“{0}” is in its place for “{1}” on “{2}”.", name, target, panel),
      rollBack: (_name, target, panel) =>
        l10n.t("What was there before the deployment is in its place again for “{0}” on “{1}”.", target, panel),
    },
    isBack: { deploy: false, rollBack: true },
  },
  /** One that was cut off and was to go back had all in place, so that the deployment is complete. */
  finished: {
    outcome: { deploy: "done", rollBack: "done" },
    heading: {
      ...notReached,
      rollBack: (name, target, panel) =>
        l10n.t(
          "All files of “{0}” were in their places on “{1}” on “{2}”, so the deployment is complete.",
          name,
          target,
          panel,
        ),
    },
  },
  /** All is as before, file by file. */
  before: {
    outcome: { deploy: "notDone", rollBack: "notDone" },
    isHarmless: true,
    heading: notReached,
    onServer: asBeforeText,
    isBack: { deploy: true, rollBack: true },
  },
  /** This has changed nothing, and whether others have was not looked at. */
  untouched: {
    outcome: { deploy: "notDone", rollBack: "notDone" },
    isHarmless: true,
    heading: notReached,
    onServer: () => l10n.t("Nothing was changed from here."),
  },
  /** Of several deployments the latest were rolled back, and the others are there as they were. */
  partly: {
    outcome: { deploy: "partly", rollBack: "partly" },
    heading: inPart,
    isBack: { deploy: true, rollBack: true },
  },
  /** All is as before the deployment, but for files that were edited since, which stay. */
  kept: {
    outcome: { deploy: "notDone", rollBack: "partly" },
    heading: inPart,
    onServer: ({ isDeployment }) => (isDeployment ? l10n.t("It was rolled back, but not all of it.") : undefined),
    isBack: { deploy: true, rollBack: true },
  },
  /** Files are of both; it can be tried again, or given up. */
  mixed: {
    outcome: { deploy: "uncertain", rollBack: "uncertain" },
    heading: notReached,
    onServer: mixedText,
    isBack: { deploy: true, rollBack: true },
    toDo: () => l10n.t("Go back, or give the deployment up, before the next one."),
    choices: ["recover", "giveUp"],
  },
  /** Files are of both, and it was given up: no deployment waits for it. */
  left: {
    outcome: { deploy: "notDone", rollBack: "done" },
    heading: {
      ...notReached,
      rollBack: (name, target, panel) =>
        l10n.t("“{0}” was given up: “{1}” on “{2}” stays as it is.", name, target, panel),
    },
  },
  /** All its files are in place, but it does not count yet, for what comes after them has not ended: it can be kept, or taken back. */
  held: {
    outcome: { deploy: "uncertain", rollBack: "uncertain", stopStep: "done" },
    isInPlace: true,
    heading: waiting,
    onServer: () => l10n.t("All its files are in place, but what comes after them has not ended."),
    toDo: () => l10n.t("Keep it, or go back, before the next one."),
    choices: ["recover", "keep"],
  },
  /** It is held, and a step of it may still run. */
  open: {
    outcome: { deploy: "uncertain", rollBack: "uncertain" },
    isInPlace: true,
    heading: waiting,
    onServer: () => l10n.t("All its files are in place."),
    toDo: () =>
      l10n.t("Look again, or stop the step: before it has ended, the deployment can neither go back nor be kept."),
    choices: ["lookAgain", "stopStep"],
  },
  /** Its end was not seen. */
  unknown: {
    outcome: { deploy: "uncertain", rollBack: "uncertain" },
    heading: {
      deploy: (name, target, panel) =>
        l10n.t("It is not known whether “{0}” was deployed to “{1}” on “{2}”.", name, target, panel),
      rollBack: (_name, target, panel) =>
        l10n.t("It is not known whether “{0}” on “{1}” was rolled back.", target, panel),
      serveAgain: (name, target, panel) =>
        l10n.t(
          "It is not known whether the run path of “{0}” on “{1}” is that of the release “{2}” again.",
          target,
          panel,
          name,
        ),
    },
    onServer: () => l10n.t("Its end was not seen, and it may still go on."),
    toDo: () => l10n.t("Deploy again: that first says how it has ended, or goes back."),
  },
};

export const deploymentStates = Object.keys(deploymentEnds).filter(
  (state) => !notRecorded.some((other) => other === state),
) as readonly DeploymentState[];

function asBeforeText({ rolledBack, hasSteps }: ToldEnd): string {
  if (rolledBack !== "done")
    return hasSteps ? l10n.t("The files are as they were before.") : l10n.t("Everything is as it was before.");
  if (hasSteps) return l10n.t("It was rolled back: the files are as they were before.");
  return l10n.t("It was rolled back: everything is as it was before.");
}

function mixedText({ kept }: ToldEnd): string {
  if (kept !== undefined) return l10n.t("Some files are those of the deployment, others as before.");
  return l10n.t("Its way back was not seen to its end: some files may be those of the deployment, others as before.");
}

/** The value for what was asked for. */
export function byVerb<Value>(values: ByVerb<Value>, verb: string): Value {
  if (verb === "deploy" || verb === "stopStep" || verb === "serveAgain") return values[verb] ?? values.rollBack;
  return values.rollBack;
}

/** Whether all files of a deployment are in their places. */
export function isInPlace({ state }: Pick<DeploymentEnd, "state">): boolean {
  return deploymentEnds[state].isInPlace === true;
}
