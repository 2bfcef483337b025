import assert from "node:assert/strict";
import { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";

describe("a part of a file of the server", () => {
  /** Reads 4 bytes from the third on, of a file of ten. */
  const read = async (from: number, sent: string) => {
    const calls = new FakeCalls({ "file.read": () => ({ bytes: Buffer.from(sent), from, total: 10 }) });
    const files = new RemoteFiles(calls.callFor(), new LeapingClock(), new AbortController().signal);
    return Buffer.from(await files.read("/www/a", 3, 4)).toString();
  };

  it("has the bytes that were asked for, also where more were sent", async () => {
    assert.equal(await read(3, "3456"), "3456");
    assert.equal(await read(0, "0123456789"), "3456");
  });

  it("is refused where others were sent, which begin later or end before", async () => {
    for (const [from, sent] of [
      [4, "456789"],
      [5, "56789"],
      [3, "345"],
      [0, "012345"],
    ] as const)
      await assert.rejects(
        read(from, sent),
        (error) => error instanceof PanelError && error.failure.kind === "malformed",
        `${from} ${sent}`,
      );
  });
});
