import assert from "node:assert/strict";
import fc from "fast-check";
import type { OperationId } from "../../../../src/wire/operations/operations.ts";
import { decodeBody, failureOfBody } from "../../samples/decodeBody.ts";
import { sampleOf, samples } from "../../samples/samples.ts";

/** Successes that no recording plays: of the route that needs a file which the public source lacks (docs/protocol.md 7.11). */
const UNRECORDED: readonly (readonly [OperationId, unknown])[] = [
  ["java.start", { msg: "操作已执行" }],
  ["java.stop", { msg: "操作已执行" }],
  ["java.moveLogOfStopped", { msg: "操作已执行" }],
  [
    "java.log",
    {
      text: 'Exception in thread "main" java.net.BindException: Address already in use\nstarted <app> & port 19080',
      file: "/www/wwwlogs/java/newlogs/demo.log",
      size: "913.00 b",
    },
  ],
];

describe("aaPanel's answers", () => {
  for (const [id, expected] of UNRECORDED) {
    const sample = sampleOf(id, "v2mod");
    it(`${id} by v2mod is read whole`, () => assert.deepEqual(decodeBody(sample, sample.body()), expected));
  }

  it("show a failure in the second envelope on every route", () => {
    const refused = { message: { result: "webname is required" }, status: -1, timestamp: 1795297509 };
    for (const { name, ...sample } of samples)
      assert.deepEqual(
        failureOfBody({ name, ...sample }, refused),
        { kind: "rejected", message: "webname is required" },
        name,
      );
  });

  it("of a change succeed by true or by 0 with a timestamp, and by no other truthy value", () => {
    const own = samples.filter(({ row, wire }) => row.effect !== "read" && wire.edition === "aapanel");
    assert.ok(own.length >= 12);
    const values = fc.constantFrom<unknown>(
      true,
      false,
      0,
      -1,
      1,
      2,
      "0",
      "1",
      "ok",
      "true",
      null,
      undefined,
      [],
      {},
      0.5,
    );
    const words = fc.constantFrom<unknown>(
      "ok",
      "",
      "Restarted successfully",
      null,
      undefined,
      { result: "ok" },
      {},
      1,
    );
    const body = fc.oneof(
      fc.record({ status: values, timestamp: values, message: words, msg: words }, { requiredKeys: [] }),
      values,
      words,
    );
    for (const sample of own)
      fc.assert(
        fc.property(body, (sent) => {
          const given = JSON.parse(JSON.stringify(sent ?? null)) as Readonly<Record<string, unknown>> | null;
          const isStamped = given?.["status"] === 0 && typeof given["timestamp"] === "number";
          const isClassic = given?.["status"] === true;
          const isPiece = sample.id === "file.upload" && Number.isInteger(sent) && Number(sent) >= 0;
          const isNothing = sample.id === "certificate.renew" && given === null;
          // its answer tells of its parts, and has a word of its own for success
          const isOther = sample.id === "site.create";
          const isUnlike = isOther || (isClassic && given["msg"] instanceof Object);
          const failure = failureOfBody(sample, sent ?? null);
          if (!isUnlike)
            assert.equal(failure === undefined, isStamped || isClassic || isPiece || isNothing, JSON.stringify(sent));
        }),
      );
  });
});
