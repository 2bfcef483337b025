import type * as v from "valibot";
import type { Call } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import type { Site } from "../wire/operations/sites.ts";

/**
 * A kind of things that files are deployed to: what there is to know of one, in one place. Several may belong to one kind of resource,
 * each with rows of its own.
 */
export interface TargetKind<Row = unknown, Entry = unknown> {
  /** Told in records and in the journal. */
  readonly id: string;
  readonly kind: ResourceKind;
  /** Whether a row of that kind is one; absent: each is. */
  fits?(row: Row): boolean;
  /** Titles of the questions of its commands. */
  readonly titles: { readonly deploy: () => string; readonly rollBack: () => string };
  /** An entry of the setting. A field with a mistake in its name must not be passed over: it may say what is left out. */
  readonly entry: v.StrictObjectSchema<v.ObjectEntries, undefined>;
  /** The field with the name of the one that an entry is for, as people call it; agents are told it so, too. */
  readonly nameField: "website" | "project";
  /** The field that says what is brought to it; with `nameField` it tells the entries of this kind from all others. */
  readonly broughtField: "source" | "jar" | "program";
  /** How one is found by that name, where that takes more than the label of its row. */
  readonly byName?: ByName<Row>;
  readonly brings: BroughtFolder<Row> | BroughtFile<Row, Entry>;
  /** Finds the one of this key as it is now; `undefined`: it is gone. Throws `PanelError`. */
  find(call: Call, key: string): Promise<Row | undefined>;
  /** Its process, which restarts with what is brought to it; absent: it has none. */
  readonly process?: TargetProcess<Row>;
  /** As whom its process runs: so do its steps, unless they say otherwise; absent: as the owner of its directory. */
  userOf?(this: void, row: Row): string | undefined;
  /** Directories of its own programs, such as those of a website's PHP: its steps have them before the server's. */
  programs?(this: void, row: Row): readonly string[];
  /** Where people look at it afterwards; absent: its log says more. */
  addressOf?(this: void, row: Row): string | undefined;
}

/** Names that are domains: upper and lower case are the same. */
interface ByName<Row> {
  /** Throws `PanelError`. */
  find(call: Call, name: string): Promise<Row | undefined>;
  readonly noneText: (panel: string, name: string) => string;
}

/** A folder of this computer that goes to the target's own directory, or below it. */
export interface BroughtFolder<Row = unknown> {
  readonly what: "folder";
  /** The target's directory on the server; `undefined`: the panel does not say where it is. */
  onServer(row: Row): string | undefined;
  /** Whether it is this one in the panel's list of all websites and projects. */
  isListedAs(row: Row, listed: Site): boolean;
  readonly words: {
    /** Names it where a person chooses what is brought. */
    readonly itself: () => string;
  };
}

/** A file of this computer that takes the place of one of the target's own. */
export interface BroughtFile<Row = unknown, Entry = unknown> {
  readonly what: "file";
  /** What agents are told that it is, in a word. */
  readonly called: string;
  /** The server runs the file itself: one that nobody may run is none. */
  readonly mustRun?: true;
  /** Where builds put such files, as a glob. */
  readonly likely: string;
  /** Those that an entry means, as a glob relative to the workspace folder. */
  globIn(this: void, entry: Entry): string;
  /** The path of the target's own on the server; `undefined`: the panel names none that can be replaced. */
  onServer(row: Row): string | undefined;
  /** Names of others that run the very same file, and go on with the old one until they restart. Throws `PanelError`. */
  sharedBy?(call: Call, row: Row): Promise<readonly string[]>;
  /** An entry for all that a glob means. */
  entryOf(name: string, target: string, glob: string): object;
  readonly words: {
    /** Names it where a person chooses what is brought. */
    readonly itself: () => string;
    readonly notNamed: (target: string) => string;
  };
}

/** A path on the server without which a process does not start where another one is there. */
export interface Need {
  readonly path: string;
  readonly where: string;
}

/** The process of a target; its kind of resource has the actions `restart`, `start` and `stop`, and sees it run. */
export interface TargetProcess<Row = unknown> {
  /** Whether it is stopped: then it stays so, unless a person has it start. */
  isStopped(row: Row): boolean;
  /** Whether the panel refuses everything about it for now, because it prepares what that needs. */
  isPreparing?(row: Row): boolean;
  /** What the panel does not start it without. */
  needs?(row: Row): readonly Need[];
}
