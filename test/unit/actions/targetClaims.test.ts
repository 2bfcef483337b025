import assert from "node:assert/strict";
import { TargetClaims } from "../../../src/actions/targetClaims.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { issued, obedient, old, showing } from "./javaPanel.ts";

describe("action runners of two windows", () => {
  it("do not act on the same target at once, and each does after the other", async () => {
    const handlers = obedient("demo", "shop");
    const files = memoryFiles();
    const [first, second] = [new RunnerFixture(handlers, 60_000, files), new RunnerFixture(handlers, 60_000, files)];
    const meanwhile: Promise<unknown>[] = [];
    const others: string[] = [];
    first.onPhase = (phase) => {
      if (phase !== "sending") return;
      const note = async (key: string) => others.push((await second.run({ target: { key, label: key } })).kind);
      meanwhile.push(note("demo").then(() => note("shop")));
    };
    first.calls.handlers = {
      ...handlers,
      "java.restart": async (params) => {
        await Promise.all(meanwhile);
        return handlers["java.restart"]?.(params) ?? issued();
      },
    };
    assert.equal((await first.run()).kind, "done");
    assert.deepEqual(others, ["busy", "done"]);
    assert.equal((await second.run()).kind, "done");
  });

  it("do not both withdraw where they begin at once", async () => {
    const files = memoryFiles();
    const { request, cancelling } = new RunnerFixture({});
    const claim = async () => {
      const claims = new TargetClaims({ root: "/data", clock: new SteppedClock({ speed: 1 }), files });
      return (await claims.claim(request, 0, cancelling.signal)) !== undefined;
    };
    assert.deepEqual((await Promise.all([claim(), claim()])).toSorted(), [false, true]);
  });

  it("send nothing where that cannot be made sure", async () => {
    const files = memoryFiles();
    const create = () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
    const window = new RunnerFixture(showing([old]), 60_000, { ...files, create });
    const failure = { kind: "storage", problem: "fileFailed", code: "ENOSPC" } as const;
    assert.deepEqual(await window.run(), { kind: "failed", failure });
    assert.deepEqual(window.calls.made, []);
  });

  it("give a target back where the action fails", async () => {
    const window = new RunnerFixture({
      "java.list": () => {
        throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
      },
    });
    assert.deepEqual([(await window.run()).kind, (await window.run()).kind], ["failed", "failed"]);
  });

  it("leave a target alone of which another has died no longer than it may have taken", async () => {
    const files = memoryFiles();
    const handlers = obedient("demo");
    const dead = new RunnerFixture(handlers, 60_000, { ...files, remove: () => Promise.reject(new Error("dead")) });
    assert.equal((await dead.run()).kind, "done");
    const window = new RunnerFixture(handlers, 60_000, files);
    assert.equal((await window.run()).kind, "busy");
    await window.clock.sleep(400_000, new AbortController().signal);
    assert.equal((await window.run()).kind, "done");
  });
});
