import assert from "node:assert/strict";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { operations, type OperationId } from "../../src/wire/operations/operations.ts";
import { assertSent } from "./assertSent.ts";
import type { GivenName } from "./given.ts";
import { decoded, rawAnswer, wiresOf } from "./decodeRecorded.ts";
import { playOnDemo } from "./playOnDemo.ts";
import type { DemoPlay, Exclusion, Play } from "./play.ts";
import { plays } from "./plays/table.ts";
import { shapeOf } from "./shape.ts";
import { readTranscripts, recordedFields, recordedHeader, recordedPath, type Transcript } from "./transcript.ts";

/** What an edition's demo panel can speak besides the language of the recordings. */
const LANGUAGES: Readonly<Record<KnownEdition, readonly GivenName[]>> = { baota: [], aapanel: ["accented"] };

/** The part of the recordings that a client of ours could meet which the demo panel has to play too. */
const LEAST_ON_DEMO = 0.85;

describeContract("baota", "BaoTa");
describeContract("aapanel", "aaPanel");

function describeContract(edition: KnownEdition, title: string): void {
  const transcripts = readTranscripts(edition);
  const named = new Map(transcripts.map((transcript) => [transcript.name, transcript]));
  const played = entries(transcripts, edition, (play) => ("excluded" in play ? undefined : play));
  const excluded = entries(transcripts, edition, (play) => ("excluded" in play ? play : undefined));
  const onDemo = played.filter(({ play }) => canDemo(play));
  const onDemoAlone = excluded.flatMap(({ transcript, play: { onDemo: play } }) =>
    play !== undefined && canDemo(play) ? [{ transcript, play }] : [],
  );

  describe(`the contract with ${title}`, () => {
    after(() => {
      const counts = [
        `${played.length} played`,
        `${onDemo.length} of them against the demo panel too`,
        `${excluded.length} that our client could not meet`,
        `${onDemoAlone.length} of them against the demo panel`,
      ];
      console.log(`      ${transcripts.length} recorded exchanges of ${title}: ${counts.join(", ")}`);
    });

    it("names how each recording is played, or why not", () => {
      assert.deepEqual(Object.keys(plays[edition]).toSorted(), [...named.keys()].toSorted());
    });

    it("leaves out no request that our client sends", () => {
      const asked = excluded.filter(({ transcript }) => isOurs(transcript, edition));
      assert.deepEqual(
        asked.map(({ transcript }) => transcript.name),
        [],
      );
    });

    it("plays on the demo panel what our client could meet", () => {
      const cannot = played.filter(({ play }) => !canDemo(play)).map(({ transcript }) => transcript.name);
      assert.ok(onDemo.length >= played.length * LEAST_ON_DEMO, cannot.join(", "));
    });

    describe("answers", () => {
      for (const { transcript, play } of played)
        it(`${transcript.name} is read as ${play.operation}`, () => {
          const { status, body } = transcript.response;
          const header = (name: string) => recordedHeader(transcript, name);
          const answer = rawAnswer(
            status,
            {
              contentType: header("Content-Type"),
              location: header("Location"),
              disposition: header("Content-Disposition"),
            },
            body,
          );
          assert.deepEqual(decoded(play, edition, answer), play.expected);
        });
    });

    describe("requests", () => {
      for (const { transcript, play } of played.filter((entry) => entry.play.params !== undefined))
        it(`${transcript.name} is sent by our client`, () => assertSent(transcript, play, edition));
    });

    describe("on the demo panel", () => {
      for (const { transcript, play } of onDemo)
        it(`${transcript.name} is answered as recorded`, async () => {
          const outcome = decoded(play, edition, await playOnDemo(transcript, play, { edition, named }));
          if (play.demo?.differs === undefined) assert.deepEqual(outcome, play.expected);
          else assert.equal(shapeOf(outcome), shapeOf(play.expected));
        });
      for (const { transcript, play } of onDemoAlone)
        it(`${transcript.name} is answered as recorded`, async () => {
          await playOnDemo(transcript, play, { edition, named });
        });
    });

    for (const language of LANGUAGES[edition])
      describe(`on the demo panel, which is ${language}`, () => {
        for (const { transcript, play } of onDemo.filter((entry) => entry.play.demo?.translated === undefined))
          it(`${transcript.name} is read alike`, async () => {
            const translated = {
              ...play,
              given: [...(play.given ?? []), language],
              demo: { words: language, ...play.demo },
            };
            const outcome = decoded(play, edition, await playOnDemo(transcript, translated, { edition, named }));
            assert.equal(shapeOf(withoutPhp(outcome)), shapeOf(withoutPhp(play.expected)));
            assert.equal(failureKindOf(outcome), failureKindOf(play.expected));
          });
      });
  });
}

/** What stands in place of a PHP version may be a word of the language, which is not read (docs/protocol.md 6.6). */
function withoutPhp(outcome: Play["expected"]): unknown {
  return JSON.parse(JSON.stringify(outcome, (name, value: unknown) => (name === "php" ? undefined : value))) as unknown;
}

function failureKindOf(outcome: Play["expected"]): string | undefined {
  return "failure" in outcome ? outcome.failure.kind : undefined;
}

function entries<P extends Play | Exclusion>(
  transcripts: readonly Transcript[],
  edition: KnownEdition,
  select: (play: Play | Exclusion) => P | undefined,
): readonly { readonly transcript: Transcript; readonly play: P }[] {
  return transcripts.flatMap((transcript) => {
    const play = plays[edition][transcript.name];
    const selected = play === undefined ? undefined : select(play);
    return selected === undefined ? [] : [{ transcript, play: selected }];
  });
}

function canDemo({ demo }: DemoPlay): boolean {
  return demo?.cannot === undefined;
}

/** Whether an operation has a wire there that asks for the same. */
function isOurs(transcript: Transcript, edition: KnownEdition): boolean {
  const { action, table } = recordedFields(transcript);
  const path = recordedPath(transcript);
  return (Object.keys(operations) as OperationId[])
    .flatMap((id) => wiresOf(id, edition))
    .some(
      (wire) =>
        wire.path === path && (wire.action ?? action) === action && (wire.table === undefined || wire.table === table),
    );
}
