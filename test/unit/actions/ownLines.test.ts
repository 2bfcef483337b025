import assert from "node:assert/strict";
import { OwnLines } from "../../../src/actions/ownLines.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";

/** What is shown of a log that has these last lines, one each two seconds, while a change takes ten seconds. */
async function shownOf(log: readonly (string | undefined)[], change?: () => Promise<never>) {
  const clock = new LeapingClock();
  const shown: string[] = [];
  let reads = 0;
  const lines = new OwnLines({
    read: async () => {
      const line = log[Math.min(reads++, log.length - 1)];
      if (line === "fails") throw new PanelError({ kind: "network", code: "ECONNRESET" });
      return line;
    },
    call: new FakeCalls({}).callFor(),
    clock,
    show: (line) => shown.push(line),
  });
  await lines.begin();
  const { signal } = new AbortController();
  const result = await lines.during(change?.() ?? clock.sleep(10_000, signal).then(() => "sent")).catch(() => "failed");
  return { shown, last: lines.last, reads, result };
}

describe("the panel's own lines about a change", () => {
  it("are shown once each while it is under way", async () => {
    const { shown, last, result } = await shownOf(["ordering", "ordering", "verifying", "verifying", "issued"]);
    assert.deepEqual([shown, last, result], [["verifying", "issued"], "issued", "sent"]);
  });

  it("are not those of an earlier change", async () => {
    const { shown, last } = await shownOf(["failed yesterday"]);
    assert.deepEqual([shown, last], [[], undefined]);
  });

  it("fail nothing where they cannot be read", async () => {
    const { shown, result } = await shownOf(["fails", "fails", "verifying", "fails"]);
    assert.deepEqual([shown, result], [["verifying"], "sent"]);
  });

  it("are read once more when it has ended, for the last one says why it failed", async () => {
    const failing = async () => Promise.reject(new Error("refused"));
    const { shown, last, reads, result } = await shownOf(["", "no such domain"], failing);
    assert.deepEqual([shown, last, reads, result], [["no such domain"], "no such domain", 2, "failed"]);
  });
});
