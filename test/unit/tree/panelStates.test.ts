import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { groupsOn } from "../../../src/resources/feature.ts";
import { fullPercent, machineOf, needsAttention } from "../../../src/tree/panelStates.ts";
import { groupNodeId, type PanelState } from "../../../src/tree/treeNodes.ts";
import type { MachineDetails } from "../../../src/wire/answers/machine.ts";
import type { Edition } from "../../../src/wire/answers/operation.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { panelRecord } from "../../fakes/rows.ts";
import {
  byHand,
  JAVA,
  MACHINE,
  made,
  PANEL,
  PANEL_ID,
  TOP_GROUPS,
  total,
  TreeFixture,
} from "../../fakes/treeFixture.ts";

const NO_DETAILS: MachineDetails = { load: undefined, disks: [] };
const failure: PanelFailure = { kind: "network", code: "ECONNREFUSED" };
const FAILURE = `failure:${PANEL_ID}`;

/** A panel that has told about its machine. */
function answering(messages: {
  atMs: number;
  measuredAt?: number;
  version?: string;
  edition?: Edition;
  details?: MachineDetails;
}): PanelState {
  const { atMs, measuredAt = atMs, version = "11.7.0", edition = "unknown", details = NO_DETAILS } = messages;
  return { kind: "answering", version, edition, machine: { ...MACHINE, atMs: measuredAt, details }, atMs };
}

