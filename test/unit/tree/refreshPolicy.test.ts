import assert from "node:assert/strict";
import { RefreshPolicy } from "../../../src/tree/refreshPolicy.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { panelNodeId } from "../../../src/tree/treeNodes.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { HOSTS, JAVA, made, PANEL, PANEL_ID, SITES, TERMINAL, TreeFixture } from "../../fakes/treeFixture.ts";

const SECOND = 1_000;
const INTERVAL = 30 * SECOND;
const FIVE_MINUTES = 300 * SECOND;

describe("refresh policy", () => {
  let fixture: TreeFixture;
  let clock: SteppedClock;
  let interval: number;
  let policy: RefreshPolicy;
  let agesTold: number;

  beforeEach(() => {
    fixture = new TreeFixture();
    clock = new SteppedClock();
    fixture.clock = clock;
    interval = INTERVAL;
    agesTold = 0;
    const updateAges = () => void agesTold++;
    policy = new RefreshPolicy({ tree: fixture.tree, panels, clock, intervalMs: () => interval, updateAges });
  });
  afterEach(() => policy.dispose());

  const panels = () => fixture.panels.map(({ id }) => panelNodeId(id));

  /** Opens nodes as a person does in a view: the tree is asked for them, and then says that they are open. */
  async function expand(...ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await fixture.tree.children(id);
      policy.expanded(id);
    }
  }

  /** A view that is seen, with these nodes open. */
  async function showing(...ids: readonly string[]): Promise<void> {
    await fixture.tree.children(undefined);
    policy.setVisible(true);
    await expand(PANEL_ID, ...ids);
  }

  /** What was asked while time passed. */
  async function asked(milliseconds: number): Promise<readonly string[]> {
    const before = fixture.calls.made.length;
    await clock.pass(milliseconds);
    return made(fixture.calls).slice(before);
  }

  /** The same without what panels were asked of themselves. */
  async function askedOfGroups(milliseconds: number): Promise<readonly string[]> {
    return (await asked(milliseconds)).filter((operation) => operation !== "system.total");
  }

  it("reloads open groups at each interval", async () => {
    await showing(JAVA);
    assert.deepEqual(await asked(INTERVAL - 1), []);
    assert.deepEqual(await asked(SECOND), ["java.list"]);
    assert.deepEqual(fixture.askers.at(-1), [PANEL.address, "automatic"]);
    assert.deepEqual(await askedOfGroups(INTERVAL - 2 * SECOND), []);
    assert.deepEqual(await askedOfGroups(2 * SECOND), ["java.list"]);
    assert.equal((await askedOfGroups(FIVE_MINUTES)).length, 10);
  });

  it("goes on after the clock was set back, and after the computer slept", async () => {
    await showing(JAVA);
    clock.setBy = -3_600 * SECOND;
    assert.deepEqual(await askedOfGroups(INTERVAL + SECOND), ["java.list"]);
    assert.equal(agesTold, 3);
    assert.deepEqual(await askedOfGroups(INTERVAL), ["java.list"]);
    assert.equal(agesTold, 5);
    clock.setBy = 3_600 * SECOND;
    assert.deepEqual(await askedOfGroups(SECOND), ["java.list"]);
  });

  it("restores open and closed nodes, and reloads those drawn open only at the interval", async () => {
    const messages: unknown[] = [];
    policy.dispose();
    policy = new RefreshPolicy({
      tree: fixture.tree,
      panels,
      clock,
      intervalMs: () => interval,
      opened: { open: [PANEL_ID, JAVA], closed: ["folder:prod"] },
      onOpened: (nodes) => messages.push(nodes),
    });
    assert.deepEqual(
      [JAVA, "folder:prod", SITES].map((id) => policy.isOpen(id)),
      [true, false, undefined],
    );
    await fixture.tree.children(undefined);
    policy.setVisible(true);
    for (const id of [PANEL_ID, JAVA]) await fixture.tree.children(id);
    assert.deepEqual(await asked(INTERVAL - SECOND), []);
    assert.deepEqual(await asked(2 * SECOND), ["java.list"]);
    assert.deepEqual(messages, []);
    policy.collapsed(JAVA);
    policy.expanded("folder:prod");
    assert.deepEqual(messages.at(-1), { open: [PANEL_ID, "folder:prod"], closed: [JAVA] });
  });

  for (const [how, hide] of [
    ["the view is hidden", () => policy.setVisible(false)],
    ["the window has no focus", () => policy.setFocused(false)],
  ] as const)
    it(`sends nothing in five minutes while ${how}`, async () => {
      await showing(JAVA, SITES);
      hide();
      assert.deepEqual(await asked(FIVE_MINUTES), []);
    });

  it("does nothing at all while the view is hidden", async () => {
    await showing(JAVA, SITES);
    policy.setVisible(false);
    await clock.pass(FIVE_MINUTES);
    assert.equal(clock.sleeping, 0);
  });

  it("sends nothing before the view is first visible, or while it is hidden or without focus", async () => {
    await fixture.open(JAVA);
    policy.expanded(PANEL_ID);
    policy.expanded(JAVA);
    assert.deepEqual(await asked(FIVE_MINUTES), []);
    policy.setFocused(false);
    policy.setVisible(true);
    assert.deepEqual(await asked(FIVE_MINUTES), []);
    policy.setVisible(false);
    policy.setFocused(true);
    assert.deepEqual(await asked(FIVE_MINUTES), []);
  });

  it("reloads only open groups", async () => {
    await showing(JAVA, SITES, TERMINAL, HOSTS);
    policy.collapsed(SITES);
    assert.deepEqual((await asked(INTERVAL + SECOND)).toSorted(), ["java.list", "terminal.hosts", "terminal.settings"]);
    for (const id of [JAVA, TERMINAL, HOSTS]) policy.collapsed(id);
    assert.deepEqual(await askedOfGroups(FIVE_MINUTES), []);
  });

  it("does not reload open groups below a closed node", async () => {
    fixture.panels = [panelRecord({ tags: ["prod"] })];
    await showing(JAVA, TERMINAL, HOSTS);
    policy.collapsed(TERMINAL);
    assert.deepEqual(await askedOfGroups(INTERVAL + SECOND), ["java.list"]);
    policy.collapsed(PANEL_ID);
    assert.deepEqual(await askedOfGroups(FIVE_MINUTES), []);
    policy.expanded(PANEL_ID);
    assert.deepEqual(await askedOfGroups(2 * SECOND), ["java.list"]);
    policy.collapsed("folder:prod");
    assert.deepEqual(await askedOfGroups(FIVE_MINUTES), []);
    policy.expanded("folder:prod");
    policy.expanded(TERMINAL);
    assert.deepEqual((await askedOfGroups(2 * SECOND)).toSorted(), [
      "java.list",
      "terminal.hosts",
      "terminal.settings",
    ]);
  });

  it("reloads a reopened group only if its rows are old", async () => {
    await showing(JAVA);
    policy.collapsed(JAVA);
    await clock.pass(5 * SECOND);
    policy.expanded(JAVA);
    assert.deepEqual(await askedOfGroups(5 * SECOND), []);
    policy.collapsed(JAVA);
    await clock.pass(FIVE_MINUTES);
    policy.expanded(JAVA);
    assert.deepEqual(await askedOfGroups(2 * SECOND), ["java.list"]);
  });

  it("reloads groups older than the interval at once when the view is visible again", async () => {
    await showing(JAVA);
    policy.setVisible(false);
    await clock.pass(INTERVAL);
    await expand(SITES);
    policy.setVisible(true);
    assert.deepEqual((await asked(0)).toSorted(), ["java.list", "system.total"]);
    policy.setFocused(false);
    await clock.pass(INTERVAL);
    policy.setFocused(true);
    assert.deepEqual((await asked(0)).toSorted(), ["java.list", "site.list", "system.total"]);
  });

  it("reloads nothing if the view is visible again soon", async () => {
    await showing(JAVA);
    for (let times = 0; times < 10; times++) {
      policy.setVisible(false);
      policy.setVisible(true);
      policy.setFocused(false);
      policy.setFocused(true);
    }
    assert.deepEqual(await asked(INTERVAL - SECOND), []);
    assert.equal(clock.sleeping, 1);
    assert.deepEqual(await asked(2 * SECOND), ["java.list"]);
  });

  it("reloads outdated groups once when visible, even if refreshing is off", async () => {
    interval = 0;
    await showing(JAVA, SITES);
    policy.outdated(JAVA);
    policy.outdated(TERMINAL);
    assert.deepEqual(await asked(0), ["java.list"]);
    await expand(TERMINAL);
    assert.deepEqual(await asked(FIVE_MINUTES), []);
    policy.collapsed(SITES);
    policy.outdated(SITES);
    policy.setFocused(false);
    policy.outdated(JAVA);
    assert.deepEqual(await asked(FIVE_MINUTES), []);
    policy.setFocused(true);
    assert.deepEqual(await asked(2 * SECOND), ["system.total", "java.list"]);
    policy.expanded(SITES);
    assert.deepEqual(await asked(2 * SECOND), ["site.list"]);
    assert.deepEqual(await asked(FIVE_MINUTES), []);
  });

  it("is off with an interval of 0, and applies changes at once", async () => {
    await showing(JAVA);
    interval = 0;
    assert.deepEqual(await askedOfGroups(FIVE_MINUTES), []);
    policy.setFocused(false);
    policy.setFocused(true);
    policy.setVisible(true);
    assert.deepEqual(await askedOfGroups(FIVE_MINUTES), []);
    interval = 60 * SECOND;
    assert.deepEqual(await askedOfGroups(2 * SECOND), ["java.list"]);
    assert.deepEqual(await askedOfGroups(59 * SECOND), ["java.list"]);
    interval = 5 * SECOND;
    assert.equal((await askedOfGroups(10 * SECOND)).length, 2);
  });

  for (const [name, long] of [
    ["is 0", 0],
    ["is long", 3_600 * SECOND],
  ] as const)
    it(`reloads stale groups when the view is shown again, even if the interval ${name}`, async () => {
      interval = long;
      await showing(JAVA);
      policy.setVisible(false);
      await clock.pass(FIVE_MINUTES);
      await expand(SITES);
      policy.setVisible(true);
      assert.deepEqual((await asked(FIVE_MINUTES)).toSorted(), ["java.list", "system.total"]);
      policy.setVisible(false);
      policy.setFocused(false);
      policy.setVisible(true);
      assert.deepEqual(await asked(FIVE_MINUTES), []);
      policy.setFocused(true);
      assert.deepEqual((await asked(FIVE_MINUTES)).toSorted(), ["java.list", "site.list", "system.total"]);
    });

  it("updates ages while visible, with or without the focus, and when visible again, without a request", async () => {
    await showing();
    policy.setFocused(false);
    assert.equal(agesTold, 1);
    assert.deepEqual(await asked(60 * SECOND - 1), []);
    assert.equal(agesTold, 4);
    policy.setVisible(false);
    assert.deepEqual(await asked(FIVE_MINUTES), []);
    assert.equal(agesTold, 4);
    policy.setVisible(true);
    await clock.pass(0);
    assert.equal(agesTold, 5);
  });

  it("does not reload groups of a removed panel", async () => {
    await showing(JAVA);
    fixture.panels = [];
    fixture.tree.panelsChanged();
    assert.deepEqual(await asked(FIVE_MINUTES), []);
  });

  it("does not reload a group that the view has not opened again", async () => {
    await showing(JAVA);
    fixture.panels = [panelRecord({ address: "https://192.0.2.2:8888" })];
    fixture.tree.panelsChanged();
    await fixture.tree.children(PANEL_ID);
    assert.deepEqual(await askedOfGroups(FIVE_MINUTES), []);
    await fixture.tree.children(JAVA);
    assert.deepEqual((await askedOfGroups(INTERVAL))[0], "java.list");
  });

  it("ends with everything that it does", async () => {
    await showing(JAVA);
    policy.dispose();
    await clock.pass(0);
    assert.equal(clock.sleeping, 0);
    policy.setVisible(false);
    policy.setVisible(true);
    policy.setFocused(true);
    assert.deepEqual(await asked(FIVE_MINUTES), []);
    policy.dispose();
    assert.equal(clock.sleeping, 0);
  });
});
