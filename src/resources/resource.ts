import type { Fact, FactName } from "./facts.ts";
import type { Verb } from "./verbs.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { ListPage } from "../wire/answers/listing.ts";
import type { OperationId, ParamsOf, ResultOf } from "../wire/operations/operations.ts";

/**
 * What tells a resource from every other that its panel may have under the same key, as a person sees it: its key
 * first. `undefined`: the panel does not tell.
 */
export type Identity = readonly [key: string | undefined, ...others: (string | undefined)[]];

/** Whether two are the same. `incomplete`: the second does not tell enough. */
export function compare(shown: Identity, seen: Identity): "same" | "another" | "incomplete" {
  if (differences(shown, seen).length > 0) return "another";
  return shown.every((value, index) => value === seen[index]) ? "same" : "incomplete";
}

/** What the second one tells that differs from the first. */
export function differences(shown: Identity, seen: Identity): readonly string[] {
  return seen.filter((value, index) => value !== undefined && value !== shown[index]) as string[];
}

/**
 * What a resource is doing, in one word. `unknown`: the panel did not send enough to tell; `manual`: a person named it
 * and the panel does not list it; `elsewhere`: a site of another type, which has its own group; `upgrading`: its upgrade
 * runs; `stateless`: it has none. Of containers, as Docker means them: `restarting` waits to be started again after it
 * has ended, `created` was never started, `dead` can only be removed.
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

/** What can be changed at a node of the tree: something on the panel, or how the panel is kept on this computer. */
export type Change = Verb | "edit";

/** What a person chose besides the target; each action reads what is its own. */
export interface ActionInput {
  /** For `changeLogPath`: an absolute directory on the server. */
  readonly path?: string;
  /** For deleting a site: what goes with it, as the person saw it. */
  readonly with?: readonly Part[];
  /** What could go with it and stays; the kind alone of what could not be read. */
  readonly kept?: readonly (Part | PartKind)[];
}

/** What can be deleted with a site. */
export const partKinds = ["root", "ftp", "database"] as const;
export type PartKind = (typeof partKinds)[number];

/** Something that can be deleted with a target. All of it is shown before, and compared just before it is sent. */
export interface Part {
  readonly kind: PartKind;
  /** The path of a directory, else what the panel calls it. */
  readonly name: string;
  /** The user of a database, where it has another name. */
  readonly user?: string;
  /** Labels of others whose root is a directory, lies in it, or has it in its own. */
  readonly others?: readonly string[];
  /** It is the very root of one of these too, so it has to stay. */
  readonly isShared?: true;
  /** It is moved to the panel's recycle bin. */
  readonly isRecycled?: true;
}

/** A part after its target was deleted. `unknown`: it could not be looked at. */
export interface PartAfter extends Part {
  readonly state: "gone" | "there" | "unknown";
}

/** Calls one panel's operations; bound to a panel, a signal and who asked (see `PanelConnection`). */
export type Call = <Id extends OperationId>(id: Id, params: ParamsOf<Id>) => Promise<ResultOf<Id>>;

/** Names one resource of a panel: the key is what the panel's operations take. */
export interface Target {
  readonly key: string;
  readonly label: string;
  /** Another name by which a person may know it. */
  readonly alias?: string;
}

/** What was seen of a target at one time; `undefined`: the panel no longer has it. */
export interface Observation<Seen> {
  /** Milliseconds since the action was sent. */
  readonly atMs: number;
  readonly seen: Seen | undefined;
}

/**
 * `settling`: as wanted, and done if it is still so some seconds later, for which it is waited whatever the time;
 * `doneAndGone`: done, and the target is no longer there; `failed`: something else came of it; `unmoved`: it is as it
 * was, which is a failure once the panel has answered; `unchanged`: it ended and made no difference; `partly`: something
 * changed, and not all that should; `unconfirmable`: the panel does not tell, and would not if it were asked again.
 */
export type Verdict =
  "done" | "doneAndGone" | "settling" | "pending" | "failed" | "unmoved" | "unchanged" | "partly" | "unconfirmable";

