import { setImmediate as nextStep } from "node:timers/promises";
import * as v from "valibot";
import { decodeAnswer, jsonOf, rawAnswerOf, type RawAnswer } from "./decode.ts";
import { failureOf, PanelError, type PanelFailure } from "./answers/failure.ts";
import { fieldsAtFault } from "./answers/listing.ts";
import type { Effect, Fields, Operation, Wire } from "./answers/operation.ts";
import { operations, type OperationId, type ParamsOf, type ResultOf, type RouteOf } from "./operations/operations.ts";
import { hookedFetch } from "./http/hookedFetch.ts";
import { multipartForm } from "./http/multipartForm.ts";
import { signerOf } from "./signature.ts";
import type { ExchangeInit, Transport } from "./http/transport.ts";

/** Longest URL that panels accept; they answer a longer one with a bare page (docs/protocol.md 5.1). */
const LONGEST_URL = 1024;

/** Length in characters from which an answer is decoded in steps: each step takes some milliseconds. */
const LONG = 2 ** 19;

/** A call for the log: without address, fields and token. */
export interface CallRecord {
  readonly operation: OperationId;
  readonly effect: Effect;
  readonly route: RouteOf<OperationId>;
  readonly milliseconds: number;
  readonly outcome: "ok" | "defect" | PanelFailure["kind"];
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** The wire to use, by its route; the first of the row if absent or another row's. */
  readonly route?: RouteOf<OperationId> | undefined;
  /** Called when the call has ended, also with a failure. */
  readonly onCall?: (record: CallRecord) => void;
}

/** Calls operations of a panel. Every call throws `PanelError` and nothing else. */
export interface PanelClient {
  call<Id extends OperationId>(id: Id, params: ParamsOf<Id>, options: CallOptions): Promise<ResultOf<Id>>;
}

/** What a call sends that nobody may read in a text. */
export interface SentSecrets {
  /** Of the signature. */
  readonly token: string;
  /** The values of the wire's `secretFields`, as they are sent. */
  readonly fields: readonly string[];
}

export interface PanelClientOptions {
  /** Such as `https://192.0.2.1:8888`, without a path: panels answer the security entrance with a page. */
  readonly origin: string;
  readonly apiKey: string;
  readonly transport: Transport;
  /** Both in milliseconds since the epoch; `monotonic` as if nobody had set the clock. */
  readonly clock: { wallTime(): number; monotonic(): number };
  /** Called before each call is sent, so that the redactor knows what a panel may repeat. */
  readonly onSecrets?: (secrets: SentSecrets) => void;
  /** Called for each answer, also a failure. */
  readonly onAnswer?: () => void;
}

/** Creates a client; the caller disposes the transport. */
export function createPanelClient(options: PanelClientOptions): PanelClient {
  const { origin, apiKey, transport, clock, onSecrets, onAnswer } = options;
  const fetch = hookedFetch(transport.fetchFrom(origin), () => onAnswer?.());
  const sign = signerOf(apiKey);

  async function send<P>(wire: Wire<P>, params: P, change: boolean, signal: AbortSignal): Promise<RawAnswer> {
    // by the wall clock: panels check the time of a signature
    const signature = sign(Math.floor(clock.wallTime() / 1000));
    const fields = fieldsOf(wire, params);
    onSecrets?.({ token: signature.request_token, fields: secretsIn(wire, fields) });
    const { path, ...body } = requestOf(origin, wire, fields, { ...signature }, wire.bytes?.(params));
    const init: ExchangeInit = { method: wire.method, ...body, range: wire.range?.(params), change, signal };
    return rawAnswerOf(await fetch(path, init), origin);
  }

  return {
    async call<Id extends OperationId>(id: Id, params: ParamsOf<Id>, { signal, route, onCall }: CallOptions) {
      const row = operations[id] as unknown as Operation<ParamsOf<Id>, ResultOf<Id>, RouteOf<OperationId>>;
      const wire = row.wires.find((candidate) => candidate.route === route) ?? row.wires[0];
      const started = clock.monotonic();
      const record = (outcome: CallRecord["outcome"]) =>
        onCall?.({
          operation: id,
          effect: operations[id].effect,
          route: wire.route,
          milliseconds: clock.monotonic() - started,
          outcome,
        });
      try {
        const parsed = validated(row, params);
        const change = row.effect !== "read" && row.isIdempotent !== true;
        let answer = await send(wire, parsed, change, signal);
        // a panel that was never opened sends one call to its page and answers the next (docs/protocol.md 4.3)
        if (!change && answer.redirect === "bind") answer = await send(wire, parsed, change, signal);
        const isLong = answer.body.length >= LONG;
        const result = isLong ? await decodeInSteps(row, wire, answer) : decodeAnswer(row, wire, answer);
        record("ok");
        return result;
      } catch (error) {
        record(failureOf(error)?.kind ?? "defect");
        throw error;
      }
    },
  };
}

/** Decodes a long answer in steps, between which other tasks run. */
async function decodeInSteps<P, R>(row: Operation<P, R>, wire: Wire<P>, answer: RawAnswer): Promise<R> {
  await nextStep();
  const json = jsonOf(answer);
  await nextStep();
  const result = decodeAnswer(row, wire, answer, json);
  await nextStep();
  return result;
}

function validated<P, R>(row: Operation<P, R>, params: P): P {
  const parsed = v.safeParse(row.params, params);
  if (parsed.success) return parsed.output;
  throw new PanelError({ kind: "invalid", field: fieldsAtFault(parsed.issues)[0] ?? "(whole)", rule: "shape" });
}

function fieldsOf<P>(wire: Wire<P>, params: P): Fields {
  const { action, table } = wire;
  return {
    ...(action !== undefined && { action }),
    ...(table !== undefined && { table }),
    ...wire.encode?.(params),
  };
}

/** Fields of what is not asked for are left out. */
function secretsIn<P>({ secretFields = [] }: Wire<P>, sent: Fields): readonly string[] {
  return secretFields.flatMap((name) => sent[name] ?? []);
}

/** The path with its query, and the body, of a signed call. Throws if panels would not accept its URL. */
function requestOf<P>(
  origin: string,
  { method, path, isSignedInBody }: Wire<P>,
  fields: Fields,
  signature: Fields,
  bytes: Uint8Array | undefined,
): Pick<ExchangeInit, "body" | "contentType"> & { readonly path: string } {
  if (bytes !== undefined) return { path, ...multipartForm({ ...fields, ...signature }, bytes) };
  const form = (...parts: readonly Fields[]) => new URLSearchParams(Object.assign({}, ...parts) as Fields).toString();
  if (method === "POST") return { path, body: form(fields, signature) };
  const query = isSignedInBody === true ? form(fields) : form(fields, signature);
  if (origin.length + path.length + 1 + query.length <= LONGEST_URL)
    return { path: `${path}?${query}`, ...(isSignedInBody === true && { body: form(signature) }) };
  const longest = Object.entries(fields).toSorted((a, b) => b[1].length - a[1].length)[0];
  throw new PanelError({ kind: "invalid", field: longest?.[0] ?? "(whole)", rule: "tooLong" });
}
