import type { ConfigurationFile } from "./files/configurationFiles.ts";
import type { CertificateChoices } from "./certificateInput.ts";
import type { Fact, FactName } from "./facts.ts";
import type { DeploymentInput } from "./plannedDeployment.ts";
import type { FileInput } from "./files/fileInput.ts";
import type { PublishedPort } from "./publishedPorts.ts";
import type { PlainVerb, Verb } from "./verbs.ts";
import type { SiteRequest } from "../siteForm/siteRequest.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { ListPage } from "../wire/answers/listing.ts";
import type { OperationId, ParamsOf, ResultOf } from "../wire/operations/operations.ts";

/**
 * The values that distinguish a resource from any other that its panel may later have under the same key; the key comes
 * first. `undefined`: the panel did not send this value.
 */
export type Identity = readonly [key: string | undefined, ...others: (string | undefined)[]];

/** Compares two identities. `incomplete`: the second lacks a value of the first. */
export function compare(shown: Identity, seen: Identity): "same" | "another" | "incomplete" {
  if (differences(shown, seen).length > 0) return "another";
  if (shown.every((value, index) => value === seen[index])) return "same";
  return "incomplete";
}

/** The values of the second identity that differ from the first. */
export function differences(shown: Identity, seen: Identity): readonly string[] {
  return seen.filter((value, index) => value !== undefined && value !== shown[index]) as string[];
}

/**
 * The state of a resource. `unknown`: the panel did not send enough; `manual`: a person added it, and the panel does not
 * list it; `elsewhere`: a site of a type that another group manages; `stateless`: the kind has no states. For containers,
 * in Docker's sense: `restarting` waits for its next start, `created` was never started, `dead` can only be removed.
 */
export const resourceStates = [
  "running",
  "starting",
  "restarting",
  "created",
  "stopped",
  "dead",
  "paused",
  "on",
  "off",
  "valid",
  "pending",
  "expired",
  "failed",
  "upgrading",
  "stateless",
  "elsewhere",
  "manual",
  "unknown",
] as const;
export type ResourceState = (typeof resourceStates)[number];

/** Problems of a resource, the worst first: broken, about to be, perhaps stopped on purpose. */
export const troubles = [
  "dead",
  "failed",
  "misconfigured",
  "restarting",
  "expired",
  "expiring",
  "outdated",
  "stopped",
  "paused",
] as const;
export type Trouble = (typeof troubles)[number];

/** Something a person can change at a node: by an action on the panel, or by editing the stored panel. */
export type Change = Verb | "edit";

/** The choices of a person besides the target. */
export interface ActionInput extends CertificateChoices {
  /** For `changeLogPath`: an absolute directory on the server. */
  readonly path?: string;
  /** For `changePhp`: two digits, `00` for none. */
  readonly php?: string;
  /** For deleting a site: the parts to delete with it, as the person saw them. */
  readonly with?: readonly Part[];
  /** The parts that stay; only the kind if a part could not be read. */
  readonly kept?: readonly (Part | PartKind)[];
  /** For the deletion of a website: what stays of its deployments. */
  readonly backups?: DeploymentBackups;
  readonly deployment?: DeploymentInput;
  readonly file?: FileInput;
  /** For the creation of a website: what is asked for, without passwords. */
  readonly site?: SiteRequest;
  readonly setting?: SettingInput;
}

/** A setting of a website (`src/siteSettings`) as the person saw it, and what it is to be. */
export interface SettingInput {
  readonly name: string;
  readonly value: string;
  /** What it was; absent where a website has several, such as domains. */
  readonly was?: string;
  /** For what a version of PHP has: the version, and how many websites run with it; not `isAll`: at least. */
  readonly php?: { readonly version: string; readonly sites: number; readonly isAll: boolean };
}

export const partKinds = ["root", "ftp", "database"] as const;
export type PartKind = (typeof partKinds)[number];

