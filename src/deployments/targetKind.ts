import type * as v from "valibot";
import type { Call } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import type { FieldValue } from "./deploymentFields.ts";
import type { Place } from "./place.ts";

/** A kind of things that files are deployed to: what there is to know of one, in one place. */
export interface TargetKind<Row = unknown, Entry = unknown> {
  readonly kind: ResourceKind;
  /** Titles of the questions of its commands. */
  readonly titles: { readonly deploy: () => string; readonly rollBack: () => string };
  /** An entry of the setting. A field with a mistake in its name must not be passed over: it may say what is left out. */
  readonly entry: v.StrictObjectSchema<v.ObjectEntries, undefined>;
  /** What the values of its own fields must be. */
  readonly values: Readonly<Record<string, FieldValue>>;
  /** Whether an entry with these fields is meant for one, also where they have mistakes in their names. */
  isMeant(fields: readonly string[]): boolean;
  /** The name of the one that an entry is for, as people call it. */
  nameIn(this: void, entry: Entry): string;
  /** What is brought to it, unless it is a folder. */
  readonly file?: BroughtFile<Row, Entry>;
  /** Finds the one of this key as it is now; `undefined`: it is gone. Throws `PanelError`. */
  find(call: Call, key: string): Promise<Row | undefined>;
  /** Whether a place on the server is that of its files. */
  isAt(row: Row, place: Place): boolean;
  /** Directories of its own programs, such as those of a website's PHP: its steps have them before the server's. */
  programs?(this: void, row: Row): readonly string[];
  /** Whether it is stopped. What has no process never is, and is not restarted. */
  isStopped?(row: Row): boolean;
}

/** A file of this computer that takes the place of one of the target's own. */
export interface BroughtFile<Row = unknown, Entry = unknown> {
  /** What agents are told that it is, in a word. */
  readonly called: string;
  /** Where builds put such files, as a glob. */
  readonly likely: string;
  /** Those that an entry means, as a glob relative to the workspace folder. */
  globIn(this: void, entry: Entry): string;
  /** The path of the target's own on the server; `undefined`: the panel names none that can be replaced. */
  onServer(row: Row): string | undefined;
  /** An entry for all that a glob means. */
  entryOf(name: string, target: string, glob: string): object;
  readonly words: {
    readonly which: () => string;
    readonly noMatch: (glob: string) => string;
    /** Which one it is: the only one, or the latest of several. */
    readonly only: (path: string) => string;
    readonly latest: (path: string, count: string, glob: string) => string;
    readonly notNamed: (target: string) => string;
    /** Asks for a glob. */
    readonly askGlob: (folder: string) => string;
  };
}
