import assert from "node:assert/strict";
import { dropPanels, movePanel } from "../../../../src/commands/panels/movePanels.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { folderNodeId, panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";

describe("moving panels", () => {
  let window: CommandFixture;
  let panels: readonly PanelRecord[];

  beforeEach(async () => {
    window = await CommandFixture.open();
    panels = [await window.add({ name: "A" }), await window.add({ name: "B" }), await window.add({ name: "C" })];
    await window.services.tree.children(undefined);
  });
  afterEach(() => window.dispose());

  const node = (index: number) => panelNodeId(panels[index]?.id ?? "");
  const order = () =>
    window.services.store
      .list()
      .map(({ name }) => name)
      .join("");

  /** Presses a key on rows. */
  const move = async (step: 1 | -1, ...rows: readonly string[]) => {
    window.keyTargets = rows;
    return window.run(movePanel, [{ step }]);
  };

  it("puts the focused one before the one above it, or after the one below it", async () => {
    await move(-1, node(2));
    assert.equal(order(), "ACB");
    await move(1, node(0));
    assert.equal(order(), "CAB");
  });

  it("moves none of several, and nothing that is no panel", async () => {
    const { messages } = await move(1, node(0), node(1));
    assert.match(messages[0]?.message ?? "", /one entry at a time/);
    await move(1);
    assert.equal(order(), "ABC");
  });

  it("shows a message if it is already first or last", async () => {
    for (const [direction, index, expected] of [
      [-1, 0, "“A” is already first."],
      [1, 2, "“C” is already last."],
    ] as const) {
      const { messages } = await move(direction, node(index));
      assert.deepEqual(
        messages.map(({ message }) => message),
        [expected],
      );
    }
    assert.equal(order(), "ABC");
  });

  it("leaves the demo panel first", async () => {
    await window.demo.open("baota");
    window.services.tree.panelsChanged();
    await window.services.tree.children(undefined);
    const { messages } = await move(1, panelNodeId("demo"));
    assert.match(messages[0]?.message ?? "", /always first/);
  });

  describe("by dropping them", () => {
    const drop = (ids: readonly string[], target: string | undefined) =>
      window.answering([], () => dropPanels(window.services, ids, target));

    it("puts several before the drop target, or at the end without one", async () => {
      await drop([node(2), node(1)], node(0));
      assert.equal(order(), "BCA");
      await drop([node(1)], undefined);
      assert.equal(order(), "CAB");
    });

    it("puts them into the folder that they are dropped on", async () => {
      await window.services.store.update(panels[0]?.id ?? "", { tags: ["prod"] });
      await window.services.tree.children(undefined);
      await drop([node(1)], folderNodeId("prod"));
      assert.deepEqual(window.services.store.get(panels[1]?.id ?? "")?.tags, ["prod"]);
    });

    it("moves no vanished node, and nothing onto one", async () => {
      await drop([node(0)], "panel:gone");
      await drop(["panel:gone"], node(0));
      assert.equal(order(), "ABC");
    });
  });
});
