import assert from "node:assert/strict";
import { LeapingClock } from "../fakes/leapingClock.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { failureOf } from "../../src/wire/answers/failure.ts";
import { createPanelClient } from "../../src/wire/client.ts";
import type { OperationId, ParamsOf } from "../../src/wire/operations/operations.ts";
import { FakeTransport } from "../fakes/fakeTransport.ts";
import { ORIGIN, wireOf } from "./decodeRecorded.ts";
import { parsed } from "./parsed.ts";
import type { Play } from "./play.ts";
import { RECORDED_KEY, recordedFields, recordedPath, type Transcript } from "./transcript.ts";

type Named = Readonly<Record<string, string>>;

/** Compares what a client sends with the recorded request, both read by the platform's own parsers. */
export async function assertSent(transcript: Transcript, play: Play, edition: KnownEdition): Promise<void> {
  const { operation, params, otherFields = [], otherMethod } = play;
  const transport = new FakeTransport(() => ({ body: "" }));
  const client = createPanelClient({ origin: ORIGIN, apiKey: RECORDED_KEY, transport, clock: new LeapingClock(0) });
  const { signal } = new AbortController();
  const { route } = wireOf(play, edition);
  await client.call(operation, params as ParamsOf<OperationId>, { signal, route }).catch(failureOf);
  const [request] = transport.sent;
  assert.ok(request);
  assert.equal(request.url.pathname, recordedPath(transcript));
  assert.equal(request.method === transcript.request.method, otherMethod !== true);
  const { request_time: time, request_token: token, ...sent } = Object.fromEntries(request.fields);
  assert.ok(time !== undefined && token !== undefined);
  const recorded = recordedFields(transcript);
  for (const name of otherFields) assert.notEqual(sent[name], recorded[name], name);
  assert.deepEqual(comparable(sent, otherFields), comparable(recorded, otherFields));
}

/** JSON inside a field counts as what it says, not as it is written. */
function comparable(fields: Named, apart: readonly string[]): object {
  const values = Object.entries(fields).filter(([name]) => !apart.includes(name));
  return Object.fromEntries(values.map(([name, value]) => [name, value.startsWith("{") ? parsed(value) : value]));
}