describe("the row of a panel", () => {
  let fixture: TreeFixture;
  beforeEach(() => (fixture = new TreeFixture()));

  const state = () => {
    const node = fixture.tree.node(PANEL_ID);
    assert.ok(node?.type === "panel");
    return node.state;
  };

  it("follows the results of any call, without a request", async () => {
    await fixture.open(JAVA);
    const asked = made(fixture.calls);
    assert.deepEqual(state(), answering({ atMs: fixture.now }));
    fixture.now += 1_000;
    fixture.tree.reportCall(PANEL, { operation: "container.restart", failure });
    assert.deepEqual(state(), { kind: "failing", failure, atMs: fixture.now });
    assert.deepEqual(await fixture.tree.children(PANEL_ID), [FAILURE, ...TOP_GROUPS]);
    fixture.now += 1_000;
    fixture.tree.reportCall(PANEL, { operation: "java.log" });
    // its machine may have been started anew
    assert.deepEqual(state(), { kind: "answering", version: "11.7.0", edition: "unknown", atMs: fixture.now });
    assert.deepEqual(await fixture.tree.children(PANEL_ID), TOP_GROUPS);
    assert.deepEqual(fixture.changes, [PANEL_ID, PANEL_ID]);
    assert.deepEqual(made(fixture.calls), asked);
  });

  it("is not redrawn for calls with the same result, and has the time of the newest", async () => {
    await fixture.open();
    fixture.now += 1_000;
    fixture.tree.reportCall(PANEL, { operation: "java.list" });
    assert.deepEqual(
      [state().kind !== "unknown" && state(), fixture.changes],
      [answering({ atMs: fixture.now, measuredAt: fixture.now - 1_000 }), []],
    );
    for (let count = 0; count < 3; count++) fixture.tree.reportCall(PANEL, { operation: "java.list", failure });
    assert.deepEqual(fixture.changes, [PANEL_ID]);
    fixture.tree.reportCall(PANEL, { operation: "java.list", failure: { kind: "timeout", afterMs: 1 } });
    assert.deepEqual(fixture.changes, [PANEL_ID, PANEL_ID]);
  });

  it("shows load and disks a little later, and keeps them until the next arrive", async () => {
    const messages = (usedPercent: number, one = 1) => ({
      load: { one, five: 1, fifteen: 1 },
      disks: [{ path: "/", bytes: 100, freeBytes: 1, usedPercent }],
    });
    const slow = byHand<MachineDetails>();
    fixture.answer({ "system.details": slow.handler });
    await fixture.open();
    assert.deepEqual(state().kind === "answering" && machineOf(state())?.details, undefined);
    slow.resolve(messages(50));
    await setImmediate();
    assert.deepEqual(machineOf(state())?.details, messages(50));
    assert.deepEqual([fixture.details, fixture.changes], [[PANEL_ID], []]);
    const again = byHand<MachineDetails>();
    fixture.answer({ "system.details": again.handler });
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(machineOf(state())?.details, messages(50));
    again.resolve(messages(50, 2));
    await setImmediate();
    assert.deepEqual([machineOf(state())?.details, fixture.details], [messages(50, 2), [PANEL_ID, PANEL_ID]]);
    assert.deepEqual(fixture.changes, []);
  });

  it("has no load and disks after they failed, nor those of an earlier load", async () => {
    const [first, second] = [byHand<MachineDetails>(), byHand<MachineDetails>()];
    fixture.answer({ "system.details": first.handler });
    await fixture.open();
    fixture.answer({ "system.details": second.handler });
    fixture.now += 1;
    await fixture.tree.reload(PANEL_ID, "user");
    first.resolve({ load: undefined, disks: [] });
    await setImmediate();
    assert.equal(machineOf(state())?.details, undefined);
    second.resolve(NO_DETAILS);
    await setImmediate();
    assert.deepEqual(machineOf(state())?.details, NO_DETAILS);
    fixture.answer({ "system.details": failing({ kind: "timeout", afterMs: 1 }) });
    await fixture.tree.reload(PANEL_ID, "user");
    await setImmediate();
    assert.deepEqual([state().kind, machineOf(state())?.details], ["answering", undefined]);
    assert.deepEqual(fixture.defects, []);
  });

  it("asks for load and disks after each successful load, and after no other", async () => {
    fixture.answer({ "system.details": () => NO_DETAILS });
    await fixture.open(JAVA);
    await fixture.tree.reload(JAVA, "user");
    assert.equal(fixture.calls.count("system.details"), 1);
    fixture.answer({ "system.total": failing(failure) });
    await fixture.tree.reload(PANEL_ID, "user");
    await setImmediate();
    assert.equal(fixture.calls.count("system.details"), 1);
  });

  it("has the time of the refused call, because nothing is sent during a refusal", async () => {
    await fixture.open();
    const standing: PanelFailure = { kind: "refused", reason: "key", at: fixture.now };
    fixture.now += 60_000;
    fixture.tree.reportCall(PANEL, { operation: "java.list", failure: standing });
    assert.deepEqual(state(), { kind: "failing", failure: standing, atMs: fixture.now - 60_000 });
    fixture.answer({ "system.total": failing(standing) });
    await fixture.tree.reload(PANEL_ID, "automatic");
    assert.deepEqual(state(), { kind: "failing", failure: standing, atMs: fixture.now - 60_000 });
  });

  it("shows its edition and groups from the first call after it is known", async () => {
    await fixture.open();
    fixture.edition = "aapanel";
    fixture.tree.reportCall(PANEL, { operation: "system.edition" });
    assert.deepEqual(state(), answering({ edition: "aapanel", atMs: fixture.now }));
    assert.deepEqual(
      fixture.tree.loadedChildren(PANEL_ID),
      groupsOn("aapanel").map((kind) => groupNodeId(PANEL.id, kind)),
    );
    assert.deepEqual(fixture.changes, [PANEL_ID]);
    fixture.tree.reportCall(PANEL, { operation: "java.list", failure });
    fixture.edition = "baota";
    fixture.tree.reportCall(PANEL, { operation: "java.list" });
    assert.deepEqual(state(), { kind: "answering", version: "11.7.0", edition: "baota", atMs: fixture.now });
  });

  it("is not redrawn by the calls of its own load, but by the result", async () => {
    await fixture.tree.children(undefined);
    const slow = byHand<ReturnType<typeof total>>();
    fixture.answer({ "system.total": slow.handler });
    const opened = fixture.tree.children(PANEL_ID);
    await slow.asked;
    fixture.edition = "aapanel";
    fixture.tree.reportCall(PANEL, { operation: "system.total" });
    fixture.tree.reportCall(PANEL, { operation: "system.edition" });
    assert.deepEqual([state().kind, fixture.changes], ["unknown", []]);
    slow.resolve(total());
    await opened;
    assert.deepEqual(state(), answering({ edition: "aapanel", atMs: fixture.now }));
    assert.deepEqual(fixture.changes, [PANEL_ID]);
  });

  it("has a state before it is opened, and is loaded when it is opened", async () => {
    await fixture.tree.children(undefined);
    fixture.tree.reportCall(PANEL, { operation: "java.list" });
    assert.deepEqual([state().kind, fixture.changes], ["answering", [PANEL_ID]]);
    assert.equal(fixture.tree.isLoaded(PANEL_ID), false);
    assert.deepEqual(await fixture.tree.children(PANEL_ID), TOP_GROUPS);
    assert.deepEqual(made(fixture.calls), ["system.total"]);
  });

  it("keeps the result of a later call that ended during its own", async () => {
    await fixture.open();
    const slow = byHand<ReturnType<typeof total>>();
    fixture.answer({ "system.total": slow.handler });
    const reloaded = fixture.tree.reload(PANEL_ID, "user");
    await slow.asked;
    fixture.tree.reportCall(PANEL, { operation: "java.list", failure });
    slow.resolve(total());
    await reloaded;
    assert.equal(state().kind, "failing");
  });

  it("shows its own answer if that is the newest", async () => {
    await fixture.open();
    const slow = byHand<ReturnType<typeof total>>();
    fixture.answer({ "system.total": slow.handler });
    const reloaded = fixture.tree.reload(PANEL_ID, "user");
    await slow.asked;
    fixture.tree.reportCall(PANEL, { operation: "java.list", failure });
    fixture.tree.reportCall(PANEL, { operation: "system.total" });
    slow.resolve(total("11.8.0"));
    await reloaded;
    assert.deepEqual(state(), answering({ version: "11.8.0", atMs: fixture.now }));
  });

  it("ignores calls to its earlier address", async () => {
    await fixture.open();
    fixture.tree.reportCall(panelRecord({ address: "https://192.0.2.2:8888" }), { operation: "java.list", failure });
    fixture.tree.reportCall(panelRecord({ id: "3f1c2b7e-0000-4000-8000-000000000009" }), {
      operation: "java.list",
      failure,
    });
    assert.deepEqual([state().kind, fixture.changes], ["answering", []]);
  });
});

