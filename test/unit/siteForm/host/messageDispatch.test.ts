import assert from "node:assert/strict";
import fc from "fast-check";
import * as v from "valibot";
import { messageDispatch, MessageError } from "../../../../src/siteForm/host/messageDispatch.ts";

const table = {
  twice: { params: v.strictObject({ number: v.number() }), result: v.number() },
  fail: { params: v.strictObject({}), result: v.null() },
} as const;

const answer = messageDispatch(
  table,
  {
    twice: async ({ number }) => number * 2,
    fail: () => Promise.reject(new Error("broken")),
  },
  (error) => (error instanceof MessageError ? "none of ours" : "sorry"),
);

describe("messageDispatch", () => {
  it("answers with what the handler gives", async () => {
    const message = { id: 7, request: "twice", params: { number: 4 } };
    assert.deepEqual(await answer(message), { id: 7, ok: true, result: 8 });
  });

  it("answers what a handler throws as a problem", async () => {
    assert.deepEqual(await answer({ id: 1, request: "fail", params: {} }), { id: 1, ok: false, problem: "sorry" });
  });

  it("answers what does not fit the table as a problem", async () => {
    for (const message of [
      { id: 1, request: "toString", params: {} },
      { id: 1, request: "none", params: {} },
      { id: 1, request: "twice", params: { number: "4" } },
      { id: 1, request: "twice", params: { number: 4, more: 1 } },
      { id: 1, request: "twice", params: null },
    ])
      assert.deepEqual(await answer(message), { id: 1, ok: false, problem: "none of ours" });
  });

  it("takes anything that can come from a page", async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (message) => {
        assert.equal(await answer(message), undefined);
      }),
    );
  });
});
