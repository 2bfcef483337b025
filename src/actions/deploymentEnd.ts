import * as l10n from "@vscode/l10n";

/** Who deploys, or has deployed. */
export interface Deployer {
  /** Id of the installation of VS Code: several of them may be on one computer. */
  readonly installation: string;
  /** Name of the computer, for people. */
  readonly computer: string;
  /** Milliseconds since the epoch, by that computer's clock. */
  readonly at: number;
}

/** The table of reasons why a file was not exchanged or not taken back, by the words of the server's script, with what is said of each. */
export const fileReasons = {
  changed: () => l10n.t("changed on the server since it was shown"),
  appeared: () => l10n.t("now there, and was not when it was shown"),
  filled: () => l10n.t("a directory with other files in it"),
  gone: () => l10n.t("no longer there"),
  link: () => l10n.t("behind a symbolic link"),
  locked: () => l10n.t("cannot be replaced: it is locked or mounted"),
  space: () => l10n.t("no space left"),
  archive: () => l10n.t("other bytes came than were sent"),
  attributes: () => l10n.t("its owner or attributes could not be kept"),
  edited: () => l10n.t("changed by somebody since"),
  failed: () => l10n.t("could not be moved"),
  /** The edit is among the copies. */
  late: () => l10n.t("changed while it was rolled back"),
  lost: () => l10n.t("its copy on the server is missing, or is not what was there"),
  /** It has gone back all the same, and what it had become is among the copies. */
  aside: () => l10n.t("changed while a step ran"),
} as const satisfies Readonly<Record<string, () => string>>;

export type FileReason = keyof typeof fileReasons;

export const fileReasonNames = Object.keys(fileReasons) as readonly FileReason[];

/** A file that stands in the way, or that stays as it is. */
export interface NotedFile {
  /** On the server. */
  readonly path: string;
  readonly reason: FileReason;
  /** Where the server keeps the other state of it. */
  readonly copy?: string;
}

/** The first of some files, at most twenty, and how many there are. */
export interface SomeFiles {
  readonly files: readonly NotedFile[];
  readonly count: number;
}

/** Why a deployment or a roll back did not do what was wanted, unless a call failed. Paths are those on the server. */
export type DeploymentProblem =
  /** Somebody's deployment of the same website or project is under way; `undefined`: it is not known whose. */
  | { readonly kind: "busy"; readonly by: Partial<Deployer> | undefined }
  /** Somebody's deployment of it was cut off, and has to be ended first. */
  | { readonly kind: "unfinished"; readonly by: Deployer | undefined }
  /** The server or the source is no longer as it was shown. */
  | { readonly kind: "changed" }
  /** These files were not as they were shown, or could not be replaced. */
  | ({ readonly kind: "files" } & SomeFiles)
  /** The server lacks these programs. */
  | { readonly kind: "missing"; readonly tools: readonly string[] }
  /** The server cannot do it, for a reason that is no file's; `why` is a word of the script's. */
  | { readonly kind: "unable"; readonly why: string }
  /** There is no directory outside of the web roots on this path's file system. */
  | { readonly kind: "noPlace"; readonly path: string }
  /** What the server has of earlier deployments is here, where others than root could change it by now, or visitors could see it. */
  | { readonly kind: "unsafePlace"; readonly path: string }
  /** What the server has of earlier deployments cannot be read. */
  | { readonly kind: "damaged"; readonly path: string }
  /** The project's own file is not there, or a link. */
  | { readonly kind: "noFile"; readonly path: string }
  /** Nobody may run the project's program, and what takes its place gets its mode. */
  | { readonly kind: "notProgram"; readonly path: string }
  /** The panel does not start the project without this. */
  | { readonly kind: "lacks"; readonly path: string }
  /** The panel refuses everything about the project while it prepares what that needs. */
  | { readonly kind: "preparing" }
  /** The project did not run after its restart. */
  | { readonly kind: "notRunning" }
  /** A step did not end with 0; the end's `steps` say which, and how. */
  | { readonly kind: "step" }
  /** The server no longer has the user of a step, or another one has its number. */
  | { readonly kind: "noUser"; readonly step: string; readonly user: string }
  /** The owner of the directory is no user of the server, so that nobody is known as whom steps run; `owner`: the number. */
  | { readonly kind: "noOwner"; readonly path: string; readonly owner: string }
  /** The directory belongs to root, and steps run as root only where they say so. */
  | { readonly kind: "rootOwned"; readonly path: string }
  /** The project runs as root, and its steps do only where they say so. */
  | { readonly kind: "runsAsRoot" }
  /** The directory of a step is not there, or a symbolic link leads out of what is deployed to. */
  | { readonly kind: "stepDirectory"; readonly step: string; readonly path: string }
  /** The server would have to remember more files than can be read again. */
  | { readonly kind: "tooMany" }
  /** Something that no deployment has placed is where a file or a directory must go. */
  | { readonly kind: "inTheWay"; readonly path: string }
  /** A file would go behind a symbolic link, which may lead to anywhere. */
  | { readonly kind: "link"; readonly path: string }
  /** A file would go into the root of another website, with its label. */
  | { readonly kind: "otherSite"; readonly path: string; readonly site: string }
  /** The panel accepts bytes and keeps none: the disk is full or read-only. */
  | { readonly kind: "noSpace"; readonly path: string }
  /** After the panel's success it was not as it should be. */
  | { readonly kind: "mismatch"; readonly path: string }
  /** Why a website cannot have releases, or which of them it serves is not as it should be. */
  | ({ readonly kind: "release" } & ReleaseProblem)
  /** What a person has agreed to of its steps is no longer what the settings state, or of the panel that they saw. */
  | { readonly kind: "notAgreed" };