/** Copies that the server keeps of deployments to a website, in a directory of ours. */
export interface DeploymentBackups {
  readonly path: string;
  readonly bytes: number;
}

/** Something that can be deleted with a site. It is shown in the question, and compared just before the deletion. */
export interface Part {
  readonly kind: PartKind;
  /** A directory's path, or the panel's name for the part. */
  readonly name: string;
  /** The user of a database, if it has another name. */
  readonly user?: string;
  /** Labels of other sites whose root is this directory, lies in it, or contains it. */
  readonly others?: readonly string[];
  /** The root of another site too, so it has to stay. */
  readonly isShared?: true;
  /** Moved to the panel's recycle bin instead of deleted. */
  readonly isRecycled?: true;
}

/** States of a part after its site was deleted. `unknown`: it could not be read. */
export const partStates = ["gone", "there", "unknown"] as const;

/** A part after its site was deleted. */
export interface PartAfter extends Part {
  readonly state: (typeof partStates)[number];
}

/** Calls operations of one panel, with one signal (see `PanelConnection`). */
export type Call = <Id extends OperationId>(id: Id, params: ParamsOf<Id>) => Promise<ResultOf<Id>>;

/** One resource of a panel; its operations take the key. */
export interface Target {
  readonly key: string;
  readonly label: string;
  /** Another name that people use for it. */
  readonly alias?: string;
}

/** One look at a target; `undefined`: the panel no longer has it. */
export interface Observation<Seen> {
  /** Milliseconds since the action was sent. */
  readonly atMs: number;
  readonly seen: Seen | undefined;
}

/**
 * The judgement of all looks at a target. `settling`: in the wanted state, and done if it stays there for some seconds,
 * even after the deadline; `doneAndGone`: done, but the target is no longer there; `unmoved`: as before, which is a failure
 * once the panel has answered; `unchanged`: finished without a difference; `partly`: only a part of the change was seen;
 * `unconfirmable`: the panel cannot show it, now or later.
 */
export type Verdict =
  "done" | "doneAndGone" | "settling" | "pending" | "failed" | "unmoved" | "unchanged" | "partly" | "unconfirmable";

/** The verdicts that an action itself can give: whether it is done follows from its proofs alone (`src/actions/judge.ts`). */
export type Doubt = Exclude<Verdict, "done" | "doneAndGone" | "settling">;

/** The looks since the change was sent, the oldest first. */
export type Observations<Seen> = readonly [Observation<Seen>, ...Observation<Seen>[]];

/** How long a difference has to be shown, by looks at the same run. */
interface Lasting<Seen> {
  /** In milliseconds. */
  readonly forMs: (before: Seen, now: Seen) => number;
  readonly isSameRun: (one: Seen, other: Seen) => boolean;
  /** It gets no extra time after the deadline. */
  readonly endsInTime?: true;
}

/** What is different after a change. A look that differs from none before it proves nothing, whatever the panel has answered. */
export interface Difference<Seen> {
  /** Pure. Whether a look shows what the look just before the change did not show: that look itself never proves anything. */
  readonly isShown: (now: Seen, before: Seen, input: ActionInput) => boolean;
  /** For what may end again within seconds. */
  readonly lasting?: Lasting<Seen>;
}

/** The target is no longer there. */
export interface Disappearance {
  /** Whether the change was meant to remove it, or may do so besides. */
  readonly gone: "wanted" | "besides";
  /**
   * Whether it is certain that the target is not there, for a change that was not answered: an empty list may be one that the
   * panel could not read (docs/protocol.md 2.15). `byEachLook`: each look asks about the target itself.
   */
  readonly isCertain: "byEachLook" | ((call: Call, target: Target) => Promise<boolean>);
}

/** What proves that a change has happened. */
export type Proof<Seen> = Difference<Seen> | Disappearance;

/** Whether these are the proofs of a change that was meant to remove its target. */
export function proveDeletion(proofs: readonly Proof<never>[]): boolean {
  return proofs.some((proof) => "gone" in proof && proof.gone === "wanted");
}

