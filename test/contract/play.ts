import type { PanelFailure } from "../../src/wire/answers/failure.ts";
import type { OperationId, RouteOf } from "../../src/wire/operations/operations.ts";
import type { GivenName } from "./given.ts";

/** How a recorded request is sent to the demo panel. */
export interface DemoPlay {
  /** What the demo panel has to be like, in this order. */
  readonly given?: readonly GivenName[];
  /** Whether the panel has the routes too that running ones lack. */
  readonly hasAllRoutes?: true;
  /** Recorded requests that are sent before, and how often. */
  readonly after?: readonly (readonly [name: string, times: number])[];
  readonly demo?: {
    /** Why the demo panel cannot play it: then it is played against the decoder only. */
    readonly cannot?: string;
    /** Why the decoded result differs: then only its form is compared. */
    readonly differs?: string;
    /** Why the panel's own words differ. */
    readonly words?: string;
    /** Why what is read depends on the panel's language. */
    readonly translated?: string;
    /** Why it answers with other fields: then only what we read of it is compared. */
    readonly fields?: string;
  };
}

/** How a recorded exchange is played: its answer against the decoder, its request against the demo panel. */
export interface Play extends DemoPlay {
  /** Whose answer it is; for requests that belong to none of ours, the one that would get such an answer. */
  readonly operation: OperationId;
  /** The wire, where it is not the first that the edition has, or one of the other edition's. */
  readonly route?: RouteOf<OperationId>;
  readonly expected: { readonly result: unknown } | { readonly failure: PanelFailure };
  /** The parameters with which our client sends this request; absent where it never would. */
  readonly params?: object;
  /** Fields that were recorded otherwise, or not at all, or that our client leaves out. */
  readonly otherFields?: readonly string[];
  /** Whether our client asks by POST what was recorded as GET, or the reverse. */
  readonly otherMethod?: true;
}

/** An exchange that our client could not meet, for it asks for nothing that any of our operations asks for. */
export interface Exclusion {
  readonly excluded: string;
  /** Whether the demo panel answers it all the same. */
  readonly onDemo?: DemoPlay;
}

/** By the name of the recording. */
export type PlayTable = Readonly<Record<string, Play | Exclusion>>;

type More = Omit<Play, "operation" | "expected">;

/** Exchanges that our client could not meet, all for one reason. */
export function excluded(reason: string, ...names: readonly string[]): PlayTable {
  return Object.fromEntries(names.map((name) => [name, { excluded: reason }]));
}

/** An answer that is read. */
export function gives(operation: OperationId, result: unknown, more: More = {}): Play {
  return { operation, expected: { result }, ...more };
}

/** An answer that is a failure. */
export function fails(operation: OperationId, failure: PanelFailure, more: More = {}): Play {
  return { operation, expected: { failure }, ...more };
}

/** The page that stands for nearly every error. */
export const NOT_FOUND: PanelFailure = { kind: "page", status: 404 };

/** What the panel says no with. */
export function rejected(message: string): PanelFailure {
  return { kind: "rejected", message };
}

/** A whole list without unreadable rows. */
export function listOf(rows: readonly unknown[], total = rows.length): object {
  return { rows, unreadable: [], total };
}
