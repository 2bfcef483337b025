import type * as v from "valibot";
import type { Envelope } from "./envelope.ts";

/** Effect of a call on the server: none · alters a setting · interrupts a service · deletes for good. */
export type Effect = "read" | "change" | "disrupt" | "destroy";

/** Form or query fields as they go on the wire. */
export type Fields = Readonly<Record<string, string>>;

/** The two panels that speak this API. */
export const knownEditions = ["baota", "aapanel"] as const;

export type KnownEdition = (typeof knownEditions)[number];

/**
 * Edition of a panel; `unknown` until an answer shows it (docs/protocol.md 14.1). `documented`: it has the operations of the
 * vendor's document alone (docs/protocol.md A.6).
 */
export type Edition = KnownEdition | "documented" | "unknown";

/** A way to request an operation; a row has several if panels differ. Rows of an area (`areaOf`) may share `route`s. */
export interface Wire<P, Route extends string = string> {
  readonly route: Route;
  /** The only edition with this route; absent if both may have it. */
  readonly edition?: KnownEdition;
  /** Another way to an operation than the one in the document. */
  readonly isUndocumented?: true;
  /**
   * GET only where docs/protocol.md A documents it: it puts the signature, which is good for ever, into a URL, and
   * URLs stand in logs that are not ours.
   */
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The form field `action` of an action route (docs/protocol.md 1.6). */
  readonly action?: string;
  /** The form field `table`, where one action reads several (docs/protocol.md 1.6). */
  readonly table?: string;
  /** The other form fields; absent if there are none. */
  readonly encode?: (params: P) => Fields;
  /**
   * The form fields that are secrets: passwords and private keys. Whoever sends them has told the redactor before, so that
   * nothing shows what a panel repeats of them.
   */
  readonly secretFields?: readonly string[];
  /** Bytes that are sent beside the fields, as the file `blob` of a multipart form; absent for a form of fields alone. */
  readonly bytes?: (params: P) => Uint8Array;
  /** The part of a file that is asked for, as `0-99`; the answer may then be an `Attachment`. */
  readonly range?: (params: P) => string;
  /** Set if the other fields of a GET go into the URL, and the signature into a form in its body (docs/protocol.md 16.4). */
  readonly isSignedInBody?: true;
  readonly envelope: Envelope;
}

/** The first versions that may have an operation; absent for an edition all versions of which have it, or none. */
export interface Since extends Readonly<Partial<Record<KnownEdition, string>>> {
  /** Older ones have it and do harm with it: nothing is sent to a panel of unknown version or edition either. */
  readonly harms?: true;
}

/** An operation of a panel: its row completely describes a call. */
export interface Operation<P, R, Route extends string = string> {
  readonly effect: Effect;
  /** Set if sending a change twice has the same effect as once: it then uses idle connections and is never `uncertain`. */
  readonly isIdempotent?: true;
  /** For the whole exchange, body included. */
  readonly deadlineMs: number;
  /** Its number in the table of docs/protocol.md A; absent for companions seen on running panels only. */
  readonly documented?: string;
  readonly params: v.GenericSchema<unknown, P>;
  /** The first versions that may have this, where older ones are known not to: nothing is sent to these. */
  readonly since?: Since;
  /** Parameters with which this read finds the route of its area; at most one row of an area has them. */
  readonly probe?: NoInfer<P>;
  /** Every field of an answer is optional. */
  readonly result: v.GenericSchema<unknown, R>;
  /** In order of preference; the first is used until a route has been found. */
  readonly wires: readonly [Wire<P, Route>, ...Wire<P, Route>[]];
}

/** States a row so that the types of its parameters, result and wires, editions included, are inferred. */
export function operation<P, R, const Wires extends readonly [Wire<P>, ...Wire<P>[]]>(
  row: Omit<Operation<P, R>, "wires"> & { readonly wires: Wires },
): Omit<Operation<P, R, Wires[number]["route"]>, "wires"> & { readonly wires: Wires } {
  return row;
}