/**
 * Verifies that an action happened: panels answer `status: true` when they have merely sent a command (docs/protocol.md
 * 2.6).
 */
export interface Verification<Seen> {
  /** Reads the target; throws unless it is certainly found or absent. `last` hints where to look first. */
  readonly observe: (call: Call, target: Target, last?: Seen) => Promise<Seen | undefined>;
  /** Whether a look may show less than there is, as an empty list may that the panel could not read: then it is repeated once. */
  readonly isDoubtful?: (seen: Seen) => boolean;
  /** Equals the kind's `identity` of the row. */
  readonly identity: (seen: Seen) => Identity;
  /** Each of them is enough. None: nothing can show it, and "sent, not confirmed" is all that is said. */
  readonly proofs: readonly Proof<Seen>[];
  /** Pure. What looks tell that prove nothing; absent: it is pending. `before` is from just before the call. */
  readonly otherwise?: (before: Seen | undefined, since: Observations<Seen>, input: ActionInput) => Doubt;
  /** Replaces `pending` when the time is up. */
  readonly onTimeout?: (before: Seen | undefined, latest: Seen | undefined) => Doubt;
  /** Whether the target is in the wanted state, so that nothing need be sent. */
  readonly isAlready?: (before: Seen) => boolean;
  /** A fact that shows a person that it happened, such as the new process ID. */
  readonly evidence?: (seen: Seen, before: Seen | undefined) => Fact | undefined;
}

/** The change into a state that a look tells; `isSo` is undefined where it does not tell. */
export function becomes<Seen>(isSo: (seen: Seen, input: ActionInput) => boolean | undefined): Difference<Seen> {
  return { isShown: (now, before, input) => isSo(before, input) === false && isSo(now, input) === true };
}

/**
 * Replaces an action that a panel does not offer: stops the target, unless it is stopped already, and sends `second` when
 * it was seen to stay stopped. The action's own verification then compares with the time before both.
 */
export interface Detour<Seen = unknown> {
  readonly first: "stop";
  /** Whether somebody else has started the target again meanwhile, so that a start would do harm. */
  readonly runsAnew: (before: Seen, now: Seen) => boolean;
  /** Must start the target too. */
  readonly second: { readonly operation: OperationId; readonly send: Send<Seen> };
}

/** `before` is from the look just before; `undefined` if the panel has no such read. */
type Send<Seen> = (call: Call, target: Target, input: ActionInput, before: Seen | undefined) => Promise<unknown>;

/** Reads the parts of a target; both throw if that fails. */
export interface Parts<Seen> {
  /** The part of this kind that the panel would delete now. */
  readonly read: (call: Call, seen: Seen, kind: PartKind) => Promise<Part | undefined>;
  readonly isThere: (call: Call, part: Part) => Promise<boolean>;
}

type SentenceAbout = (target: string, panel: string) => string;

/** The sentences about one action; each optional one has a general replacement. */
export interface ActionWords {
  /** A heading that says more than verb and kind do, from which others are made: "Restart container “web” on “Shop”". */
  readonly title?: SentenceAbout;
  /** The consequences, for the question; `many`: for several targets, which `keys` are. */
  readonly effect: (input: ActionInput, many: boolean, state: ResourceState, keys: readonly string[]) => string;
  readonly done: SentenceAbout;
  /** The target was in the wanted state before. */
  readonly already?: SentenceAbout;
  /** The progress text after the change was sent. */
  readonly awaited?: () => string;
  /** Done, but the target is no longer there. */
  readonly doneAndGone?: SentenceAbout;
  /** Follows `done`: something that was not checked. */
  readonly caveat?: () => string;
  /** How it failed although the panel accepted it: a sentence in the past tense. */
  readonly wentWrong?: () => string;
  /** Which part of the change was seen: a sentence in the past tense. */
  readonly partly?: () => string;
  /** What to do where nobody knows whether it happened. */
  readonly ifUnknown?: () => string;
  /** What may be there although it failed after it was sent. */
  readonly leftBehind?: () => string;
  /** The meaning of the panel's words, with which it refuses it. */
  readonly refused?: (message: string) => string | undefined;
  /** The meaning of an error page as the answer. */
  readonly atPage?: (input: ActionInput) => string;
  /** Follows the title if it made no difference. */
  readonly unchanged?: (evidence: string | undefined) => string;
  /** Why the action does not apply to some rows although their state fits. */
  readonly notForAll?: () => string;
}

