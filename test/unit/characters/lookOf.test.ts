import assert from "node:assert/strict";
import { lookOf } from "../../../src/characters/lookOf.ts";

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