/** Why a website cannot have releases as it is, or has not changed to one. Paths are those on the server. */
export type ReleaseProblem =
  /** Another web server than nginx serves it; empty: it is not known which. */
  | { readonly why: "server"; readonly server: string }
  /** It is stopped. */
  | { readonly why: "stopped" }
  /** It serves no files, but passes on to a program. */
  | { readonly why: "noFiles" }
  /** Its configuration cannot be read, or names no directory. */
  | { readonly why: "noRoot"; readonly path: string }
  /** Its configuration names several directories, all of which a panel would change. */
  | { readonly why: "roots"; readonly path: string; readonly count: number }
  /** The directory that it names occurs elsewhere in its configuration, where aaPanel would change it, too. */
  | { readonly why: "rootElsewhere"; readonly path: string; readonly root: string }
  /** Its configuration lists directories to visitors. */
  | { readonly why: "listed"; readonly path: string }
  /** It serves a directory outside of its own. */
  | { readonly why: "otherRoot"; readonly root: string }
  /** Somebody has changed the directory that it serves. */
  | { readonly why: "changedRoot"; readonly root: string }
  /** It serves a directory with a name that panels would not hand to a shell as it is. */
  | { readonly why: "oddRunPath"; readonly root: string }
  /** It serves a release: nobody would see what changes in its own directory. */
  | { readonly why: "servesRelease"; readonly root: string }
  /** The directory that visitors are to see is not in the source. */
  | { readonly why: "notServed"; readonly path: string }
  /** The source has a file that the panel moves into what is served. */
  | { readonly why: "userIni"; readonly path: string }
  /** What is shared would hold what visitors are to see. */
  | { readonly why: "sharedServed"; readonly path: string }
  /** The source has a file where a directory above what is shared must be. */
  | { readonly why: "sharedInFile"; readonly path: string; readonly file: string }
  /** Neither the server nor the source has it. */
  | { readonly why: "sharedMissing"; readonly path: string }
  /** It is a file in one place, and a directory in another, or is said to be one. */
  | { readonly why: "sharedNoDirectory"; readonly path: string }
  | { readonly why: "sharedNoFile"; readonly path: string }
  /** Something else than files, directories and links of its own is there, or on the way. */
  | { readonly why: "sharedBlocked"; readonly path: string; readonly by: string }
  /** The release is not there. */
  | { readonly why: "noRelease"; readonly path: string }
  /** nginx did not load its configuration, and the run path of before was set again; where: what it refuses, which may be of another website. */
  | { readonly why: "notReloaded"; readonly where?: BrokenLine }
  /** The configuration names the directory, and nginx did not load that either; where: as above. */
  | { readonly why: "stillNotLoaded"; readonly root: string; readonly where?: BrokenLine }
  /** The configuration names the directory, and nginx's workers cannot be seen: what was served before may be served still. */
  | { readonly why: "notSeen"; readonly root: string };

/** A line of a configuration that the web server refuses. */
export interface BrokenLine {
  readonly path: string;
  readonly line: number;
}

/** Files of a deployment by what happens to them. */
export interface DeploymentCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** Whether any file is to be added, changed or removed; also where that is not known. */
export function changesFiles(counts: DeploymentCounts | undefined): boolean {
  return counts === undefined || counts.added + counts.changed + counts.removed > 0;
}

/** The answer of an address: an HTTP status, or Node's code of what went wrong. */
export type AddressAnswer =
  { readonly kind: "status"; readonly status: number } | { readonly kind: "failed"; readonly code: string };

/** The answer of a deployment's address afterwards. */
export interface CheckedAddress {
  readonly address: string;
  readonly answer: AddressAnswer;
  /** Its answer right before files were exchanged; absent where none were. */
  readonly before?: AddressAnswer;
}

/** Whether an address answers well: with 2xx or 3xx. */
export function isWell(answer: AddressAnswer): boolean {
  return answer.kind === "status" && answer.status >= 200 && answer.status < 400;
}

/** Whether an address has turned this computer away, before as well, as one with a password does: nobody sees what is behind it. */
export function isClosed({ answer, before = answer }: CheckedAddress): boolean {
  return turnsAway(answer) && turnsAway(before);
}