/** The words for a subject: what actions can be performed on. */
export interface SubjectWords {
  /** One, within a sentence: "container". */
  readonly one: () => string;
  /** Headings leave out the subject, which the labels tell. */
  readonly isInLabels?: true;
  /** Several, with their number: "3 containers". */
  readonly many: (count: string) => string;
  /** Names of items by label, if the labels are keys of ours. */
  readonly items?: Readonly<Record<string, () => string>>;
}

/** The words for a kind. */
export interface KindWords extends SubjectWords {
  /** The heading of its list: "Containers". */
  readonly list: () => string;
  /** All, within a sentence: "containers". */
  readonly all: () => string;
  /** Why its group is empty. */
  readonly none: () => string;
  /** Where to create the first item, if not here. */
  readonly whereMade?: () => string;
}

/** An action on a resource; `Seen` is the type that its verification reads. */
export interface Action<Row, Seen = unknown> {
  readonly operation: OperationId;
  readonly words: ActionWords;
  /** The states in which it is offered. */
  readonly offered: readonly ResourceState[];
  /** The states in which the row also shows its icon. */
  readonly inline?: readonly ResourceState[];
  /** The troubles in which the row also shows its icon, before all others. */
  readonly inlineWhile?: readonly Trouble[];
  /** The troubles that it ends: rows in them offer it first and with its icon, others only in the palette. */
  readonly mends?: readonly Trouble[];
  /** For actions whose question is about one target. */
  readonly oneAtATime?: true;
  readonly send: Send<Seen>;
  /** For panels that do not offer the operation. */
  readonly detour?: Detour<Seen>;
  /** A field that the panel did not send and without which the change could do harm; then nothing is sent. */
  readonly missingField?: (before: Seen) => string | undefined;
  /** Something on the server that would make the change fail; then nothing is sent. */
  readonly obstacle?: (call: Call, input: ActionInput, before: Seen | undefined) => Promise<PanelFailure | undefined>;
  /**
   * The files that it may change and that the web server loads. They are put back where the web server refuses its configuration then,
   * which would take down each website of the server with its next restart.
   */
  readonly putsBack?: (before: Seen) => readonly string[];
  /** For changes that take minutes: reads the last line that the panel has written about its own progress. */
  readonly lastLine?: (call: Call) => Promise<string | undefined>;
  /** A refusal may only mean that the target is already in the wanted state: two equal reads decide, not the message. */
  readonly refusedIfAlready?: true;
  /** A refusal in these words may come once the panel has done it: then looks decide, too. */
  readonly refusedAfterwards?: RegExp;
  /** Also checks, before anything is sent, that the target is still the one that a person saw. */
  readonly verification: Verification<Seen>;
  /** Equals the verification's `identity` of the row, where more than the kind's has to be as it was shown. */
  readonly identity?: (row: Row) => Identity;
  /** What somebody has changed since it was shown, as it is now; then nothing is sent. */
  readonly changedTo?: (before: Seen, input: ActionInput) => string | undefined;
  /** Absent: every row in an offered state. */
  readonly appliesTo?: (row: Row) => boolean;
  /** The input with which the same action restores the row. */
  readonly undo?: (row: Row) => ActionInput | undefined;
  /** The target's own log may explain a failure. */
  readonly logMayExplain?: true;
  /** The least safeguard, whatever the panel's guard level; by the target's key where only some need one. */
  readonly safeguard?: "typeName" | ((key: string) => "ask" | "none");
  /** Parts that can be deleted with the target. */
  readonly parts?: Parts<Seen>;
  /** Other loaded rows that the action affects too. */
  readonly alsoAffects?: (row: Row, rows: readonly Row[]) => readonly Row[];
}

