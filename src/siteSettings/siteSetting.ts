import type { PanelRefusal } from "../characters/panelRefusals.ts";
import type { Call, SettingInput } from "../resources/resource.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { OperationId } from "../wire/operations/operations.ts";
import type { Site } from "../wire/operations/sites.ts";

/** What a setting of a website is at the moment. */
export interface Reading {
  /** `undefined`: it is not known, or a website has several. */
  readonly value: string | undefined;
  /** What it can be; where a website has several, those that it has. */
  readonly options?: readonly string[];
  /** Set where `options` may lack some. */
  readonly isPart?: true;
}

/** What a typed text means for a setting, or why it is none. */
export type Typed = { readonly value: string } | { readonly problem: string };

/** How a person says what a setting is to be: by a list, by typing, or by a list that leads to typing. */
export interface Asking {
  readonly choices?: (now: Reading) => readonly string[];
  /** Why there is nothing to choose. */
  readonly none?: (now: Reading) => string;
  readonly typed?: {
    /** The row of the list that leads to typing. */
    readonly label?: () => string;
    readonly prompt: () => string;
    readonly placeholder?: string;
    /** The text to begin with. */
    readonly begin?: (now: Reading) => string | undefined;
    /** @param panelPort of the panel itself, where the web server can have nothing */
    readonly read: (typed: string, now: Reading, panelPort: number | undefined) => Typed;
  };
}

/** A website as the panel's operations take it. */
interface NamedSite {
  readonly id: number;
  readonly name: string;
}

/** Sentences about one change of a setting. */
interface Sentences {
  readonly title: (target: string, panel: string) => string;
  readonly done: (target: string, panel: string) => string;
  readonly already: (target: string, panel: string) => string;
}

/** A setting of a website: all that is known of it. */
export interface SiteSetting {
  readonly label: () => string;
  /** Absent: every website has it. */
  readonly appliesTo?: (site: Site) => boolean;
  /** What changes it, or one that stands for all which do. */
  readonly operation: OperationId;
  /** Throws `PanelError`. */
  readonly read: (call: Call, site: Site) => Promise<Reading>;
  /** A value for people; absent: as it is. */
  readonly text?: (value: string) => string;
  readonly asking: Asking;
  /** What else has to be as it was shown when the change is sent. */
  readonly about?: (site: Site) => string | undefined;
  /** Whether it is as wanted; absent: its value is. `undefined`: that is not known. */
  readonly isSo?: (now: Reading, value: string) => boolean | undefined;
  /** What would make the change fail, or do harm; then nothing is sent. */
  readonly obstacle?: (
    call: Call,
    value: string,
    before: { readonly site: Site; readonly now: Reading },
  ) => Promise<PanelFailure | undefined>;
  readonly send: (call: Call, site: NamedSite, value: string, row: Site) => Promise<unknown>;
  /** What else it has an effect on, which the question names. */
  readonly reach?: (call: Call, site: Site) => Promise<NonNullable<SettingInput["php"]>>;
  /** The consequences, for the question. */
  readonly effect: (input: SettingInput) => string;
  /** In place of the general ones; `value` is for people. */
  readonly sentences?: (value: string) => Sentences;
  /** What was not checked after it. */
  readonly caveat?: () => string;
  readonly refusals?: () => readonly PanelRefusal[];
}
