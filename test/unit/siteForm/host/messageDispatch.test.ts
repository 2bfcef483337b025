import assert from "node:assert/strict";
import fc from "fast-check";
import { messageDispatch, MessageError, type Handlers } from "../../../../src/siteForm/host/messageDispatch.ts";

const nothing = async () => undefined;
const handlers = {
  listed: async ({ hosts }: { readonly hosts: readonly string[] }) => ({ names: hosts, isOneADomain: false }),
  reveal: () => Promise.reject(new Error("broken")),
  close: nothing,
} as unknown as Handlers;

const answer = messageDispatch(handlers, (error) => (error instanceof MessageError ? "none of ours" : "sorry"));

describe("messageDispatch", () => {
  it("answers with what the handler gives", async () => {
    const message = { id: 7, request: "listed", params: { hosts: ["a.example"] } };
    assert.deepEqual(await answer(message), { id: 7, ok: true, result: { names: ["a.example"], isOneADomain: false } });
  });

  it("answers what a handler throws as a problem", async () => {
    assert.deepEqual(await answer({ id: 1, request: "reveal", params: {} }), { id: 1, ok: false, problem: "sorry" });
  });

  it("answers what does not fit the protocol as a problem", async () => {
    for (const message of [
      { id: 1, request: "toString", params: {} },
      { id: 1, request: "none", params: {} },
      { id: 1, request: "listed", params: { hosts: "a.example" } },
      { id: 1, request: "close", params: { more: 1 } },
      { id: 1, request: "close", params: null },
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