/** An action that its caller performs (`Procedure` of the runner). */
export interface Procedure {
  readonly operation: OperationId;
  /** The states in which the rows have its command; absent: it has one elsewhere. */
  readonly offered?: readonly ResourceState[];
  readonly words: ActionWords;
}

/** What the runner needs of a subject; actions also need the rows of a kind. `C` are the verbs of its procedures. */
export interface Subject<C extends Verb = Verb> {
  readonly words: SubjectWords;
  /** On its rows, but for `create`, which is on its group. */
  readonly procedures?: { readonly [Name in C]?: Procedure };
}

/** The two logs that the web server writes for a website. */
export const webLogs = ["access", "error"] as const;
export type WebLog = (typeof webLogs)[number];

/** Where the rows of a kind offer something. */
export interface Offer {
  /** The states in which they do. */
  readonly offered: readonly ResourceState[];
  /** The states in which they also show its icon. */
  readonly inline?: readonly ResourceState[];
}

/** What the rows of a kind offer besides changes. */
export type Offers = { readonly [Name in PlainVerb]?: Offer };

/** A text that *Copy…* offers on a row besides its name. */
export interface Copied<Row> {
  /** What it is: "Root Directory". */
  readonly what: () => string;
  /** `undefined`: the row does not have it. */
  readonly textOf: (row: Row) => string | undefined;
  /** A warning about a text that was copied. */
  readonly warning?: (text: string) => string | undefined;
}

export interface ResourceLog {
  /** The states in which the rows have *Follow Log…*; absent: `offers` tells. */
  readonly offered?: readonly ResourceState[];
  /** An `upgrade` log ends with the upgrade; a `tail` does not end. */
  readonly mode: "upgrade" | "tail";
  /** The most lines that a panel sends at once. */
  readonly pieces: number;
  /**
   * Throws `PanelError`. `running`: whether its writer runs, if the panel says so; `gone`: the resource is not there, though
   * another one may get its name. `name` is for panels that want another name than the key.
   */
  readonly read: (
    call: Call,
    key: string,
    name?: string,
  ) => Promise<{ readonly text: string; readonly running?: boolean | undefined } | "gone">;
  /**
   * Whether the resource is there although reading its log was refused, which then has no file; throws if that is
   * unknown. Absent: a refused read is a failure.
   */
  readonly isThere?: (call: Call, key: string) => Promise<boolean>;
}

/**
 * A kind of resource. Its actions have the verbs `V`, its procedures the verbs `C`; it is listed on the routes `Route`.
 */
export interface Resource<
  Row,
  Seen = unknown,
  V extends Verb = Verb,
  C extends Verb = Verb,
  Route extends string = string,
