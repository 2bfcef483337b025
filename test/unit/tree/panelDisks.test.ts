import assert from "node:assert/strict";
import { PanelDisks } from "../../../src/tree/panelDisks.ts";
import type { Disk } from "../../../src/wire/answers/machine.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { listOf } from "../../fakes/rows.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { byHand, JAVA, made, PANEL, PANEL_ID, TreeFixture } from "../../fakes/treeFixture.ts";

const NEVER = new AbortController().signal;
const DISK: Disk = { path: "/", bytes: 100, freeBytes: 60, usedPercent: 40, isLayer: false };

describe("the disks in a panel's tooltip", () => {
  let fixture: TreeFixture;
  let clock: SteppedClock;
  let disks: PanelDisks;
  beforeEach(() => {
    fixture = new TreeFixture();
    fixture.answer({ "system.disks": () => ({ ...listOf([DISK]), total: 1 }) });
    clock = new SteppedClock();
    disks = new PanelDisks({
      tree: fixture.tree,
      callFor: (_panel, signal, by) => {
        assert.equal(by, "automatic");
        return fixture.calls.callFor(signal);
      },
      clock,
      onDefect: (error) => fixture.defects.push(error),
    });
  });

  const asked = () => made(fixture.calls).filter((id) => id === "system.disks").length;

  it("are asked for once, until the panel is loaded again", async () => {
    await fixture.open(JAVA);
    assert.equal(asked(), 0);
    assert.deepEqual(await disks.of(PANEL_ID, NEVER), [DISK]);
    fixture.now += 1_000;
    fixture.tree.heard(PANEL, { operation: "java.list" });
    assert.deepEqual(await disks.of(PANEL_ID, NEVER), [DISK]);
    assert.equal(asked(), 1);
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(await disks.of(PANEL_ID, NEVER), [DISK]);
    assert.equal(asked(), 2);
  });

  it("are not asked for where the panel was not loaded, fails, or is something else", async () => {
    await fixture.tree.children(undefined);
    assert.deepEqual(await disks.of(PANEL_ID, NEVER), []);
    await fixture.open(JAVA);
    fixture.tree.heard(PANEL, { operation: "java.list", failure: { kind: "timeout", afterMs: 1 } });
    for (const id of [PANEL_ID, JAVA, "nothing"]) assert.deepEqual(await disks.of(id, NEVER), []);
    assert.equal(asked(), 0);
  });

  it("are none where they could not be had, and a defect is told", async () => {
    await fixture.open();
    fixture.answer({ "system.disks": failing({ kind: "page", status: 404 }) });
    assert.deepEqual(await disks.of(PANEL_ID, NEVER), []);
    assert.deepEqual(await disks.of(PANEL_ID, NEVER), []);
    assert.deepEqual([asked(), fixture.defects], [1, []]);
    await fixture.tree.reload(PANEL_ID, "user");
    const error = new Error("ours");
    fixture.answer({ "system.disks": () => Promise.reject(error) });
    assert.deepEqual(await disks.of(PANEL_ID, NEVER), []);
    assert.deepEqual(fixture.defects, [error]);
  });

  it("do not keep a tooltip waiting: a server that is gone holds them back for long", async () => {
    await fixture.open();
    const slow = byHand<never>();
    fixture.answer({ "system.disks": slow.handler });
    const found = disks.of(PANEL_ID, NEVER);
    await slow.asked;
    await clock.pass(3_000);
    assert.deepEqual([await found, clock.sleeping], [[], 0]);
  });

  it("are asked for anew where nobody waited for them", async () => {
    await fixture.open();
    const slow = byHand<never>();
    fixture.answer({ "system.disks": slow.handler });
    const away = new AbortController();
    const found = disks.of(PANEL_ID, away.signal);
    await slow.asked;
    away.abort();
    assert.deepEqual(await found, []);
    fixture.answer({ "system.disks": () => ({ ...listOf([DISK]), total: 1 }) });
    assert.deepEqual(await disks.of(PANEL_ID, NEVER), [DISK]);
    assert.equal(clock.sleeping, 0);
  });
});
