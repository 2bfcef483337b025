import assert from "node:assert/strict";
import { openDemo } from "../../../../src/commands/panels/openDemo.ts";
import { openInBrowser } from "../../../../src/commands/panels/openInBrowser.ts";
import { removePanel } from "../../../../src/commands/panels/removePanel.ts";
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

  it("forgets changes of it that no window has finished, and of it alone", async () => {
    const panels = [await window.add(), await window.add({ name: "Blog", address: "https://192.0.2.2:8888" })] as const;
    const { journal } = window.claims;
    for (const [at, panel] of panels.entries()) {
      const target = { key: "demo", label: "demo" };
      const request = { kind: "javaProject", verb: "restart", target, row: undefined } as const;
      const asked = window.services.connections.of(panel);
      await journal.create({ claim: `${at}`, id: `${at}`, at, step: "stopping" }, { ...request, panel: asked }, {}, 0);
    }
    await window.answering([{ to: "Remove “Shop”", with: true }], () => removePanel(window.services, panels[0]));
    assert.deepEqual(
      (await journal.list()).map(({ id }) => id),
      ["1"],
    );
  });

  it("closes one demo panel without a question, and leaves the other", async () => {
    await window.run(openDemo, [], { to: "Try the Demo Panel", with: "Both" });
    const [demo = assert.fail("none is open"), ...others] = window.demo.records;
    await window.answering([], () => removePanel(window.services, demo));
    assert.deepEqual(window.demo.records, others);
    assert.equal(others.length, 1);
  });

  it("is not needed to open the panel's pages, and the demo panel has none", async () => {
    const panel = await window.add();
    await window.answering([], () => openInBrowser(window.services, panel));
    assert.deepEqual(window.workbench.opened, ["https://192.0.2.1:8888/"]);
    await window.run(openDemo, [], { to: "Try the Demo Panel", with: "aaPanel" });
    const demo = window.demo.records[0] ?? assert.fail("it is not open");
    const { messages } = await window.answering([], () => openInBrowser(window.services, demo));
    assert.match(messages[0]?.message ?? "", /has no web pages/);
    assert.equal(window.workbench.opened.length, 1);
  });
});