> extends Subject<C> {
  readonly words: KindWords;
  /** The product icon of its group. */
  readonly icon: string;
  /** The product icon of its rows, if their state has none. */
  readonly rowIcon?: string;
  /** Headings of facts that only this kind has, which are called `kind.name`. */
  readonly factNames?: Readonly<Record<string, () => string>>;
  /** The facts that its rows show besides name and state, the most important first; the tooltip has all. */
  readonly rowFacts: readonly FactName[];
  /** The operation without which an edition has nothing of this kind. */
  readonly listedBy: OperationId;
  /**
   * Reads one page of at most 200 rows, counted from 1, on the `route` of the first page; kinds without pages return
   * everything on the first. `search` is for `searchable` kinds.
   */
  readonly list: (call: Call, page: number, route?: Route, search?: string) => Promise<ListPage<Row, Route>>;
  /** Its rows hold what is for people alone, such as the text of commands: agents see none. */
  readonly isPrivate?: true;
  /** The panel can search its list. Its log records that, so search only if a person asks for it. */
  readonly searchable?: true;
  /** The name in the panel's operations; without one, the row is shown as unreadable. */
  readonly key: (row: Row) => string | undefined;
  /** Compared, just before a change is sent, with the one that the panel then has under the key. */
  readonly identity: (row: Row) => Identity;
  readonly label: (row: Row) => string;
  /** Another name that people use for it. */
  readonly alias?: (row: Row) => string | undefined;
  /** Whether a typed name means this row; absent: if it equals key or label. */
  readonly isCalled?: (row: Row, name: string) => boolean;
  /** Whether the panel may take a typed name for another resource's; absent: never. */
  readonly mayMeanAnother?: (name: string) => boolean;
  /** `now` is in milliseconds since the epoch. */
  readonly state: (row: Row, now: number) => ResourceState;
  readonly facts: (row: Row, now: number) => readonly Fact[];
  /** Why a row is in trouble, where the panel's list tells it. */
  readonly whyInTrouble?: (row: Row) => string | undefined;
  /** State or facts of a row depend on the time. */
  readonly ages?: true;
  /** In the order of the context menu. */
  readonly actions: { readonly [Name in V]?: Action<Row, Seen> };
  /**
   * Rows of this kind in the result of a look; `shown` supplies values that a look lacks and no action changes.
   * `undefined`: a new list is needed. Absent if there are no actions.
   */
  readonly seenRows?: (seen: Seen, shown: Row | undefined) => readonly Row[] | undefined;
  readonly log?: ResourceLog;
  /** The ports that *Open Port* offers, and in which states. */
  readonly ports?: { readonly offered: readonly ResourceState[]; readonly of: (row: Row) => readonly PublishedPort[] };
  /** What the panel calls it in its list of backups, from which *Download Backup…* follows. Its key is the id there. */
  readonly backups?: { readonly offered: readonly ResourceState[]; readonly of: "site" | "database" };
  /** The files on the server that may configure it, from which *Open Configuration…* follows. */
  readonly configurations?: {
    readonly offered: readonly ResourceState[];
    readonly of: (row: Row) => readonly ConfigurationFile[];
  };
  /** What *Copy…* offers besides the name. */
  readonly copies?: readonly Copied<Row>[];
  /** What else its rows offer. */
  readonly offers?: Offers;
  readonly webLogs?: {
    /** The panel's name for the site in the operations that read its logs. */
    readonly nameOf: (row: Row) => string | undefined;
  } & Readonly<Record<WebLog, ResourceLog>>;
}

/** Defines a kind; its verbs are inferred. */
export function resource<Row, Seen = unknown, Route extends string = string>() {
  return <V extends Verb = never, C extends Verb = never>(
    stated: Resource<Row, Seen, V, C, Route>,
  ): Resource<Row, Seen, V, C, Route> => stated;
}

/** How long a target must stay up to count as up: some end again within seconds (docs/protocol.md 7.17). */
export const SETTLED_MS = 3_000;

/** The same of a target that has run for longer than this. */
export const LONG_SETTLED_MS = 10_000;

/** How long a target must stay up that takes the place of one which has run so long. */
export function settledMs(ranBeforeMs: number): number {
  return ranBeforeMs > LONG_SETTLED_MS ? LONG_SETTLED_MS : SETTLED_MS;
}

/** The result of the last look. */
export function latest<Seen>(since: readonly Observation<Seen>[]): Seen | undefined {
  return since.at(-1)?.seen;
}

/** How long, in milliseconds, all looks up to the last have met a condition. */
export function lastingMs<Seen>(
  since: readonly Observation<Seen>[],
  isSo: (seen: Seen | undefined) => boolean,
): number {
  const begun = since.slice(since.findLastIndex(({ seen }) => !isSo(seen)) + 1);
  return (begun.at(-1)?.atMs ?? 0) - (begun[0]?.atMs ?? 0);
}
