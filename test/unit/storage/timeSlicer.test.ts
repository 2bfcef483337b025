import assert from "node:assert/strict";
import { setImmediate as nextStep } from "node:timers/promises";
import { TimeSlicer } from "../../../src/storage/timeSlicer.ts";

/** Longer than a step. */
function work(): void {
  const end = performance.now() + 6;
  while (performance.now() < end);
}

describe("small tasks in steps", () => {
  it("keep their order, and let other work in between", async () => {
    const steps = new TimeSlicer();
    const done: string[] = [];
    const tasks = ["a", "b", "c"].map((name) =>
      steps.run(() => {
        work();
        done.push(name);
        return name;
      }),
    );
    assert.equal(done.length, 0, "none holds up whoever asks for it");
    for (let step = 0; step < 4; step++) {
      await nextStep();
      done.push("other");
    }
    assert.deepEqual(await Promise.all(tasks), ["a", "b", "c"]);
    assert.deepEqual(done.slice(0, 6), ["a", "other", "b", "other", "c", "other"]);
  });

  it("continue after one that fails, and with later ones", async () => {
    const steps = new TimeSlicer();
    const broken = steps.run(() => {
      throw new Error("ours");
    });
    const next = steps.run(() => 1);
    await assert.rejects(broken, /ours/);
    assert.equal(await next, 1);
    assert.equal(await steps.run(() => 2), 2);
  });
});
