import assert from "node:assert/strict";
import { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { listOf } from "../../fakes/rows.ts";

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

describe("the entries of a directory of the server", () => {
  const list = async (names: readonly string[], counted: number | undefined) => {
    const rows = names.map((name) => ({
      name,
      size: 1,
      mtime: undefined,
      mode: "644",
      user: "www",
      linkTo: undefined,
    }));
    const calls = new FakeCalls({
      "file.list": () => ({
        path: "/www/a",
        directories: listOf([]),
        files: listOf(rows),
        hasRecycleBin: true,
        counted,
      }),
    });
    return new RemoteFiles(calls.callFor(), new LeapingClock(), new AbortController().signal).list("/www/a");
  };

  it("are none where the panel counts none, or does not count", async () => {
    for (const counted of [0, undefined]) assert.deepEqual((await list([], counted)).files.rows, []);
  });

  it("are not believed to be none where the panel counts some, and may be fewer than it counts", async () => {
    await assert.rejects(list([], 1), (error) => {
      assert.deepEqual(failureOf(error), { kind: "malformed", fields: ["(entries)"] });
      return true;
    });
    assert.equal((await list(["a", "b"], 7)).files.rows.length, 2);
  });
});