/**
 * How to find out whether an action did what it says: panels answer `status: true` when they have merely sent a
 * command (docs/protocol.md 2.6). `evaluate` is pure.
 */
export interface Verification<Seen> {
  /**
   * `undefined` only where it is certain that the panel does not have it; throws where it may. `last` is what was seen
   * when it was last there, which may tell where to look first.
   */
  readonly observe: (call: Call, target: Target, last?: Seen) => Promise<Seen | undefined>;
  /** The same as the kind's own `identity` of the row that was seen. */
  readonly identity: (seen: Seen) => Identity;
  /** `before` is from just before the call; `since` has at least one observation, oldest first. */
  readonly evaluate: (
    before: Seen | undefined,
    since: readonly [Observation<Seen>, ...Observation<Seen>[]],
    input: ActionInput,
  ) => Verdict;
  /** What `pending` means when nobody waits any longer; absent: no change was seen. */
  readonly onTimeout?: (before: Seen | undefined, latest: Seen | undefined) => Verdict;
  /** Whether it is already as wanted, so that nothing need be sent. */
  readonly isAlready?: (before: Seen) => boolean;
  /** What tells a person that it happened, such as the new pid. */
  readonly evidence: (seen: Seen, before: Seen | undefined) => Fact | undefined;
}

/**
 * How an action is carried out on a panel that has no wire for its operation: the target is stopped, as the kind's own
 * action does it, which is skipped where it has stopped already; once that was seen and is still so, `second` is sent. The
 * action's own verification judges, by what was there before both.
 */
export interface Detour<Seen = unknown> {
  readonly first: "stop";
  /** Whether it has stopped unseen and was started by somebody else, to which a start would do harm. */
  readonly runsAnew: (before: Seen, now: Seen) => boolean;
  /** Starts the target too. */
  readonly second: { readonly operation: OperationId; readonly send: Send<Seen> };
}

/** `before` is what the verification saw just before; `undefined` where the panel has no such read. */
type Send<Seen> = (call: Call, target: Target, input: ActionInput, before: Seen | undefined) => Promise<unknown>;

/** How the parts of a target are looked at. Both throw where that fails. */
export interface Parts<Seen> {
  /** The one of this kind that the panel would delete now; `undefined`: there is none. */
  readonly read: (call: Call, seen: Seen, kind: PartKind) => Promise<Part | undefined>;
  readonly isThere: (call: Call, part: Part) => Promise<boolean>;
}

type SentenceAbout = (target: string, panel: string) => string;

/** The sentences about one action; those that may be absent have a general one in their place. */
export interface ActionWords {
  /** A heading: "Restart container “web” on “Shop”". */
  readonly title: SentenceAbout;
  /** What a person reads before they agree; `many`: it is done to several. */
  readonly effect: (input: ActionInput, many: boolean, state: ResourceState) => string;
  readonly done: SentenceAbout;
  /** The target was as wanted before. */
  readonly already: SentenceAbout;
  /** What is waited for once it was sent. */
  readonly awaited?: () => string;
  /** It is done, and the target is no longer there. */
  readonly doneAndGone?: SentenceAbout;
  /** Follows `done`: something that was not checked. */
  readonly caveat?: () => string;
  /** What was seen where it failed though the panel accepted it: a sentence in the past tense, for the record too. */
  readonly wentWrong?: () => string;
  /** What was seen where not all changed that should: likewise. */
  readonly partly?: () => string;
  /** The meaning of the page that panels send where they could not do it, by what a person chose. */
  readonly atPage?: (input: ActionInput) => string;
  /** Follows the title where it made no difference. */
  readonly unchanged?: (evidence: string | undefined) => string;
  /** Why it is not for every row in a state in which it is offered. */
  readonly notForAll?: () => string;
}

