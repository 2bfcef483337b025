import assert from "node:assert/strict";
import { PendingLoads, type LoadSort } from "../../../src/tree/pendingLoads.ts";

/** Lets everything happen that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Loads that a test ends by hand, numbered from 0 in the order in which they were requested. */
class ManualLoads {
  /** Numbers of the loads that have begun. */
  readonly started: number[] = [];
  readonly requests: Promise<void>[] = [];
  readonly #pending = new PendingLoads();
  readonly #ends: ((error?: Error) => void)[] = [];

  async request(sort: LoadSort, id = "a"): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const number = this.#ends.push((error) => (error === undefined ? resolve() : reject(error))) - 1;
    const start = () => {
      this.started.push(number);
      return promise;
    };
    this.requests.push(this.#pending.inTurn(id, sort, start));
  }

  async end(number: number, error?: Error): Promise<void> {
    this.#ends[number]?.(error);
    await settled();
  }
}

describe("Loads of one node", () => {
  let loads: ManualLoads;
  beforeEach(() => (loads = new ManualLoads()));

  const cases: readonly (readonly [string, readonly LoadSort[], readonly number[]])[] = [
    ["share the one under way if age does not matter", ["shared", "shared", "shared"], [0]],
    ["share a fresh one under way if age does not matter", ["fresh", "shared"], [0]],
    ["start again after the one under way to be fresh", ["shared", "fresh"], [0, 1]],
    ["start again after a fresh one to be fresher", ["fresh", "fresh"], [0, 1]],
    ["share one that waits, which is fresh enough for all", ["shared", "fresh", "fresh", "shared"], [0, 1]],
    ["share the loading of more", ["more", "more"], [0]],
    ["start after the loading of more", ["more", "shared"], [0, 1]],
    ["start after the loading of more to be fresh", ["more", "fresh"], [0, 1]],
    ["load more after the one under way", ["shared", "more"], [0, 1]],
    ["load more after a fresh one", ["fresh", "more"], [0, 1]],
    ["run one at a time, in the order of the requests", ["shared", "more", "fresh"], [0, 1, 2]],
  ];
  for (const [title, [first = "shared", ...others], started] of cases)
    it(title, async () => {
      await loads.request(first);
      await settled();
      for (const sort of others) await loads.request(sort);
      for (const [index, number] of started.entries()) {
        await settled();
        assert.deepEqual(loads.started, started.slice(0, index + 1));
        await loads.end(number);
      }
      await Promise.all(loads.requests);
      assert.deepEqual(loads.started, started);
      await loads.request("shared");
      await settled();
      assert.equal(loads.started.length, started.length + 1, "the next load starts anew");
    });

  it("do not wait for those of another node", async () => {
    await loads.request("shared", "a");
    await loads.request("shared", "b");
    await settled();
    assert.deepEqual(loads.started, [0, 1]);
  });

  it("fail for all that share them, and the next starts nevertheless", async () => {
    for (const sort of ["shared", "shared", "more"] as const) await loads.request(sort);
    const ended = Promise.allSettled(loads.requests.slice(0, 2));
    await settled();
    await loads.end(0, new Error("a defect"));
    assert.deepEqual(
      (await ended).map(({ status }) => status),
      ["rejected", "rejected"],
    );
    assert.deepEqual(loads.started, [0, 2]);
  });
});
