import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeAnswer } from "../../../../src/wire/decode.ts";
import { failureOf, PanelError } from "../../../../src/wire/answers/failure.ts";
import { type Sample, samples } from "../../samples/samples.ts";

type Path = readonly (string | number)[];

/** Without these an answer is none. */
const LISTS = ["data", "message.data", "container_list", "message.container_list"];

const RUNS = process.env["FUZZ"] === "full" ? 100_000 : 500;

describe("operations with answers that lack something", () => {
  for (const sample of samples) {
    it(`${sample.name}: every field is optional, and every one but the list itself may be null`, () => {
      for (const path of fieldsOf(sample.body()))
        for (const value of LISTS.includes(path.join(".")) ? [undefined] : [undefined, null]) {
          const body = sample.body();
          const holder = path.slice(0, -1).reduce<unknown>((part, name) => Reflect.get(part as object, name), body);
          Reflect.set(holder as object, path.at(-1) ?? "", value);
          const sent = JSON.stringify(body);
          if (sample.wire.envelope(JSON.parse(sent)).kind === "success") assertWhole(decode(sample, sent), path);
          else assert.throws(() => decode(sample, sent), PanelError, path.join("."));
        }
    });

    it(`${sample.name}: random bodies give a result or a PanelError`, () => {
      fc.assert(
        fc.property(fc.oneof(randomBody(), damaged(sample)), answerHead(), (body, head) => {
          try {
            decodeAnswer(sample.row, sample.wire, { ...head, body });
          } catch (error) {
            assert.ok(failureOf(error) !== undefined, String(error));
          }
        }),
        { numRuns: RUNS },
      );
    });
  }
});

function decode({ row, wire }: Sample, body: string): unknown {
  return decodeAnswer(row, wire, { status: 200, contentType: "application/json; charset=utf-8", body });
}

/** A row that lacks a field is still a readable row. */
function assertWhole(result: unknown, path: Path): void {
  const { unreadable = [] } = result as { readonly unreadable?: readonly unknown[] };
  assert.deepEqual(unreadable, [], path.join("."));
}

/** Paths of all fields of all objects, those inside arrays too. */
function fieldsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((element, index) => fieldsOf(element, [...path, index]));
  return Object.entries(value).flatMap(([name, field]) => [[...path, name], ...fieldsOf(field, [...path, name])]);
}

function randomBody(): fc.Arbitrary<string> {
  const envelope = fc.record(
    { status: fc.oneof(fc.boolean(), fc.integer()), msg: fc.jsonValue(), data: fc.jsonValue() },
    { requiredKeys: [] },
  );
  return fc.oneof(
    fc.json(),
    fc.string(),
    envelope.map((body) => JSON.stringify(body)),
  );
}

/** The sample with a few of its values replaced by anything. */
function damaged(sample: Sample): fc.Arbitrary<string> {
  const paths = fieldsOf(sample.body());
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(-1, "", "1", "1,,2", 1e300, "共1条", "__proto__"),
  );
  const changes = fc.array(fc.tuple(fc.constantFrom(...paths), value), { minLength: 1, maxLength: 3 });
  return changes.map((replaced) => {
    const body = sample.body();
    for (const [path, anything] of replaced) {
      let holder: unknown = body;
      for (const part of path.slice(0, -1))
        holder = typeof holder === "object" && holder !== null ? Reflect.get(holder, part) : undefined;
      if (typeof holder === "object" && holder !== null) Reflect.set(holder, path.at(-1) ?? "", anything);
    }
    return JSON.stringify(body);
  });
}

function answerHead() {
  return fc.record({
    status: fc.constantFrom(200, 200, 302, 404, 500),
    contentType: fc.constantFrom("application/json", "text/html", "text/html; charset=utf-8", ""),
  });
}
