import type * as v from "valibot";
import type { Envelope } from "./envelope.ts";

/** What a call does to the server: nothing · alters a setting · interrupts a service · loses something for good. */
export type Effect = "read" | "change" | "disrupt" | "destroy";

/** Form or query fields as they go on the wire. */
export type Fields = Readonly<Record<string, string>>;

/** The two panels that speak this API. */
export type KnownEdition = "baota" | "aapanel";

/**
 * One way to ask for an operation. A row has several where panels differ; `route` names the way and is the same
 * through one area, so that what a read taught about it holds for the changes beside it.
 */
export interface Wire<P> {
  readonly route: string;
  /**
   * GET only where docs/protocol.md A documents it: it puts the signature, which is good for ever, into a URL, and URLs
   * stand in logs that are not ours.
   */
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The form field `action` of an action route (docs/protocol.md 1.6). */
  readonly action?: string;
  /** The form field `table`, where one action reads several (docs/protocol.md 1.6). */
  readonly table?: string;
  readonly encode: (params: P) => Fields;
  readonly envelope: Envelope;
  /** Brings the envelope's content into the form that the row's `result` reads; absent where they are the same. */
  readonly normalise?: (content: unknown, route: string) => unknown;
}

/** One operation of a panel, complete: everything about a call follows from its row. */
export interface Operation<P, R> {
  readonly effect: Effect;
  /** For the whole exchange, body included. */
  readonly deadlineMs: number;
  /** In characters; what is longer is not read. As of a log, where it may be longer than other answers. */
  readonly longestBody?: number;
  /** Its number in the table of docs/protocol.md A; absent for companions seen on running panels only. */
  readonly documented?: string;
  readonly params: v.GenericSchema<unknown, P>;
  /** Every field of an answer is optional. */
  readonly result: v.GenericSchema<unknown, R>;
  /** In order of preference; the first is used where nothing has been learned. */
  readonly wires: readonly [Wire<P>, ...Wire<P>[]];
}

/** States a row so that its parameter and result types are inferred. */
export function operation<P, R>(row: Operation<P, R>): Operation<P, R> {
  return row;
}
