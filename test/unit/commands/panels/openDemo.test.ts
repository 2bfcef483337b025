import assert from "node:assert/strict";
import { openDemo, showAllDemos } from "../../../../src/commands/panels/openDemo.ts";
import { groupNodeId, panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";

describe("trying the demo panel", () => {
  let window: CommandFixture;

  beforeEach(async () => {
    window = await CommandFixture.open();
  });
  afterEach(() => window.dispose());

  const open = (choice: string | undefined) => window.run(openDemo, [], { to: "Try the Demo Panel", with: choice });
  const ids = () => window.demo.records.map(({ id }) => id);

  it("opens the edition that was chosen, and leaves the other as it is", async () => {
    await open("aaPanel");
    assert.deepEqual(ids(), ["demo-aapanel"]);
    await open("BaoTa");
    assert.deepEqual(new Set(ids()), new Set(["demo", "demo-aapanel"]));
    assert.deepEqual(
      window.revealed,
      ["demo-aapanel", "demo"].map((id) => [panelNodeId(id), 2]),
    );
  });

  it("opens both, and selects the first", async () => {
    await open("Both");
    assert.deepEqual(ids(), ["demo", "demo-aapanel"]);
    assert.deepEqual(window.revealed.at(-1), [panelNodeId("demo"), 2]);
    // also where VS Code loses that a row is to be expanded
    for (const id of ids()) {
      assert.ok(window.drawnOpen.includes(panelNodeId(id)));
      assert.ok(window.drawnOpen.includes(groupNodeId(id, "javaProject")));
    }
  });

  it("opens both without a question", async () => {
    await window.answering([], () => showAllDemos(window.services));
    assert.deepEqual(ids(), ["demo", "demo-aapanel"]);
  });

  it("opens none if the question is dismissed", async () => {
    await open(undefined);
    assert.deepEqual(ids(), []);
  });
});
