import assert from "node:assert/strict";
import { dependencyManager } from "../../../src/resources/dependencyManager.ts";
import { runtime, runtimeTarget } from "../../../src/resources/runtime.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { ResultOf } from "../../../src/wire/operations/operations.ts";
import { FakeCalls, failing } from "../../fakes/fakeCall.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const NOW = 1_700_000_000_000;

/** Updates Composer on a panel with these versions, the last of which stays. */
function update(...versions: readonly (string | undefined | PanelFailure)[]) {
  let asked = 0;
  const fixture = new RunnerFixture({
    "composer.version": () => {
      const version = versions[Math.min(asked++, versions.length - 1)];
      return typeof version === "object" ? failing(version)() : { version };
    },
    // also the answer after a failed download
    "composer.update": () => ({ msg: "当前已经是最新版本，无需升级!" }),
  });
  return fixture.run({ kind: "dependencyManager", verb: "update", target: { key: "composer", label: "composer" } });
}

const version = (value: string) => ({ name: "version", value });

describe("dependency manager", () => {
  it("has its version", async () => {
    const calls = new FakeCalls({ "composer.version": () => ({ version: "2.7.0" }) });
    const { rows } = await dependencyManager.list(calls.callFor(), 1);
    assert.deepEqual(rows, [{ version: "2.7.0" }]);
    const [row = assert.fail()] = rows;
    assert.deepEqual([dependencyManager.key(row), dependencyManager.label(row)], ["composer", "composer"]);
    assert.equal(dependencyManager.state(row, NOW), "stateless");
    assert.deepEqual(dependencyManager.facts(row, NOW), [version("2.7.0")]);
  });

  it("may have no version", () => {
    assert.equal(dependencyManager.state({ version: undefined }, NOW), "unknown");
    assert.deepEqual(dependencyManager.facts({ version: undefined }, NOW), []);
  });

  it("is updated when its version differs", async () => {
    assert.deepEqual(await update("2.7.0", "2.8.1"), { kind: "done", evidence: version("2.7.0 → 2.8.1") });
  });

  it("is unchanged when its version is the same, whatever the panel says", async () => {
    assert.deepEqual(await update("2.8.1", "2.8.1"), { kind: "unchanged", evidence: version("2.8.1") });
  });

  it("is not confirmed without the version before", async () => {
    assert.deepEqual(await update(undefined, "2.8.1"), {
      kind: "sent",
      why: "noWay",
      evidence: version("2.8.1"),
      said: "当前已经是最新版本，无需升级!",
    });
  });

  it("is not confirmed without the version afterwards", async () => {
    const outcome = await update("2.7.0", undefined);
    assert.deepEqual(outcome, { kind: "sent", why: "timedOut", evidence: version("2.7.0 → ?") });
    const later = await update("2.7.0", undefined, undefined, "2.8.1");
    assert.deepEqual(later, { kind: "done", evidence: version("2.7.0 → 2.8.1") });
    assert.deepEqual(await update(undefined, undefined), { kind: "sent", why: "timedOut", evidence: undefined });
  });

  it("is not sent if its version cannot be read", async () => {
    const failure: PanelFailure = { kind: "rejected", message: "no" };
    assert.deepEqual(await update(failure), { kind: "failed", failure });
  });
});

describe("panel runtime", () => {
  it("is listed without a call", async () => {
    const calls = new FakeCalls({});
    const { rows } = await runtime.list(calls.callFor(), 1);
    assert.deepEqual([rows, calls.made], [[{ name: "python" }], []]);
    const [row = assert.fail()] = rows;
    assert.deepEqual(
      [runtime.key(row), runtime.label(row), runtime.state(row, NOW)],
      ["python", "python", "stateless"],
    );
    assert.deepEqual(runtime.facts(row, NOW), []);
  });

  type Reading = Pick<ResultOf<"runtime.upgradeLog">, "running" | "log">;
  const upgrade = (...readings: readonly Reading[]) => {
    let asked = 0;
    const fixture = new RunnerFixture({
      "runtime.upgradeLog": () => ({
        message: undefined,
        ...(readings[Math.min(asked++, readings.length - 1)] ?? assert.fail()),
      }),
      "runtime.startUpgrade": () => ({ msg: "环境升级任务已启动..." }),
    });
    return fixture.run({ kind: "runtime", verb: "upgrade", target: runtimeTarget });
  };

  it("is upgrading when its upgrade runs or has written", async () => {
    const before = { running: false, log: "the one before" };
    const emptied = { running: false, log: "" };
    const done = { kind: "done", evidence: undefined };
    assert.deepEqual(await upgrade(before, emptied, { running: true, log: "" }), done);
    assert.deepEqual(await upgrade(before, emptied, { running: false, log: "检查环境...\n失败" }), done);
  });

  it("is not upgrading merely because the panel says so", async () => {
    const sent = { kind: "sent", why: "timedOut", evidence: undefined };
    const before = { running: false, log: "the one before" };
    assert.deepEqual(await upgrade(before), sent);
    assert.deepEqual(await upgrade(before, { running: false, log: "" }), sent);
  });

  it("is not upgrading if the state before is unknown", async () => {
    const text = { running: false, log: "完成" };
    const silent = { running: false, log: undefined };
    assert.deepEqual(await upgrade(silent, text), { kind: "sent", why: "timedOut", evidence: undefined });
    const untold = { running: undefined, log: "检查环境..." };
    assert.deepEqual(await upgrade(untold, { ...untold, log: "检查环境...\n完成" }), {
      kind: "sent",
      why: "timedOut",
      evidence: undefined,
    });
    const runs = { running: true, log: "" };
    assert.deepEqual(await upgrade({ ...text, running: undefined }, runs), {
      kind: "sent",
      why: "noWay",
      evidence: undefined,
      said: "环境升级任务已启动...",
    });
  });

  it("is left alone while an upgrade runs", async () => {
    assert.deepEqual(await upgrade({ running: true, log: "检查环境..." }), { kind: "already" });
  });
});