/** The words for a kind. */
export interface KindWords {
  /** The heading of its group: "Containers". */
  readonly group: () => string;
  /** The heading of its own list, where the group also has other kinds. */
  readonly list?: () => string;
  /** One, within a sentence: "container". */
  readonly one: () => string;
  /** Several, after their number: "3 containers". */
  readonly many: (count: string) => string;
  /** What a panel has, or lacks: "containers". */
  readonly all: () => string;
  /** Why its group is empty. */
  readonly none: () => string;
  /** Where a first one is made, if not from here. */
  readonly whereMade?: () => string;
  /** Names of items by their labels, where those are keys of ours. */
  readonly items?: Readonly<Record<string, () => string>>;
}

/** An operation on a resource, as a person sees it; `Seen` is what is looked at to verify it. */
export interface Action<Row, Seen = unknown> {
  readonly operation: OperationId;
  readonly words: ActionWords;
  /** The states in which it is offered. */
  readonly offered: readonly ResourceState[];
  /** Those in which its icon stands in the row too. */
  readonly inline?: readonly ResourceState[];
  /** The question before it is about one target, so it is done to one at a time. */
  readonly oneAtATime?: true;
  readonly send: Send<Seen>;
  /** Absent: there is nothing to be done where a panel does not have the operation. */
  readonly instead?: Detour<Seen>;
  /** The field without which sending it could do harm, where the panel does not tell it: then nothing is sent. */
  readonly missingField?: (before: Seen) => string | undefined;
  /** What on the server stands in the way of what a person chose, as far as looks tell: then nothing is sent. */
  readonly obstacle?: (call: Call, input: ActionInput) => Promise<PanelFailure | undefined>;
  /** The panel refuses it where it is so already, which looks decide then, and not its words. */
  readonly refusedIfAlready?: true;
  /** Also looks, before anything is sent, whether the target is still what a person saw. */
  readonly verification: Verification<Seen>;
  /** Absent: to every row in the states in which it is offered. */
  readonly appliesTo?: (row: Row) => boolean;
  /** What to send to have it as it was in the row; absent: the same action cannot undo it. */
  readonly undo?: (row: Row) => ActionInput | undefined;
  /** The target's own log may tell why it did not go well. */
  readonly logMayExplain?: true;
  /** In place of what the panel's guard level asks for; deleting a site always types its name. */
  readonly safeguard?: "typeName";
  /** What a person can choose to have deleted with the target. */
  readonly parts?: Parts<Seen>;
  /** Others that the action hits as well, from the rows at hand. */
  readonly alsoAffects?: (row: Row, rows: readonly Row[]) => readonly Row[];
}

/** An action that makes something new: there is no target to look at before, so whoever asks for it performs it. */
export interface Creation {
  readonly operation: OperationId;
  readonly words: ActionWords;
}

/** The logs of a website, of which the web server writes two. */
export const webLogs = ["access", "error"] as const;
export type WebLog = (typeof webLogs)[number];

/** How a log of a resource is read, and whether it has an end. */
export interface ResourceLog {
  /** `upgrade` ends with what it tells of; `tail` has no end. */
  readonly mode: "upgrade" | "tail";
  /** How many pieces between line breaks a panel sends at most. */
  readonly pieces: number;
  /**
   * Throws `PanelError`. `running` is whether what writes it runs, where the panel tells; `gone`: what it is the log of is
   * not there, though another one may get its name. `name` is what the panel is asked for, where that is not the key.
   */
  readonly read: (
    call: Call,
    key: string,
    name?: string,
  ) => Promise<{ readonly text: string; readonly running?: boolean | undefined } | "gone">;
  /**
   * Whether what it is the log of is there, where a refused reading does not tell; throws where that cannot be told. A log
   * that is refused all the same has no file. Absent: what refuses a reading is a failure.
   */
  readonly isThere?: (call: Call, key: string) => Promise<boolean>;
}

/**
 * One kind of thing that a panel runs. `Seen` is what its actions look at to verify that they happened; `V` are the verbs
 * of its actions, `C` those of its creations; `Route` are the routes on which it is listed.
 */
