import assert from "node:assert/strict";
import { isClosed, isWorse, isWrong, type AddressAnswer } from "../../../src/actions/deploymentEnd.ts";

const answerOf = (word: number | string): AddressAnswer =>
  typeof word === "number" ? { kind: "status", status: word } : { kind: "failed", code: word };

describe("the answer of a deployment's address", () => {
  for (const [before, since, ...told] of [
    [200, 200],
    [500, 302],
    ["ECONNREFUSED", 200],
    [200, 500, "wrong", "worse"],
    [302, "ETIMEDOUT", "wrong", "worse"],
    [200, 401, "wrong", "worse"],
    [401, 500, "wrong"],
    [502, 500, "wrong"],
    [404, 404, "wrong"],
    [500, 401, "wrong"],
    ["ECONNREFUSED", "ECONNREFUSED", "wrong"],
    [401, 401, "closed"],
    [401, 403, "closed"],
    [undefined, 200],
    [undefined, 401, "closed"],
    [undefined, 500, "wrong"],
  ] as const)
    it(`is ${told.join(" and ") || "well"} with ${since}, and ${before ?? "nothing"} before`, () => {
      const checked = { address: "https://example.com/", answer: answerOf(since) };
      const compared = before === undefined ? checked : { ...checked, before: answerOf(before) };
      const found = Object.entries({ wrong: isWrong(compared), worse: isWorse(compared), closed: isClosed(compared) });
      assert.deepEqual(
        found.flatMap(([word, is]) => (is ? [word] : [])),
        told,
      );
    });
});
