import assert from "node:assert/strict";
import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { failureOf } from "../../../../src/wire/answers/failure.ts";
import { readBody } from "../../../../src/wire/http/readBody.ts";

describe("readBody", () => {
  const isLost = (error: unknown) => {
    assert.deepEqual(failureOf(error), { kind: "network", code: "ECONNRESET" });
    return true;
  };
  let answer: IncomingMessage;
  beforeEach(() => (answer = new IncomingMessage(new Socket())));

  it("says at once that a connection is lost which ended before anybody read", async () => {
    answer.destroy();
    await once(answer, "close");
    await assert.rejects(readBody(answer, 100), isLost);
  });

  it("says that a connection is lost which ends without an error", async () => {
    const reading = readBody(answer, 100);
    answer.destroy();
    await assert.rejects(reading, isLost);
  });
});