export interface Resource<
  Row,
  Seen = unknown,
  V extends Verb = Verb,
  C extends Verb = Verb,
  Route extends string = string,
> {
  readonly words: KindWords;
  /** The product icon of its group. */
  readonly icon: string;
  /** The product icon of its rows, where their state says nothing. */
  readonly rowIcon?: string;
  /** The facts that its rows show besides name and state, the most telling first; the tooltip has all. */
  readonly rowFacts: readonly FactName[];
  /** What tells its rows, or of it where nothing is asked to list it: an edition without this operation has none of it. */
  readonly listedBy: OperationId;
  /**
   * One page of at most 200 rows, counted from 1, on the `route` of the pages before it; kinds without pages answer
   * everything on the first. `search`: only what the panel finds by this text, for kinds that are `searchable`.
   */
  readonly list: (call: Call, page: number, route?: Route, search?: string) => Promise<ListPage<Row, Route>>;
  /** The panel itself searches its list, which leaves a trace there: only where a person asks for it. */
  readonly searchable?: true;
  /** What the panel's operations call it; `undefined`: the row does not tell, and is shown as unreadable. */
  readonly key: (row: Row) => string | undefined;
  /** What is compared, just before anything is sent, with what the panel has under the key then. */
  readonly identity: (row: Row) => Identity;
  readonly label: (row: Row) => string;
  /** Another name by which a person may know it, beside the label; absent: none has one. */
  readonly alias?: (row: Row) => string | undefined;
  /** Whether a name that a person gave means this row; absent: where it is its key or label. */
  readonly isCalled?: (row: Row, name: string) => boolean;
  /** Whether the panel may take a name that a person gave for that of another one; absent: it never does. */
  readonly mayMeanAnother?: (name: string) => boolean;
  /** `now` is in milliseconds since the epoch. */
  readonly state: (row: Row, now: number) => ResourceState;
  readonly facts: (row: Row, now: number) => readonly Fact[];
  /** State or facts of the same row depend on when it is looked at. */
  readonly ages?: true;
  /** In the order of the context menu. */
  readonly actions: { readonly [Name in V]?: Action<Row, Seen> };
  /** Absent where none can be made. */
  readonly creations?: { readonly [Name in C]?: Creation };
  /**
   * The rows of this kind that a verification has seen; `shown` is the target as a person saw it, for what a look does not
   * tell and no action changes. `undefined`: only the list has them. Absent where there are no actions.
   */
  readonly seenRows?: (seen: Seen, shown: Row | undefined) => readonly Row[] | undefined;
  /** Absent where there is no log, or more than one. */
  readonly log?: ResourceLog;
  /** Absent where the web server writes none. */
  readonly webLogs?: {
    /** What panels call the site whose logs are read; `undefined`: the row does not tell. */
    readonly nameOf: (row: Row) => string | undefined;
  } & Readonly<Record<WebLog, ResourceLog>>;
}

/** States a kind whose rows are of this type; its verbs are inferred, and commands and texts follow from them. */
export function resource<Row, Seen = unknown, Route extends string = string>() {
  return <V extends Verb = never, C extends Verb = never>(
    stated: Resource<Row, Seen, V, C, Route>,
  ): Resource<Row, Seen, V, C, Route> => stated;
}

/** What has come up may end again within seconds (docs/protocol.md 7.17): for so long it must be seen to stay up. */
export const SETTLED_MS = 3_000;

/** What the last look saw. */
export function latest<Seen>(since: readonly Observation<Seen>[]): Seen | undefined {
  return since.at(-1)?.seen;
}

/** For how long each look, up to the last one, has shown it to be so, in milliseconds. */
export function lastingMs<Seen>(
  since: readonly Observation<Seen>[],
  isSo: (seen: Seen | undefined) => boolean,
): number {
  const begun = since.slice(since.findLastIndex(({ seen }) => !isSo(seen)) + 1);
  return (begun.at(-1)?.atMs ?? 0) - (begun[0]?.atMs ?? 0);
}
