import assert from "node:assert/strict";
import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { failureOf } from "../../../../src/wire/answers/failure.ts";
import { readBody } from "../../../../src/wire/http/readBody.ts";

describe("readBody", () => {
  it("says at once that a connection is lost which ended before anybody read", async () => {
    const answer = new IncomingMessage(new Socket());
    answer.destroy();
    await once(answer, "close");
    await assert.rejects(readBody(answer, 100), (error) => {
      assert.deepEqual(failureOf(error), { kind: "network", code: "ECONNRESET" });
      return true;
    });
  });
});
