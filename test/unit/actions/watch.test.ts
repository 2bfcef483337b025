import assert from "node:assert/strict";
import { javaRow, listOf, siteRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

describe("watch", () => {
  /** The pauses between looks after a restart that does not show; each look takes `lookMs`. */
  async function pausesOf(lookMs: number, waitMs: number): Promise<readonly number[]> {
    const looks: number[] = [];
    let sentAt = Infinity;
    const fixture: RunnerFixture = new RunnerFixture(
      {
        "java.list": () => {
          looks.push(fixture.clock.time);
          if (sentAt !== Infinity) fixture.clock.time += lookMs;
          return listOf([javaRow({ name: "demo", pids: [1] })]);
        },
        "java.restart": () => {
          sentAt = fixture.clock.time;
          return { msg: undefined };
        },
      },
      waitMs,
    );
    await fixture.run();
    const after = looks.filter((at) => at >= sentAt).slice(1);
    return after.slice(1).map((at, index) => at - (after[index] ?? 0) - lookMs);
  }

  it("looks every second at first, less often as time passes, and once more at the end", async () => {
    const pauses = await pausesOf(0, 100_500);
    assert.deepEqual(new Set(pauses), new Set([1_000, 2_000, 3_000, 4_000, 5_000, pauses.at(-1)]));
    assert.deepEqual(
      pauses.slice(0, -1),
      pauses.slice(0, -1).toSorted((a, b) => a - b),
    );
    assert.equal(
      pauses.reduce((a, b) => a + b),
      100_500,
    );
  });

  it("pauses as long as a look takes, up to five seconds", async () => {
    assert.equal((await pausesOf(4_000, 60_000))[0], 4_000);
    assert.equal((await pausesOf(9_000, 60_000))[0], 5_000);
  });

  it("reads a list of ten thousand sites once, and then only the page of the target", async () => {
    const site = siteRow({ id: 10_000, name: "a", type: "PHP", running: false });
    const others = Array.from({ length: 200 }, (_, id) => siteRow({ id: id + 1, name: `s${id}`, type: "PHP" }));
    const fixture = new RunnerFixture(
      {
        "site.list": ({ page }) => listOf(page === 50 ? [site] : others, 10_000),
        "site.start": () => ({ msg: undefined }),
      },
      8_000,
    );
    const target = { key: "10000", label: "a" };
    assert.equal((await fixture.run({ kind: "site", verb: "start", target, row: site })).kind, "sent");
    // the whole list before the change, and the page after 0 to 8 seconds
    assert.equal(fixture.calls.count("site.list"), 50 + 9);
  });
});
