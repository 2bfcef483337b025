import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { mock } from "node:test";
import { serveClient, type SessionOptions } from "../../../src/mcp/shim/session.ts";
import { eventually } from "../../eventually.ts";
import type { FromShim } from "../../fakes/agents/rawAgent.ts";

describe("a client on standard input and output", () => {
  it("is told every ten seconds what is still going on, until it has its answer", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const { promise, resolve } = Promise.withResolvers<void>();
      const session: SessionOptions = {
        version: "1",
        async call({ progress }) {
          progress("Waits for the user.");
          await promise;
          return { text: "{}" };
        },
        greet: () => undefined,
      };
      const [input, output] = [new PassThrough(), new PassThrough()];
      let written = "";
      output.on("data", (bytes: Buffer) => (written += bytes.toString("utf8")));
      const messages = () =>
        written
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line || "{}") as FromShim);
      const told = () => messages().flatMap(({ params }) => params?.progress ?? []);
      // its timers are these
      const looks = async (isSo: () => boolean) => {
        while (!isSo()) await new Promise(setImmediate);
      };
      const served = serveClient(session, input, output);
      const params = { name: "list_panels", arguments: {}, _meta: { progressToken: 7 } };
      input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
      await looks(() => told().length === 1);
      mock.timers.tick(10_000);
      mock.timers.tick(10_000);
      await looks(() => told().length === 3);
      resolve();
      await looks(() => messages().some(({ id }) => id === 1));
      mock.timers.tick(60_000);
      assert.deepEqual(told(), [1, 2, 3]);
      input.end();
      await served;
    } finally {
      mock.timers.reset();
    }
  });

  it("that does not read its answers is not read any further", async () => {
    const session = { version: "1", call: async () => ({ text: "{}" }), greet: () => undefined };
    const [input, output] = [new PassThrough(), new PassThrough()];
    const served = serveClient(session, input, output);
    const list = `${JSON.stringify({ jsonrpc: "2.0", id: "x", method: "tools/list" })}\n`;
    for (let id = 0; id < 200; id += 1) {
      input.write(list.replace('"x"', String(id)));
      await new Promise(setImmediate);
    }
    assert.equal(input.isPaused(), true);
    assert.ok(output.readableLength + output.writableLength < 1_000_000, "answers do not pile up");
    output.resume();
    await eventually(
      () => input.isPaused() || input.readableLength > 0,
      (isWaiting) => !isWaiting,
    );
    input.end();
    await served;
  });
});
