import assert from "node:assert/strict";
import { Lazy } from "../../../src/product/lazy.ts";

describe("Lazy", () => {
  let made: number;
  let failure: Error | undefined;
  let lazy: Lazy<{ readonly number: number }>;

  beforeEach(() => {
    made = 0;
    failure = undefined;
    lazy = new Lazy(async () => {
      made += 1;
      if (failure !== undefined) throw failure;
      return { number: made };
    });
  });

  it("makes nothing that nobody needs", async () => {
    assert.equal(lazy.made, undefined);
    assert.equal(await lazy.ifNeeded(), undefined);
    assert.equal(made, 0);
  });

  it("makes one for all who need it, also at the same time", async () => {
    const [one, other] = await Promise.all([lazy.get(), lazy.get()]);
    assert.equal(one, other);
    assert.equal(await lazy.get(), one);
    assert.equal(lazy.made, one);
    assert.equal(made, 1);
  });

  it("gives one that is just being made to whoever ends it", async () => {
    const needed = lazy.get();
    assert.equal(lazy.made, undefined);
    assert.equal(await lazy.ifNeeded(), await needed);
  });

  it("tries again at the next need where it failed", async () => {
    failure = new Error("no such file");
    const needed = lazy.get();
    assert.equal(await lazy.ifNeeded(), undefined);
    await assert.rejects(needed, failure);
    assert.equal(lazy.made, undefined);
    failure = undefined;
    assert.deepEqual(await lazy.get(), { number: 2 });
  });
});
