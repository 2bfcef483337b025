import assert from "node:assert/strict";
import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { failureOf } from "../../../../src/wire/answers/failure.ts";
import { readBody } from "../../../../src/wire/http/readBody.ts";
import { settled } from "../../../fakes/steppedClock.ts";

describe("readBody", () => {
  const isLost = (error: unknown) => {
    assert.deepEqual(failureOf(error), { kind: "network", code: "ECONNRESET" });
    return true;
  };
  let answer: IncomingMessage;
  beforeEach(() => (answer = new IncomingMessage(new Socket())));

  it("fails at once if the connection ended before anybody read", async () => {
    answer.destroy();
    await once(answer, "close");
    await assert.rejects(readBody(answer, 100), isLost);
  });

  it("keeps no object for each of the bytes that come one by one", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const heapUsed = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const count = 200_000;
    const reading = readBody(answer, count);
    const byte = Buffer.from("x");
    const before = heapUsed();
    for (let sent = 0; sent < count; sent++) {
      answer.push(byte.subarray());
      if (sent % 1_000 === 0) await settled();
    }
    await settled();
    assert.ok(heapUsed() - before < 5_000_000);
    answer.push(null);
    assert.ok((await reading).equals(Buffer.alloc(count, "x")));
  });

  it("fails if the connection ends without an error", async () => {
    const reading = readBody(answer, 100);
    answer.destroy();
    await assert.rejects(reading, isLost);
  });
});