describe("a panel that needs attention", () => {
  const now = Date.parse("2026-11-22");
  const expired = panelRecord({ pinnedUntil: "2026-11-21" });
  const valid = panelRecord({ pinnedUntil: "2026-11-23" });

  const disks = (...percents: readonly (number | undefined)[]): MachineDetails => ({
    load: undefined,
    disks: percents.map((usedPercent) => ({ path: "/", bytes: undefined, freeBytes: undefined, usedPercent })),
  });

  it("fails, or has an expired certificate or a full disk", () => {
    assert.equal(fullPercent({ ...MACHINE, atMs: now, details: disks(91, 97.5, 3) }, 90), 97.5);
    assert.equal(fullPercent(undefined, 1), undefined);
    const failed = (given: PanelFailure): PanelState => ({ kind: "failing", failure: given, atMs: now });
    const needs = [
      { panel: PANEL, state: failed(failure) },
      { panel: PANEL, state: failed({ kind: "keyNeeded" }) },
      { panel: expired, state: answering({ atMs: now }) },
      { panel: PANEL, state: answering({ atMs: now, details: disks(40, 90) }) },
    ];
    const needsNot = [
      { panel: PANEL, state: answering({ atMs: now }) },
      { panel: valid, state: answering({ atMs: now }) },
      { panel: PANEL, state: answering({ atMs: now, details: disks(89.9, undefined) }) },
      { panel: PANEL, state: failed({ kind: "cancelled" }) },
      { panel: expired, state: { kind: "unknown" } as const },
    ];
    for (const node of needs) assert.ok(needsAttention(node, { now, diskPercent: 90 }), JSON.stringify(node.state));
    for (const node of needsNot) assert.ok(!needsAttention(node, { now, diskPercent: 90 }), JSON.stringify(node.state));
  });
});
