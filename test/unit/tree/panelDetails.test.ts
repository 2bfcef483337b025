import assert from "node:assert/strict";
import { PanelDetails } from "../../../src/tree/panelDetails.ts";
import type { Disk, MachineDetails } from "../../../src/wire/answers/machine.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { byHand, JAVA, made, PANEL, PANEL_ID, TreeFixture } from "../../fakes/treeFixture.ts";

const NEVER = new AbortController().signal;
const DISK: Disk = { path: "/", bytes: 100, freeBytes: 60, usedPercent: 40, isLayer: false };
const DETAILS: MachineDetails = { load: { one: 0.1, five: 0.2, fifteen: 0.3 }, disks: [DISK] };
const NOTHING: MachineDetails = { load: undefined, disks: [] };

describe("load and disks in a panel's tooltip", () => {
  let fixture: TreeFixture;
  let clock: SteppedClock;
  let details: PanelDetails;
  beforeEach(() => {
    fixture = new TreeFixture();
    fixture.answer({ "system.details": () => DETAILS });
    clock = new SteppedClock();
    details = new PanelDetails({
      tree: fixture.tree,
      callFor: (_panel, signal, by) => {
        assert.equal(by, "automatic");
        return fixture.calls.callFor(signal);
      },
      clock,
      onDefect: (error) => fixture.defects.push(error),
    });
  });

  const asked = () => made(fixture.calls).filter((id) => id === "system.details").length;

  it("are asked for once, until the panel is loaded again", async () => {
    await fixture.open(JAVA);
    assert.equal(asked(), 0);
    assert.deepEqual(await details.of(PANEL_ID, NEVER), DETAILS);
    fixture.now += 1_000;
    fixture.tree.heard(PANEL, { operation: "java.list" });
    assert.deepEqual(await details.of(PANEL_ID, NEVER), DETAILS);
    assert.equal(asked(), 1);
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(await details.of(PANEL_ID, NEVER), DETAILS);
    assert.equal(asked(), 2);
  });

  it("are not asked for where the panel was not loaded, fails, or is something else", async () => {
    await fixture.tree.children(undefined);
    assert.deepEqual(await details.of(PANEL_ID, NEVER), NOTHING);
    await fixture.open(JAVA);
    fixture.tree.heard(PANEL, { operation: "java.list", failure: { kind: "timeout", afterMs: 1 } });
    for (const id of [PANEL_ID, JAVA, "nothing"]) assert.deepEqual(await details.of(id, NEVER), NOTHING);
    assert.equal(asked(), 0);
  });

  it("are none where they could not be had, and a defect is told", async () => {
    await fixture.open();
    fixture.answer({ "system.details": failing({ kind: "page", status: 404 }) });
    assert.deepEqual(await details.of(PANEL_ID, NEVER), NOTHING);
    assert.deepEqual(await details.of(PANEL_ID, NEVER), NOTHING);
    assert.deepEqual([asked(), fixture.defects], [1, []]);
    await fixture.tree.reload(PANEL_ID, "user");
    const error = new Error("ours");
    fixture.answer({ "system.details": () => Promise.reject(error) });
    assert.deepEqual(await details.of(PANEL_ID, NEVER), NOTHING);
    assert.deepEqual(fixture.defects, [error]);
  });

  it("do not keep a tooltip waiting: a server that is gone holds them back for long", async () => {
    await fixture.open();
    const slow = byHand<never>();
    fixture.answer({ "system.details": slow.handler });
    const found = details.of(PANEL_ID, NEVER);
    await slow.asked;
    await clock.pass(3_000);
    assert.deepEqual([await found, clock.sleeping], [NOTHING, 0]);
  });

  it("are asked for anew where nobody waited for them", async () => {
    await fixture.open();
    const slow = byHand<never>();
    fixture.answer({ "system.details": slow.handler });
    const away = new AbortController();
    const found = details.of(PANEL_ID, away.signal);
    await slow.asked;
    away.abort();
    assert.deepEqual(await found, NOTHING);
    fixture.answer({ "system.details": () => DETAILS });
    assert.deepEqual(await details.of(PANEL_ID, NEVER), DETAILS);
    assert.equal(clock.sleeping, 0);
  });
});
