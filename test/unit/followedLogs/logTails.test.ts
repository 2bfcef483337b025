import assert from "node:assert/strict";
import { followedLogId, readStoredTails, type FollowedLog } from "../../../src/followedLogs/followedLog.ts";
import { runtimeTarget } from "../../../src/resources/runtime.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { TailsFixture } from "../../fakes/tailsFixture.ts";

const UPGRADE: FollowedLog = { panelId: "p1", kind: "runtime", ...runtimeTarget };
const JAVA: FollowedLog = { panelId: "p1", kind: "javaProject", key: "orders", label: "orders" };
const CONTAINER: FollowedLog = { panelId: "p2", kind: "container", key: "web-proxy", label: "web-proxy" };

/** A panel whose upgrade the test writes. */
class Panel {
  log = "";
  running = false;
  java = "";
  failure: PanelFailure | undefined;
  readonly fixture = new TailsFixture({
    "runtime.upgradeLog": () => {
      if (this.failure !== undefined) throw new PanelError(this.failure);
      return { running: this.running, log: this.log.trim(), message: undefined };
    },
    "java.log": () => ({ text: this.java, file: undefined, size: undefined }),
    "container.log": () => ({ text: "", size: undefined }),
  });
  readonly logTails = this.fixture.logTails;
  readonly clock = this.fixture.clock;

  rows(log = UPGRADE): readonly string[] {
    return this.fixture.screen(log).rows;
  }
}