function turnsAway(answer: AddressAnswer): boolean {
  return answer.kind === "status" && (answer.status === 401 || answer.status === 403);
}

/** Whether a person has to look at what a deployment's address answers. */
export function isWrong(checked: CheckedAddress): boolean {
  return !isWell(checked.answer) && !isClosed(checked);
}

/** Whether an address answered well right before a deployment, and does not since. */
export function isWorse({ answer, before }: CheckedAddress): boolean {
  return before !== undefined && isWell(before) && !isWell(answer);
}

/** What is on the server after a deployment or a roll back, as the server's own script has compared it; `deploymentEnds` says what each is. */
export type DeploymentState =
  "wanted" | "finished" | "before" | "untouched" | "partly" | "kept" | "mixed" | "left" | "held" | "unknown";

/** Whether a project ran after a deployment; see `DeploymentEnd`. */
export const projectRuns = ["seen", "unseen", "stopped", "unknown"] as const;

/** A deployment among several, as people tell it from the others. */
export type NamedDeployment = Pick<DeploymentEnd, "deployment"> & Pick<Deployer, "at">;

/** What became of each of several deployments that were to be rolled back; what is in neither list ended in the state of the whole. */
export interface EachDeployment {
  readonly rolledBack: readonly NamedDeployment[];
  /** Still there. */
  readonly staying: readonly NamedDeployment[];
}

/** The end of a step, a command of a deployment that the server ran; its exit code was seen, or it is not known. */
export interface StepEnd {
  readonly name: string;
  readonly when: "before" | "after";
  /** It ran once more, for the files of before. */
  readonly isBack?: true;
  readonly end:
    | { readonly kind: "exited"; readonly code: number }
    /** It was ended after its time. */
    | { readonly kind: "late"; readonly seconds: number }
    /** It was ended by a cancel. */
    | { readonly kind: "stopped" }
    | { readonly kind: "notBegun" }
    /** The server ended it, or it ended what watches it: whether it has done its work, nobody has seen. */
    | { readonly kind: "lost" }
    /** Its end was not seen, and it may still run. */
    | { readonly kind: "unknown" };
  /** Processes that it has started and that still run. */
  readonly left?: number;
  /** Where the server has its output. */
  readonly output?: string;
  /** What it has written last; it may have anything in it. */
  readonly lastLine?: string;
}

/** The watching of a website or project for some time after a deployment. */
export interface Watched {
  /** How long it was watched. */
  readonly seconds: number;
  /** A person has stopped it before its end. */
  readonly isStopped?: true;
}

/** The end of a deployment or of a roll back. */
export interface DeploymentEnd {
  /** Id of the deployment or roll back on the server. */
  readonly id?: string;
  /** Name of the deployment. */
  readonly deployment: string;
  /** What it went to, by its id in the table of targets: it has words of its own. */
  readonly targetKind?: string;
  readonly counts?: DeploymentCounts;
  /** Bytes of the files that were added and changed. */
  readonly bytes?: number;
  readonly state: DeploymentState;
  /** It is a release: a directory of its own, which the website serves or does not. */
  readonly isRelease?: true;
  /** What the website serves since; `isSeen`: nginx was seen to load it. Absent where nothing was changed, or that is not known. */
  readonly served?: { readonly root: string; readonly isSeen: boolean };
  /** Of `kept`, `mixed` and `left`: files that did not go back, with their copies of before. */
  readonly kept?: SomeFiles;
  /** Files that went back, and had changed while a step ran, with the copies of what they had become: somebody may have saved them. */
  readonly aside?: SomeFiles;
  /** Where not all of several deployments were rolled back. */
  readonly each?: EachDeployment;
  readonly problem?: DeploymentProblem;
  /** The steps in the order in which they were to run. */
  readonly steps?: readonly StepEnd[];
  /** Of a roll back: what it has undone had steps, which it does not undo. */
  readonly hadSteps?: true;
  /** The names of tasks of ours that were not seen to go from the panel's list. */
  readonly leftTasks?: readonly string[];
  readonly checked?: CheckedAddress;
  readonly watched?: Watched;
  /** The number of lines that its log has gained, which were shown; `unread`: it could not be read. Absent where nobody looked. */
  readonly logGained?: number | "unread";
  /**
   * All was in place and had to go back, because of a cancel, the address or the project. `failed`: the way back could not begin, so that
   * what was deployed is there.
   */
  readonly rolledBack?: "done" | "failed";
  /**
   * For a target with a process: whether it was seen running afterwards, with its process and port; `stopped`: it stayed stopped; `unknown`: whether
   * it was restarted with what is there, nobody has seen.
   */
  readonly running?: (typeof projectRuns)[number];
}

/** An address as it is shown and recorded: a query may hold a secret. One that was redacted stays as it is. */
export function withoutQuery(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
