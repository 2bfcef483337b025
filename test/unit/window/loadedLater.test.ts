import assert from "node:assert/strict";
import { LoadedLater } from "../../../src/window/loadedLater.ts";

class Service {
  ended = 0;

  async dispose(): Promise<void> {
    this.ended++;
  }
}

/** A service whose file is loaded whenever the test says so. */
function fixture() {
  const loads: PromiseWithResolvers<Service>[] = [];
  const later = new LoadedLater(async () => {
    const load = Promise.withResolvers<Service>();
    loads.push(load);
    return load.promise;
  });
  return { later, loads };
}

describe("what is loaded later", () => {
  it("is loaded with the first, once for all who want it at once", async () => {
    const { later, loads } = fixture();
    assert.deepEqual([later.loaded, loads.length], [undefined, 0]);
    const both = Promise.all([later.load(), later.load()]);
    assert.equal(later.loaded, undefined);
    const service = new Service();
    loads[0]?.resolve(service);
    assert.deepEqual(await both, [service, service]);
    assert.equal(later.loaded, service);
    assert.equal(await later.load(), service);
    assert.equal(loads.length, 1);
    await later.dispose();
    assert.equal(service.ended, 1);
  });

  it("is loaded anew where that failed, which whoever wanted it is told", async () => {
    const { later, loads } = fixture();
    const both = [later.load(), later.load()];
    loads[0]?.reject(new Error("no such file"));
    for (const each of both) await assert.rejects(each, /no such file/);
    assert.equal(later.loaded, undefined);
    const again = later.load();
    const service = new Service();
    loads[1]?.resolve(service);
    assert.equal(await again, service);
    assert.equal(later.loaded, service);
  });

  it("has ended for whoever gets it after its window", async () => {
    for (const isAskedBefore of [true, false]) {
      const { later, loads } = fixture();
      const service = new Service();
      const before = isAskedBefore ? later.load() : undefined;
      const ending = later.dispose();
      const asked = before ?? later.load();
      loads[0]?.resolve(service);
      await Promise.all([asked, ending]);
      assert.equal(service.ended, 1, `asked before: ${isAskedBefore}`);
    }
  });

  it("ends cleanly where it cannot be loaded, or nobody needed it", async () => {
    const { later, loads } = fixture();
    const asked = assert.rejects(later.load(), /no such file/);
    const ending = later.dispose();
    loads[0]?.reject(new Error("no such file"));
    await Promise.all([asked, ending]);
    await fixture().later.dispose();
  });
});
