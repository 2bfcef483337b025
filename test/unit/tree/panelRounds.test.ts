import assert from "node:assert/strict";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { panelDescription } from "../../../src/texts/panelTexts.ts";
import { RefreshPolicy } from "../../../src/tree/refreshPolicy.ts";
import { panelNodeId } from "../../../src/tree/treeNodes.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { made, PANEL_ID, total, TreeFixture } from "../../fakes/treeFixture.ts";

const SECOND = 1_000;
const INTERVAL = 30 * SECOND;
const MINUTE = 60 * SECOND;

/** Panels of which each has an address of its own. */
function manyPanels(count: number, tags: readonly string[] = []): readonly PanelRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
    return panelRecord({ id, address: `https://192.0.2.${index + 1}:8888`, tags: [...tags] });
  });
}

describe("rounds of panels", () => {
  let fixture: TreeFixture;
  let clock: SteppedClock;
  let interval: number;
  let policy: RefreshPolicy;

  beforeEach(() => {
    fixture = new TreeFixture();
    clock = new SteppedClock();
    fixture.clock = clock;
    interval = INTERVAL;
    const panels = () => fixture.panels.map(({ id }) => panelNodeId(id));
    policy = new RefreshPolicy({ tree: fixture.tree, panels, clock, intervalMs: () => interval });
  });
  afterEach(() => policy.dispose());

  /** Draws the roots, and nothing below them. */
  async function drawn(...panels: readonly PanelRecord[]): Promise<void> {
    if (panels.length > 0) fixture.panels = panels;
    await fixture.tree.children(undefined);
  }

  /** How many panels were asked how they are while time passed. Nothing else was asked. */
  async function asked(milliseconds: number): Promise<number> {
    const before = fixture.calls.made.length;
    await clock.pass(milliseconds);
    const since = made(fixture.calls).slice(before);
    assert.ok(since.every((operation) => operation === "system.total"));
    return since.length;
  }

  /** Answers by hand; what is not answered stays in flight. */
  function held(): { inFlight: () => number; answerAll: () => Promise<void> } {
    const waiting: (() => void)[] = [];
    fixture.answer({
      "system.total": async () => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return total();
      },
    });
    return {
      inFlight: () => waiting.length,
      async answerAll() {
        for (const answer of waiting.splice(0)) answer();
        await clock.pass(0);
      },
    };
  }

  it("ask each panel once when the view is first visible, automatically, and open none", async () => {
    await drawn(...manyPanels(6));
    assert.equal(await asked(MINUTE), 0);
    policy.setVisible(true);
    assert.equal(await asked(MINUTE - SECOND), 6);
    assert.equal(new Set(fixture.askers.map(([address]) => address)).size, 6);
    assert.ok(fixture.askers.every(([, by]) => by === "automatic"));
    assert.ok(fixture.panels.every(({ id }) => policy.isOpen(panelNodeId(id)) === undefined));
  });

  it("share their call with a person who opens the panel meanwhile", async () => {
    await drawn();
    const { inFlight, answerAll } = held();
    policy.setVisible(true);
    const opened = fixture.tree.children(PANEL_ID);
    policy.expanded(PANEL_ID);
    await clock.pass(2 * SECOND);
    assert.equal(inFlight(), 1);
    await answerAll();
    assert.notDeepEqual(await opened, []);
    assert.equal(await asked(50 * SECOND), 0);
  });

  it("ask a panel that was drawn after the view became visible", async () => {
    policy.setVisible(true);
    assert.equal(await asked(2 * SECOND), 0);
    await drawn();
    policy.rootsChanged();
    assert.equal(await asked(0), 1);
  });

  it("skip imported panels until the view is visible again after a while", async () => {
    const panels = manyPanels(2);
    await drawn(...panels.slice(1));
    policy.setVisible(true);
    assert.equal(await asked(SECOND), 1);
    await drawn(...panels);
    policy.rootsChanged();
    assert.equal(await asked(50 * SECOND), 0);
    policy.setVisible(false);
    await clock.pass(INTERVAL);
    policy.setVisible(true);
    assert.equal(await asked(0), 2);
  });

  it("ask four panels at a time, however many there are", async () => {
    await drawn(...manyPanels(50));
    const { inFlight, answerAll } = held();
    policy.setVisible(true);
    await clock.pass(10 * SECOND);
    for (let left = 50; left > 0; left -= 4) {
      assert.equal(inFlight(), Math.min(4, left));
      await answerAll();
    }
    assert.equal(inFlight(), 0);
    assert.equal(fixture.calls.made.length, 50);
  });

  for (const [how, set] of [
    ["is hidden", (isSeen: boolean) => policy.setVisible(isSeen)],
    ["loses its focus", (isSeen: boolean) => policy.setFocused(isSeen)],
  ] as const)
    it(`send nothing more once the window ${how}, and go on where they were`, async () => {
      await drawn(...manyPanels(10));
      const { answerAll } = held();
      policy.setVisible(true);
      await clock.pass(0);
      set(false);
      await answerAll();
      assert.equal(await asked(10 * SECOND), 0);
      assert.equal(fixture.calls.made.length, 4);
      set(true);
      for (let times = 0; times < 3; times++) await answerAll();
      assert.equal(fixture.calls.made.length, 10);
      assert.equal(new Set(fixture.askers.map(([address]) => address)).size, 10);
    });

  for (const given of [INTERVAL, 0, 3_600 * SECOND])
    it(`begin again when the view is seen after half a minute, not before (interval ${given})`, async () => {
      interval = given;
      await drawn(...manyPanels(3));
      const away = async (milliseconds: number) => {
        policy.setVisible(false);
        assert.equal(await asked(milliseconds), 0);
        policy.setVisible(true);
        return asked(SECOND);
      };
      policy.setVisible(true);
      assert.equal(await asked(SECOND), 3);
      assert.equal(await away(29 * SECOND), 0);
      assert.equal(await away(30 * SECOND), 3);
      // what is known since is as new as can be
      policy.setVisible(false);
      await clock.pass(60 * SECOND);
      await fixture.tree.reload(panelNodeId(fixture.panels[0]?.id ?? ""), "user");
      policy.setVisible(true);
      assert.equal(await asked(SECOND), 2);
    });

  it("are repeated for visible panels every minute, or at the longer interval", async () => {
    await drawn(...manyPanels(3));
    policy.setVisible(true);
    assert.equal(await asked(SECOND), 3);
    assert.equal(await asked(MINUTE - 2 * SECOND), 0);
    assert.equal(await asked(2 * SECOND), 3);
    assert.equal(await asked(MINUTE), 3);
    interval = 2 * MINUTE;
    assert.equal(await asked(2 * MINUTE - 5 * SECOND), 0);
    assert.equal(await asked(10 * SECOND), 3);
    interval = 0;
    assert.equal(await asked(10 * MINUTE), 0);
  });

  it("come early enough that visible figures do not look old", async () => {
    await drawn();
    fixture.answer({
      "system.total": async () => {
        await clock.sleep(10 * SECOND, new AbortController().signal);
        return total();
      },
    });
    policy.setVisible(true);
    await clock.pass(11 * SECOND);
    const text = new Set<string>();
    for (let times = 0; times < 700; times++) {
      await clock.pass(SECOND);
      const node = fixture.tree.node(PANEL_ID);
      assert.ok(node?.type === "panel");
      text.add(panelDescription(node, { now: clock.wallTime(), hasNamesake: false, diskPercent: 90 }));
    }
    assert.equal(text.size, 1, [...text].join());
    assert.ok(fixture.calls.made.length > 2);
  });

  it("ask the panels in a closed folder once", async () => {
    await drawn(...manyPanels(2, ["prod"]));
    policy.collapsed("folder:prod");
    policy.setVisible(true);
    assert.equal(await asked(10 * MINUTE), 2);
    policy.expanded("folder:prod");
    assert.equal(await asked(2 * SECOND), 2);
  });

  it("ask for figures even if other answers keep the state new", async () => {
    await drawn();
    policy.setVisible(true);
    assert.equal(await asked(SECOND), 1);
    const [panel] = fixture.panels;
    assert.ok(panel);
    for (let times = 0; times < 5; times++) {
      fixture.tree.reportCall(panel, { operation: "site.list" });
      assert.equal(await asked(10 * SECOND), 0);
    }
    fixture.tree.reportCall(panel, { operation: "site.list" });
    assert.equal(await asked(11 * SECOND), 1);
  });

  it("ask a failing panel every minute, and when it is opened later", async () => {
    fixture.answer({
      "system.total": () => {
        throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
      },
    });
    await drawn();
    policy.setVisible(true);
    assert.equal(await asked(MINUTE - SECOND), 1);
    assert.equal(await asked(2 * SECOND), 1);
    policy.expanded(PANEL_ID);
    assert.equal(await asked(INTERVAL), 0);
    policy.collapsed(PANEL_ID);
    policy.expanded(PANEL_ID);
    assert.equal(await asked(0), 1);
  });

  it("go on after the clock was set back", async () => {
    await drawn();
    policy.setVisible(true);
    assert.equal(await asked(SECOND), 1);
    clock.setBy = -3_600 * SECOND;
    assert.equal(await asked(MINUTE + SECOND), 1);
    assert.equal(await asked(MINUTE), 1);
  });
});
