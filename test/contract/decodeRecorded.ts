import assert from "node:assert/strict";
import type { KnownEdition, Operation, Wire } from "../../src/wire/answers/operation.ts";
import { attachmentOf } from "../../src/wire/answers/attachment.ts";
import { failureOf } from "../../src/wire/answers/failure.ts";
import { redirectOf } from "../../src/wire/answers/redirect.ts";
import { decodeAnswer, type RawAnswer } from "../../src/wire/decode.ts";
import { operations, type OperationId, type RouteOf } from "../../src/wire/operations/operations.ts";
import type { Play } from "./play.ts";

/** Of the panels in recordings. */
export const ORIGIN = "https://192.0.2.1:8888";

type AnyWire = Wire<unknown, RouteOf<OperationId>>;

/** The wires of an operation that an edition has. */
export function wiresOf(operation: OperationId, edition: KnownEdition): readonly AnyWire[] {
  return rowOf(operation).wires.filter((wire) => wire.edition === undefined || wire.edition === edition);
}

/** The wire of a play. One of the other edition's is asked for while nothing tells a panel's edition. */
export function wireOf({ operation, route }: Play, edition: KnownEdition): AnyWire {
  const all = rowOf(operation).wires;
  const wire =
    route === undefined
      ? (wiresOf(operation, edition)[0] ?? all[0])
      : all.find((candidate) => candidate.route === route);
  assert.ok(wire, `${operation} has no route ${route}`);
  return wire;
}

/** What our client makes of an answer. */
export function decoded(play: Play, edition: KnownEdition, answer: RawAnswer): Play["expected"] {
  try {
    return { result: decodeAnswer(rowOf(play.operation), wireOf(play, edition), answer) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { failure };
  }
}

/** The headers that count of an answer; empty where it has none. */
export interface AnswerHeaders {
  readonly contentType: string;
  readonly location: string;
  readonly disposition: string;
}

/** An answer as the decoder takes it. */
export function rawAnswer(status: number, headers: AnswerHeaders, body: string): RawAnswer {
  const { contentType, location, disposition } = headers;
  const redirect = location === "" ? {} : { redirect: redirectOf(location, ORIGIN) };
  const head = { status, contentType, contentRange: undefined };
  const attachment = disposition === "" ? {} : { attachment: attachmentOf(Buffer.from(body), head) };
  return { status, contentType, body, ...redirect, ...attachment };
}

function rowOf(operation: OperationId): Operation<unknown, unknown, RouteOf<OperationId>> {
  return operations[operation] as unknown as Operation<unknown, unknown, RouteOf<OperationId>>;
}
