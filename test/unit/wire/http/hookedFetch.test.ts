import assert from "node:assert/strict";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { hookedFetch } from "../../../../src/wire/http/hookedFetch.ts";
import type { ExchangeInit } from "../../../../src/wire/http/transport.ts";
import { wholeAnswer } from "../../../fakes/fakeTransport.ts";

const { signal } = new AbortController();

/** Requests as they reach the transport, and how often an answer was told of. */
function sender(answer: () => ReturnType<typeof wholeAnswer>) {
  const sent: (readonly [string, ExchangeInit])[] = [];
  let answers = 0;
  const send = hookedFetch(
    async (path, init) => {
      sent.push([path, init]);
      return answer();
    },
    () => (answers += 1),
  );
  return { sent, send, answers: () => answers };
}

describe("ofetch over a transport", () => {
  it("hands on request and answer as they are", async () => {
    const answer = wholeAnswer({ status: 302, contentType: "text/html", location: "/login", body: "<html>" });
    const { send, sent, answers } = sender(() => answer);
    const init = {
      method: "GET",
      range: "0-99",
      body: "a=1",
      contentType: "text/plain",
      change: true,
      signal,
    } as const;
    assert.equal(await send("/download?a=1", init), answer);
    const [[path, received] = []] = sent;
    assert.equal(path, "/download?a=1");
    for (const [name, value] of Object.entries(init)) assert.equal(received?.[name as keyof ExchangeInit], value, name);
    assert.equal(answers(), 1);
  });

  it("sends once, whatever the status", async () => {
    for (const method of ["GET", "POST"] as const)
      for (const status of [204, 304, 404, 408, 409, 425, 429, 500, 502, 503, 504]) {
        const { send, sent, answers } = sender(() => wholeAnswer({ status, body: '{"status":true}' }));
        assert.equal((await send("/site", { method, change: method === "GET", signal })).status, status);
        assert.deepEqual([sent.length, answers()], [1, 1]);
      }
  });

  it("passes on what the transport throws, and tells of no answer", async () => {
    for (const thrown of [new PanelError({ kind: "timeout", afterMs: 1 }), new TypeError("a defect")]) {
      const { send, sent, answers } = sender(() => {
        throw thrown;
      });
      await assert.rejects(send("/site?request_token=1", { method: "GET", change: false, signal }), (error) => {
        return error === thrown;
      });
      assert.deepEqual([sent.length, answers()], [1, 0]);
    }
  });
});
