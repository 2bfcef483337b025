import assert from "node:assert/strict";
import { FileClicks } from "../../../src/views/fileClicks.ts";

describe("clicks on a row of a file", () => {
  let now: number;
  let clicks: FileClicks;

  beforeEach(() => {
    now = 5_000;
    clicks = new FileClicks({ monotonic: () => now });
  });

  it("are two while the first still opens it, and just after", async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<boolean>();
    assert.equal(clicks.opensAlready("a"), undefined);
    const first = clicks.first("a", async () => opened);
    now += 60_000;
    const second = clicks.opensAlready("a");
    assert.equal(clicks.opensAlready("b"), undefined);
    open(true);
    await first;
    assert.equal(await second, true);
    now += 1_000;
    assert.equal(await clicks.opensAlready("a"), true);
    now += 1;
    assert.equal(clicks.opensAlready("a"), undefined);
  });

  it("are one where the first has opened nothing", async () => {
    await clicks.first("a", async () => false);
    assert.equal(await clicks.opensAlready("a"), false);
    const failing = clicks.first("a", async () => Promise.reject(new Error("unreachable")));
    assert.equal(await clicks.opensAlready("a"), false);
    await assert.rejects(failing, /unreachable/);
  });
});
