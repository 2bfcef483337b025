import assert from "node:assert/strict";
import { isObject } from "../../../../src/wire/answers/isObject.ts";
import { decodeAnswer } from "../../../../src/wire/decode.ts";
import { samples } from "../../samples/samples.ts";

/** Fields that panels send times in, in seconds since the epoch. */
const TIMES = new Set(["mtime", "st_mtime", "create_time", "created_time", "renew_time", "cert_timeout", "expires"]);

/** Times that no calendar has, or that are none. */
const BROKEN = [
  "999999999999999",
  "-999999999999999",
  "-1",
  "253402300800",
  "1e999",
  "1e15",
  '"999999999999999"',
  '"NaN"',
  '"soon"',
  "{}",
  "null",
];

const PLACE = "\u0001time\u0001";

/** A copy with something in place of each time, also in the words of a file's entry; how many there were. */
function withTimes(value: unknown, count = { times: 0 }): { readonly copy: unknown; readonly times: number } {
  const copy = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(copy);
    if (typeof each === "string" && /^[^;]+;\d+;-?\d+;/.test(each)) {
      count.times += 1;
      return each.replace(/^([^;]+;\d+);-?\d+;/, "$1;999999999999999;");
    }
    if (!isObject(each)) return each;
    const entries = Object.entries(each).map(([name, field]) => {
      if (!TIMES.has(name)) return [name, copy(field)];
      count.times += 1;
      return [name, PLACE];
    });
    return Object.fromEntries(entries) as unknown;
  };
  return { copy: copy(value), times: count.times };
}

/** All numbers that stand in a decoded value in a field that holds a time, by our names. */
function timesIn(value: unknown): readonly unknown[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => [
    ...(/^(?:mtime|at|since|\w+(?:At|Until|Seconds))$/.test(name) && field !== undefined ? [field] : []),
    ...timesIn(field),
  ]);
}

describe("times in answers", () => {
  const found = samples.flatMap((sample) => {
    const { copy, times } = withTimes(sample.body());
    return times === 0 ? [] : [{ sample, copy }];
  });

  it("stand in several operations of both editions", () => {
    const names = new Set(found.map(({ sample }) => sample.name.split(" ")[0]));
    for (const name of ["file.stat", "file.list", "container.list", "certificateOrder.list"])
      assert.ok(
        [...names].some((each) => each?.startsWith(name)),
        `${name} of ${[...names].join(", ")}`,
      );
  });

  for (const { sample, copy } of found)
    it(`${sample.name}: a broken one is absent, and hides nothing else`, () => {
      const lengthOf = (decoded: unknown) =>
        isObject(decoded) && Array.isArray(decoded["rows"]) ? decoded["rows"].length : undefined;
      const answer = { status: 200, contentType: "application/json" };
      const before = decodeAnswer(sample.row, sample.wire, { ...answer, body: JSON.stringify(sample.body()) });
      for (const broken of BROKEN) {
        const body = JSON.stringify(copy).replaceAll(JSON.stringify(PLACE), () => broken);
        const decoded: unknown = decodeAnswer(sample.row, sample.wire, { ...answer, body });
        assert.equal(lengthOf(decoded), lengthOf(before), broken);
        assert.deepEqual(timesIn(decoded), [], broken);
      }
    });
});
