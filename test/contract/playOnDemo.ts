import assert from "node:assert/strict";
import { type DemoPanel, type DemoPanelOptions, startDemoPanel } from "../demoPanel/startDemoPanel.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import type { RawAnswer } from "../../src/wire/decode.ts";
import { rawAnswer } from "./decodeRecorded.ts";
import { GIVEN, type Live } from "./given.ts";
import { labs } from "./labs.ts";
import { parsed } from "./parsed.ts";
import type { DemoPlay } from "./play.ts";
import { sendRecorded, type SeenAnswer } from "./sendRecorded.ts";
import { shapeOf, wordsOf } from "./shape.ts";
import { RECORDED_KEY, recordedHeader, type Transcript } from "./transcript.ts";

/** What a play is played on. */
interface Stage {
  readonly edition: KnownEdition;
  /** All recordings of the edition. */
  readonly named: ReadonlyMap<string, Transcript>;
}

/** Sends a recorded request to a demo panel; the answer has the form of the recorded one. */
export async function playOnDemo(
  transcript: Transcript,
  play: DemoPlay,
  { edition, named }: Stage,
): Promise<RawAnswer> {
  const { become, now } = labs[edition];
  const live: Live = {};
  const delays = { container: 0, composer: 0, completionDownload: 0, javaProcess: 0 };
  const options: DemoPanelOptions = { edition, key: RECORDED_KEY, now: () => now, delays };
  const routes = play.hasAllRoutes === true ? { absentRoutes: [] } : {};
  const panel = await startDemoPanel(Object.assign(live, options, routes));
  try {
    become(panel.state);
    for (const name of play.given ?? []) GIVEN[name]({ state: panel.state, live });
    await sendBefore(panel, play, named);
    const answer = await sendRecorded(panel.address, transcript);
    assertSameForm(answer, transcript, play);
    const { status, body, headers } = answer;
    const { "content-type": contentType = "", location = "", "content-disposition": disposition = "" } = headers;
    return rawAnswer(status, { contentType, location, disposition }, body);
  } finally {
    await panel.close();
  }
}

async function sendBefore(panel: DemoPanel, { after: before = [] }: DemoPlay, named: Stage["named"]): Promise<void> {
  for (const [name, times] of before) {
    const transcript = named.get(name);
    assert.ok(transcript, name);
    for (let count = 0; count < times; count++) await sendRecorded(panel.address, transcript);
  }
}

/** Status, content type, where a redirect leads; of JSON keys, types and words; of the page that imitates nginx every byte. */
function assertSameForm(answer: SeenAnswer, transcript: Transcript, { demo }: DemoPlay): void {
  assert.equal(answer.status, transcript.response.status);
  for (const name of ["content-type", "location", "www-authenticate"])
    assert.equal(answer.headers[name] ?? "", recordedHeader(transcript, name), name);
  const [seen, recorded] = [parsed(answer.body), parsed(transcript.response.body)];
  if (recorded === undefined) {
    assert.equal(seen, undefined);
    if (transcript.response.status !== 200) assert.equal(answer.body, transcript.response.body);
    return;
  }
  if (demo?.fields === undefined) assert.equal(shapeOf(seen), shapeOf(recorded));
  if (demo?.words === undefined) assert.deepEqual(wordsOf(seen), wordsOf(recorded));
}