describe("followed logs", () => {
  let panel: Panel;

  beforeEach(() => {
    panel = new Panel();
  });

  afterEach(async () => {
    await panel.logTails.dispose();
    assert.equal(panel.clock.sleeping, 0, "a timer is left");
    assert.deepEqual(panel.fixture.defects, []);
  });

  it("are shown and read, and end with the upgrade", async () => {
    Object.assign(panel, { log: "检查环境...\none\n", running: true });
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    assert.deepEqual(panel.rows(), ["[started]", "[running]", "检查环境...", "one"]);
    assert.equal(panel.fixture.screen(UPGRADE).timesShown, 1);
    Object.assign(panel, { log: `${panel.log}环境准备完成\n`, running: false });
    await panel.clock.pass(10_000);
    assert.deepEqual(panel.rows().slice(-2), ["环境准备完成", "[finished]"]);
    assert.deepEqual(panel.fixture.ended, [{ kind: "finished" }]);
    assert.deepEqual([panel.logTails.current, panel.fixture.kept], [[], []]);
    assert.deepEqual(panel.fixture.phases, ["asking", "running", "running"]);
  });

  it("continue after the shown text when followed again", async () => {
    Object.assign(panel, { log: "检查环境...\none\n", running: true });
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    panel.logTails.stop(followedLogId(UPGRADE));
    await panel.clock.pass(0);
    panel.log += "two\n";
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    assert.deepEqual(panel.rows().slice(3), ["one", "[stopped]", "[started]", "[running]", "two"]);
    assert.deepEqual(panel.fixture.ended, [], "what a person stops has no end to tell");
  });

  it("can be followed again right after they were stopped", async () => {
    panel.running = true;
    panel.logTails.follow(UPGRADE);
    panel.logTails.stop(followedLogId(UPGRADE));
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(5_000);
    assert.equal(panel.logTails.current[0]?.phase, "running");
  });

  it("do not report the same ending again when followed again", async () => {
    Object.assign(panel, { log: "检查环境...\n", running: true });
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    Object.assign(panel, { log: `${panel.log}环境准备完成\n`, running: false });
    await panel.clock.pass(10_000);
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    assert.deepEqual(panel.rows().slice(-3), ["[finished]", "[started]", "[notRunning]"]);
  });

  it("are shown whole after their screen was cleared, unless they are still followed", async () => {
    Object.assign(panel, { log: "检查环境...\none\n", running: true });
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    const id = followedLogId(UPGRADE);
    panel.logTails.clear(id);
    panel.log += "two\n";
    await panel.clock.pass(10_000);
    assert.deepEqual(panel.rows(), ["two"]);
    panel.logTails.stop(id);
    await panel.clock.pass(0);
    panel.logTails.clear(id);
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    assert.deepEqual(panel.rows(), ["[started]", "[running]", "检查环境...", "one", "two"]);
  });

  it("are read at once on demand", async () => {
    panel.java = "one\n";
    panel.logTails.follow(JAVA);
    await panel.clock.pass(0);
    panel.java += "two\n";
    panel.logTails.follow(JAVA);
    await panel.clock.pass(0);
    assert.deepEqual(panel.rows(JAVA), ["[started]", "[following]", "one", "two"]);
    panel.java += "three\n";
    panel.logTails.poke("p2");
    await panel.clock.pass(0);
    assert.equal(panel.rows(JAVA).at(-1), "two");
    panel.logTails.poke("p1");
    await panel.clock.pass(0);
    assert.equal(panel.rows(JAVA).at(-1), "three");
  });

  it("report that a log is empty", async () => {
    panel.logTails.follow(CONTAINER);
    await panel.clock.pass(60_000);
    assert.deepEqual(panel.rows(CONTAINER), ["[started]", "[empty]", "[following]"]);
  });

  it("end if the panel refuses access, and wait if it does not answer", async () => {
    panel.running = true;
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    panel.failure = { kind: "network", code: "ECONNREFUSED" };
    await panel.clock.pass(60_000);
    assert.deepEqual(panel.rows().slice(-2), ["[running]", "[reconnecting]"]);
    assert.equal(panel.logTails.current[0]?.phase, "reconnecting");
    const failure: PanelFailure = { kind: "refused", reason: "key" };
    panel.failure = failure;
    await panel.clock.pass(60_000);
    assert.deepEqual(panel.fixture.ended, [{ kind: "unreadable", failure }]);
  });

  it("continue if the address or key of the panel changes during a reading", async () => {
    let isFirst = true;
    const fixture = new TailsFixture({
      "java.log": () => {
        if (isFirst) {
          isFirst = false;
          failing({ kind: "cancelled" })();
        }
        return { text: "one", file: undefined, size: undefined };
      },
    });
    fixture.logTails.follow(JAVA);
    await fixture.clock.pass(0);
    assert.deepEqual(fixture.screen(JAVA).rows, ["[started]", "[following]", "one"]);
    await fixture.logTails.dispose();
  });

  it("end with their panel", async () => {
    panel.logTails.follow(JAVA);
    panel.logTails.follow(CONTAINER);
    await panel.clock.pass(0);
    panel.fixture.addresses.delete("p1");
    panel.logTails.panelsChanged();
    await panel.clock.pass(0);
    assert.deepEqual(panel.logTails.shown, [CONTAINER]);
    assert.deepEqual(
      panel.logTails.current.map(({ log }) => log),
      [CONTAINER],
    );
    panel.fixture.addresses.delete("p2");
    await panel.clock.pass(60_000);
    assert.deepEqual([panel.logTails.current, panel.rows(CONTAINER).at(-1)], [[], "[stopped]"]);
  });

  it("are kept for the next window, which knows that they ran", async () => {
    Object.assign(panel, { log: "检查环境...\n", running: true });
    panel.logTails.follow(UPGRADE);
    panel.logTails.follow(JAVA);
    await panel.clock.pass(0);
    await panel.logTails.dispose();
    const { kept } = panel.fixture;
    assert.deepEqual(
      kept.map(({ kind, wasRunning }) => [kind, wasRunning]),
      [
        ["runtime", true],
        ["javaProject", false],
      ],
    );
    assert.doesNotMatch(JSON.stringify(kept), /检查/);
    const next = new Panel();
    next.log = "检查环境...\n环境准备完成\n";
    next.logTails.resume(readStoredTails(JSON.parse(JSON.stringify(kept))));
    await next.clock.pass(0);
    assert.deepEqual(next.rows(), ["[started]", "检查环境...", "环境准备完成", "[finished]"]);
    assert.equal(next.fixture.screen(UPGRADE).timesShown, 0);
    assert.equal(next.fixture.askedBy.includes("user"), false);
    assert.deepEqual(next.logTails.lastSeenOf(UPGRADE)?.what, "finished");
    await next.logTails.dispose();
    const without = new Panel();
    without.fixture.addresses.delete("p1");
    without.logTails.resume(kept);
    assert.deepEqual(without.logTails.shown, []);
    for (const value of [undefined, null, {}, [{ panelId: 1 }], [{ ...kept[0], kind: "other" }]])
      assert.deepEqual(readStoredTails(value), []);
    assert.deepEqual(readStoredTails([{ ...kept[0], kind: "site" }]), []);
  });

  it("count as unseen after an upgrade until their screen is shown", async () => {
    const end = async () => {
      Object.assign(panel, { log: "检查环境...\n", running: true });
      panel.logTails.follow(UPGRADE);
      await panel.clock.pass(0);
      Object.assign(panel, { log: "检查环境...\n环境准备完成\n", running: false });
      await panel.clock.pass(60_000);
    };
    const unseen = () => panel.logTails.unseen.map(({ what }) => what);
    await end();
    assert.deepEqual(unseen(), ["finished"]);
    panel.logTails.show(followedLogId(UPGRADE));
    assert.deepEqual(unseen(), []);
    await end();
    assert.deepEqual(unseen(), ["finished"]);
    panel.fixture.screen(UPGRADE).visible = true;
    assert.deepEqual(unseen(), []);
    panel.fixture.screen(UPGRADE).visible = false;
    await end();
    panel.logTails.stop(followedLogId(UPGRADE));
    assert.deepEqual(unseen(), []);
    await end();
    panel.fixture.addresses.delete("p1");
    panel.logTails.panelsChanged();
    assert.deepEqual(unseen(), []);
  });

  it("stop if their panel gets another address", async () => {
    Object.assign(panel, { log: "检查环境...\none\n", running: true });
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    const { kept } = panel.fixture;
    panel.fixture.addresses.set("p1", "https://192.0.2.9:8888");
    Object.assign(panel, { log: "old of another\n环境准备完成\n", running: false });
    panel.logTails.panelsChanged();
    await panel.clock.pass(60_000);
    assert.deepEqual([panel.rows().at(-1), panel.fixture.ended], ["[stopped]", []]);
    assert.equal(panel.logTails.lastSeenOf(UPGRADE), undefined);
    panel.logTails.resume(kept);
    assert.deepEqual(panel.logTails.current, []);
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    assert.deepEqual(panel.rows().slice(-4), ["[started]", "old of another", "环境准备完成", "[notRunning]"]);
  });

  it("do not take an earlier run for the started one", async () => {
    Object.assign(panel, { log: "检查环境...\n", running: true });
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    panel.logTails.stop(followedLogId(UPGRADE));
    await panel.clock.pass(0);
    // another run has finished, and ours does not run yet
    Object.assign(panel, { log: "检查环境...\n环境准备完成\n", running: false });
    panel.logTails.follow(UPGRADE, { start: "sent" });
    await panel.clock.pass(3_000);
    assert.deepEqual(panel.fixture.ended, []);
    Object.assign(panel, { log: "检查环境...\n", running: true });
    await panel.clock.pass(3_000);
    Object.assign(panel, { log: "检查环境...\n环境准备失败！\n", running: false });
    await panel.clock.pass(10_000);
    assert.deepEqual(panel.fixture.ended, [{ kind: "failed", line: "环境准备失败！" }]);
  });

  it("start over when an upgrade is started meanwhile", async () => {
    panel.failure = { kind: "network", code: "ECONNREFUSED" };
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(3_000);
    panel.failure = undefined;
    panel.log = "old\n";
    panel.logTails.follow(UPGRADE, { start: "sent" });
    await panel.clock.pass(5_000);
    assert.equal(panel.logTails.current.length, 1);
    panel.running = true;
    await panel.clock.pass(3_000);
    assert.equal(panel.logTails.current[0]?.phase, "running");
  });

  it("call the panel as a person once, then automatically, also after failures", async () => {
    panel.failure = { kind: "network", code: "ECONNREFUSED" };
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(60_000);
    const [first, ...others] = panel.fixture.askedBy;
    assert.ok(others.length > 2);
    assert.deepEqual([first, new Set(others)], ["user", new Set(["automatic"])]);
  });

  it("show nothing after their window was closed", async () => {
    await panel.logTails.dispose();
    panel.logTails.follow(UPGRADE);
    const address = panel.fixture.addresses.get("p1") ?? assert.fail();
    panel.logTails.resume([{ ...JAVA, startedAt: 1, start: "none", wasRunning: false, address }]);
    assert.deepEqual(panel.logTails.shown, []);
  });

  it("report the ending of a run that was over before the first reading", async () => {
    panel.log = "检查环境...\n环境准备失败！\n";
    panel.logTails.follow(UPGRADE, { start: "accepted" });
    await panel.clock.pass(0);
    assert.deepEqual(panel.fixture.ended, [{ kind: "failed", line: "环境准备失败！" }]);
  });

  it("remember the last seen state of an upgrade", async () => {
    assert.equal(panel.logTails.lastSeenOf(UPGRADE), undefined);
    panel.running = true;
    panel.logTails.follow(UPGRADE);
    await panel.clock.pass(0);
    assert.equal(panel.logTails.lastSeenOf(UPGRADE)?.what, "running");
    await panel.clock.pass(700_000);
    assert.equal(panel.logTails.lastSeenOf(UPGRADE)?.what, "stale");
    panel.logTails.stop(followedLogId(UPGRADE));
    await panel.clock.pass(0);
    assert.equal(panel.logTails.lastSeenOf(UPGRADE)?.what, "left");
  });
});
