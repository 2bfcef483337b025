import assert from "node:assert/strict";
import { type DemoPanel, startDemoPanel } from "../../src/demoPanel/startDemoPanel.ts";
import { createPanelClient } from "../../src/wire/client.ts";
import { decodeAnswer, type RawAnswer } from "../../src/wire/decode.ts";
import { failureOf } from "../../src/wire/answers/failure.ts";
import type { KnownEdition, Operation } from "../../src/wire/answers/operation.ts";
import { operations, type OperationId, type ParamsOf } from "../../src/wire/operations/operations.ts";
import { redirectOf } from "../../src/wire/answers/redirect.ts";
import { FakeTransport } from "../fakes/fakeTransport.ts";
import { GIVEN } from "./given.ts";
import { becomeLab, LAB_NOW } from "./lab.ts";
import type { Play } from "./play.ts";
import { plays } from "./plays/table.ts";
import { sendRecorded, type SeenAnswer } from "./sendRecorded.ts";
import { shapeOf, wordsOf } from "./shape.ts";
import { readTranscripts, RECORDED_KEY, recordedFields, recordedHeader, type Transcript } from "./transcript.ts";

type Named = ReadonlyMap<string, Transcript>;

const ORIGIN = "https://192.0.2.1:8888";
/** The part of BaoTa's recordings that has to be played, and on the demo panel too. */
const LEAST_PLAYED = 0.8;

describeContract("baota", "BaoTa");
describeContract("aapanel", "aaPanel");

function describeContract(edition: KnownEdition, title: string): void {
  const transcripts = readTranscripts(edition);
  const named = new Map(transcripts.map((transcript) => [transcript.name, transcript]));
  const played = transcripts.flatMap((transcript) => {
    const play = plays[edition][transcript.name];
    return play === undefined || "excluded" in play ? [] : [{ transcript, play }];
  });
  const onDemo = played.filter(({ play }) => play.demo?.cannot === undefined);

  describe(`the contract with ${title}`, () => {
    after(() => {
      const counts = [
        `${played.length} played`,
        `${onDemo.length} of them against the demo panel too`,
        `${transcripts.length - played.length} excluded`,
      ];
      console.log(`      ${transcripts.length} recorded exchanges of ${title}: ${counts.join(", ")}`);
    });

    it("names how each recording is played, or why not", () => {
      assert.deepEqual(Object.keys(plays[edition]).toSorted(), [...named.keys()].toSorted());
      if (edition === "baota")
        for (const count of [played.length, onDemo.length])
          assert.ok(count >= transcripts.length * LEAST_PLAYED, String(count));
    });

    describe("answers", () => {
      for (const { transcript, play } of played)
        it(`${transcript.name} is read as ${play.operation}`, () => {
          assert.deepEqual(decoded(play, recordedAnswer(transcript)), play.expected);
        });
    });

    describe("requests", () => {
      for (const { transcript, play } of played.filter((entry) => entry.play.params !== undefined))
        it(`${transcript.name} is what our client sends`, () => assertSent(transcript, play));
    });

    describe("on the demo panel", () => {
      for (const { transcript, play } of onDemo)
        it(`${transcript.name} is answered as recorded`, async function () {
          this.timeout(20_000);
          await assertPlayed(transcript, play, named);
        });
    });
  });
}

function recordedAnswer(transcript: Transcript): RawAnswer {
  const { status, body } = transcript.response;
  const contentType = recordedHeader(transcript, "Content-Type");
  return { status, body, contentType, ...redirected(recordedHeader(transcript, "Location")) };
}

function redirected(location: string): Pick<RawAnswer, "redirect"> {
  return location === "" ? {} : { redirect: redirectOf(location, ORIGIN) };
}

