import type { Fields, KnownEdition } from "../../wire/answers/operation.ts";
import type { OperationId, OperationIdOf } from "../../wire/operations/operations.ts";
import type { Language } from "../sentences.ts";
import type { Delays } from "./delays.ts";
import type { DemoState } from "./demoState.ts";
import type { PanelRequest } from "../http/panelRequest.ts";
import type { Schedule } from "./schedule.ts";

/** What a handler works with. */
export interface HandlerContext {
  readonly state: DemoState;
  /** As the client sent them, without signature and unchecked. */
  readonly fields: Fields;
  readonly request: PanelRequest;
  /** The name of the wire that was used, where an operation has several. */
  readonly route: string;
  /** The panel's sentences. */
  readonly language: Language;
  /** Milliseconds since the epoch, of the panel's clock. */
  readonly now: () => number;
  readonly delays: Delays;
  readonly schedule: Schedule;
}

/**
 * Answers one operation: with a JSON value, or with an `Answer` where it is not JSON. What throws is answered with the
 * 404 page, as on panels. It runs to its end even when nobody waits any more.
 */
export type DemoHandler = (context: HandlerContext) => unknown;

/** One for each operation that an edition has a wire for. */
export type DemoHandlers<Edition extends KnownEdition> = { readonly [Id in OperationIdOf<Edition>]: DemoHandler };

/** The handlers of an edition, of which `Given` must have each, and nothing besides. */
export type ExactHandlers<Edition extends KnownEdition, Given> = DemoHandlers<Edition> & {
  readonly [Id in Exclude<keyof Given, OperationIdOf<Edition>>]: never;
};

/** Those of some operations. */
export type SomeHandlers = { readonly [Id in OperationId]?: DemoHandler };

/** A field that the panel's code takes for granted: without it the handler throws. */
export function required(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === undefined) throw new Error(`no ${name}`);
  return value;
}

/** A field that Python's `int()` reads; throws where it cannot. */
export function integer(fields: Fields, name: string, otherwise: number): number {
  const value = fields[name];
  if (value === undefined || value === "") return otherwise;
  if (!/^\s*-?\d+\s*$/.test(value)) throw new Error(`${name} is not an integer`);
  return Number(value);
}
