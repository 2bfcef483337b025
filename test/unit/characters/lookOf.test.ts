import assert from "node:assert/strict";
import { lookOf } from "../../../src/characters/lookOf.ts";
import { assertProportional, shortestOf } from "../../fakes/longestStep.ts";

describe("the look of a name", () => {
  for (const [name, other] of [
    ["shop", "sh\u043ep"],
    ["paypal", "\u0440\u0430yp\u0430l"],
    ["Web", "web"],
    ["web", "we\u200bb"],
    ["web-1", "web\u20111"],
    ["caf\u00e9", "cafe\u0301"],
    ["\uff57\uff45\uff42", "web"],
    ["\u03bfrder", "order"],
  ] as const)
    it(`is the same of ${JSON.stringify(name)} and ${JSON.stringify(other)}`, () => {
      assert.equal(lookOf(name), lookOf(other));
    });

  it("is known of a name full of marks in the time of one without", () => {
    const plain = "a".repeat(50_000);
    const yardstick = shortestOf(() => lookOf(plain));
    for (const marks of [
      "\u0301\u0316".repeat(25_000),
      "\u0301".repeat(25_000) + "\u0316".repeat(25_000),
      "\uff9e\u0344".repeat(25_000),
    ]) {
      const { ms, outcome } = shortestOf(() => lookOf(`a${marks}`));
      assertProportional(JSON.stringify(marks.slice(0, 2)), ms, yardstick.ms);
      assert.equal(outcome, "a");
    }
  });

  for (const [name, other] of [
    ["shop", "shops"],
    ["web1", "web2"],
    ["\u7f51\u7ad9", "\u7f51\u5740"],
    ["\u043c\u0430\u0433\u0430\u0437\u0438\u043d", "\u043c\u0430\u0433\u0430\u0437"],
  ] as const)
    it(`is another one of ${name} and ${other}`, () => {
      assert.notEqual(lookOf(name), lookOf(other));
    });
});