function decoded({ operation, route }: Play, answer: RawAnswer): Play["expected"] {
  const row = operations[operation] as unknown as Operation<unknown, unknown>;
  const wire = row.wires.find((candidate) => candidate.route === route) ?? row.wires[0];
  assert.ok(route === undefined || wire.route === route, `${operation} has no route ${route}`);
  try {
    return { result: decodeAnswer(row, wire, answer) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { failure };
  }
}

/** Compares what a client sends with the recorded request, both read by the platform's own parsers. */
async function assertSent(transcript: Transcript, { operation, route, params, adds = [], otherMethod }: Play) {
  const transport = new FakeTransport(() => ({ body: "" }));
  const client = createPanelClient({ origin: ORIGIN, apiKey: RECORDED_KEY, transport, now: () => LAB_NOW });
  const signal = new AbortController().signal;
  await client.call(operation, params as ParamsOf<OperationId>, { signal, route }).catch(failureOf);
  const [request] = transport.sent;
  assert.ok(request);
  assert.equal(request.url.pathname, transcript.request.path);
  assert.equal(request.method === transcript.request.method, otherMethod !== true);
  const { request_time: time, request_token: token, ...fields } = Object.fromEntries(request.fields);
  assert.ok(time !== undefined && token !== undefined);
  for (const name of adds) assert.ok(name in fields && !(name in recordedFields(transcript)), name);
  const common = Object.entries(fields).filter(([name]) => !adds.includes(name));
  assert.deepEqual(comparable(Object.fromEntries(common)), comparable(recordedFields(transcript)));
}

/** JSON inside a field counts as what it says, not as it is written. */
function comparable(fields: Readonly<Record<string, string>>): object {
  const values = Object.entries(fields).map(([name, value]) => [name, value.startsWith("{") ? parsed(value) : value]);
  return Object.fromEntries(values) as object;
}

async function assertPlayed(transcript: Transcript, play: Play, named: Named): Promise<void> {
  const live: { allowedAddresses?: readonly string[] } = {};
  const delays = { container: 0, composer: 0, completionDownload: 0 };
  const options = Object.assign(live, { key: RECORDED_KEY, now: () => LAB_NOW, delays });
  const panel = await startDemoPanel(options);
  try {
    becomeLab(panel.state);
    const allow = (addresses: readonly string[]) => (live.allowedAddresses = addresses);
    for (const name of play.given ?? []) GIVEN[name]({ state: panel.state, allow });
    await sendBefore(panel, play, named);
    const answer = await sendRecorded(panel.address, transcript);
    assertSameForm(answer, transcript, play);
    const { status, body, headers } = answer;
    const contentType = headers["content-type"] ?? "";
    const outcome = decoded(play, { status, body, contentType, ...redirected(headers.location ?? "") });
    if (play.demo?.differs === undefined) assert.deepEqual(outcome, play.expected);
    else assert.equal(shapeOf(outcome), shapeOf(play.expected));
  } finally {
    await panel.close();
  }
}

async function sendBefore(panel: DemoPanel, { after: before = [] }: Play, named: Named): Promise<void> {
  for (const [name, times] of before) {
    const transcript = named.get(name);
    assert.ok(transcript, name);
    for (let count = 0; count < times; count++) await sendRecorded(panel.address, transcript);
  }
}

/** Status, content type, where a redirect leads; of JSON keys, types and words; of the page that imitates nginx every byte. */
function assertSameForm(answer: SeenAnswer, transcript: Transcript, { demo }: Play): void {
  assert.equal(answer.status, transcript.response.status);
  for (const name of ["content-type", "location", "www-authenticate"])
    assert.equal(answer.headers[name] ?? "", recordedHeader(transcript, name), name);
  const [seen, recorded] = [parsed(answer.body), parsed(transcript.response.body)];
  assert.equal(shapeOf(seen), shapeOf(recorded));
  if (recorded === undefined) {
    if (transcript.response.status !== 200) assert.equal(answer.body, transcript.response.body);
  } else if (demo?.words === undefined) assert.deepEqual(wordsOf(seen), wordsOf(recorded));
}

/** `undefined` for what is no JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
