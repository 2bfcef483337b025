import assert from "node:assert/strict";
import { withOneDeadline } from "../../../src/connection/callDeadline.ts";
import { project } from "../../../src/resources/project.ts";
import type { Call } from "../../../src/resources/resource.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import { FakeCalls, type Handlers } from "../../fakes/fakeCall.ts";
import { javaRow, listOf } from "../../fakes/rows.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";

describe("one deadline for the pages of a list", () => {
  it("ends a list whose pages are full for ever, which each call alone would not", async () => {
    const clock = new SteppedClock();
    const rows = Array.from({ length: 200 }, (_, id) => javaRow({ name: `p${id}` }));
    const full = () => ({ ...listOf(rows), total: undefined }) as never;
    const handlers: Handlers = {
      "project.listNode": full,
      "project.listPython": full,
      "project.listGo": full,
      "project.listOther": full,
    };
    const calls = new FakeCalls(handlers);
    const plain = calls.callFor();
    const slow: Call = async (id, params) => {
      await clock.pass(5_000);
      return plain(id, params);
    };
    const ending = await project.list(withOneDeadline(slow, clock), 1).catch(failureOf);
    assert.deepEqual(ending, { kind: "timeout", afterMs: 60_000 });
    assert.equal(calls.made.length, 12);
  });

  it("begins with the first call, and leaves a list in time as it is", async () => {
    const clock = new SteppedClock();
    const call = withOneDeadline(new FakeCalls({}).callFor(), clock);
    await clock.pass(120_000);
    assert.deepEqual((await project.list(call, 1)).rows, []);
  });
});
