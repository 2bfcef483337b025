import assert from "node:assert/strict";
import type { FollowedLog } from "../../../src/logs/followedLog.ts";
import { LogsOfWindow, type FollowedLogs } from "../../../src/window/logsOfWindow.ts";
import { TailsFixture } from "../../fakes/tailsFixture.ts";

const LOG: FollowedLog = { panelId: "p1", kind: "javaProject", key: "demo", label: "demo" };

/** What follows logs, as its file is loaded whenever the test says so. */
function fixture() {
  const loads: PromiseWithResolvers<void>[] = [];
  const { logTails: tails } = new TailsFixture({
    "java.log": () => ({ text: "hello\n", file: undefined, size: undefined }),
  });
  const logs = new LogsOfWindow(async () => {
    const load = Promise.withResolvers<void>();
    loads.push(load);
    await load.promise;
    return { tails, bar: { update: () => undefined }, resume: () => undefined, dispose: () => tails.dispose() };
  });
  const follow = async (): Promise<FollowedLogs> => {
    const loaded = await logs.load();
    loaded.tails.follow(LOG);
    return loaded;
  };
  return { logs, loads, tails, follow };
}

describe("the followed logs of a window", () => {
  it("are loaded with the first, once for all who want them at once", async () => {
    const { logs, loads, tails, follow } = fixture();
    assert.deepEqual([logs.loaded, loads.length], [undefined, 0]);
    const both = Promise.all([follow(), follow()]);
    assert.equal(logs.loaded, undefined);
    loads[0]?.resolve();
    const [one, other] = await both;
    assert.deepEqual([one === other, logs.loaded === one, loads.length], [true, true, 1]);
    assert.equal(await logs.load(), one);
    assert.equal(tails.current.length, 1);
    await logs.dispose();
    assert.deepEqual(tails.current, []);
  });

  it("are loaded anew where that failed, which whoever wanted them is told", async () => {
    const { logs, loads, follow } = fixture();
    const both = [follow(), follow()];
    loads[0]?.reject(new Error("no such file"));
    for (const each of both) await assert.rejects(each, /no such file/);
    assert.equal(logs.loaded, undefined);
    const again = follow();
    loads[1]?.resolve();
    const loaded = await again;
    assert.equal(logs.loaded, loaded);
    await logs.dispose();
  });

  it("follow nothing where the window ends before they are loaded", async () => {
    const { logs, loads, tails, follow } = fixture();
    const following = follow();
    const ending = logs.dispose();
    loads[0]?.resolve();
    await Promise.all([following, ending]);
    assert.deepEqual(tails.shown, []);
  });

  it("follow nothing where they are loaded for what ends after the window", async () => {
    const { logs, loads, tails, follow } = fixture();
    await logs.dispose();
    const following = follow();
    loads[0]?.resolve();
    await following;
    assert.deepEqual(tails.shown, []);
  });

  it("end cleanly where the window ends while they cannot be loaded", async () => {
    const { logs, loads, follow } = fixture();
    const following = assert.rejects(follow(), /no such file/);
    const ending = logs.dispose();
    loads[0]?.reject(new Error("no such file"));
    await Promise.all([following, ending]);
  });
});
