import assert from "node:assert/strict";
import { openDemo } from "../../../../src/commands/panels/openDemo.ts";
import { openInBrowser } from "../../../../src/commands/panels/openInBrowser.ts";
import { removePanel } from "../../../../src/commands/panels/removePanel.ts";
import { panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";

describe("removing a panel", () => {
  let window: CommandFixture;

  beforeEach(async () => {
    window = await CommandFixture.open();
  });
  afterEach(() => window.dispose());

  it("forgets it with its secrets, once that is agreed to", async () => {
    const panel = await window.add({}, "/abcd1234");
    const remove = (agrees: boolean) =>
      window.answering([{ to: "Remove “Shop”", with: agrees }], () => removePanel(window.services, panel));
    await remove(false);
    assert.deepEqual(window.services.store.list(), [panel]);
    await remove(true);
    assert.deepEqual(window.services.store.list(), []);
    assert.equal(window.secrets.values.size, 0);
    assert.deepEqual(window.connectionServices.sent, []);
  });

  it("closes the demo panel without a question", async () => {
    await window.run(openDemo);
    assert.deepEqual(window.revealed, [[panelNodeId("demo"), 2]]);
    const demo = window.demo.record ?? assert.fail("it is not open");
    await window.answering([], () => removePanel(window.services, demo));
    assert.equal(window.demo.record, undefined);
  });

  it("is not needed to look at its pages, which the demo panel does not have", async () => {
    const panel = await window.add();
    await window.answering([], () => openInBrowser(window.services, panel));
    assert.deepEqual(window.workbench.opened, ["https://192.0.2.1:8888/"]);
    await window.run(openDemo);
    const demo = window.demo.record ?? assert.fail("it is not open");
    const { told } = await window.answering([], () => openInBrowser(window.services, demo));
    assert.match(told[0]?.message ?? "", /has no web pages/);
    assert.equal(window.workbench.opened.length, 1);
  });
});
