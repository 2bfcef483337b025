import assert from "node:assert/strict";
import { lateProgress } from "../../../src/platform/lateProgress.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";

describe("A progress that a question may follow", () => {
  let clock: SteppedClock;
  let events: string[];

  beforeEach(() => {
    clock = new SteppedClock();
    events = [];
  });

  const show = async (until: Promise<unknown>) => {
    events.push("shown");
    await until;
    events.push("gone");
  };
  /** Waits for a task; asks the question afterwards. */
  function waitFor(task: Promise<string>): void {
    void lateProgress(task, show, clock).then(
      (result) => events.push(`asked: ${result}`),
      (error: unknown) => events.push(String(error)),
    );
  }

  it("is not shown for a short task", async () => {
    waitFor(Promise.resolve("fine"));
    await clock.pass(0);
    assert.deepEqual(events, ["asked: fine"]);
    assert.equal(clock.sleeping, 0);
  });

  it("disappears before the question, also if the task ends right after it was shown, or fails", async () => {
    for (const fails of [false, true]) {
      events.length = 0;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      waitFor(promise);
      await clock.pass(500);
      assert.deepEqual(events, ["shown"]);
      if (fails) reject(new Error("refused"));
      else resolve("fine");
      await clock.pass(100);
      assert.deepEqual(events, ["shown"], "VS Code still shows it");
      await clock.pass(2_000);
      assert.deepEqual(events, ["shown", "gone", fails ? "Error: refused" : "asked: fine"]);
    }
  });
});
