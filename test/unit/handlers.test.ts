import assert from "node:assert/strict";
import { handlers } from "../../src/handlers.ts";
import { panelNodeId } from "../../src/tree/treeNodes.ts";
import { CommandFixture } from "../fakes/commandFixture.ts";

describe("the handlers of commands", () => {
  let window: CommandFixture;

  beforeEach(async () => {
    window = await CommandFixture.open();
  });
  afterEach(() => window.dispose());

  it("of panels take the clicked panel, or ask for one", async () => {
    const panel = await window.add();
    await window.add({ name: "Blog" });
    await window.services.tree.children(undefined);
    await window.run(handlers["serverPanel.site.create"], [panelNodeId(panel.id)]);
    assert.deepEqual(window.forms, [panel.id]);
    const { choices } = await window.run(handlers["serverPanel.site.create"], [], {
      to: "Create Website",
      with: undefined,
    });
    assert.deepEqual(choices, [["Shop", "Blog"]]);
    assert.deepEqual(window.forms, [panel.id]);
  });

  it("open the walkthrough at the step that a link names", async () => {
    for (const args of [[], ["api"], ["none of ours"], [{ view: "panels" }]])
      await window.run(handlers["serverPanel.firstSteps.open"], args);
    assert.deepEqual(window.workbench.guided, [undefined, "api", undefined, undefined]);
  });

  it("show the log", async () => {
    await window.run(handlers["serverPanel.log.show"]);
    assert.equal(window.log.timesShown, 1);
  });
});
