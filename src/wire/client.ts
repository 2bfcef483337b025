import { setImmediate as nextStep } from "node:timers/promises";
import { createFetch } from "ofetch";
import * as v from "valibot";
import { decodeAnswer, jsonOf, rawAnswerOf } from "./decode.ts";
import { failureOf, PanelError, type PanelFailure } from "./answers/failure.ts";
import { fieldsAtFault } from "./answers/listing.ts";
import type { Effect, Fields, Operation, Wire } from "./answers/operation.ts";
import { operations, type OperationId, type ParamsOf, type ResultOf, type RouteOf } from "./operations/operations.ts";
import { signerOf } from "./signature.ts";
import type { WholeAnswer } from "./http/exchange.ts";
import type { ExchangeInit, Transport } from "./http/transport.ts";

/** Panels answer a longer one with a page that says nothing (docs/protocol.md 5.1). */
const LONGEST_URL = 1024;

/** In characters; decoding, parsing and checking this much take some milliseconds each, and who called goes on with it. */
const LONG = 2 ** 19;

/** One call as the log may show it: no address, no field, no token. */
export interface CallRecord {
  readonly operation: OperationId;
  readonly effect: Effect;
  readonly route: RouteOf<OperationId>;
  readonly milliseconds: number;
  readonly outcome: "ok" | "defect" | PanelFailure["kind"];
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Which of the row's wires to use; the first where absent or another row's. */
  readonly route?: RouteOf<OperationId> | undefined;
  /** Told of the call once it is over, however it ended. */
  readonly onCall?: (record: CallRecord) => void;
}

/** Speaks to one panel. Every call throws `PanelError` and nothing else. */
export interface PanelClient {
  call<Id extends OperationId>(id: Id, params: ParamsOf<Id>, options: CallOptions): Promise<ResultOf<Id>>;
}

export interface PanelClientOptions {
  /** Such as `https://192.0.2.1:8888`, without a path: panels answer the security entrance with a page. */
  readonly origin: string;
  readonly apiKey: string;
  readonly transport: Transport;
  /** Both in milliseconds since the epoch; `monotonic` as if nobody had set the clock. */
  readonly clock: { wallTime(): number; monotonic(): number };
  /** Each token, before it is sent: whoever writes down what panels say must know it by then. */
  readonly onSigned?: (token: string) => void;
  /** For each answer, whatever it is. */
  readonly onAnswer?: () => void;
}

/** The caller disposes the transport. */
export function createPanelClient(options: PanelClientOptions): PanelClient {
  const { origin, apiKey, transport, clock, onSigned, onAnswer } = options;
  const sign = signerOf(apiKey);
  const unixSeconds = () => Math.floor(clock.wallTime() / 1000);
  const request = createFetch({
    fetch: transport.fetchFrom(origin) as unknown as typeof fetch,
    defaults: {
      // a network error counts as 500 for ofetch, and its delay ignores the signal
      retry: 0,
      ignoreResponseError: true,
      onRequest: ({ options: init }) => {
        const signature = sign(unixSeconds());
        onSigned?.(signature.request_token);
        if (init.method === "POST") init.body = new URLSearchParams({ ...(init.body as Fields), ...signature });
        else init.query = { ...init.query, ...signature };
      },
    },
  });

  async function send<P, R>(
    row: Operation<P, R>,
    wire: Wire<P>,
    fields: Fields,
    { deadlineMs, signal }: Pick<ExchangeInit, "deadlineMs" | "signal">,
  ): Promise<R> {
    const init = {
      method: wire.method,
      change: row.effect !== "read",
      deadlineMs,
      signal,
      ...(wire.method === "POST" ? { body: { ...fields } } : { query: fields }),
    };
    const answer: unknown = await request.raw(wire.path, init).catch((error: unknown) => {
      // ofetch wraps what the transport threw, and its own message holds the URL
      throw error instanceof Error && error.cause !== undefined ? error.cause : error;
    });
    onAnswer?.();
    const raw = rawAnswerOf(answer as WholeAnswer, origin);
    if (raw.body.length < LONG) return decodeAnswer(row, wire, raw);
    await nextStep();
    const body = jsonOf(raw);
    await nextStep();
    const result = decodeAnswer(row, wire, raw, body);
    await nextStep();
    return result;
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
        const fields = fieldsOf(wire, validated(row, params));
        assertUrlFits(origin, wire, fields);
        const { deadlineMs } = row;
        const result = await send(row, wire, fields, { deadlineMs, signal }).catch((error: unknown) => {
          if (row.effect !== "read" || !isFirstEver(error)) throw error;
          return send(row, wire, fields, { deadlineMs: Math.max(1, started + deadlineMs - clock.monotonic()), signal });
        });
        record("ok");
        return result;
      } catch (error) {
        record(failureOf(error)?.kind ?? "defect");
        throw error;
      }
    },
  };
}

function validated<P, R>(row: Operation<P, R>, params: P): P {
  const parsed = v.safeParse(row.params, params);
  if (parsed.success) return parsed.output;
  throw new PanelError({ kind: "invalid", field: fieldsAtFault(parsed.issues)[0] ?? "(whole)", rule: "shape" });
}

function fieldsOf<P>(wire: Wire<P>, params: P): Fields {
  const { action, table } = wire;
  return {
    ...(action === undefined ? {} : { action }),
    ...(table === undefined ? {} : { table }),
    ...wire.encode(params),
  };
}

function assertUrlFits<P>(origin: string, wire: Wire<P>, fields: Fields): void {
  if (wire.method === "POST") return;
  const query = new URLSearchParams({ ...fields, ...signerOf("")(9_999_999_999) });
  if (origin.length + wire.path.length + 1 + query.toString().length <= LONGEST_URL) return;
  const longest = Object.entries(fields).toSorted((a, b) => b[1].length - a[1].length)[0];
  throw new PanelError({ kind: "invalid", field: longest?.[0] ?? "(whole)", rule: "tooLong" });
}

/** A panel that was never opened sends one call to its page `/bind` and answers the next (docs/protocol.md 4.3). */
function isFirstEver(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === "page" && failure.redirect === "bind";
}
